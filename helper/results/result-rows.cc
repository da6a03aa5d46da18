// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "result-rows.h"

#include "request-results.h"
#include "slowdown-bins.h"

#include "ns3/csv-text.h"
#include "ns3/fabric-units.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Format = ResultValue::Format;

/** Adds a row of one number. @param value empty: it has no meaning here */
void
Add(ResultSection& section,
    const std::string& name,
    Format format,
    std::optional<double> value,
    const std::string& unit = "")
{
    section.rows.push_back({name, {{name, format, unit, value}}});
}

// See LEAST_FOR_P99.
constexpr size_t LEAST_FOR_P90 = 10;

std::optional<double>
IfPositive(double value)
{
    return value > 0 ? std::optional<double>(value) : std::nullopt;
}

/**
 * Adds median, 99th percentile and largest slowdown as one row.
 *
 * @param stem common part of their names
 */
void
AddSlowdown(ResultSection& section,
            const std::string& name,
            const std::string& stem,
            const MessageSlowdown& slowdown)
{
    const auto part = [&](const std::string& which, double value) {
        return ResultValue{stem + " " + which,
                           Format::RATIO,
                           "",
                           slowdown.largest > 0 ? std::optional<double>(value) : std::nullopt};
    };
    ResultRow row{name, {part("p50", slowdown.median), part("max", slowdown.largest)}};
    const std::string whole = " p50/p99/max";
    if (slowdown.messages >= LEAST_FOR_P99)
    {
        row.values.insert(row.values.begin() + 1, part("p99", slowdown.p99));
    }
    else if (const auto at = name.find(whole); at != std::string::npos)
    {
        row.name = name.substr(0, at) + " p50/max";
    }
    section.rows.push_back(std::move(row));
}

/** Adds rows for flows of each order of magnitude, if there are several. */
void
AddSlowdownsBySize(ResultSection& section, const JobResult& job)
{
    const auto bins = BinByDecade(job);
    for (const auto& bin : bins)
    {
        if (bins.size() > 1)
        {
            const ResultValue limit{"", Format::BYTES, "", std::nullopt};
            const auto text = FormatNumber(limit,
                                           static_cast<double>(bin.limitBytes),
                                           static_cast<double>(bin.limitBytes));
            const std::string name =
                "  " + (bin.limitBytes == UINT64_MAX ? "larger" : "to " + text.digits + text.unit);
            AddSlowdown(section, name, name, {bin.p50, bin.p99, bin.largest, bin.messages});
        }
    }
}

/** Adds the rows of a job that serves requests. */
void
AddRequests(ResultSection& section, const JobResult& job)
{
    if (job.requests.empty())
    {
        return;
    }
    const auto summary = SummarizeRequests(job.requests);
    const auto add = [&](const std::string& name, const RequestSummary::Times& times) {
        const auto part = [&](const std::string& which, double value) {
            return ResultValue{name + " " + which, Format::TIME, "", value};
        };
        ResultRow row{name + " p50", {part("p50", times.p50)}};
        if (times.count >= LEAST_FOR_P90)
        {
            row.name += "/p90";
            row.values.push_back(part("p90", times.p90));
        }
        if (times.count >= LEAST_FOR_P99)
        {
            row.name += "/p99";
            row.values.push_back(part("p99", times.p99));
        }
        section.rows.push_back(std::move(row));
    };
    Add(section, "requests finished", Format::COUNT, static_cast<double>(summary.finished));
    add("TTFT", summary.ttft);
    add("TPOT", summary.tpot);
    add("latency", summary.latency);
    Add(section, "tokens out", Format::RATE, summary.tokensPerSecond);
}

/** Adds a share of a total in percent. */
void
AddShare(ResultSection& section, const std::string& name, int64_t partPs, int64_t totalPs)
{
    std::optional<double> percent;
    if (totalPs > 0)
    {
        percent = 100.0 * static_cast<double>(partPs) / static_cast<double>(totalPs);
    }
    Add(section, name, Format::PERCENT, percent);
}

