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
 * Chooses which of a NIC's packet sources may send next.
 *
 * Sources of one lane that may send take turns (round robin). A source that is held back by its
 * rate waits in a heap ordered by (time, number). Its time is when it may send at the present rate,
 * or when a timer of its congestion control may change the rate, whichever is first. When the port
 * asks, one packet of each lane is made, so no packet is made before it can be sent.
 *
 * A source that the link's flow control has paused is in neither.
 *
 * Invariants: a source is in the round robin, in the heap, or in neither, as its state says.
 * Whoever has something to send at a known time is asked at that time, whatever the port is doing
 * then: while the heap is not empty, either its alarm is set for its earliest time (or the end of
 * the packet on the wire, if that is later), or it has rung and the port knows until Refill() that
 * its owner waits.
 */
class NicScheduler
{
  public:
    NicScheduler();
    ~NicScheduler();

    /** Called before anything else. @param port of the NIC; outlives the last call */
    void Attach(FabricNetDevice& port);

    /** Forgets all sources. */
    void Clear();

    /**
     * @param source may have become able to send, or to send at another rate
     * @param nowPs the time
     */
    void Activate(PacketSource& source, int64_t nowPs);

    /**
     * @param source is told whether it may have turns
     * @param paused it has none until the next call
     * @param nowPs the time
     */
    void SetPaused(PacketSource& source, bool paused, int64_t nowPs);

    /** The port is about to choose and is given packets. @param nowPs the time */
    void Refill(int64_t nowPs);

    /** @param packet leaves its queue at the port @param startPs of its first bit */
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

    /** Round robin, linked through the sources. */
    struct Ring
    {
        PacketSource* head{nullptr}; //!< null: empty
        PacketSource* tail{nullptr}; //!< only if not empty
    };

    /**
     * An entry of the heap: when to look at a source again. Stale if the source has another time.
     */
    struct Paced
    {
        int64_t lookPs; //!< when to look
        PacketSource* source;
    };

    /** Order of the heap: the earliest on top, then the lowest number. */
    static bool IsLater(const Paced& a, const Paced& b);

    void Enter(PacketSource& source, int64_t nowPs);
    void LookAgain(PacketSource& source, int64_t nowPs);
    void LookAtPaced(int64_t nowPs);
    /** The source may send: puts it last in the ring of its lane. */
    void Append(PacketSource& source);
    /** Takes it out of that ring. */
    void TakeOut(PacketSource& source);
    void SetAlarm();
    /** The earliest entry of the heap is due: has the port ask for packets. */
    void RingAlarm();

    FabricNetDevice* m_port{nullptr};
    std::array<Ring, MAX_DATA_LANES> m_rings; //!< sources that may send, by lane
    std::vector<Paced> m_paced;               //!< heap of sources held back by their rates
    uint32_t m_waiting{0};                    //!< bit n: ring n is not empty
    uint32_t m_staged{0};                     //!< bit n: a packet of lane n is in the port's queue
    Ptr<FabricEvent> m_alarm;                 //!< rings when the earliest entry of the heap is due
    int64_t m_alarmPs{0};                     //!< when it rings
};

} // namespace ns3

#endif // AI_FABRIC_NIC_SCHEDULER_H
