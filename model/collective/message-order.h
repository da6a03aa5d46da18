// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MESSAGE_ORDER_H
#define AI_FABRIC_MESSAGE_ORDER_H

#include "rank-layout.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * The steps of the ranks of a collective: which messages of a rank leave after which.
 *
 * The depth of a node is the number of messages that must arrive before it, one after the other,
 * times two; a small message counts one, so what waits for nothing but that is in between. Messages
 * of a rank of the same depth are one step, and have no order among each other. See
 * CollectiveBuilder.
 */
class MessageOrder
{
  public:
    static constexpr uint32_t MESSAGE = 2;       //!< what a message adds to the depth
    static constexpr uint32_t SMALL_MESSAGE = 1; //!< what a clear-to-send or a turn adds

    /** A message of a step. */
    struct Message
    {
        uint32_t send; //!< node
        uint32_t peer; //!< the other rank
        bool hasOrder; //!< it leaves after others of its sender
    };

    /** Messages of different passes have no order. @param ranks how many */
    void BeginPass(uint32_t ranks);

    /** @param nodes any @return the depth of what waits for them */
    uint32_t GetDepth(const std::vector<uint32_t>& nodes) const;

    /** @param node new or known @param depth that it has at least */
    void Raise(uint32_t node, uint32_t depth);

    /** @param node whose depth is known @return its depth */
    uint32_t GetDepth(uint32_t node) const
    {
        return m_depth[node];
    }

    /**
     * @param to the receiver of a message
     * @param depth of its step there
     * @return what the receiver gets in the step before
     */
    const std::vector<Message>& GetReceivedBefore(uint32_t to, uint32_t depth);

    /**
     * Has a message leave after those of its sender's step before to others in the same server, or
     * in other servers, as its own receiver is.
     *
     * @param graph gets the orders
     * @param layout of the ranks
     * @param send node, whose depth is known
     * @param depth of its step at the receiver, at least
     * @param hasTurns whether statements are in the order of steps at every rank
     */
    void Add(CommunicationGraph& graph,
             const RankLayout& layout,
             uint32_t send,
             uint32_t depth,
             bool hasTurns);

    /** What a rank sends later waits for all that it has sent. @param rank who */
    void ForgetSent(uint32_t rank)
    {
        m_sends[rank].latest.clear();
        m_sends[rank].last.clear();
    }

    /** All messages have been added. */
    void End()
    {
        m_depth = std::vector<uint32_t>();
    }

  private:
    /** Messages of a rank in one direction. */
    struct Steps
    {
        std::vector<Message> latest; //!< of the latest step
        std::vector<Message> last;   //!< of the step before
        uint32_t depth{0};           //!< of the latest step

        /**
         * @param next depth of a message
         * @return whether it is not of a step before the latest; such a message is of another part
         *         of the algorithm, which runs beside that one
         */
        bool Begin(uint32_t next);
    };

    std::vector<uint32_t> m_depth; //!< by node
    std::vector<Steps> m_sends;    //!< by rank
    std::vector<Steps> m_receives; //!< by rank
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_ORDER_H
