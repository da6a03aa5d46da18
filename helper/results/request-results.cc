// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "request-results.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <cmath>
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

using Format = ResultFormat;

/** A request to a served model. */
struct RequestRow
{
    const FabricResult& result;
    const JobResult& job;
    size_t number; //!< number of the request
    const InferenceRequest& request;
};

/** @return cell of a value; empty if it is unknown */
template <typename Value>
ResultCell
CellIf(bool isKnown, Value value)
{
    return isKnown ? ResultCell(value) : ResultCell();
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
        summary.limited += request.HasLimits();
        summary.within += request.HasLimits() && request.IsWithinLimits();
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
    if (lastPs > firstPs)
    {
        const double seconds = static_cast<double>(lastPs - firstPs) / PS_PER_SECOND;
        summary.tokensPerSecond = static_cast<double>(tokens) / seconds;
        summary.goodput = static_cast<double>(summary.within) / seconds;
    }
    return summary;
}

bool
HasRequests(const FabricScenario& /*scenario*/, const FabricResult& result)
{
    return std::any_of(result.jobs.begin(), result.jobs.end(), [](const auto& job) {
        return !job.requests.empty();
    });
}

bool
HasRequestLimits(const FabricScenario& /*scenario*/, const FabricResult& result)
{
    return std::any_of(result.jobs.begin(), result.jobs.end(), [](const auto& job) {
        return std::any_of(job.requests.begin(), job.requests.end(), [](const auto& request) {
            return request.HasLimits();
        });
    });
}

ResultTable
MakeRequestTable()
{
    using Row = RequestRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        MakeJobColumn<Row>(),
        {"request",
         Format::COUNT,
         "number by order of arrival",
         [](auto& row) -> ResultCell { return row.number; }},
        {"arrival_ns",
         Format::TIME,
         "arrival time, from the start of the simulation",
         [](auto& row) -> ResultCell { return row.request.arrivalPs; }},
        {"prompt_tokens",
         Format::COUNT,
         "length of its prompt",
         [](auto& row) -> ResultCell { return row.request.promptTokens; }},
        {"output_tokens",
         Format::COUNT,
         "requested tokens",
         [](auto& row) -> ResultCell { return row.request.outputTokens; }},
        {"prefill_replica",
         Format::COUNT,
         "replica that processed its prompt; empty if not decided yet",
         [](auto& row) {
             return CellIf(row.request.prefillReplica != InferenceRequest::NONE,
                           row.request.prefillReplica);
         }},
        {"decode_replica",
         Format::COUNT,
         "replica that made the other tokens; empty if not decided yet",
         [](auto& row) {
             return CellIf(row.request.decodeReplica != InferenceRequest::NONE,
                           row.request.decodeReplica);
         }},
        {"tokens_out",
         Format::COUNT,
         "generated tokens",
         [](auto& row) -> ResultCell { return row.request.tokensOut; }},
        {"ttft_ns",
         Format::TIME,
         "time from arrival to the end of the iteration with the first token",
         [](auto& row) {
             return CellIf(row.request.firstTokenPs != InferenceRequest::NOT_YET,
                           row.request.GetTtftPs());
         }},
        {"kv_transfer_ns",
         Format::TIME,
         "transfer of its keys and values, if there was one",
         [](auto& row) {
             return CellIf(row.request.kvEndPs != InferenceRequest::NOT_YET,
                           row.request.kvEndPs - row.request.kvStartPs);
         }},
        {"tpot_ns",
         Format::TIME,
         "mean time of the tokens after the first one; empty if there are none",
         [](auto& row) {
             return CellIf(row.request.IsFinished() && row.request.outputTokens > 1,
                           std::llround(row.request.GetTpotPs()));
         }},
        {"latency_ns",
         Format::TIME,
         "time from arrival to the last token",
         [](auto& row) {
             return CellIf(row.request.IsFinished(), row.request.finishPs - row.request.arrivalPs);
         }},
        {"cached_tokens",
         Format::COUNT,
         "tokens of its prompt whose keys and values its replica had kept",
         [](auto& row) -> ResultCell { return row.request.cachedTokens; }},
        {"within_limits",
         Format::COUNT,
         "1: finished within its limits (``maxTtft``, ``maxTpot``), 0: not; empty without limits",
         [](auto& row) {
             return CellIf(row.request.HasLimits(),
                           static_cast<uint32_t>(row.request.IsWithinLimits()));
         }},
    };
    return MakeResultTable("requests.csv",
                           "A row per request; only of jobs that serve requests",
                           &HasRequests,
                           columns,
                           [](auto&, auto& result, const auto& write) {
                               for (const auto& job : result.jobs)
                               {
                                   for (size_t i = 0; i < job.requests.size(); ++i)
                                   {
                                       write({result, job, i, job.requests[i]});
                                   }
                               }
                           });
}

} // namespace ns3
