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
 * The reordering queues of a last leaf of ConWeave (SIGCOMM'23, section 3.3): packets that a flow
 * sends on its new path wait until the TAIL of the old path has come.
 *
 * A packet of the flow's epoch
 *
 *     on the old path    goes on
 *     on the new path    before the TAIL: into the flow's queue; behind it: goes on
 *
 * A packet of an earlier epoch goes on; a packet of a later epoch begins that epoch. Epoch numbers
 * wrap around: if no packet of a flow has come for Aging, an epoch that looks earlier is a later
 * one.
 *
 * When the TAIL comes, the queue is emptied right behind it. A lost TAIL would hold the flow
 * forever, so a queue is also emptied when the TAIL is overdue. The due time is estimated from the
 * delay of the last packet on the old path:
 *
 *     due = arrival of that packet + (TAIL sent - that packet sent) + ExtraFlush
 *     due = now + DefaultWait     if none was seen in this epoch
 *
 * If all queues of a port are taken, the packet goes on, out of order. A queue that waits only for
 * the last bit of the TAIL does not count as taken.
 *
 * Invariant: a flow has at most one queue, and its packets are in order of arrival.
 */
class ConweaveQueues
{
  public:
    static constexpr int64_t NEVER = INT64_MAX; //!< ticks

    /** Times and sizes. */
    struct Settings
    {
        int64_t extraFlushPs;  //!< extra wait for an overdue TAIL, in ps
        int64_t defaultWaitPs; //!< wait if no packet of the old path was seen, in ps
        int64_t agingPs;       //!< pause after which epoch numbers may have wrapped, in ps
        uint32_t queues;       //!< reordering queues per port
    };

    /**
     * @param settings times and sizes from now on
     * @param ports number of ports of the switch
     */
    void Configure(const Settings& settings, std::size_t ports);

    /**
     * @param packet packet with a tag
     * @param egress number of the port by which the packet leaves
     * @return true if the packet has to wait; then Hold() follows, unless the packet is dropped
     */
    bool Arrive(const FabricPacket& packet, uint16_t egress);

    /** @param packet packet for which Arrive() has just returned true */
    void Hold(FabricPacketPtr packet);

    /** @return tick at which the next queue is due; NEVER: all queues are unused */
    int64_t GetDueTicks() const
    {
        return m_dueTicks;
    }

    /**
     * Empties the queues that are due.
     *
     * @tparam Action callable (packet, egress port, overdue); overdue is true for the first packet
     * of a queue whose TAIL has not come
     * @param nowTicks current time, in ticks
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
     * @param lane lane of the egress queue
     * @return packets held for this port and lane; they and the state of their flows are removed
     */
    PacketFifo Take(uint16_t egress, uint8_t lane);

    /**
     * @param egress number of the port
     * @return number of free queues at the port
     */
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
    static constexpr uint32_t NO_QUEUE = UINT32_MAX; //!< Flow::queue: the flow has no queue

    /** State of a flow to a host of this leaf. */
    struct Flow
    {
        /** Arrival of the last packet by the old path in this epoch, in ps. */
        int64_t oldPathPs{NEVER_PS};
        uint32_t oldPathStamp{0}; //!< sending timestamp of that packet
        uint32_t queue{NO_QUEUE}; //!< place in m_queues
        /** Arrival of the last packet of this epoch, in ps; NEVER_PS: none. */
        int64_t lastPs{NEVER_PS};
        uint8_t epoch{0};
        bool tailed{false}; //!< no more packets are expected by the old path
    };

    /** Waiting packets of one flow. */
    struct Queue
    {
        PacketFifo packets;
        int64_t dueTicks{NEVER}; //!< tick at which it is due; NEVER: unused
        uint32_t entropy{0};     //!< entropy of the flow
        uint32_t destHost{0};    //!< destination host of the flow
        uint32_t tailStamp{0};   //!< sending timestamp of the TAIL
        uint16_t egress{0};
        bool closing{false}; //!< the wait for the TAIL is over
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
    std::vector<Queue> m_queues;         //!< as many as were in use at the same time
    std::vector<uint32_t> m_takenOfPort; //!< by port: queues that wait for a TAIL
    uint32_t m_target{NO_QUEUE};         //!< queue for the packet of the last Arrive()
    int64_t m_dueTicks{NEVER};           //!< at or before the first due time of all queues
    uint64_t m_held{0};
    uint64_t m_timeouts{0};
    uint64_t m_overflows{0};
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_CONWEAVE_QUEUES_H