/** Adds the account of a job, as shares of the time of all its ranks. */
void
AddWaits(ResultSection& section, const JobResult& job)
{
    if (!job.waits)
    {
        return;
    }
    const auto& account = job.waits->account;
    const auto& path = job.waits->path;
    const auto sum = account.GetSum();
    if (account.GetKinds().empty() && path.GetShares().empty())
    {
        return;
    }
    AddShare(section, "computing", sum.computePs, sum.totalPs);
    for (size_t kind = 0; kind < account.GetKinds().size(); ++kind)
    {
        AddShare(section,
                 "exposed " + account.GetKinds()[kind],
                 sum.communication[kind].exposedPs,
                 sum.totalPs);
    }
    AddShare(section, "otherwise idle", sum.idlePs, sum.totalPs);
    for (const auto& [activity, partPs] : path.GetShares())
    {
        AddShare(section, "critical path: " + activity, partPs, path.GetTotalPs());
    }
    const auto ratio = IfPositive(account.GetSlowestRatio());
    const auto rank =
        ratio ? std::optional<double>(static_cast<double>(account.GetSlowestRank())) : std::nullopt;
    section.rows.push_back({"slowest rank, of median",
                            {{"", Format::COUNT, "", rank, false},
                             {"slowest rank, of median", Format::RATIO, " x", ratio}},
                            ", "});
}

/**
 * Names the rank or message that delayed a job, if the delay is more than a hundredth of the job's
 * time.
 */
void
AddCulprits(ResultSection& section, const std::string& label, const JobResult& job)
{
    constexpr int64_t LEAST_SHARE = 100;
    constexpr size_t MOST_LINES = 3;
    if (!job.waits)
    {
        return;
    }
    const auto& path = job.waits->path;
    for (const auto& culprit : path.GetCulprits())
    {
        if (section.remarks.size() < MOST_LINES &&
            culprit.excessPs > path.GetTotalPs() / LEAST_SHARE)
        {
            section.remarks.push_back(label + ": " + path.Describe(culprit));
        }
    }
}

/** Adds a completion time. @param ps time in ps; empty unless everything is complete */
void
AddCompletion(ResultSection& section, bool complete, int64_t ps)
{
    Add(section,
        COMPLETION_TIME,
        Format::TIME,
        complete ? std::optional<double>(static_cast<double>(ps)) : std::nullopt);
    section.rows.back().absent = "not complete";
}

/** Adds the standstill of a job by the kind of the faults: sums over faults of a kind. */
void
AddStandstills(ResultSection& section, const std::vector<FaultResult>& faults, size_t job)
{
    std::vector<std::pair<std::string, int64_t>> kinds; // in the order of their first begin
    for (const auto& fault : faults)
    {
        const auto same = [&](const auto& kind) { return kind.first == fault.kind; };
        auto kind = std::find_if(kinds.begin(), kinds.end(), same);
        if (kind == kinds.end())
        {
            kind = kinds.insert(kind, {fault.kind, 0});
        }
        kind->second += fault.standstillPs[job];
    }
    for (const auto& [name, ps] : kinds)
    {
        Add(section, "stood still, " + name, Format::TIME, static_cast<double>(ps));
    }
}

/** @return remark behind the name of a job whose model is smaller than its preset's */
std::string
DescribeCut(const FabricScenario& scenario, size_t number)
{
    const std::string own = "workload." + std::to_string(number) + ".";
    for (const auto& [path, preset, cut] : scenario.presets)
    {
        const bool isOnly = scenario.workloads.size() == 1 && path.rfind("workload.", 0) == 0;
        if (!cut.empty() && (isOnly || path.rfind(own, 0) == 0))
        {
            return " (" + preset.name + " cut: " + cut + ")";
        }
    }
    return "";
}

