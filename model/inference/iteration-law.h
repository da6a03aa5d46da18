// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ITERATION_LAW_H
#define AI_FABRIC_ITERATION_LAW_H

#include "inference-cost.h"
#include "size-times.h"

#include "ns3/collective-law.h"
#include "ns3/collective-library.h"
#include "ns3/expert-router.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Times of the communication of a replica's iterations by law, see CollectiveLaw.
 *
 * All tensor-parallel groups of the replica reduce at once, and all its GPUs send to experts at
 * once. Traffic of other replicas, and keys and values on their way, do not slow it down. Times
 * are computed before the run for some numbers of tokens, see SizeTimes.
 */
class IterationLaw
{
  public:
    /** What the times follow from; needed by the constructor only. */
    struct Source
    {
        CollectiveLibrary* collectives;    //!< makes the graphs of collectives
        const LawNetwork* network;         //!< the network
        std::vector<uint32_t> hosts;       //!< host by GPU of the replica
        uint32_t firstRank{0};             //!< rank of its first GPU in the job
        ExpertRouter::Routings routings{}; //!< of the tokens; empty: evenly, to each expert
        double mostTokens{1};              //!< tokens of the largest iteration, times fused layers
    };

    /** @param cost cost of the model @param source what the times follow from */
    IterationLaw(const InferenceCost& cost, const Source& source);

    /**
     * @param tokens tokens of a batch of the replica, times the layers taken together
     * @return time of the all-reduces of its tensor-parallel groups in ps
     */
    int64_t GetReducePs(double tokens) const
    {
        return m_reduce.Get(tokens);
    }

    /**
     * @param operation DISPATCH or COMBINE
     * @param layer index of a layer with experts
     * @param tokens tokens of a batch of the replica, times the layers taken together
     * @return time of the way to its experts or back in ps
     */
    int64_t GetExchangePs(CollectiveOperation operation, uint32_t layer, double tokens) const;

  private:
    /** The times to experts, and back. */
    struct Exchange
    {
        SizeTimes dispatch;
        SizeTimes combine;
    };

    int64_t ReducePs(const Source& source, CollectiveLaw& law, double tokens) const;
    int64_t ExchangePs(const Source& source,
                       CollectiveLaw& law,
                       CollectiveOperation operation,
                       const std::shared_ptr<const ExpertRouting>& routing,
                       double tokens) const;

    InferenceCost m_cost;
    SizeTimes m_reduce;
    std::vector<Exchange> m_exchanges;       //!< one for each routing
    std::vector<uint32_t> m_exchangeOfLayer; //!< by layer: index into m_exchanges
};

} // namespace ns3

#endif // AI_FABRIC_ITERATION_LAW_H
