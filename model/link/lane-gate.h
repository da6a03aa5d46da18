// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LANE_GATE_H
#define AI_FABRIC_LANE_GATE_H

#include "ns3/object.h"
#include "ns3/packet-fifo.h"
#include "ns3/sl-to-vl-map.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

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
 * The part of a flow control that sees packets: which lanes may send, which lanes of the other end
 * are stopped, and the functions that a port, a switch and a NIC call for a packet. A flow control
 * that neither counts nor sorts is not called for most packets: its masks are enough.
 *
 * A lane is an 802.1p priority on Ethernet and a virtual lane on InfiniBand.
 */
class LaneGate : public Object
{
  public:
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
    bool SeesEveryPacket() const
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

  protected:
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

  private:
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

    bool m_isTold{false};                 //!< it is called for every packet
    bool m_counts{false};                 //!< see SetCounting()
    bool m_sorts{false};                  //!< see SetSorting()
    uint32_t m_laneCount{PRIORITY_COUNT}; //!< queues of the port
    uint32_t m_dataLanes{PRIORITY_COUNT}; //!< number of data lanes
};

} // namespace ns3

#endif // AI_FABRIC_LANE_GATE_H