/** @param number number of the job */
ResultSection
DescribeJob(const FabricScenario& scenario, const FabricResult& result, size_t number)
{
    const auto& job = result.jobs[number];
    ResultSection section;
    section.title = "job " + job.name + DescribeCut(scenario, number);
    AddCompletion(section, job.complete, job.durationPs);
    if (job.collectiveBytes > 0)
    {
        Add(section, "algbw", Format::BANDWIDTH, IfPositive(job.GetAlgorithmBandwidth()));
        Add(section, "busbw", Format::BANDWIDTH, IfPositive(job.GetBusBandwidth()));
    }
    Add(section, "of the ideal", Format::PERCENT, IfPositive(job.GetPercentOfIdeal()));
    AddSlowdown(section, "FCT slowdown p50/p99/max", "FCT slowdown", job.slowdown);
    AddSlowdownsBySize(section, job);
    AddRequests(section, job);
    if (job.computes)
    {
        Add(section, "GPU idle", Format::PERCENT, 100 * job.idleFraction);
    }
    AddStandstills(section, result.faults, number);
    AddWaits(section, job);
    for (const auto& figure : job.figures)
    {
        Add(section,
            figure.name,
            Format::FIGURE,
            figure.value,
            figure.unit.empty() ? "" : " " + figure.unit);
    }
    AddCulprits(section, result.label, job);
    return section;
}

/** Adds the packets that the user's classes have dropped or trimmed, by the reasons they named. */
void
AddReasons(ResultSection& section, const std::string& what, const DropCounts& counts)
{
    for (auto number = static_cast<uint32_t>(DropReason::FIRST_REGISTERED);
         number < counts.GetSize();
         ++number)
    {
        if (counts[number] > 0)
        {
            Add(section,
                what + ", " + ToString(static_cast<DropReason>(number)),
                Format::COUNT,
                static_cast<double>(counts[number]));
        }
    }
}

/** Adds the counts of the north-south network. */
void
AddNorthSouth(ResultSection& section,
              const ReportableMetrics& abilities,
              const FabricStatistics& statistics)
{
    const auto add = [&](bool has, const char* name, Format format, auto value) {
        if (has)
        {
            Add(section, std::string("north-south ") + name, format, static_cast<double>(value));
        }
    };
    add(true, "delivered", Format::BYTES, statistics.deliveredBytes);
    add(abilities.pauses, "PFC pause", Format::TIME, statistics.pfcPausePs);
    add(abilities.credits, "credit stall", Format::TIME, statistics.creditStallPs);
    add(abilities.marks, "ECN marks", Format::COUNT, statistics.ecnMarks);
    add(abilities.marks, "CNPs", Format::COUNT, statistics.cnps);
    add(abilities.packets, "largest queue", Format::BYTES, statistics.largestQueueBytes);
    add(abilities.packets, "drops", Format::COUNT, statistics.drops);
    add(abilities.packets, "packet-hops", Format::COUNT, statistics.packetHops);
}

