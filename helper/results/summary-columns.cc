// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "summary-columns.h"

#include "fabric-summary.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

using Format = ResultFormat;
using Row = SummaryRow;

/** @return requests of a job, or of all jobs */
RequestSummary
Summarize(const FabricResult& result, const JobResult* job)
{
    if (job)
    {
        return SummarizeRequests(job->requests);
    }
    std::vector<InferenceRequest> all;
    for (const auto& one : result.jobs)
    {
        all.insert(all.end(), one.requests.begin(), one.requests.end());
    }
    return SummarizeRequests(all);
}

/** @return a number of the whole fabric; empty for a job */
template <typename Number>
ResultCell
OfAll(const Row& row, Number number)
{
    return row.job ? ResultCell() : ResultCell(number);
}

/** @return a statistic of the network between hosts or servers */
template <auto MEMBER>
ResultCell
OfFabric(const Row& row)
{
    return OfAll(row, row.result.statistics.*MEMBER);
}

/** @return a statistic of NVLink; 0 without NVLink */
template <auto MEMBER>
ResultCell
OfNvlink(const Row& row)
{
    return OfAll(row, row.result.scaleUpStatistics.value_or(FabricStatistics()).*MEMBER);
}

/** @return a statistic of the north-south network; 0 without one */
template <auto MEMBER>
ResultCell
OfNorthSouth(const Row& row)
{
    return OfAll(row, row.result.northSouthStatistics.value_or(FabricStatistics()).*MEMBER);
}

/** @return true if a number has a meaning for the network between hosts or servers */
template <auto MEMBER>
bool
PrintsFabric(const Row& row)
{
    return !row.job && row.result.abilities.*MEMBER;
}

/** @return true if a number has a meaning for NVLink */
template <auto MEMBER>
bool
PrintsNvlink(const Row& row)
{
    return !row.job && row.result.scaleUpStatistics && row.result.scaleUpAbilities.*MEMBER;
}

/** @return true if a number has a meaning for the north-south network */
template <auto MEMBER>
bool
PrintsNorthSouth(const Row& row)
{
    return !row.job && row.result.northSouthStatistics && row.result.northSouthAbilities.*MEMBER;
}

bool
HasNorthSouth(const FabricScenario& /*scenario*/, const FabricResult& result)
{
    return result.northSouthStatistics.has_value();
}

/** @return true if the job, or all jobs, are complete */
bool
IsComplete(const Row& row)
{
    return row.job ? row.job->complete : row.result.IsComplete();
}

bool
IsCollective(const Row& row)
{
    return row.job && row.job->collectiveBytes > 0;
}

/** @return true if the job, or any job, computes */
bool
Computes(const Row& row)
{
    const auto& jobs = row.result.jobs;
    return row.job ? row.job->computes
                   : std::any_of(jobs.begin(), jobs.end(), [](auto& job) { return job.computes; });
}

/** @return a bandwidth of a complete collective; else empty */
ResultCell
GetBandwidth(const Row& row, double (JobResult::*get)() const)
{
    return IsCollective(row) && row.job->complete ? ResultCell((row.job->*get)()) : ResultCell();
}

ResultCell
CountMessages(const Row& row)
{
    if (row.job)
    {
        return row.job->CountMeasured();
    }
    size_t messages = 0;
    for (const auto& job : row.result.jobs)
    {
        messages += job.CountMeasured();
    }
    return messages;
}

/** @return a percentile of the slowdown; empty without messages */
ResultCell
GetSlowdown(const Row& row, double MessageSlowdown::*percentile)
{
    const MessageSlowdown& slowdown = row.job ? row.job->slowdown : row.result.slowdown;
    return slowdown.largest > 0 ? ResultCell(slowdown.*percentile) : ResultCell();
}

/** @return a time of requests; empty without requests */
ResultCell
GetRequestTime(double ps)
{
    return ps > 0 ? ResultCell(std::llround(ps)) : ResultCell();
}

/** @return a value of requests with limits; empty without limits */
ResultCell
GetOfLimits(const Row& row, double value)
{
    return row.requests.limited > 0 ? ResultCell(value) : ResultCell();
}

} // namespace

SummaryRow::SummaryRow(const FabricResult& fabric, const JobResult* one)
    : result(fabric),
      job(one),
      requests(Summarize(fabric, one))
{
}

