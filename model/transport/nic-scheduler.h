// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NIC_SCHEDULER_H
#define AI_FABRIC_NIC_SCHEDULER_H

#include "packet-source.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-net-device.h"
#include "ns3/fabric-packet.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Chooses the packet source of a NIC that may send next.
 *
 * Sources of one lane that may send take turns (round robin). A source that must wait for its rate
 * is in a heap ordered by (time, number). Its time is the time at which it may send at the present
 * rate, or at which a timer of its congestion control may change the rate, whichever is first. When
 * the port asks, one packet of each lane is made, so packets are not made before they can be sent.
 *
 * A source paused by the link's flow control is neither in a ring nor in the heap.
 *
 * Invariants: a source is in the round robin, in the heap, or in neither, according to its state. A
 * source that can send at a known time is checked at that time, whatever the port is doing: while
 * the heap is not empty, either the alarm is set for its earliest time (or the end of the packet on
 * the wire, if that is later), or the alarm has rung and the port knows until Refill() that its
 * owner waits.
 */
class NicScheduler
{
  public:
    NicScheduler();
    ~NicScheduler();

    /**
     * Called before anything else.
     *
     * @param port port of the NIC; must outlive this object
     */
    void Attach(FabricNetDevice& port);

    /** Removes all sources. */
    void Clear();

    /**
     * @param source source that may have become able to send, or to send at another rate
     * @param nowPs current time, in ps
     */
    void Activate(PacketSource& source, int64_t nowPs);

    /**
     * @param source source to pause or resume
     * @param paused true: the source gets no turns until the next call
     * @param nowPs current time, in ps
     */
    void SetPaused(PacketSource& source, bool paused, int64_t nowPs);

    /**
     * Forgets a source that goes to another scheduler. A packet of it in the port stays there.
     *
     * @param source source of this scheduler
     */
    void Remove(PacketSource& source);

    /**
     * Called when the port is about to choose: gives it packets.
     *
     * @param nowPs current time, in ps
     */
    void Refill(int64_t nowPs);

    /**
     * @param packet packet that leaves its queue at the port
     * @param startPs start of its first bit, in ps
     */
    void NotifyTransmit(FabricPacket& packet, int64_t startPs)
    {
        if (packet.scheduled)
        {
            packet.scheduled = false;
            m_staged &= ~(1U << packet.lane);
            if (packet.payloadBytes > 0)
            {
                packet.sentPs = startPs;
            }
        }
    }

  private:
    using State = PacketSource::Turn::State;

    /** A round robin, linked through the sources. */
    struct Ring
    {
        PacketSource* head{nullptr}; //!< null: empty
        PacketSource* tail{nullptr}; //!< last source; valid only if not empty
    };

    /**
     * An entry of the heap: the time of the next check of a source. The entry is stale if the
     * source has another time.
     */
    struct Paced
    {
        int64_t lookPs; //!< time of the check, in ps
        PacketSource* source;
    };

    /** Order of the heap: the earliest on top, then the lowest number. */
    static bool IsLater(const Paced& a, const Paced& b);

    void Enter(PacketSource& source, int64_t nowPs);
    void LookAgain(PacketSource& source, int64_t nowPs);
    void LookAtPaced(int64_t nowPs);
    /** Appends a source that may send to the ring of its lane. */
    void Append(PacketSource& source);
    /** Removes a source from that ring. */
    void TakeOut(PacketSource& source);
    void SetAlarm();
    /** Called when the earliest entry of the heap is due: makes the port ask for packets. */
    void RingAlarm();

    FabricNetDevice* m_port{nullptr};
    std::array<Ring, MAX_DATA_LANES> m_rings; //!< sources that may send, by lane
    std::vector<Paced> m_paced;               //!< heap of sources held back by their rates
    uint32_t m_waiting{0};                    //!< bit n: ring n is not empty
    uint32_t m_staged{0};                     //!< bit n: a packet of lane n is in the port's queue
    Ptr<FabricEvent> m_alarm;                 //!< rings when the earliest entry of the heap is due
    int64_t m_alarmPs{0};                     //!< time at which it rings, in ps
};

} // namespace ns3

#endif // AI_FABRIC_NIC_SCHEDULER_H
