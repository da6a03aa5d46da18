// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REQUEST_RESULTS_H
#define AI_FABRIC_REQUEST_RESULTS_H

#include "fabric-result.h"

#include <iosfwd>
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
};

/** @param requests requests of a job @return times of the finished requests */
RequestSummary SummarizeRequests(const std::vector<InferenceRequest>& requests);

/**
 * Writes requests.csv: a row for every request of every job.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteRequests(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_REQUEST_RESULTS_H
