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
 * State of the buffer of one lane of one ingress port, as the flow control sees it.
 */
enum class BufferSignal : uint8_t
{
    STOP,     //!< above its threshold
    CONTINUE, //!< between STOP and RESUME
    RESUME    //!< low enough to take more
};

/**
 * @ingroup ai-fabric-link
 * The flow control of one port: it restrains the port as a sender and the other end as a receiver.
 *
 * A lane is an 802.1p priority on Ethernet and a virtual lane on InfiniBand. Control packets are
 * made and consumed by this class and occupy the wire; they go before everything else and never
 * leave the link.
 */
class LinkFlowControl : public Object, public ReadOnceAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param port the port that it serves; set once, before Start() */
    void Attach(FabricNetDevice* port)
    {
        m_port = port;
    }

    /**
     * Called once both ends of the link are complete.
     *
     * @throw InputError if the other end cannot talk to this one
     */
    void Start();

    /**
     * @param backlog bit n: queue n is not empty
     * @param queues by lane
     * @param nowPs current time, in ps
     * @return bit n: the first packet of queue n may be sent now
     */
    uint32_t GetEligible(uint32_t backlog, const std::vector<PacketFifo>& queues, int64_t nowPs)
    {
        backlog &= ~uint32_t{m_pausedMask};
        return m_isTold ? DoGetEligible(backlog, queues, nowPs) : backlog;
    }

    /** @param lane which @return whether a packet of any length may be sent in it now */
    bool IsOpen(uint8_t lane) const
    {
        return !m_isTold && !(m_pausedMask >> lane & 1);
    }

    /**
     * With IsSorting(), a packet comes to wait.
     *
     * @param queue of its lane
     * @param packet is put where it belongs; its readyPs is now
     */
    void Push(PacketFifo& queue, FabricPacketPtr packet)
    {
        DoPush(queue, std::move(packet));
    }

    /**
     * With IsSorting(), a queue was emptied without sending.
     *
     * @param lane of the queue
     * @param packets that were in it; each gets back what it had when it came
     * @param nowPs current time, in ps
     */
    void NotifyTaken(uint8_t lane, PacketFifo& packets, int64_t nowPs)
    {
        DoNotifyTaken(lane, packets, nowPs);
    }

    /** @param packet goes out now @param nowPs current time, in ps */
    void NotifySent(const FabricPacket& packet, int64_t nowPs)
    {
        if (m_isTold)
        {
            DoNotifySent(packet, nowPs);
        }
    }

    /**
     * @param lane of the packet
     * @param frameBytes that came into the buffer
     * @param signal state of the buffer with this packet in it
     * @param nowPs current time, in ps
     * @param packet itself, for traces that say because of which flow; may be null
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
     * @param lane of the packet
     * @param frameBytes that left the buffer
     * @param signal state of the buffer without this packet; only needs to be right if IsStopped()
     * @param nowPs current time, in ps; if IsCounting(), when its room may be used again: now or
     * later
     */
    void NotifyFreed(uint8_t lane, uint32_t frameBytes, BufferSignal signal, int64_t nowPs)
    {
        if (m_isTold || signal == BufferSignal::RESUME)
        {
            DoNotifyFreed(lane, frameBytes, signal, nowPs);
        }
    }

    /**
     * The link is down, and whatever is sent is lost; or it is up again, with nothing on the wire.
     * Both ends are told.
     *
     * @param down true: it is down; false: it is up again
     * @param nowPs current time, in ps
     */
    void NotifyLink(bool down, int64_t nowPs)
    {
        DoNotifyLink(down, nowPs);
    }

    /**
     * From now on packets may be lost to bit errors, and some that are on the wire already.
     *
     * @param nowPs current time, in ps
     */
    void NotifyLossy(int64_t nowPs)
    {
        DoNotifyLossy(nowPs);
    }

    /** @param packet a control packet from the other end */
    void ReceiveControl(const FabricPacket& packet)
    {
        ++m_controlReceived;
        DoReceiveControl(packet);
    }

    /**
     * Depends on attributes only, so it may be called before Attach().
     *
     * @param lane which
     * @return whether this link promises not to lose its packets
     */
    bool IsLossless(uint8_t lane) const
    {
        return DoIsLossless(lane);
    }

    /** Before GetReservedBytes(). @param bytes of a cell of the port's buffer; 0: it has none */
    void SetCellBytes(uint32_t bytes)
    {
        m_cellBytes = bytes;
    }

    /**
     * @return bytes of buffer that this port must have of its own for each lossless lane, so that
     *         none of its packets is lost
     */
    uint64_t GetReservedBytes() const
    {
        return DoGetReservedBytes();
    }

    /**
     * @param lane which
     * @param nowPs current time, in ps
     * @return for how long in all, in picoseconds, the other end has kept this lane from sending
     */
    int64_t GetBlockedPs(uint8_t lane, int64_t nowPs) const
    {
        return DoGetBlockedPs(lane, nowPs);
    }

    /** @param lane which @return why it may not send, for the stall report; empty if it may */
    std::string DescribeBlock(uint8_t lane) const
    {
        return DoDescribeBlock(lane);
    }

    /**
     * Checks what must hold when the network is at rest.
     *
     * @return what is violated, one line each; empty if all is well
     */
    std::vector<std::string> Audit() const
    {
        return DoAudit();
    }

    /**
     * For the process that runs the other end.
     *
     * @param to where what Audit() of the other end reads of this one is appended
     */
    void SaveForPeer(std::string& to) const
    {
        DoSaveForPeer(to);
    }

    /** In that process. @param from where SaveForPeer() wrote; is moved behind it */
    void LoadForPeer(const char*& from)
    {
        DoLoadForPeer(from);
    }

    /** @param lane which @return whether we have asked the other end to stop sending it */
    bool IsStopped(uint8_t lane) const
    {
        return m_stoppedMask >> lane & 1;
    }

    /** @return whether NotifyFreed() does anything: else nobody need find out what to tell it */
    bool WantsFreed() const
    {
        return (m_isTold | m_stoppedMask) != 0;
    }

    /** @return whether it is told of every packet: it counts, or sorts */
    bool IsTold() const
    {
        return m_isTold;
    }

    /** @return whether it counts what is sent (credits) rather than being told to pause */
    bool IsCounting() const
    {
        return m_counts;
    }

    /**
     * @return whether it has an order of its own for the packets of a lane, see Push(), writes
     *         FabricPacket::pathTag, and lets packets go that stand behind some that may not
     */
    bool IsSorting() const
    {
        return m_sorts;
    }

    /**
     * @return queues of a port: PRIORITY_COUNT, or LANE_COUNT with lanes for data and management
     */
    uint32_t GetLaneCount() const
    {
        return m_laneCount;
    }

    /** @return how many lanes are for data, from 0 on */
    uint32_t GetDataLanes() const
    {
        return m_dataLanes;
    }

    /** @return GetLaneMask() of the data lanes */
    uint8_t GetDataLaneMask() const
    {
        return GetLaneMask(m_dataLanes);
    }

    /** @return bytes of buffer for MANAGEMENT_LANE, which may drop; 0: there is no such lane */
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

    /** Makes IsCounting() true: it is then told of every packet, and not only of signals. */
    void SetCounting()
    {
        m_counts = true;
        m_isTold = true;
    }

    /** Makes IsSorting() true: it is then told of every packet as well. Before Attach(). */
    void SetSorting()
    {
        m_sorts = true;
        m_isTold = true;
    }

    /**
     * Gives the port the lanes of an InfiniBand link, with MANAGEMENT_LANE; before Attach().
     *
     * @param dataLanes 1, 2, 4, 8 or 15
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

    /** @param packet of a control kind @param nowPs current time, in ps */
    void SendControl(FabricPacketPtr packet, int64_t nowPs);

    /**
     * @return bytes of buffer for what the LinkRetry of the other end, if it has one, may send
     * again after a pause has come: all that it keeps if an answer was lost, less what the headroom
     * has for the wire
     */
    uint64_t GetReplayBytes() const;

    /** @return bytes of a cell of the port's buffer; 0: it has none */
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
    /** Puts it last by default. */
    virtual void DoPush(PacketFifo& queue, FabricPacketPtr packet);
    /** Nothing by default. */
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
    /** @return nothing by default */
    virtual std::string DoDescribeBlock(uint8_t lane) const;
    /** @return nothing by default */
    virtual std::vector<std::string> DoAudit() const;
    /** Nothing by default. */
    virtual void DoSaveForPeer(std::string& to) const;
    /** Nothing by default. */
    virtual void DoLoadForPeer(const char*& from);

    bool m_isTold{false};                 //!< of every packet
    bool m_counts{false};                 //!< see SetCounting()
    bool m_sorts{false};                  //!< see SetSorting()
    uint32_t m_laneCount{PRIORITY_COUNT}; //!< queues of the port
    uint32_t m_dataLanes{PRIORITY_COUNT}; //!< of these, for data
    FabricNetDevice* m_port{nullptr};
    uint64_t m_controlSent{0};     //!< packets
    uint64_t m_controlReceived{0}; //!< packets
    uint32_t m_cellBytes{0};       //!< see SetCellBytes()
};

} // namespace ns3

#endif // AI_FABRIC_LINK_FLOW_CONTROL_H
