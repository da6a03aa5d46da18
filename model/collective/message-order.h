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
 * The steps of the ranks of a collective: the order in which messages of a rank leave.
 *
 * The depth of a node is twice the number of messages that must arrive before it, one after the
 * other. A small message counts one, so a node that waits only for a small message is between two
 * steps. Messages of a rank with the same depth are one step, and have no order among each other.
 * See CollectiveBuilder.
 */
class MessageOrder
{
  public:
    static constexpr uint32_t MESSAGE = 2;       //!< depth of a message
    static constexpr uint32_t SMALL_MESSAGE = 1; //!< depth of a clear-to-send or a turn

    /** A message of a step. */
    struct Message
    {
        uint32_t send; //!< node number
        uint32_t peer; //!< other rank
        bool hasOrder; //!< it leaves after other messages of its sender
    };

    /**
     * Starts a pass; messages of different passes have no order.
     *
     * @param ranks number of ranks
     */
    void BeginPass(uint32_t ranks);

    /**
     * @param nodes nodes
     * @return depth of a node that waits for them
     */
    uint32_t GetDepth(const std::vector<uint32_t>& nodes) const;

    /**
     * @param node new or known node
     * @param depth lower limit of its depth
     */
    void Raise(uint32_t node, uint32_t depth);

    /**
     * @param node node with known depth
     * @return its depth
     */
    uint32_t GetDepth(uint32_t node) const
    {
        return m_depth[node];
    }

    /**
     * @param to receiver of a message
     * @param depth depth of the message's step at the receiver
     * @return messages that the receiver gets in the step before
     */
    const std::vector<Message>& GetReceivedBefore(uint32_t to, uint32_t depth);

    /**
     * Makes a message leave after messages of its sender's step before. Only messages on the same
     * side count: both receivers in the sender's server, or both outside of it.
     *
     * @param graph receives the orders
     * @param layout layout of the ranks
     * @param send node with known depth
     * @param depth lower limit of the depth of its step at the receiver
     * @param hasTurns true if statements are in the order of steps at every rank
     */
    void Add(CommunicationGraph& graph,
             const RankLayout& layout,
             uint32_t send,
             uint32_t depth,
             bool hasTurns);

    /**
     * Called when later messages of a rank wait for all messages it has sent.
     *
     * @param rank rank number
     */
    void ForgetSent(uint32_t rank)
    {
        m_sends[rank].latest.clear();
        m_sends[rank].last.clear();
    }

    /** Called when all messages have been added. */
    void End()
    {
        m_depth = std::vector<uint32_t>();
    }

  private:
    /** Messages of a rank in one direction. */
    struct Steps
    {
        std::vector<Message> latest; //!< messages of the latest step
        std::vector<Message> last;   //!< messages of the step before
        uint32_t depth{0};           //!< depth of the latest step

        /**
         * @param next depth of a message
         * @return false if it belongs to a step before the latest; such a message is part of
         * another part of the algorithm, which runs in parallel
         */
        bool Begin(uint32_t next);
    };

    std::vector<uint32_t> m_depth; //!< by node
    std::vector<Steps> m_sends;    //!< by rank
    std::vector<Steps> m_receives; //!< by rank
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_ORDER_H
