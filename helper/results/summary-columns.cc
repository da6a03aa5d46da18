// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "summary-columns.h"

#include "ns3/csv-text.h"

#include <cmath>
#include <cstdint>

namespace ns3
{

namespace
{

using Row = SummaryRow;
using Presence = SummaryColumn::Presence;

const FabricStatistics NONE; //!< all are 0

/** @return statistics of the north-south network; without one all are 0 */
const FabricStatistics&
NorthSouth(const Row& row)
{
    return row.result.northSouthStatistics ? *row.result.northSouthStatistics : NONE;
}

/** @return statistics of NVLink; without NVLink all are 0 */
const FabricStatistics&
ScaleUp(const Row& row)
{
    return row.result.scaleUpStatistics ? *row.result.scaleUpStatistics : NONE;
}

/** @return a count of the whole fabric; empty for a job */
std::string
Count(const Row& row, uint64_t count)
{
    return row.job ? "" : std::to_string(count);
}

/** @return a time of the whole fabric, in ns; empty for a job */
std::string
Ns(const Row& row, int64_t ps)
{
    return row.job ? "" : FormatNs(ps);
}

/** @return whether the job, or all jobs, are complete */
bool
IsComplete(const Row& row)
{
    return row.job ? row.job->complete : row.result.IsComplete();
}

/** @return a bandwidth of a complete collective in GB/s; else empty */
std::string
Bandwidth(const Row& row, double (JobResult::*get)() const)
{
    return row.job && row.job->complete && row.job->collectiveBytes > 0
               ? FormatDecimal((row.job->*get)() / 1e9, 4)
               : "";
}

std::string
CountMessages(const Row& row)
{
    if (row.job)
    {
        return std::to_string(row.job->CountMeasured());
    }
    size_t messages = 0;
    for (const auto& job : row.result.jobs)
    {
        messages += job.CountMeasured();
    }
    return std::to_string(messages);
}

/** @return a percentile of the slowdown; empty without messages */
std::string
Slowdown(const Row& row, double MessageSlowdown::*percentile)
{
    const MessageSlowdown& slowdown = row.job ? row.job->slowdown : row.result.slowdown;
    return slowdown.largest > 0 ? FormatDecimal(slowdown.*percentile, 6) : "";
}

/** @return a time of requests in ns; empty without requests */
std::string
RequestNs(double ps)
{
    return ps > 0 ? FormatNs(std::llround(ps)) : "";
}

} // namespace

const std::vector<SummaryColumn>&
GetSummaryColumns()
{
    static const std::vector<SummaryColumn> columns = {
        {"fabric", [](const Row& row) { return Quote(row.result.label); }},
        {"job", [](const Row& row) { return row.job ? Quote(row.job->name) : "all"; }},
        {"complete", [](const Row& row) { return std::to_string(int{IsComplete(row)}); }},
        {"completion_ns",
         [](const Row& row) {
             const int64_t ps = row.job ? row.job->durationPs : row.result.durationPs;
             return IsComplete(row) ? FormatNs(ps) : "";
         }},
        {"ideal_ns",
         [](const Row& row) { return row.job ? FormatNs(row.job->idealDurationPs) : ""; }},
        {"percent_of_ideal",
         [](const Row& row) {
             return row.job && row.job->complete ? FormatDecimal(row.job->GetPercentOfIdeal(), 3)
                                                 : "";
         }},
        {"algbw_GBps",
         [](const Row& row) { return Bandwidth(row, &JobResult::GetAlgorithmBandwidth); }},
        {"busbw_GBps", [](const Row& row) { return Bandwidth(row, &JobResult::GetBusBandwidth); }},
        {"messages", &CountMessages},
        {"slowdown_p50", [](const Row& row) { return Slowdown(row, &MessageSlowdown::median); }},
        {"slowdown_p99", [](const Row& row) { return Slowdown(row, &MessageSlowdown::p99); }},
        {"slowdown_max", [](const Row& row) { return Slowdown(row, &MessageSlowdown::largest); }},
        {"gpu_idle_percent",
         [](const Row& row) {
             return FormatDecimal(100 * (row.job ? row.job->idleFraction : row.result.idleFraction),
                                  3);
         }},
        {"pfc_pause_ns", [](const Row& row) { return Ns(row, row.result.statistics.pfcPausePs); }},
        {"credit_stall_ns",
         [](const Row& row) { return Ns(row, row.result.statistics.creditStallPs); }},
        {"ecn_marks", [](const Row& row) { return Count(row, row.result.statistics.ecnMarks); }},
        {"cnps", [](const Row& row) { return Count(row, row.result.statistics.cnps); }},
        {"largest_queue_bytes",
         [](const Row& row) { return Count(row, row.result.statistics.largestQueueBytes); }},
        {"drops", [](const Row& row) { return Count(row, row.result.statistics.drops); }},
        {"trims", [](const Row& row) { return Count(row, row.result.statistics.trims); }},
        {"retransmitted_packets",
         [](const Row& row) { return Count(row, row.result.statistics.retransmittedPackets); }},
        {"timeouts", [](const Row& row) { return Count(row, row.result.statistics.timeouts); }},
        {"pause_frames",
         [](const Row& row) { return Count(row, row.result.statistics.pauseFrames); }},
        {"data_packet_hops",
         [](const Row& row) { return Count(row, row.result.statistics.dataPacketHops); }},
        {"packet_hops",
         [](const Row& row) { return Count(row, row.result.statistics.packetHops); }},
        {"events", [](const Row& row) { return Count(row, row.result.events); }},
        {"wall_s",
         [](const Row& row) { return row.job ? "" : FormatDecimal(row.result.wallSeconds, 3); }},
        {"nvlink_packet_hops", [](const Row& row) { return Count(row, ScaleUp(row).packetHops); }},
        {"nvlink_bytes", [](const Row& row) { return Count(row, ScaleUp(row).deliveredBytes); }},
        {"nvlink_stall_ns", [](const Row& row) { return Ns(row, ScaleUp(row).creditStallPs); }},
        {"nvlink_queue_bytes",
         [](const Row& row) { return Count(row, ScaleUp(row).largestQueueBytes); }},
        {"north_south_packet_hops",
         [](const Row& row) { return Count(row, NorthSouth(row).packetHops); },
         Presence::NORTH_SOUTH},
        {"north_south_bytes",
         [](const Row& row) { return Count(row, NorthSouth(row).deliveredBytes); },
         Presence::NORTH_SOUTH},
        {"north_south_pause_ns",
         [](const Row& row) { return Ns(row, NorthSouth(row).pfcPausePs); },
         Presence::NORTH_SOUTH},
        {"north_south_stall_ns",
         [](const Row& row) { return Ns(row, NorthSouth(row).creditStallPs); },
         Presence::NORTH_SOUTH},
        {"north_south_ecn_marks",
         [](const Row& row) { return Count(row, NorthSouth(row).ecnMarks); },
         Presence::NORTH_SOUTH},
        {"north_south_cnps",
         [](const Row& row) { return Count(row, NorthSouth(row).cnps); },
         Presence::NORTH_SOUTH},
        {"north_south_queue_bytes",
         [](const Row& row) { return Count(row, NorthSouth(row).largestQueueBytes); },
         Presence::NORTH_SOUTH},
        {"north_south_drops",
         [](const Row& row) { return Count(row, NorthSouth(row).drops); },
         Presence::NORTH_SOUTH},
        {"ttft_p50_ns",
         [](const Row& row) { return RequestNs(row.requests.ttft.p50); },
         Presence::REQUESTS},
        {"ttft_p99_ns",
         [](const Row& row) { return RequestNs(row.requests.ttft.p99); },
         Presence::REQUESTS},
        {"tpot_p50_ns",
         [](const Row& row) { return RequestNs(row.requests.tpot.p50); },
         Presence::REQUESTS},
        {"tpot_p99_ns",
         [](const Row& row) { return RequestNs(row.requests.tpot.p99); },
         Presence::REQUESTS},
        {"seed", [](const Row& row) { return std::to_string(row.result.seed); }},
    };
    return columns;
}

} // namespace ns3
