// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_FLOW_CONTROL_H
#define AI_FABRIC_LINK_FLOW_CONTROL_H

#include "ns3/object.h"
#include "ns3/packet-fifo.h"
#include "ns3/read-once.h"
#include "ns3/sl-to-vl-map.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * State of the buffer of one lane of one ingress port, for its flow control.
 */
enum class BufferSignal : uint8_t
{
    STOP,     //!< above the threshold
    CONTINUE, //!< between STOP and RESUME
    RESUME    //!< low enough for the sender to resume
};

/**
 * @ingroup ai-fabric-link
 * The flow control of one port: it limits the port as a sender and the other end as a receiver.
 *
 * A lane is an 802.1p priority on Ethernet and a virtual lane on InfiniBand. This class makes and
 * consumes control packets. They occupy the wire, go before all other packets and never leave the
 * link.
 */
class LinkFlowControl : public Object, public ReadOnceAttributes
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
     * @param backlog bit n: queue n is not empty
     * @param queues queues by lane
     * @param nowPs current time, in ps
     * @return bit n: the first packet of queue n may be sent now
     */
    uint32_t GetEligible(uint32_t backlog, const std::vector<PacketFifo>& queues, int64_t nowPs)
    {
        backlog &= ~uint32_t{m_pausedMask};
        return m_isTold ? DoGetEligible(backlog, queues, nowPs) : backlog;
    }

    /**
     * @param lane lane number
     * @return true if a packet of any length may be sent in it now
     */
    bool IsOpen(uint8_t lane) const
    {
        return !m_isTold && !(m_pausedMask >> lane & 1);
    }

    /**
     * Called, with IsSorting(), when a packet begins to wait.
     *
     * @param queue queue of its lane
     * @param packet packet to insert at its place; its readyPs is the current time
     */
    void Push(PacketFifo& queue, FabricPacketPtr packet)
    {
        DoPush(queue, std::move(packet));
    }

    /**
     * Called, with IsSorting(), when a queue was emptied without sending.
     *
     * @param lane lane of the queue
     * @param packets packets that were in it; each gets back the pathTag with which it came
     * @param nowPs current time, in ps
     */
    void NotifyTaken(uint8_t lane, PacketFifo& packets, int64_t nowPs)
    {
        DoNotifyTaken(lane, packets, nowPs);
    }

    /**
     * @param packet packet that leaves now
     * @param nowPs current time, in ps
     */
    void NotifySent(const FabricPacket& packet, int64_t nowPs)
    {
        if (m_isTold)
        {
            DoNotifySent(packet, nowPs);
        }
    }

    /**
     * @param lane lane of the packet
     * @param frameBytes length of the frame that came into the buffer
     * @param signal state of the buffer including this packet
     * @param nowPs current time, in ps
     * @param packet the packet, for traces that name the flow; may be null
     */
    void NotifyReceived(uint8_t lane,
                        uint32_t frameBytes,
                        BufferSignal signal,
                        int64_t nowPs,
                        const FabricPacket* packet = nullptr)
    {
        if (m_isTold || signal == BufferSignal::STOP)
        {
            DoNotifyReceived(lane, frameBytes, signal, nowPs, packet);
        }
    }

    /**
     * @param lane lane of the packet
     * @param frameBytes length of the frame that left the buffer
     * @param signal state of the buffer without this packet; must be right only if IsStopped()
     * @param nowPs current time, in ps; if IsCounting(), the time at which its room may be used
     * again: now or later
     */
    void NotifyFreed(uint8_t lane, uint32_t frameBytes, BufferSignal signal, int64_t nowPs)
    {
        if (m_isTold || signal == BufferSignal::RESUME)
        {
            DoNotifyFreed(lane, frameBytes, signal, nowPs);
        }
    }

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

    /**
     * @param lane lane number
     * @return true if this end has asked the other end to stop sending it
     */
    bool IsStopped(uint8_t lane) const
    {
        return m_stoppedMask >> lane & 1;
    }

    /** @return true if NotifyFreed() has an effect; if false, callers may skip it */
    bool WantsFreed() const
    {
        return (m_isTold | m_stoppedMask) != 0;
    }

    /** @return true if it is called for every packet, because it counts or sorts */
    bool IsTold() const
    {
        return m_isTold;
    }

    /** @return true if it counts sent blocks (credits); false if pauses control it */
    bool IsCounting() const
    {
        return m_counts;
    }

    /**
     * @return true if it has its own order for the packets of a lane, see Push(), writes
     * FabricPacket::pathTag, and lets packets pass others that may not go
     */
    bool IsSorting() const
    {
        return m_sorts;
    }

    /**
     * @return number of queues of a port: PRIORITY_COUNT, or LANE_COUNT with lanes for data and
     * management
     */
    uint32_t GetLaneCount() const
    {
        return m_laneCount;
    }

    /** @return number of data lanes, from lane 0 on */
    uint32_t GetDataLanes() const
    {
        return m_dataLanes;
    }

    /** @return GetLaneMask() of the data lanes */
    uint8_t GetDataLaneMask() const
    {
        return GetLaneMask(m_dataLanes);
    }

    /** @return buffer of MANAGEMENT_LANE in bytes, which may drop packets; 0: no such lane */
    uint64_t GetManagementBytes() const
    {
        return DoGetManagementBytes();
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

    /** Makes IsCounting() true: it is then called for every packet, not only for signals. */
    void SetCounting()
    {
        m_counts = true;
        m_isTold = true;
    }

    /** Makes IsSorting() true: it is then called for every packet. Call before Attach(). */
    void SetSorting()
    {
        m_sorts = true;
        m_isTold = true;
    }

    /**
     * Gives the port the lanes of an InfiniBand link, with MANAGEMENT_LANE. Call before Attach().
     *
     * @param dataLanes number of data lanes: 1, 2, 4, 8 or 15
     */
    void SetLanes(uint32_t dataLanes)
    {
        m_laneCount = LANE_COUNT;
        m_dataLanes = dataLanes;
    }

    uint8_t m_pausedMask{0};  //!< bit n: the other end has paused lane n
    uint8_t m_stoppedMask{0}; //!< bit n: IsStopped(n)

    /** @return the port */
    FabricNetDevice& GetPort() const
    {
        return *m_port;
    }

    /**
     * @param packet packet of a control kind
     * @param nowPs current time, in ps
     */
    void SendControl(FabricPacketPtr packet, int64_t nowPs);

    /**
     * @return buffer, in bytes, for frames that the LinkRetry of the other end, if it has one, may
     * send again after a pause has come: all its frames if an answer was lost, minus the part of
     * the headroom for the wire
     */
    uint64_t GetReplayBytes() const;

    /** @return size of a cell of the port's buffer in bytes; 0: no cells */
    uint32_t GetCellBytes() const
    {
        return m_cellBytes;
    }

  private:
    virtual void DoStart();
    /** @return backlog by default */
    virtual uint32_t DoGetEligible(uint32_t backlog,
                                   const std::vector<PacketFifo>& queues,
                                   int64_t nowPs);
    /** Appends the packet by default. */
    virtual void DoPush(PacketFifo& queue, FabricPacketPtr packet);
    /** Does nothing by default. */
    virtual void DoNotifyTaken(uint8_t lane, PacketFifo& packets, int64_t nowPs);
    virtual void DoNotifySent(const FabricPacket& packet, int64_t nowPs);
    virtual void DoNotifyReceived(uint8_t lane,
                                  uint32_t frameBytes,
                                  BufferSignal signal,
                                  int64_t nowPs,
                                  const FabricPacket* packet);
    virtual void DoNotifyFreed(uint8_t lane,
                               uint32_t frameBytes,
                               BufferSignal signal,
                               int64_t nowPs);
    virtual void DoNotifyLink(bool down, int64_t nowPs);
    /** Does nothing by default. */
    virtual void DoNotifyLossy(int64_t nowPs);
    virtual void DoReceiveControl(const FabricPacket& packet);
    virtual bool DoIsLossless(uint8_t lane) const = 0;
    /** @return 0 by default */
    virtual uint64_t DoGetReservedBytes() const;
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

    bool m_isTold{false};                 //!< it is called for every packet
    bool m_counts{false};                 //!< see SetCounting()
    bool m_sorts{false};                  //!< see SetSorting()
    uint32_t m_laneCount{PRIORITY_COUNT}; //!< queues of the port
    uint32_t m_dataLanes{PRIORITY_COUNT}; //!< number of data lanes
    FabricNetDevice* m_port{nullptr};
    uint64_t m_controlSent{0};     //!< packets
    uint64_t m_controlReceived{0}; //!< packets
    uint32_t m_cellBytes{0};       //!< see SetCellBytes()
};

} // namespace ns3

#endif // AI_FABRIC_LINK_FLOW_CONTROL_H
