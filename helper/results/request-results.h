// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REQUEST_RESULTS_H
#define AI_FABRIC_REQUEST_RESULTS_H

#include "result-column.h"

#include <vector>

namespace ns3
{

/** Times of the requests to a served model, as users see them. Percentiles by nearest rank. */
struct RequestSummary
{
    /** A distribution of times in ps. */
    struct Times
    {
        double p50{0};   //!< the median
        double p90{0};   //!< 90th percentile
        double p99{0};   //!< 99th percentile
        size_t count{0}; //!< number of requests
    };

    size_t finished{0};        //!< finished requests
    Times ttft;                //!< time to the first token
    Times tpot;                //!< time per further token, for requests with several tokens
    Times latency;             //!< time from arrival to the last token
    double tokensPerSecond{0}; //!< tokens made per second, from the first arrival to the last token
    size_t limited{0};         //!< requests with a limit, finished or not
    size_t within{0};          //!< of these: finished, and within their limits
    double goodput{
        0}; //!< requests within their limits per second, as tokensPerSecond; 0: no limits

    /** @return share of the requests with a limit that were within it, in percent */
    double GetWithinPercent() const
    {
        return 100.0 * static_cast<double>(within) / static_cast<double>(limited);
    }
};

/** @param requests requests of a job @return times of the finished requests */
RequestSummary SummarizeRequests(const std::vector<InferenceRequest>& requests);

/**
 * @param scenario scenario of the run
 * @param result result of a fabric
 * @return true if a job serves requests
 */
bool HasRequests(const FabricScenario& scenario, const FabricResult& result);

/**
 * @param scenario scenario of the run
 * @param result result of a fabric
 * @return true if a request has a limit
 */
bool HasRequestLimits(const FabricScenario& scenario, const FabricResult& result);

/** @return requests.csv */
ResultTable MakeRequestTable();

} // namespace ns3

#endif // AI_FABRIC_REQUEST_RESULTS_H
