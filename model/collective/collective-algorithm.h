// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_ALGORITHM_H
#define AI_FABRIC_COLLECTIVE_ALGORITHM_H

#include "collective-data.h"
#include "communicator-links.h"
#include "rank-layout.h"

#include "ns3/communication-graph.h"
#include "ns3/object.h"

#include <cstdint>
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

    /** @param links between the ranks, for algorithms that choose by them */
    void SetLinks(const CommunicatorLinks& links)
    {
        m_links = links;
    }

    /**
     * Each rank in a server of its own.
     *
     * @param ranks how many
     * @param bytes as above
     * @return a graph
     */
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
    /** @return what joins the ranks */
    const CommunicatorLinks& GetLinks() const
    {
        return m_links;
    }

    /** Throws InputError. @param problem what is wrong and what would be allowed */
    [[noreturn]] void Fail(const std::string& problem) const;

    /**
     * Throws if servers have different numbers of ranks.
     *
     * @param layout of the ranks
     * @return ranks of each server
     */
    uint32_t RequireEqualServers(const RankLayout& layout) const;

  private:
    /**
     * @param layout the ranks, at least 2
     * @param bytes the operation's size, at least 1
     * @param data gets what each node works on, if the algorithm knows; or null
     * @return a valid graph
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
 * An operation whose busiest link carries the parts of all ranks but one, k times: bus factor
 * k (n - 1)/n.
 *
 * @tparam Algorithm what it derives from, without a bus factor
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
 * An operation whose busiest link carries the whole, once: bus factor 1.
 *
 * @tparam Algorithm what it derives from, without a bus factor
 */
template <typename Algorithm>
class WholeOperation : public Algorithm
{
    double DoGetBusFactor(uint32_t /* ranks */) const override
    {
        return 1;
    }
};

/// @name What an algorithm carries out, from which its bus factor follows
/// @{
template <typename Algorithm>
using AllReduceOperation = PartOperation<Algorithm, 2>; //!< the sum, for all
template <typename Algorithm>
using AllGatherOperation = PartOperation<Algorithm, 1>; //!< the parts of all, for all
template <typename Algorithm>
using ReduceScatterOperation = PartOperation<Algorithm, 1>; //!< the sum, a part for each
template <typename Algorithm>
using GatherOperation = PartOperation<Algorithm, 1>; //!< the parts of all, for the root
template <typename Algorithm>
using ScatterOperation = PartOperation<Algorithm, 1>; //!< the root's, a part for each
template <typename Algorithm>
using BroadcastOperation = WholeOperation<Algorithm>; //!< the root's, for all
template <typename Algorithm>
using ReduceOperation = WholeOperation<Algorithm>; //!< the sum, for the root
/// @}

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_ALGORITHM_H
