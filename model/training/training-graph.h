// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_GRAPH_H
#define AI_FABRIC_TRAINING_GRAPH_H

#include "training-collectives.h"
#include "training-operation.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * A communication graph with the streams of a training program: a node put on a stream of a rank
 * starts after all nodes put there before, as with CUDA.
 *
 * Stream 0 computes; each TrainingTraffic has a stream of its own, and queue pairs of its own.
 */
class TrainingGraph
{
  public:
    static constexpr uint32_t NONE = CommunicationGraph::NONE; //!< stands for no node

    /**
     * @param ranks number of ranks
     * @param collectives makes the communication; outlives this
     */
    TrainingGraph(uint32_t ranks, TrainingCollectives& collectives);

    /**
     * @param rank rank of the node
     * @param nodes nodes to wait for; may contain NONE
     * @return number of a node that completes after all of them
     */
    uint32_t Join(uint32_t rank, const std::vector<uint32_t>& nodes);

    /**
     * Puts a kernel on stream 0.
     *
     * @param rank rank that computes
     * @param lengthPs duration in ps
     * @param label label of the node
     * @param after further node to wait for, or NONE
     * @return number of its node
     */
    uint32_t Compute(uint32_t rank, int64_t lengthPs, uint16_t label, uint32_t after);

    /**
     * Makes stream 0 of a rank wait for a node.
     *
     * @param rank rank of the stream
     * @param node node to wait for
     */
    void Hold(uint32_t rank, uint32_t node);

    /** @param rank number of a rank @return last node on its stream 0, or NONE */
    uint32_t GetLastCompute(uint32_t rank) const
    {
        return m_compute[rank];
    }

    /**
     * Puts a collective on the stream of its traffic.
     *
     * @param traffic purpose of the collective
     * @param operation kind of the collective
     * @param group ranks that take part
     * @param bytes size as nccl-tests counts it; 0: nothing is sent
     * @param after by member: further node to wait for, or NONE
     * @param groupsOf traffic to whose groups the group belongs; empty: its own
     * @param routing routing of tokens of DISPATCH and COMBINE; otherwise null
     * @return by member: node that completes when the rank has done its part
     */
    std::vector<uint32_t> Collective(TrainingTraffic traffic,
                                     CollectiveOperation operation,
                                     const std::vector<uint32_t>& group,
                                     uint64_t bytes,
                                     const std::vector<uint32_t>& after,
                                     std::optional<TrainingTraffic> groupsOf = std::nullopt,
                                     const TrainingOperation::Routing& routing = nullptr);

    /**
     * @param traffic purpose of the collective
     * @param operation kind of the collective
     * @param groups groups of equal size, at least 1 rank; those of one rank do nothing
     * @param bytes size of each
     * @param isJoined false: stream 0 has waited for the collective before, and the ranks wait for
     *        stream 0
     * @param routing routing of tokens of DISPATCH and COMBINE; otherwise null
     * @return estimated number of nodes that Collective() adds for all of them
     */
    double CountNodes(TrainingTraffic traffic,
                      CollectiveOperation operation,
                      const std::vector<std::vector<uint32_t>>& groups,
                      uint64_t bytes,
                      bool isJoined = true,
                      const TrainingOperation::Routing& routing = nullptr) const;

    /**
     * Sends a message from one stage to another.
     *
     * @param from the sending rank
     * @param to the receiving rank
     * @param bytes length of the message
     * @param label label of its nodes
     * @param after node to wait for
     * @return node that completes when the message has arrived
     */
    uint32_t Transfer(uint32_t from, uint32_t to, uint64_t bytes, uint16_t label, uint32_t after);

    /**
     * @param traffic kind of traffic
     * @param rank number of a rank
     * @return last node on the stream of that traffic, or NONE
     */
    uint32_t GetLast(TrainingTraffic traffic, uint32_t rank) const
    {
        return m_last[static_cast<size_t>(traffic)][rank];
    }

    /** @return the graph, for adding labels and dependencies */
    CommunicationGraph& Get()
    {
        return m_graph;
    }

  private:
    /** @return number of the stream of a GPU, from 1 */
    static uint8_t StreamOf(TrainingTraffic traffic)
    {
        return static_cast<uint8_t>(static_cast<uint8_t>(traffic) + 1);
    }

    TrainingCollectives& m_collectives;
    CommunicationGraph m_graph;
    std::vector<uint32_t> m_compute;           //!< by rank: last node on stream 0
    std::vector<std::vector<uint32_t>> m_last; //!< by traffic and rank: last node of its stream
    std::vector<std::vector<bool>> m_isHeld;   //!< by traffic and rank: stream 0 waits for m_last
    /** By rank: end of its last collective, and the node that the collective waited for. */
    std::vector<std::pair<uint32_t, uint32_t>> m_behind;
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_GRAPH_H
