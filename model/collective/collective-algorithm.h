// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_COLLECTIVE_ALGORITHM_H
#define AI_FABRIC_COLLECTIVE_ALGORITHM_H

#include "collective-data.h"
#include "communication-graph.h"
#include "rank-layout.h"

#include "ns3/object.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * How a collective operation is carried out: a pure function from ranks and bytes to a graph.
 *
 * Operations are in place, as with NCCL: a rank's own part of an all-gather or all-to-all is where
 * it belongs from the start.
 *
 * Sizes and bandwidths are those of nccl-tests (its PERFORMANCE.md):
 *     algbw = bytes / time,   busbw = algbw * GetBusFactor(ranks)
 * where bytes are those of the longer of the two buffers of a rank: of all-gather the output, of
 * reduce-scatter the input, of all-to-all either, of gather and scatter the root's.
 */
class CollectiveAlgorithm : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param layout which ranks take part, at least 2, and which of them share a server
     * @param bytes the operation's size as nccl-tests counts it, at least 1
     * @param data gets what each node works on if the algorithm knows; or null
     * @return a valid graph
     * @throw InputError if the algorithm cannot serve these ranks or bytes
     */
    CommunicationGraph Build(const RankLayout& layout,
                             uint64_t bytes,
                             CollectiveData* data = nullptr) const;

    /** Each rank in a server of its own. @param ranks how many @param bytes @return a graph */
    CommunicationGraph Build(uint32_t ranks, uint64_t bytes) const
    {
        return Build(RankLayout(ranks), bytes);
    }

    /** @param ranks how many take part @return bus bandwidth over algorithm bandwidth */
    double GetBusFactor(uint32_t ranks) const
    {
        return DoGetBusFactor(ranks);
    }

    /**
     * @param ranks how many take part
     * @param bytes that the user asks for
     * @return the operation's size, which is another if the algorithm has sizes of its own
     */
    uint64_t GetOperationBytes(uint32_t ranks, uint64_t bytes) const
    {
        return DoGetOperationBytes(ranks, bytes);
    }

  protected:
    /** Throws InputError. @param problem what is wrong and what would be allowed */
    [[noreturn]] void Fail(const std::string& problem) const;

  private:
    /** @param graph of all ranks, empty @param bytes the operation's size */
    virtual void DoBuild(CommunicationGraph& graph, uint64_t bytes) const = 0;

    /** As DoBuild() unless overridden. @param layout the ranks @param bytes @param data or null */
    virtual CommunicationGraph DoBuildOn(const RankLayout& layout,
                                         uint64_t bytes,
                                         CollectiveData* data) const;

    virtual double DoGetBusFactor(uint32_t ranks) const = 0;
    virtual uint64_t DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_ALGORITHM_H
