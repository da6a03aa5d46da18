// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "request-results.h"

#include "ns3/csv-text.h"
#include "ns3/fabric-units.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

RequestSummary::Times
Percentiles(std::vector<double> values)
{
    if (values.empty())
    {
        return {};
    }
    std::sort(values.begin(), values.end());
    const auto atRank = [&values](double share) {
        return values[NearestRank(values.size(), share)];
    };
    return {atRank(0.5), atRank(0.9), atRank(0.99), values.size()};
}

/** @return a time in ns with three decimals; empty if it is unknown */
std::string
FormatNsIf(bool known, int64_t ps)
{
    return known ? FormatNs(ps) : "";
}

} // namespace

RequestSummary
SummarizeRequests(const std::vector<InferenceRequest>& requests)
{
    RequestSummary summary;
    std::vector<double> ttft;
    std::vector<double> tpot;
    std::vector<double> latency;
    uint64_t tokens = 0;
    int64_t firstPs = INT64_MAX;
    int64_t lastPs = 0;
    for (const auto& request : requests)
    {
        firstPs = std::min(firstPs, request.arrivalPs);
        tokens += request.tokensOut;
        if (request.IsFinished())
        {
            lastPs = std::max(lastPs, request.finishPs);
            ttft.push_back(static_cast<double>(request.GetTtftPs()));
            latency.push_back(static_cast<double>(request.finishPs - request.arrivalPs));
            if (request.outputTokens > 1)
            {
                tpot.push_back(request.GetTpotPs());
            }
        }
    }
    summary.finished = ttft.size();
    summary.ttft = Percentiles(std::move(ttft));
    summary.tpot = Percentiles(std::move(tpot));
    summary.latency = Percentiles(std::move(latency));
    summary.tokensPerSecond = lastPs > firstPs ? static_cast<double>(tokens) * PS_PER_SECOND /
                                                     static_cast<double>(lastPs - firstPs)
                                               : 0;
    return summary;
}

void
WriteRequests(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,job,request,arrival_ns,prompt_tokens,output_tokens,prefill_replica,"
           "decode_replica,tokens_out,ttft_ns,kv_transfer_ns,tpot_ns,latency_ns\n";
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            for (size_t i = 0; i < job.requests.size(); ++i)
            {
                const auto& request = job.requests[i];
                const auto replica = [](uint32_t number) {
                    return number == InferenceRequest::NONE ? "" : std::to_string(number);
                };
                const bool first = request.firstTokenPs != InferenceRequest::NOT_YET;
                const bool sent = request.kvEndPs != InferenceRequest::NOT_YET;
                const bool finished = request.IsFinished();
                out << Quote(result.label) << ',' << Quote(job.name) << ',' << i << ','
                    << FormatNs(request.arrivalPs) << ',' << request.promptTokens << ','
                    << request.outputTokens << ',' << replica(request.prefillReplica) << ','
                    << replica(request.decodeReplica) << ',' << request.tokensOut << ','
                    << FormatNsIf(first, request.GetTtftPs()) << ','
                    << FormatNsIf(sent, request.kvEndPs - request.kvStartPs) << ','
                    << FormatNsIf(finished && request.outputTokens > 1,
                                  std::llround(request.GetTpotPs()))
                    << ',' << FormatNsIf(finished, request.finishPs - request.arrivalPs) << '\n';
            }
        }
    }
}

} // namespace ns3
