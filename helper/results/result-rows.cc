// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "result-rows.h"

#include "cost-files.h"
#include "request-results.h"
#include "slowdown-bins.h"
#include "summary-columns.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Format = ResultFormat;

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
            const auto limit = static_cast<double>(bin.limitBytes);
            const auto text = FormatNumber(Format::BYTES, limit, limit);
            const std::string name =
                "  " + (bin.limitBytes == UINT64_MAX ? "larger" : "to " + text.digits + text.unit);
            AddSlowdown(section, name, name, {bin.p50, bin.p99, bin.largest, bin.messages});
        }
    }
}

/** Adds the rows of a job that serves requests. @param summary times of its requests */
void
AddRequests(ResultSection& section, const RequestSummary& summary)
{
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
    if (summary.limited > 0)
    {
        Add(section, "within limits", Format::PERCENT, summary.GetWithinPercent());
        Add(section, "requests within limits", Format::RATE, summary.goodput);
    }
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

/**
 * Adds what faults of each kind cost a job: its losses if it has checkpoints, otherwise its
 * standstill.
 */
void
AddStandstills(ResultSection& section, const std::vector<FaultResult>& faults, size_t job)
{
    std::vector<std::pair<std::string, int64_t>> kinds; // in the order of their first begin
    const bool hasLosses = !faults.empty() && faults.front().lostPs[job];
    for (const auto& fault : faults)
    {
        const auto same = [&](const auto& kind) { return kind.first == fault.kind; };
        auto kind = std::find_if(kinds.begin(), kinds.end(), same);
        if (kind == kinds.end())
        {
            kind = kinds.insert(kind, {fault.kind, 0});
        }
        kind->second += fault.lostPs[job].value_or(fault.standstillPs[job]);
    }
    for (const auto& [name, ps] : kinds)
    {
        Add(section,
            (hasLosses ? "lost by faults, " : "stood still, ") + name,
            Format::TIME,
            static_cast<double>(ps));
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

/** @return columns of the summary that may be printed, in the order of the printed table */
std::vector<const ResultColumn<SummaryRow>*>
GetPrintedColumns()
{
    std::vector<const ResultColumn<SummaryRow>*> printed;
    for (const bool isMoved : {false, true})
    {
        for (const auto& column : GetSummaryColumns())
        {
            if (column.isPrinted && isMoved == (column.printedBelow != nullptr))
            {
                const auto above =
                    std::find_if(printed.begin(), printed.end(), [&](const auto* other) {
                        return isMoved && std::string_view(other->name) == column.printedBelow;
                    });
                printed.insert(above == printed.end() ? above : above + 1, &column);
            }
        }
    }
    return printed;
}

/** Adds the numbers of a row of the summary. */
void
AddColumns(ResultSection& section, const SummaryRow& row)
{
    for (const auto* column : GetPrintedColumns())
    {
        if (!column->isPrinted(row))
        {
            continue;
        }
        const std::string label = column->metric.label;
        if (std::string_view(column->name) == "slowdown_p50")
        {
            AddSlowdown(section,
                        "FCT slowdown p50/p99/max",
                        "FCT slowdown",
                        row.job ? row.job->slowdown : row.result.slowdown);
            if (row.job)
            {
                AddSlowdownsBySize(section, *row.job);
                if (!row.job->requests.empty())
                {
                    AddRequests(section, row.requests);
                }
            }
            continue;
        }
        const auto number = column->value(row).GetNumber();
        // A share or bandwidth of 0 belongs to a job without bytes or time.
        const bool hasMeaning = column->metric.better != ResultMetric::MORE || number > 0.0;
        Add(section, label, column->format, hasMeaning ? number : std::nullopt);
        if (label == COMPLETION_TIME)
        {
            section.rows.back().absent = "not complete";
        }
        else if (label == "drops")
        {
            AddReasons(section, label, row.result.statistics.dropsByReason);
        }
        else if (label == "trims")
        {
            AddReasons(section, label, row.result.statistics.trimsByReason);
        }
    }
}

/** @param number number of the job */
ResultSection
DescribeJob(const FabricScenario& scenario, const FabricResult& result, size_t number)
{
    const auto& job = result.jobs[number];
    ResultSection section;
    section.title = "job " + job.name + DescribeCut(scenario, number);
    AddColumns(section, {result, &job});
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

ResultSection
DescribeFabric(const FabricResult& result)
{
    ResultSection section;
    section.title = "all jobs";
    AddColumns(section, {result, nullptr});
    section.rows.push_back({"wall time", {{"", Format::SECONDS, "", result.wallSeconds, false}}});
    return section;
}

} // namespace

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
    for (auto& section : DescribeCosts(scenario, result))
    {
        summary.sections.push_back(std::move(section));
    }
    return summary;
}

} // namespace ns3
