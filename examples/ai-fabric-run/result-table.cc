// SPDX-License-Identifier: GPL-2.0-only

#include "result-table.h"

#include "csv-text.h"
#include "request-results.h"
#include "slowdown-bins.h"
#include "text-table.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>

namespace ns3
{

namespace
{

/** @return a number with so many decimals and a unit */
std::string
Format(double value, int decimals, const std::string& unit)
{
    return FormatDecimal(value, decimals) + unit;
}

/** @return a number with three significant digits or more and a scaled unit */
std::string
FormatScaled(double value, double step, const std::vector<std::string>& units)
{
    size_t i = 0;
    for (; i + 1 < units.size() && value >= step; ++i)
    {
        value /= step;
    }
    return Format(value, value >= 100 || value == 0 ? 0 : value >= 10 ? 1 : 2, " " + units[i]);
}

std::string
FormatTime(int64_t ps)
{
    return FormatScaled(static_cast<double>(ps) / 1e6, 1000, {"us", "ms", "s"});
}

std::string
FormatBytes(uint64_t bytes)
{
    return FormatScaled(static_cast<double>(bytes), 1000, {"B", "kB", "MB", "GB", "TB"});
}

std::string
FormatCount(uint64_t count)
{
    std::string text = std::to_string(count);
    for (size_t i = text.size(); i > 3; i -= 3)
    {
        text.insert(i - 3, 1, ' ');
    }
    return text;
}

std::string
FormatBandwidth(double bytesPerSecond)
{
    return bytesPerSecond > 0 ? Format(bytesPerSecond / 1e9, 2, " GB/s") : "-";
}

std::string
FormatSlowdown(const Slowdown& slowdown)
{
    return slowdown.largest > 0
               ? Format(slowdown.median, 2, " / ") + Format(slowdown.p99, 2, " / ") +
                     Format(slowdown.largest, 2, "")
               : "-";
}

/** @return four significant digits and the unit */
std::string
FormatFigure(const JobFigure& figure)
{
    const double size = std::abs(figure.value);
    const int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
    return Format(figure.value, decimals, figure.unit.empty() ? "" : " " + figure.unit);
}

/** @return how many figures a job has where it is complete */
size_t
GetFigureCount(const std::vector<FabricResult>& results, size_t job)
{
    size_t count = 0;
    for (const auto& result : results)
    {
        count = std::max(count, result.jobs[job].figures.size());
    }
    return count;
}

/** Rows for flows of each order of magnitude, if there are several. */
void
AddSlowdownsBySize(TextTable& table, const std::vector<FabricResult>& results, size_t job)
{
    std::vector<std::vector<SlowdownBin>> bins;
    uint64_t largest = 0;
    uint64_t smallest = UINT64_MAX;
    for (const auto& result : results)
    {
        bins.push_back(BinByDecade(result.jobs[job]));
        for (const auto& bin : bins.back())
        {
            smallest = std::min(smallest, bin.limitBytes);
            largest = std::max(largest, bin.limitBytes);
        }
    }
    for (const uint64_t limit : SLOWDOWN_DECADES)
    {
        if (smallest == largest || limit < smallest || limit > largest)
        {
            continue;
        }
        const std::string name = limit == UINT64_MAX ? "larger" : "to " + FormatBytes(limit);
        size_t column = 0;
        table.Add("  " + name, [&](const FabricResult&) {
            for (const auto& bin : bins[column++])
            {
                if (bin.limitBytes == limit)
                {
                    return FormatSlowdown({bin.p50, bin.p99, bin.largest});
                }
            }
            return std::string("-");
        });
    }
}

/** Rows of a job that serves requests. */
void
AddRequests(TextTable& table, const std::vector<FabricResult>& results, size_t job)
{
    if (results[0].jobs[job].requests.empty())
    {
        return;
    }
    const auto add = [&](const std::string& name, const auto& format) {
        table.Add(name, [&](const FabricResult& result) {
            return format(SummarizeRequests(result.jobs[job].requests));
        });
    };
    using Summary = const RequestSummary&;
    const auto times = [](const RequestSummary::Times& t) {
        return FormatTime(static_cast<int64_t>(t.p50)) + " / " +
               FormatTime(static_cast<int64_t>(t.p90)) + " / " +
               FormatTime(static_cast<int64_t>(t.p99));
    };
    add("requests finished", [](Summary s) { return FormatCount(s.finished); });
    add("TTFT p50/p90/p99", [&](Summary s) { return times(s.ttft); });
    add("TPOT p50/p90/p99", [&](Summary s) { return times(s.tpot); });
    add("latency p50/p90/p99", [&](Summary s) { return times(s.latency); });
    add("tokens out", [](Summary s) { return Format(s.tokensPerSecond, 0, " /s"); });
}

/** @return a share of the whole, or a dash */
std::string
FormatShare(int64_t partPs, int64_t totalPs)
{
    return totalPs > 0
               ? Format(100.0 * static_cast<double>(partPs) / static_cast<double>(totalPs), 1, " %")
               : "-";
}

/** Names of a list of pairs and of those of others, in the order of first use. */
template <typename List>
void
AddNames(std::vector<std::string>& names, const List& list)
{
    for (const auto& [name, value] : list)
    {
        (void)value;
        if (std::find(names.begin(), names.end(), name) == names.end())
        {
            names.push_back(name);
        }
    }
}

/** @return exposed time by kind, summed over ranks */
std::vector<std::pair<std::string, int64_t>>
GetExposed(const JobAccount& account)
{
    std::vector<std::pair<std::string, int64_t>> exposed;
    const auto sum = account.GetSum();
    for (size_t kind = 0; kind < account.GetKinds().size(); ++kind)
    {
        exposed.emplace_back(account.GetKinds()[kind], sum.communication[kind].exposedPs);
    }
    return exposed;
}

/** What the time of a job was made of, in shares of the time of all its ranks. */
void
AddWaits(TextTable& table, const std::vector<FabricResult>& results, size_t job)
{
    std::vector<std::string> kinds;
    std::vector<std::string> activities;
    for (const auto& result : results)
    {
        if (const auto& waits = result.jobs[job].waits)
        {
            AddNames(kinds, GetExposed(waits->account));
            AddNames(activities, waits->path.GetShares());
        }
    }
    if (kinds.empty() && activities.empty())
    {
        return;
    }
    const auto add = [&](const std::string& name, const auto& cell) {
        table.Add(name, [&](const FabricResult& result) {
            const auto& waits = result.jobs[job].waits;
            return waits ? cell(*waits) : "-";
        });
    };
    const auto find = [](const auto& list, const std::string& name) {
        int64_t found = 0;
        for (const auto& entry : list)
        {
            found += entry.first == name ? entry.second : 0;
        }
        return found;
    };
    add("computing", [](const WaitReport& waits) {
        const auto sum = waits.account.GetSum();
        return FormatShare(sum.computePs, sum.totalPs);
    });
    for (const auto& kind : kinds)
    {
        add("exposed " + kind, [&](const WaitReport& waits) {
            return FormatShare(find(GetExposed(waits.account), kind),
                               waits.account.GetSum().totalPs);
        });
    }
    add("otherwise idle", [](const WaitReport& waits) {
        const auto sum = waits.account.GetSum();
        return FormatShare(sum.idlePs, sum.totalPs);
    });
    for (const auto& activity : activities)
    {
        add("critical path: " + activity, [&](const WaitReport& waits) {
            return FormatShare(find(waits.path.GetShares(), activity), waits.path.GetTotalPs());
        });
    }
    add("slowest rank, of median", [](const WaitReport& waits) {
        const double ratio = waits.account.GetSlowestRatio();
        return ratio > 0
                   ? std::to_string(waits.account.GetSlowestRank()) + ", " + Format(ratio, 2, " x")
                   : std::string("-");
    });
}

/** Who held up a job, if one did so for more than a hundredth of its time. */
void
WriteCulprits(std::ostream& out, const FabricResult& result, const JobResult& job)
{
    constexpr int64_t LEAST_SHARE = 100;
    constexpr size_t MOST_LINES = 3;
    size_t lines = 0;
    if (!job.waits)
    {
        return;
    }
    const auto& path = job.waits->path;
    for (const auto& culprit : path.GetCulprits())
    {
        if (lines < MOST_LINES && culprit.excessPs > path.GetTotalPs() / LEAST_SHARE)
        {
            ++lines;
            out << result.label << ": " << path.Describe(culprit) << '\n';
        }
    }
}

void
WriteJob(std::ostream& out, const std::vector<FabricResult>& results, size_t job)
{
    const auto of = [job](const FabricResult& result) -> const JobResult& {
        return result.jobs[job];
    };
    const auto& first = results[0].jobs[job];
    TextTable table("job " + first.name, results);
    table.Add("completion time", [&](const auto& result) {
        return of(result).complete ? FormatTime(of(result).durationPs) : "not complete";
    });
    if (first.collectiveBytes > 0)
    {
        table.Add("algbw", [&](const auto& result) {
            return FormatBandwidth(of(result).GetAlgorithmBandwidth());
        });
        table.Add("busbw", [&](const auto& result) {
            return FormatBandwidth(of(result).GetBusBandwidth());
        });
    }
    table.Add("of the ideal", [&](const auto& result) {
        const double percent = of(result).GetPercentOfIdeal();
        return percent > 0 ? Format(percent, 1, " %") : "-";
    });
    table.Add("FCT slowdown p50/p99/max",
              [&](const auto& result) { return FormatSlowdown(of(result).slowdown); });
    AddSlowdownsBySize(table, results, job);
    AddRequests(table, results, job);
    table.Add("GPU idle",
              [&](const auto& result) { return Format(100 * of(result).idleFraction, 1, " %"); });
    AddWaits(table, results, job);
    for (size_t i = 0; i < GetFigureCount(results, job); ++i)
    {
        const auto& figures = of(*std::find_if(results.begin(), results.end(), [&](const auto& r) {
                                  return i < of(r).figures.size();
                              })).figures;
        table.Add(figures[i].name, [&of, i](const auto& result) {
            const auto& own = of(result).figures;
            return i < own.size() ? FormatFigure(own[i]) : "-";
        });
    }
    out << '\n';
    table.Write(out);
    for (const auto& result : results)
    {
        WriteCulprits(out, result, of(result));
    }
}

void
WriteBackground(std::ostream& out, const std::vector<FabricResult>& results)
{
    TextTable table("background goodput", results);
    for (size_t i = 0; i < results[0].background.size(); ++i)
    {
        table.Add(results[0].background[i].name, [i](const auto& result) {
            return Format(result.background[i].GetGoodputbps() / 1e9, 3, " Gb/s");
        });
    }
    out << '\n';
    table.Write(out);
}

} // namespace

void
WriteTable(std::ostream& out, const Scenario& scenario, const std::vector<FabricResult>& results)
{
    const auto& topology = scenario.topology;
    out << scenario.name << ": " << FormatCount(topology.GetHostCount()) << " hosts, "
        << FormatCount(topology.GetSwitchCount()) << " switches, "
        << FormatCount(topology.links.size()) << " links, ";
    if (scenario.server)
    {
        out << FormatCount(topology.GetHostCount() / scenario.server->GetGpus()) << " servers of "
            << scenario.server->GetGpus() << " GPUs, ";
    }
    out << "seed " << scenario.seed << "\n\n";
    using Result = const FabricResult&;
    TextTable table("all jobs", results);
    table.Add("completion time", [](Result r) {
        const bool complete =
            std::all_of(r.jobs.begin(), r.jobs.end(), [](const auto& job) { return job.complete; });
        return complete ? FormatTime(r.durationPs) : "not complete";
    });
    table.Add("FCT slowdown p50/p99/max", [](Result r) { return FormatSlowdown(r.slowdown); });
    table.Add("PFC pause", [](Result r) { return FormatTime(r.statistics.pfcPausePs); });
    table.Add("credit stall", [](Result r) { return FormatTime(r.statistics.creditStallPs); });
    table.Add("ECN marks", [](Result r) { return FormatCount(r.statistics.ecnMarks); });
    table.Add("CNPs", [](Result r) { return FormatCount(r.statistics.cnps); });
    table.Add("largest queue",
              [](Result r) { return FormatBytes(r.statistics.largestQueueBytes); });
    table.Add("drops", [](Result r) { return FormatCount(r.statistics.drops); });
    table.Add("GPU idle", [](Result r) { return Format(100 * r.idleFraction, 1, " %"); });
    table.Add("packet-hops", [](Result r) { return FormatCount(r.statistics.packetHops); });
    if (results[0].scaleUpStatistics)
    {
        table.Add("NVLink packet-hops",
                  [](Result r) { return FormatCount(r.scaleUpStatistics->packetHops); });
        table.Add("NVLink delivered",
                  [](Result r) { return FormatBytes(r.scaleUpStatistics->deliveredBytes); });
        table.Add("NVLink credit stall",
                  [](Result r) { return FormatTime(r.scaleUpStatistics->creditStallPs); });
        table.Add("NVLink largest queue",
                  [](Result r) { return FormatBytes(r.scaleUpStatistics->largestQueueBytes); });
    }
    table.Add("wall time", [](Result r) { return Format(r.wallSeconds, 2, " s"); });
    table.Write(out);
    if (!scenario.background.empty())
    {
        WriteBackground(out, results);
    }
    for (size_t job = 0; job < scenario.workloads.size(); ++job)
    {
        WriteJob(out, results, job);
    }
}

} // namespace ns3
