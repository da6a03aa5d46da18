// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARP_COLLECTIVE_H
#define AI_FABRIC_SHARP_COLLECTIVE_H

#include "collective-algorithm.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * A collective that the network performs for all ranks as one group (NVIDIA SHARP).
 *
 * Small operations use a low-latency tree, whose requests carry little data, with few outstanding
 * requests. From StreamingBytes on operations use a streaming tree, which aggregates at line rate.
 * Operations longer than MaxMessageBytes are divided into several operations that differ by at most
 * one byte, which follow each other without a gap.
 */
class SharpCollective : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param tid TypeId of a kind with data
     * @return the TypeId with the attributes StreamingBytes and MaxMessageBytes
     */
    static TypeId AddSizes(TypeId tid);

    /**
     * Adds the operations.
     *
     * @param graph graph of all ranks
     * @param operation operation of the network
     * @param bytes size of the operation; 0 for a barrier
     * @param root see CommunicationGraph::AddAggregate()
     * @throw InputError if the root is not one of the ranks
     */
    void Aggregate(CommunicationGraph& graph,
                   AggregationOperation operation,
                   uint64_t bytes,
                   uint32_t root = 0) const;

  private:
    CommunicationGraph DoBuild(const RankLayout& layout,
                               uint64_t bytes,
                               CollectiveData* data) const override;

    /**
     * @param graph graph of all ranks, which receives the operations
     * @param bytes size of the operation
     */
    virtual void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const = 0;

    uint64_t m_streamingBytes{1};  //!< shortest operation on a streaming tree
    uint64_t m_maxMessageBytes{1}; //!< longest single operation
};

} // namespace ns3

#endif // AI_FABRIC_SHARP_COLLECTIVE_H
