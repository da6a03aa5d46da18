// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REQUEST_RESULTS_H
#define AI_FABRIC_REQUEST_RESULTS_H

#include "fabric-result.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/** What users see of a model that is served. Percentiles are those of requests, by nearest rank. */
struct RequestSummary
{
    /** A distribution of times in ps. */
    struct Times
    {
        double p50{0};   //!< the median
        double p90{0};   //!< of 90 in 100
        double p99{0};   //!< of 99 in 100
        size_t count{0}; //!< of requests
    };

    size_t finished{0};        //!< requests
    Times ttft;                //!< to the first token
    Times tpot;                //!< per token behind it, of requests with several
    Times latency;             //!< from arrival to the last token
    double tokensPerSecond{0}; //!< made, from the first arrival to the last token
};

/** @param requests of a job @return what those that are finished saw */
RequestSummary SummarizeRequests(const std::vector<InferenceRequest>& requests);

/**
 * Writes requests.csv: a row for every request of every job.
 *
 * @param out where to
 * @param results of all fabrics
 */
void WriteRequests(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_REQUEST_RESULTS_H