std::vector<ResultColumn<SummaryRow>>&
GetSummaryColumns()
{
    static std::vector<ResultColumn<Row>> columns = {
        {"fabric",
         Format::TEXT,
         "name of the fabric",
         [](const Row& row) -> ResultCell { return row.result.label; }},
        {"job",
         Format::TEXT,
         "name of the job, or all",
         [](const Row& row) { return row.job ? ResultCell(row.job->name) : ResultCell("all"); }},
        {"complete",
         Format::COUNT,
         "1 if everything was done without failure, else 0",
         [](const Row& row) -> ResultCell { return IsComplete(row); }},
        {"completion_ns",
         Format::TIME,
         "time from the start of the job to its last completion; all: end of the last job; empty "
         "if it is not complete",
         [](const Row& row) {
             const int64_t ps = row.job ? row.job->durationPs : row.result.durationPs;
             return IsComplete(row) ? ResultCell(ps) : ResultCell();
         },
         {COMPLETION_TIME, ResultMetric::LESS},
         nullptr,
         [](const Row& /*row*/) { return true; }},
        {"ideal_ns",
         Format::TIME,
         "lower bound from the host links alone, without headers and latency. Collectives: bus "
         "factor * bytes / rate. Other jobs: the largest bytes sent or received by one host / "
         "rate. Jobs with kernels: at least the longest chain of kernels and of messages, each "
         "with its time on the wires",
         [](const Row& row) {
             return row.job ? ResultCell(row.job->idealDurationPs) : ResultCell();
         },
         {"ideal completion time"}},
        {"percent_of_ideal",
         Format::PERCENT,
         "100 * ideal_ns / completion_ns; empty if it is not complete. Above 100 the run ends with "
         "an error and exit status 1",
         [](const Row& row) {
             return row.job && row.job->complete ? ResultCell(row.job->GetPercentOfIdeal())
                                                 : ResultCell();
         },
         {"of the ideal", ResultMetric::MORE},
         nullptr,
         [](const Row& row) { return row.job != nullptr; },
         "busbw_GBps"},
        {"algbw_GBps",
         Format::BANDWIDTH,
         "bytes / completion time, as in nccl-tests",
         [](const Row& row) { return GetBandwidth(row, &JobResult::GetAlgorithmBandwidth); },
         {"algbw", ResultMetric::MORE},
         nullptr,
         &IsCollective},
        {"busbw_GBps",
         Format::BANDWIDTH,
         "algbw * bus factor, as in nccl-tests",
         [](const Row& row) { return GetBandwidth(row, &JobResult::GetBusBandwidth); },
         {"busbw", ResultMetric::MORE},
         nullptr,
         &IsCollective},
        {"messages",
         Format::COUNT,
         "number of posted messages, in the window if there is one (measure)",
         &CountMessages,
         {"messages"}},
        {"slowdown_p50",
         Format::RATIO,
         "median slowdown of the successful messages (nearest rank)",
         [](const Row& row) { return GetSlowdown(row, &MessageSlowdown::median); },
         {"FCT slowdown p50", ResultMetric::LESS},
         nullptr,
         [](const Row& /*row*/) { return true; }},
        {"slowdown_p99",
         Format::RATIO,
         "99th percentile",
         [](const Row& row) { return GetSlowdown(row, &MessageSlowdown::p99); },
         {"FCT slowdown p99", ResultMetric::LESS}},
        {"slowdown_max",
         Format::RATIO,
         "maximum",
         [](const Row& row) { return GetSlowdown(row, &MessageSlowdown::largest); },
         {"FCT slowdown max", ResultMetric::LESS}},
        {"gpu_idle_percent",
         Format::PERCENT,
         "time in which a GPU neither reduced, copied nor computed, mean of the GPUs of a job; "
         "all: mean of the jobs",
         [](const Row& row) -> ResultCell {
             return 100 * (row.job ? row.job->idleFraction : row.result.idleFraction);
         },
         {"GPU idle"},
         nullptr,
         &Computes,
         "trims"},
        {"pfc_pause_ns",
         Format::TIME,
         "sum over ports and priorities of the time paused by PFC",
         &OfFabric<&FabricStatistics::pfcPausePs>,
         {"PFC pause"},
         nullptr,
         &PrintsFabric<&ReportableMetrics::pauses>},
        {"credit_stall_ns",
         Format::TIME,
         "sum over ports and lanes of the time in which the first packet lacked credits",
         &OfFabric<&FabricStatistics::creditStallPs>,
         {"credit stall"},
         nullptr,
         &PrintsFabric<&ReportableMetrics::credits>},
        {"ecn_marks",
         Format::COUNT,
         "packets marked by switches",
         &OfFabric<&FabricStatistics::ecnMarks>,
         {"ECN marks"},
         nullptr,
         &PrintsFabric<&ReportableMetrics::marks>},
        {"cnps",
         Format::COUNT,
         "congestion notifications that reached their source",
         &OfFabric<&FabricStatistics::cnps>,
         {"CNPs"},
         nullptr,
         &PrintsFabric<&ReportableMetrics::marks>},
        {"largest_queue_bytes",
         Format::BYTES,
         "largest queue of one priority of one switch port",
         &OfFabric<&FabricStatistics::largestQueueBytes>,
         {"largest queue"},
         nullptr,
         &PrintsFabric<&ReportableMetrics::packets>},
        {"drops",
         Format::COUNT,
         "packets dropped by switches, for any reason",
         &OfFabric<&FabricStatistics::drops>,
         {"drops"},
         nullptr,
         &PrintsFabric<&ReportableMetrics::packets>},
        {"trims",
         Format::COUNT,
         "packets whose payload switches cut off",
         &OfFabric<&FabricStatistics::trims>,
         {"trims"},
         nullptr,
         [](const Row& row) { return !row.job && row.result.statistics.trims > 0; }},
        {"retransmitted_packets",
         Format::COUNT,
         "packets sent again by their senders",
         &OfFabric<&FabricStatistics::retransmittedPackets>,
         {"retransmitted packets"}},
        {"timeouts",
         Format::COUNT,
         "expired retransmission timers",
         &OfFabric<&FabricStatistics::timeouts>,
         {"timeouts"}},
        {"pause_frames",
         Format::COUNT,
         "PFC frames sent by switches and NICs",
         &OfFabric<&FabricStatistics::pauseFrames>,
         {"PFC frames"}},
        {"data_packet_hops",
         Format::COUNT,
         "packets with payload, counted on every link",
         &OfFabric<&FabricStatistics::dataPacketHops>},
        {"packet_hops",
         Format::COUNT,
         "the same with acknowledgements and notifications, without link control",
         &OfFabric<&FabricStatistics::packetHops>,
         {"packet-hops"},
         nullptr,
         &PrintsFabric<&ReportableMetrics::packets>},
        {"events",
         Format::COUNT,
         "number of events of the engine",
         [](const Row& row) { return OfAll(row, row.result.events); }},
        {"wall_s",
         Format::SECONDS,
         "real time of the run, without set-up",
         [](const Row& row) { return OfAll(row, row.result.wallSeconds); }},
        {"nvlink_packet_hops",
         Format::COUNT,
         "packet_hops of NVLink; the columns above are for the fabric",
         &OfNvlink<&FabricStatistics::packetHops>,
         {"NVLink packet-hops"},
         nullptr,
         &PrintsNvlink<&ReportableMetrics::packets>},
        {"nvlink_bytes",
         Format::BYTES,
         "payload delivered by NVLink, including results of NVLS",
         &OfNvlink<&FabricStatistics::deliveredBytes>,
         {"NVLink delivered"},
         nullptr,
         [](const Row& row) { return !row.job && row.result.scaleUpStatistics; }},
        {"nvlink_stall_ns",
         Format::TIME,
         "credit_stall_ns of NVLink",
         &OfNvlink<&FabricStatistics::creditStallPs>,
         {"NVLink credit stall"},
         nullptr,
         &PrintsNvlink<&ReportableMetrics::credits>},
        {"nvlink_queue_bytes",
         Format::BYTES,
         "largest_queue_bytes of NVSwitches",
         &OfNvlink<&FabricStatistics::largestQueueBytes>,
         {"NVLink largest queue"},
         nullptr,
         &PrintsNvlink<&ReportableMetrics::packets>},
        {"north_south_packet_hops",
         Format::COUNT,
         "only with northSouth: packet_hops of that network",
         &OfNorthSouth<&FabricStatistics::packetHops>,
         {"north-south packet-hops"},
         &HasNorthSouth,
         &PrintsNorthSouth<&ReportableMetrics::packets>,
         "north_south_drops"},
        {"north_south_bytes",
         Format::BYTES,
         "payload that it delivered",
         &OfNorthSouth<&FabricStatistics::deliveredBytes>,
         {"north-south delivered"},
         &HasNorthSouth,
         [](const Row& row) { return !row.job && row.result.northSouthStatistics; }},
        {"north_south_pause_ns",
         Format::TIME,
         "its pfc_pause_ns",
         &OfNorthSouth<&FabricStatistics::pfcPausePs>,
         {"north-south PFC pause"},
         &HasNorthSouth,
         &PrintsNorthSouth<&ReportableMetrics::pauses>},
        {"north_south_stall_ns",
         Format::TIME,
         "its credit_stall_ns",
         &OfNorthSouth<&FabricStatistics::creditStallPs>,
         {"north-south credit stall"},
         &HasNorthSouth,
         &PrintsNorthSouth<&ReportableMetrics::credits>},
        {"north_south_ecn_marks",
         Format::COUNT,
         "its ecn_marks",
         &OfNorthSouth<&FabricStatistics::ecnMarks>,
         {"north-south ECN marks"},
         &HasNorthSouth,
         &PrintsNorthSouth<&ReportableMetrics::marks>},
        {"north_south_cnps",
         Format::COUNT,
         "its cnps",
         &OfNorthSouth<&FabricStatistics::cnps>,
         {"north-south CNPs"},
         &HasNorthSouth,
         &PrintsNorthSouth<&ReportableMetrics::marks>},
        {"north_south_queue_bytes",
         Format::BYTES,
         "its largest_queue_bytes",
         &OfNorthSouth<&FabricStatistics::largestQueueBytes>,
         {"north-south largest queue"},
         &HasNorthSouth,
         &PrintsNorthSouth<&ReportableMetrics::packets>},
        {"north_south_drops",
         Format::COUNT,
         "its drops",
         &OfNorthSouth<&FabricStatistics::drops>,
         {"north-south drops"},
         &HasNorthSouth,
         &PrintsNorthSouth<&ReportableMetrics::packets>},
        {"ttft_p50_ns",
         Format::TIME,
         "only with requests (see inference.rst): time to the first token, median of the finished "
         "requests",
         [](const Row& row) { return GetRequestTime(row.requests.ttft.p50); },
         {"TTFT p50", ResultMetric::LESS},
         &HasRequests},
        {"ttft_p99_ns",
         Format::TIME,
         "99th percentile",
         [](const Row& row) { return GetRequestTime(row.requests.ttft.p99); },
         {"TTFT p99", ResultMetric::LESS},
         &HasRequests},
        {"tpot_p50_ns",
         Format::TIME,
         "time per token after the first one, median",
         [](const Row& row) { return GetRequestTime(row.requests.tpot.p50); },
         {"TPOT p50", ResultMetric::LESS},
         &HasRequests},
        {"tpot_p99_ns",
         Format::TIME,
         "99th percentile",
         [](const Row& row) { return GetRequestTime(row.requests.tpot.p99); },
         {"TPOT p99", ResultMetric::LESS},
         &HasRequests},
        {"within_limits_percent",
         Format::PERCENT,
         "only with limits (see inference.rst): share of the requests within their limits",
         [](const Row& row) { return GetOfLimits(row, row.requests.GetWithinPercent()); },
         {"within limits", ResultMetric::MORE},
         &HasRequestLimits},
        {"goodput_per_s",
         Format::RATE,
         "requests within their limits per second",
         [](const Row& row) { return GetOfLimits(row, row.requests.goodput); },
         {"requests within limits", ResultMetric::MORE},
         &HasRequestLimits},
        {"seed",
         Format::COUNT,
         "seed of the draw",
         [](const Row& row) -> ResultCell { return row.result.seed; }},
    };
    return columns;
}

ResultTable
MakeSummaryTable()
{
    return MakeResultTable("summary.csv",
                           "A row per fabric with job all, and a row per fabric and job",
                           nullptr,
                           GetSummaryColumns(),
                           [](auto&, auto& result, const auto& write) {
                               write(SummaryRow(result, nullptr));
                               for (const auto& job : result.jobs)
                               {
                                   write(SummaryRow(result, &job));
                               }
                           });
}

} // namespace ns3
