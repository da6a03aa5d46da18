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
 * Finds queues that wait for each other in a ring, in a network as it stands.
 *
 * An egress queue is one lane of one port. It is blocked if it holds packets and its flow control
 * lets none go: paused by PFC, or without credits. The ingress buffer at the other end of the link
 * is what blocks it, so
 *
 *     queue q -> queue r   if q is blocked by the ingress buffer b, and r, a queue of b's switch
 *                          and lane, holds packets that came in through b
 *
 * A blocked queue may yet move if one of those r is not blocked or may itself move, or if b holds
 * nothing (something else keeps it closed: a NIC that pauses, a lost credit). What is left when
 * all these are taken away can only be waiting for itself: every queue has a successor, so there
 * is a cycle, and none of them ever moves again unless packets are dropped or pauses are ignored.
 *
 * It looks at every packet in every switch: for the end of a run, not for the course of it. Pauses
 * and credits that are on their way are not seen; where nothing moves any more there are none.
 */
class DeadlockFinder
{
  public:
    /** An egress queue that is blocked for ever. */
    struct BlockedQueue
    {
        Ptr<FabricNetDevice> port; //!< whose queue it is
        uint8_t lane;              //!< of its link
        uint64_t heldBytes;        //!< in the ingress buffer of the other end that blocks it
    };

    /** @param parts of the network, now */
    explicit DeadlockFinder(const FabricParts& parts);

    /** @return a shortest ring, each blocked by packets that wait in the next; empty: none */
    const std::vector<BlockedQueue>& GetCycle() const
    {
        return m_cycle;
    }

    /** @return how many other queues wait for this ring or another one, those of NICs too */
    uint32_t GetVictimCount() const
    {
        return m_victims;
    }

    /**
     * @return the ring by its ingress buffers, in one line without a line feed, as
     *         BufferDependencyGraph has it: "switch1 port 2 (from switch0) -> ..., priority 3"
     */
    std::string GetSummary() const;

    /** @return a line for each queue of the ring and one for the others, with line feeds */
    std::string Describe() const;

  private:
    std::string NameNode(const FabricNetDevice& port) const;
    std::string NamePort(const FabricNetDevice& port) const;

    std::map<uint32_t, std::string> m_names; //!< by ns-3 node id
    std::vector<BlockedQueue> m_cycle;       //!< each waits for the next one; empty: no deadlock
    uint32_t m_victims{0};                   //!< other queues that wait for these
};

} // namespace ns3

#endif // AI_FABRIC_DEADLOCK_FINDER_H
