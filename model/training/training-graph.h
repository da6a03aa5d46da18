// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_GRAPH_H
#define AI_FABRIC_TRAINING_GRAPH_H

#include "training-piece.h"

#include "ns3/collective-library.h"
#include "ns3/communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * A communication graph with the streams of a training program: what is put on a stream of a rank
 * starts after all that was put there before, as with CUDA.
 *
 * Stream 0 computes; each TrainingTraffic has a stream of its own, and queue pairs of its own.
 */
class TrainingGraph
{
  public:
    static constexpr uint32_t NONE = CommunicationGraph::NONE; //!< no node

    /** @param ranks how many @param collectives outlive this */
    TrainingGraph(uint32_t ranks, CollectiveLibrary& collectives);

    /**
     * @param rank whose
     * @param nodes it waits for, NONE among them
     * @return a node after them all
     */
    uint32_t Join(uint32_t rank, const std::vector<uint32_t>& nodes);

    /**
     * Puts a kernel on stream 0.
     *
     * @param rank who
     * @param lengthPs how long
     * @param label what for
     * @param after what it waits for besides, or NONE
     * @return its node
     */
    uint32_t Compute(uint32_t rank, int64_t lengthPs, uint16_t label, uint32_t after);

    /**
     * Lets stream 0 of a rank go on no earlier than a node.
     *
     * @param rank whose
     * @param node which
     */
    void Hold(uint32_t rank, uint32_t node);

    /** @param rank one @return the last node on its stream 0, or NONE */
    uint32_t GetLastCompute(uint32_t rank) const
    {
        return m_compute[rank];
    }

    /**
     * Puts a collective on the stream of its traffic.
     *
     * @param traffic why
     * @param operation what
     * @param group who, at least 2
     * @param bytes as nccl-tests counts them; of 0 nothing is sent
     * @param after by member: what it waits for besides, or NONE
     * @return by member: a node that is complete when this rank has done its part
     */
    std::vector<uint32_t> Collective(TrainingTraffic traffic,
                                     CollectiveOperation operation,
                                     const std::vector<uint32_t>& group,
                                     uint64_t bytes,
                                     const std::vector<uint32_t>& after);

    /**
     * @param operation what
     * @param groups alike, each at least 1 rank; those of one rank do nothing
     * @param bytes of each
     * @return how many nodes Collective() adds for all of them, about
     */
    double CountNodes(CollectiveOperation operation,
                      const std::vector<std::vector<uint32_t>>& groups,
                      uint64_t bytes) const;

    /**
     * Sends from one stage to another.
     *
     * @param from the sending rank
     * @param to the receiving rank
     * @param bytes of the message
     * @param label what for
     * @param after what it waits for
     * @return the node that is complete when the message is there
     */
    uint32_t Transfer(uint32_t from, uint32_t to, uint64_t bytes, uint16_t label, uint32_t after);

    /**
     * @param traffic one
     * @param rank one
     * @return the last node on that stream, or NONE
     */
    uint32_t GetLast(TrainingTraffic traffic, uint32_t rank) const
    {
        return m_last[static_cast<size_t>(traffic)][rank];
    }

    /** @return the graph, to add labels and dependencies */
    CommunicationGraph& Get()
    {
        return m_graph;
    }

  private:
    /** @return stream of a GPU, from 1 on */
    static uint8_t StreamOf(TrainingTraffic traffic)
    {
        return static_cast<uint8_t>(static_cast<uint8_t>(traffic) + 1);
    }

    CollectiveLibrary& m_collectives;
    CommunicationGraph m_graph;
    std::vector<uint32_t> m_compute;           //!< by rank: last node on stream 0
    std::vector<std::vector<uint32_t>> m_last; //!< by traffic and rank: last node of its stream
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_GRAPH_H
