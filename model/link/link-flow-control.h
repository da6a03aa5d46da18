// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_FLOW_CONTROL_H
#define AI_FABRIC_LINK_FLOW_CONTROL_H

#include "credit-loop.h"
#include "lane-gate.h"

#include "ns3/frozen-attributes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * The flow control of one port: it limits the port as a sender and the other end as a receiver.
 *
 * LaneGate has its work with packets. This class makes and consumes control packets, which occupy
 * the wire, go before all other packets and never leave the link. It derives the sizes of buffers,
 * and reports its state.
 */
class LinkFlowControl : public LaneGate, public FrozenAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param port port of this flow control; set once, before Start() */
    void Attach(FabricNetDevice* port)
    {
        m_port = port;
    }

    /**
     * Called when both ends of the link are complete.
     *
     * @throw InputError if the flow controls of both ends do not fit each other
     */
    void Start();

    /**
     * Called at both ends when the link goes down, from when on all packets are lost, or up again,
     * with an empty wire.
     *
     * @param down true: the link is down; false: it is up again
     * @param nowPs current time, in ps
     */
    void NotifyLink(bool down, int64_t nowPs)
    {
        DoNotifyLink(down, nowPs);
    }

    /**
     * Called when bit errors become possible: packets may be lost from now on, including some that
     * are already on the wire.
     *
     * @param nowPs current time, in ps
     */
    void NotifyLossy(int64_t nowPs)
    {
        DoNotifyLossy(nowPs);
    }

    /** @param packet control packet from the other end */
    void ReceiveControl(const FabricPacket& packet)
    {
        ++m_controlReceived;
        DoReceiveControl(packet);
    }

    /**
     * Depends only on attributes, so it may be called before Attach().
     *
     * @param lane lane number
     * @return true if this link guarantees that packets of the lane are not lost
     */
    bool IsLossless(uint8_t lane) const
    {
        return DoIsLossless(lane);
    }

    /**
     * Call before GetReservedBytes().
     *
     * @param bytes size of a cell of the port's buffer; 0: no cells
     */
    void SetCellBytes(uint32_t bytes)
    {
        m_cellBytes = bytes;
    }

    /**
     * @return buffer, in bytes, that this port needs for each lossless lane to lose no packet
     */
    uint64_t GetReservedBytes() const
    {
        return DoGetReservedBytes();
    }

    /**
     * Valid after the start.
     *
     * @return loop of the credits of a lane to this end; empty: lanes have no credits
     */
    std::optional<CreditLoop> GetLoop() const
    {
        return DoGetLoop();
    }

    /**
     * @param lane lane number
     * @param nowPs current time, in ps
     * @return total time for which the other end has kept this lane from sending, in ps
     */
    int64_t GetBlockedPs(uint8_t lane, int64_t nowPs) const
    {
        return DoGetBlockedPs(lane, nowPs);
    }

    /**
     * @param lane lane number
     * @return reason why it may not send, for the stall report; empty if it may
     */
    std::string DescribeBlock(uint8_t lane) const
    {
        return DoDescribeBlock(lane);
    }

    /**
     * Checks the invariants of a network at rest.
     *
     * @return violations, one line each; empty if there are none
     */
    std::vector<std::string> Audit() const
    {
        return DoAudit();
    }

    /**
     * Called for the process that runs the other end.
     *
     * @param to string to which the data for Audit() of the other end is appended
     */
    void SaveForPeer(std::string& to) const
    {
        DoSaveForPeer(to);
    }

    /**
     * Called in that process.
     *
     * @param from data of SaveForPeer(); is moved to its end
     */
    void LoadForPeer(const char*& from)
    {
        DoLoadForPeer(from);
    }

    /** @return buffer of MANAGEMENT_LANE in bytes, which may drop packets; 0: no such lane */
    uint64_t GetManagementBytes() const
    {
        return DoGetManagementBytes();
    }

    /** For FabricNetDevice::SendControl(): counts a control packet. */
    void NotifyControlSent()
    {
        ++m_controlSent;
    }

    /** @return control packets sent */
    uint64_t GetControlSent() const
    {
        return m_controlSent;
    }

    /** @return control packets received */
    uint64_t GetControlReceived() const
    {
        return m_controlReceived;
    }

  protected:
    void DoDispose() override;

    /** @return the port */
    FabricNetDevice& GetPort() const
    {
        return *m_port;
    }

    /** @return size of a cell of the port's buffer in bytes; 0: no cells */
    uint32_t GetCellBytes() const
    {
        return m_cellBytes;
    }

  private:
    virtual void DoStart();
    virtual void DoNotifyLink(bool down, int64_t nowPs);
    /** Does nothing by default. */
    virtual void DoNotifyLossy(int64_t nowPs);
    virtual void DoReceiveControl(const FabricPacket& packet);
    virtual bool DoIsLossless(uint8_t lane) const = 0;
    /** @return 0 by default */
    virtual uint64_t DoGetReservedBytes() const;
    /** @return empty by default */
    virtual std::optional<CreditLoop> DoGetLoop() const;
    /** @return 0 by default */
    virtual uint64_t DoGetManagementBytes() const;
    /** @return 0 by default */
    virtual int64_t DoGetBlockedPs(uint8_t lane, int64_t nowPs) const;
    /** @return empty by default */
    virtual std::string DoDescribeBlock(uint8_t lane) const;
    /** @return empty by default */
    virtual std::vector<std::string> DoAudit() const;
    /** Does nothing by default. */
    virtual void DoSaveForPeer(std::string& to) const;
    /** Does nothing by default. */
    virtual void DoLoadForPeer(const char*& from);

    FabricNetDevice* m_port{nullptr};
    uint64_t m_controlSent{0};     //!< packets
    uint64_t m_controlReceived{0}; //!< packets
    uint32_t m_cellBytes{0};       //!< see SetCellBytes()
};

} // namespace ns3

#endif // AI_FABRIC_LINK_FLOW_CONTROL_H
