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
 * Small operations go over a low-latency tree, whose requests carry little and of which few are
 * outstanding; from StreamingBytes on over a streaming tree, which aggregates at line rate. Longer
 * operations than MaxMessageBytes are cut into several of equal size up to one byte, which follow
 * each other without a gap.
 */
class SharpCollective : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param tid of a kind that carries data
     * @return it with the attributes StreamingBytes and MaxMessageBytes
     */
    static TypeId AddSizes(TypeId tid);

    /**
     * Adds the operations.
     *
     * @param graph of all ranks
     * @param operation what the network does
     * @param bytes of it; 0 for a barrier
     * @param root see CommunicationGraph::AddAggregate()
     * @throw InputError if the root is no rank
     */
    void Aggregate(CommunicationGraph& graph,
                   AggregationOperation operation,
                   uint64_t bytes,
                   uint32_t root = 0) const;

  private:
    CommunicationGraph DoBuild(const RankLayout& layout,
                               uint64_t bytes,
                               CollectiveData* data) const override;

    /** @param graph of all ranks, gets the operations @param bytes the operation's size */
    virtual void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const = 0;

    uint64_t m_streamingBytes{1};  //!< from this size on a streaming tree
    uint64_t m_maxMessageBytes{1}; //!< of one operation
};

} // namespace ns3

#endif // AI_FABRIC_SHARP_COLLECTIVE_H