ResultSection
DescribeFabric(const FabricResult& result)
{
    const auto& statistics = result.statistics;
    ResultSection section;
    section.title = "all jobs";
    const auto count = [&](const std::string& name, uint64_t value) {
        Add(section, name, Format::COUNT, static_cast<double>(value));
    };
    const auto time = [&](const std::string& name, int64_t value) {
        Add(section, name, Format::TIME, static_cast<double>(value));
    };
    AddCompletion(section, result.IsComplete(), result.durationPs);
    AddSlowdown(section, "FCT slowdown p50/p99/max", "FCT slowdown", result.slowdown);
    const auto& abilities = result.abilities;
    if (abilities.pauses)
    {
        time("PFC pause", statistics.pfcPausePs);
    }
    if (abilities.credits)
    {
        time("credit stall", statistics.creditStallPs);
    }
    if (abilities.marks)
    {
        count("ECN marks", statistics.ecnMarks);
        count("CNPs", statistics.cnps);
    }
    if (abilities.packets)
    {
        Add(section,
            "largest queue",
            Format::BYTES,
            static_cast<double>(statistics.largestQueueBytes));
        count("drops", statistics.drops);
        AddReasons(section, "drops", statistics.dropsByReason);
    }
    if (statistics.trims > 0)
    {
        count("trims", statistics.trims);
        AddReasons(section, "trims", statistics.trimsByReason);
    }
    const auto& jobs = result.jobs;
    if (std::any_of(jobs.begin(), jobs.end(), [](const auto& job) { return job.computes; }))
    {
        Add(section, "GPU idle", Format::PERCENT, 100 * result.idleFraction);
    }
    if (abilities.packets)
    {
        count("packet-hops", statistics.packetHops);
    }
    if (const auto& scaleUp = result.scaleUpStatistics)
    {
        if (result.scaleUpAbilities.packets)
        {
            count("NVLink packet-hops", scaleUp->packetHops);
        }
        Add(section,
            "NVLink delivered",
            Format::BYTES,
            static_cast<double>(scaleUp->deliveredBytes));
        if (result.scaleUpAbilities.credits)
        {
            time("NVLink credit stall", scaleUp->creditStallPs);
        }
        if (result.scaleUpAbilities.packets)
        {
            Add(section,
                "NVLink largest queue",
                Format::BYTES,
                static_cast<double>(scaleUp->largestQueueBytes));
        }
    }
    if (const auto& northSouth = result.northSouthStatistics)
    {
        AddNorthSouth(section, result.northSouthAbilities, *northSouth);
    }
    section.rows.push_back({"wall time", {{"", Format::RATIO, " s", result.wallSeconds, false}}});
    return section;
}

/** @return a number scaled by a unit of the list */
NumberText
Scale(double value, double like, double step, const std::vector<std::string>& units)
{
    size_t i = 0;
    for (; i + 1 < units.size() && like >= step; ++i)
    {
        value /= step;
        like /= step;
    }
    return {FormatDecimal(value,
                          value >= 100 || value == 0 ? 0
                          : value >= 10              ? 1
                                                     : 2),
            " " + units[i]};
}

} // namespace

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

NumberText
FormatNumber(const ResultValue& value, double number, double like)
{
    switch (value.format)
    {
    case Format::TIME:
        return Scale(number / 1e6, like / 1e6, 1000, {"us", "ms", "s"});
    case Format::BYTES:
        return Scale(number, like, 1000, {"B", "kB", "MB", "GB", "TB"});
    case Format::COUNT:
        return {FormatCount(static_cast<uint64_t>(number)), value.unit};
    case Format::BANDWIDTH:
        return {FormatDecimal(number / 1e9, 2), " GB/s"};
    case Format::GOODPUT:
        return {FormatDecimal(number / 1e9, 3), " Gb/s"};
    case Format::PERCENT:
        return {FormatDecimal(number, 1), " %"};
    case Format::RATIO:
        return {FormatDecimal(number, 2), value.unit};
    case Format::RATE:
        return {FormatDecimal(number, 0), " /s"};
    case Format::FIGURE:
        break;
    }
    const double size = std::abs(number);
    const int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
    return {FormatDecimal(number, decimals), value.unit};
}

FabricSummary
Summarize(const FabricScenario& scenario, const FabricResult& result)
{
    FabricSummary summary;
    summary.label = result.label;
    summary.seed = scenario.seed;
    summary.problems = result.problems;
    summary.warnings = result.warnings;
    summary.notes = result.notes;
    summary.findings = result.findings;
    summary.stallReport = result.stallReport;
    summary.interrupted = result.interrupted;
    summary.sections.push_back(DescribeFabric(result));
    if (!result.background.empty())
    {
        ResultSection section;
        section.title = "background goodput";
        for (const auto& traffic : result.background)
        {
            Add(section, traffic.name, Format::GOODPUT, traffic.GetGoodputbps());
        }
        summary.sections.push_back(std::move(section));
    }
    for (size_t job = 0; job < result.jobs.size(); ++job)
    {
        summary.sections.push_back(DescribeJob(scenario, result, job));
        summary.figures.push_back({result.jobs[job].name, result.jobs[job].figures});
    }
    return summary;
}

} // namespace ns3
