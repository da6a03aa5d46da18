// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONWEAVE_QUEUES_H
#define AI_FABRIC_CONWEAVE_QUEUES_H

#include "ns3/conweave-tag.h"
#include "ns3/fabric-units.h"
#include "ns3/flow-table.h"
#include "ns3/packet-fifo.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The reordering queues of a last leaf of ConWeave (SIGCOMM'23, section 3.3): what was sent by the
 * new path of a flow waits until the TAIL of the old path has come.
 *
 * A packet of the flow's epoch
 *
 *     on the old path    goes on
 *     on the new path    before the TAIL: into the flow's queue; behind it: goes on
 *
 * one of an earlier epoch goes on, and one of a later epoch begins it. Of a flow of which nothing
 * came for Aging, an epoch that looks earlier is a later one: numbers of epochs go round.
 *
 * The TAIL has the queue emptied right behind itself. A TAIL that is lost would hold the flow
 * forever, so a queue is emptied too when the TAIL is overdue: with what the last packet on the old
 * path took,
 *
 *     due = arrival of that packet + (TAIL sent - that packet sent) + ExtraFlush
 *     due = now + DefaultWait     if none was seen in this epoch
 *
 * If all queues of a port are taken, the packet goes on, out of order. A queue that waits for
 * nothing any more but the last bit of the TAIL is not taken.
 *
 * Invariant: a flow has at most one queue, whose packets are in the order of their arrival.
 */
class ConweaveQueues
{
  public:
    static constexpr int64_t NEVER = INT64_MAX; //!< ticks

    /** Times and sizes. */
    struct Settings
    {
        int64_t extraFlushPs;  //!< in picoseconds
        int64_t defaultWaitPs; //!< in picoseconds
        int64_t agingPs;       //!< in picoseconds
        uint32_t queues;       //!< of each port
    };

    /** @param settings from now on @param ports of the switch */
    void Configure(const Settings& settings, std::size_t ports);

    /**
     * @param packet with a tag
     * @param egress port that it leaves by
     * @return whether it is to wait; then Hold() follows, unless it is dropped
     */
    bool Arrive(const FabricPacket& packet, uint16_t egress);

    /** @param packet that Arrive() said is to wait */
    void Hold(FabricPacketPtr packet);

    /** @return the tick at which a queue is to be emptied next; NEVER: none is used */
    int64_t GetDueTicks() const
    {
        return m_dueTicks;
    }

    /**
     * Empties the queues that are due.
     *
     * @tparam Action is given each packet, its port, and whether it is the first one of a queue
     *         whose TAIL has not come
     * @param nowTicks the time
     * @param action must not call this object
     */
    template <typename Action>
    void Flush(int64_t nowTicks, Action action)
    {
        m_dueTicks = NEVER;
        for (Queue& queue : m_queues)
        {
            if (queue.dueTicks > nowTicks)
            {
                m_dueTicks = std::min(m_dueTicks, queue.dueTicks);
                continue;
            }
            bool overdue = !queue.closing;
            Expire(queue);
            while (!queue.packets.IsEmpty())
            {
                action(queue.packets.Pop(), queue.egress, std::exchange(overdue, false));
            }
            Close(queue);
        }
    }

    /**
     * @param egress port
     * @param lane of it
     * @return what is held for both, which is forgotten here, as is what was known of its flows
     */
    PacketFifo Take(uint16_t egress, uint8_t lane);

    /** @param egress port @return queues that are not taken there */
    uint32_t GetFree(uint16_t egress) const
    {
        return m_settings.queues - m_takenOfPort[egress];
    }

    /** @return packets that have been held */
    uint64_t GetHeld() const
    {
        return m_held;
    }

    /** @return queues that were emptied because their TAIL was overdue */
    uint64_t GetTimeouts() const
    {
        return m_timeouts;
    }

    /** @return packets that went on out of order, for want of a queue */
    uint64_t GetOverflows() const
    {
        return m_overflows;
    }

  private:
    static constexpr uint32_t NO_QUEUE = UINT32_MAX; //!< of a flow

    /** A flow to a host of this leaf. */
    struct Flow
    {
        int64_t oldPathPs{NEVER_PS}; //!< when the last one by the old path came, in this epoch
        uint32_t oldPathStamp{0};    //!< of that packet
        uint32_t queue{NO_QUEUE};    //!< place in m_queues
        int64_t lastPs{NEVER_PS};    //!< when one of this epoch came; NEVER_PS: none did
        uint8_t epoch{0};
        bool tailed{false}; //!< nothing is to come by the old path
    };

    /** Packets of a flow that wait. */
    struct Queue
    {
        PacketFifo packets;
        int64_t dueTicks{NEVER}; //!< NEVER: it is not used
        uint32_t entropy{0};     //!< of the flow
        uint32_t destHost{0};    //!< of the flow
        uint32_t tailStamp{0};   //!< when its TAIL was sent
        uint16_t egress{0};
        bool closing{false}; //!< nothing is waited for any more
    };

    bool BeginsEpoch(const Flow& flow, const FabricPacket& packet, const ConweaveTag& tag) const;
    bool ArriveOnOldPath(Flow& flow, const FabricPacket& packet, const ConweaveTag& tag);
    bool ArriveOnNewPath(Flow& flow,
                         const FabricPacket& packet,
                         const ConweaveTag& tag,
                         uint16_t egress);
    uint32_t Open(const FabricPacket& packet, uint16_t egress);
    void SetDue(Queue& queue, int64_t ticks);
    void EndSoon(Queue& queue, const FabricPacket& packet);
    int64_t GetOverduePs(const Flow& flow, const Queue& queue, int64_t nowPs) const;
    void Expire(Queue& queue);
    void StopWaiting(Queue& queue);
    Flow& Close(Queue& queue);

    Settings m_settings{};
    FlowTable<Flow> m_flows;
    std::vector<Queue> m_queues;         //!< as many as were used at a time
    std::vector<uint32_t> m_takenOfPort; //!< queues that wait for a TAIL
    uint32_t m_target{NO_QUEUE};         //!< of the packet that Arrive() was given last
    int64_t m_dueTicks{NEVER};           //!< at or before the first of all
    uint64_t m_held{0};
    uint64_t m_timeouts{0};
    uint64_t m_overflows{0};
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_CONWEAVE_QUEUES_H
