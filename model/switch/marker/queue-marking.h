// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_QUEUE_MARKING_H
#define AI_FABRIC_QUEUE_MARKING_H

#include "ecn-marker.h"

#include "ns3/fabric-net-device.h"
#include "ns3/fabric-packet.h"
#include "ns3/switch-buffer.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The marking of a switch: asks the marker about each packet, with the depth of its queue as the
 * marker sees it, and sets and counts the marks. A packet is judged once: when it comes to its
 * egress queue (IsAtArrival()), or when it leaves it.
 */
class QueueMarking
{
  public:
    /** Traces packet and bytes in the queue, without the packet. */
    using Trace = TracedCallback<const FabricPacket&, uint64_t>;

    /**
     * Call before any packet.
     *
     * @param marker marker of all ports
     * @param buffer configured packet memory of the switch
     * @param holds true if a stage holds packets, which the buffer's accounts include
     * @param trace trace source of the marked packets; must outlive this object
     */
    void Configure(Ptr<EcnMarker> marker,
                   Ptr<const SwitchBuffer> buffer,
                   bool holds,
                   const Trace& trace);

    /** Lets go of the marker and the buffer. */
    void Clear();

    /** @return true if OnArrival() is to be called, and OnDeparture() has no effect */
    bool IsAtArrival() const
    {
        return m_atArrival;
    }

    /**
     * Judges a packet that comes to its egress queue. Call only if IsAtArrival().
     *
     * @param port egress port
     * @param packet packet that comes now; not in the queue yet
     */
    void OnArrival(const FabricNetDevice& port, FabricPacket& packet);

    /**
     * Judges a packet that leaves, in a switch whose buffer has no cells. Most packets leave an
     * empty queue behind; the marker is not called for these.
     *
     * @param port egress port
     * @param packet packet that has just left the queue
     * @param nowPs current time, in ps
     */
    void OnDeparture(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs)
    {
        if (packet.ecn == EcnCodepoint::ECT && port.GetQueueBytes(packet.lane) > 0)
        {
            JudgeFrames(port, packet, nowPs);
        }
    }

    /**
     * The same in any switch: the depth is counted in cells if the buffer has cells.
     *
     * @param port egress port
     * @param packet packet that comes to the queue, or has just left it
     * @param nowPs current time, in ps
     */
    void JudgeDepth(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs);

    /**
     * Judges a packet at a queue outside the ports.
     *
     * @param port egress port by which the packet will leave
     * @param packet held packet
     * @param queueBytes bytes in that queue, without the packet
     * @param comes true: the packet comes to the queue; false: it leaves the queue
     * @param nowPs current time, in ps
     */
    void JudgeHeld(const FabricNetDevice& port,
                   FabricPacket& packet,
                   uint64_t queueBytes,
                   bool comes,
                   int64_t nowPs);

    /** @return number of packets marked */
    uint64_t GetMarks() const
    {
        return m_marks;
    }

  private:
    void JudgeFrames(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs);
    void Judge(const FabricNetDevice& port,
               FabricPacket& packet,
               uint64_t queueBytes,
               int64_t nowPs);
    void Mark(const FabricNetDevice& port, FabricPacket& packet, uint64_t queueBytes);
    uint64_t GetDepth(const FabricNetDevice& port, const FabricPacket& packet) const;

    Ptr<EcnMarker> m_marker;
    Ptr<const SwitchBuffer> m_buffer;
    bool m_holds{false};     //!< a stage holds packets, which the buffer's accounts include
    bool m_atArrival{false}; //!< see IsAtArrival()
    bool m_seesAll{false};   //!< the marker's SeesEveryPacket()
    uint64_t m_marks{0};     //!< packets marked
    const Trace* m_trace{nullptr};
};

} // namespace ns3

#endif // AI_FABRIC_QUEUE_MARKING_H
