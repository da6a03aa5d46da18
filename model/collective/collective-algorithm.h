// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_ALGORITHM_H
#define AI_FABRIC_COLLECTIVE_ALGORITHM_H

#include "chunk-range.h"
#include "rank-layout.h"

#include "ns3/communication-graph.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * An algorithm of a collective operation: a pure function from ranks and bytes to a graph.
 *
 * Operations are in place, as in NCCL: a rank's own part of an all-gather or all-to-all is at its
 * final place from the start.
 *
 * Sizes and bandwidths are those of nccl-tests (its PERFORMANCE.md):
 *     algbw = bytes / time,   busbw = algbw * GetBusFactor(ranks)
 * where bytes is the length of the longer of the two buffers of a rank: the output of all-gather,
 * the input of reduce-scatter, either of all-to-all, the root's of gather and scatter.
 */
class CollectiveAlgorithm : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param layout participating ranks, at least 2, and their servers
     * @param bytes size of the operation as in nccl-tests, at least 1
     * @param data receives the accesses of each node if the algorithm knows them; or null
     * @return valid graph
     * @throw InputError if the algorithm cannot serve these ranks or bytes
     */
    CommunicationGraph Build(const RankLayout& layout,
                             uint64_t bytes,
                             CollectiveData* data = nullptr) const;

    /** @param links links between the ranks, for algorithms that choose by them */
    void SetLinks(const CommunicatorLinks& links)
    {
        m_links = links;
    }

    /**
     * The same, with each rank in its own server.
     *
     * @param ranks number of ranks
     * @param bytes size of the operation, as above
     * @return valid graph
     */
    CommunicationGraph Build(uint32_t ranks, uint64_t bytes) const
    {
        return Build(RankLayout(ranks), bytes);
    }

    /**
     * @param ranks number of participating ranks
     * @return bus bandwidth divided by algorithm bandwidth
     */
    double GetBusFactor(uint32_t ranks) const
    {
        return DoGetBusFactor(ranks);
    }

    /**
     * @param ranks number of participating ranks
     * @param bytes size requested by the user
     * @return size of the operation, which differs if the algorithm defines its own size
     */
    uint64_t GetOperationBytes(uint32_t ranks, uint64_t bytes) const
    {
        return DoGetOperationBytes(ranks, bytes);
    }

  protected:
    /**
     * @tparam Algorithm class of the TypeId
     * @tparam Parent parent of the TypeId
     * @param name name of the class
     * @return TypeId of a class with objects
     */
    template <typename Algorithm, typename Parent>
    static TypeId MakeTypeId(const char* name)
    {
        return TypeId(name)
            .SetParent<Parent>()
            .SetGroupName("AiFabric")
            .template AddConstructor<Algorithm>();
    }

    /** @return links between the ranks */
    const CommunicatorLinks& GetLinks() const
    {
        return m_links;
    }

    /**
     * Throws InputError.
     *
     * @param problem description and allowed values
     */
    [[noreturn]] void Fail(const std::string& problem) const;

    /**
     * Throws if servers have different numbers of ranks.
     *
     * @param layout layout of the ranks
     * @return number of ranks of each server
     */
    uint32_t RequireEqualServers(const RankLayout& layout) const;

  private:
    /**
     * @param layout layout of the ranks, at least 2
     * @param bytes size of the operation, at least 1
     * @param data receives the accesses of each node, if the algorithm knows them; or null
     * @return valid graph
     */
    virtual CommunicationGraph DoBuild(const RankLayout& layout,
                                       uint64_t bytes,
                                       CollectiveData* data) const = 0;

    virtual double DoGetBusFactor(uint32_t ranks) const = 0;
    /** @return bytes by default */
    virtual uint64_t DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const;

    CommunicatorLinks m_links;
};

/**
 * @ingroup ai-fabric-collective
 * An operation whose busiest link carries the parts of all ranks except one, k times: bus factor k
 * (n - 1)/n.
 *
 * @tparam Algorithm base class without a bus factor
 * @tparam CROSSINGS k
 */
template <typename Algorithm, uint32_t CROSSINGS>
class PartOperation : public Algorithm
{
    double DoGetBusFactor(uint32_t ranks) const override
    {
        return 1.0 * CROSSINGS * (ranks - 1) / ranks;
    }
};

/**
 * @ingroup ai-fabric-collective
 * An operation whose busiest link carries the whole data once: bus factor 1.
 *
 * @tparam Algorithm base class without a bus factor
 */
template <typename Algorithm>
class WholeOperation : public Algorithm
{
    double DoGetBusFactor(uint32_t /* ranks */) const override
    {
        return 1;
    }
};

/**
 * @ingroup ai-fabric-collective
 * An operation without data, which has no bandwidth: bus factor 0, and 0 bytes whatever is asked.
 *
 * @tparam Algorithm base class without a bus factor
 */
template <typename Algorithm>
class BarrierOperation : public Algorithm
{
    double DoGetBusFactor(uint32_t /* ranks */) const override
    {
        return 0;
    }

    uint64_t DoGetOperationBytes(uint32_t /* ranks */, uint64_t /* bytes */) const override
    {
        return 0;
    }
};

/// @name Operations of algorithms, which determine their bus factors
/// @{
template <typename Algorithm>
using AllReduceOperation = PartOperation<Algorithm, 2>; //!< the sum, to all ranks
template <typename Algorithm>
using AllGatherOperation = PartOperation<Algorithm, 1>; //!< the parts of all ranks, to all ranks
template <typename Algorithm>
using ReduceScatterOperation = PartOperation<Algorithm, 1>; //!< the sum, one part to each rank
template <typename Algorithm>
using AllToAllOperation = PartOperation<Algorithm, 1>; //!< a part of each rank, to each other rank
template <typename Algorithm>
using GatherOperation = PartOperation<Algorithm, 1>; //!< the parts of all ranks, to the root
template <typename Algorithm>
using ScatterOperation = PartOperation<Algorithm, 1>; //!< the root's data, one part to each rank
template <typename Algorithm>
using BroadcastOperation = WholeOperation<Algorithm>; //!< the root's data, to all ranks
template <typename Algorithm>
using SendRecvOperation = WholeOperation<Algorithm>; //!< the data of each rank, to another rank
template <typename Algorithm>
using ReduceOperation = WholeOperation<Algorithm>; //!< the sum, to the root
/// @}

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_ALGORITHM_H
