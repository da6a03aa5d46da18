// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_COLLECTIVE_ALGORITHM_H
#define AI_FABRIC_COLLECTIVE_ALGORITHM_H

#include "communication-graph.h"

#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * How a collective operation is carried out: a pure function from ranks and bytes to a graph.
 *
 * Sizes and bandwidths are those of nccl-tests (its PERFORMANCE.md):
 *     algbw = bytes / time,   busbw = algbw * GetBusFactor(ranks).
 */
class CollectiveAlgorithm : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param ranks how many take part, at least 2
     * @param bytes the operation's size as nccl-tests counts it, at least 1
     * @return a valid graph
     * @throw InputError if the algorithm cannot serve these ranks or bytes
     */
    CommunicationGraph Build(uint32_t ranks, uint64_t bytes) const;

    /** @param ranks how many take part @return bus bandwidth over algorithm bandwidth */
    double GetBusFactor(uint32_t ranks) const
    {
        return DoGetBusFactor(ranks);
    }

  private:
    virtual void DoBuild(CommunicationGraph& graph, uint64_t bytes) const = 0;
    virtual double DoGetBusFactor(uint32_t ranks) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_ALGORITHM_H
