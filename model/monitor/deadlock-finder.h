// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEADLOCK_FINDER_H
#define AI_FABRIC_DEADLOCK_FINDER_H

#include "fabric-parts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Finds queues that wait for each other in a ring, in the present state of a network.
 *
 * An egress queue is one lane of one port. It is blocked if it holds packets and its flow control
 * lets none go: paused by PFC, or without credits. The ingress buffer at the other end of the link
 * blocks it, so
 *
 *     queue q -> queue r   if q is blocked by the ingress buffer b, and r, a queue of b's switch
 *                          and lane, holds packets that came in through b
 *
 * A blocked queue may still move if one of those r is not blocked or may itself move, or if b is
 * empty (then something else keeps it closed: a NIC that pauses, a lost credit). After all these
 * are taken away, every queue left has a successor, so there is a cycle, and none of these queues
 * ever moves again unless packets are dropped or pauses are ignored.
 *
 * The search visits every packet in every switch: use it at the end of a run. It does not see
 * pauses and credits in flight; where nothing moves any more there are none.
 */
class DeadlockFinder
{
  public:
    /** An egress queue that is blocked for ever. */
    struct BlockedQueue
    {
        Ptr<FabricNetDevice> port; //!< port of the queue
        uint8_t lane;              //!< lane of the queue
        uint64_t heldBytes;        //!< bytes in the blocking ingress buffer at the other end
    };

    /** @param parts parts of the network in its present state */
    explicit DeadlockFinder(const FabricParts& parts);

    /**
     * @return queues of a shortest ring, each blocked by packets that wait in the next; empty: none
     */
    const std::vector<BlockedQueue>& GetCycle() const
    {
        return m_cycle;
    }

    /** @return number of other queues, also of NICs, that wait for this or another ring */
    uint32_t GetVictimCount() const
    {
        return m_victims;
    }

    /**
     * @return the ring as its ingress buffers, in one line without a line feed, in the form of
     *         BufferDependencyGraph: "switch1 port 2 (from switch0) -> ..., priority 3"
     */
    std::string GetSummary() const;

    /** @return a line for each queue of the ring and one for all others, with line feeds */
    std::string Describe() const;

  private:
    std::string NameNode(const FabricNetDevice& port) const;
    std::string NamePort(const FabricNetDevice& port) const;

    std::map<uint32_t, std::string> m_names; //!< by ns-3 node id
    std::vector<BlockedQueue> m_cycle; //!< each queue waits for the next one; empty: no deadlock
    uint32_t m_victims{0};             //!< number of other queues that wait for a ring
};

} // namespace ns3

#endif // AI_FABRIC_DEADLOCK_FINDER_H
