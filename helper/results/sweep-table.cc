// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sweep-table.h"

#include "cost-files.h"
#include "csv-table.h"
#include "slowdown-bins.h"
#include "summary-columns.h"

#include "ns3/csv-text.h"
#include "ns3/parse-number.h"
#include "ns3/safe-file.h"
#include "ns3/text-table.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

const std::string SLOWDOWN = "slowdown_p99";
const std::string GPU_IDLE = "gpu_idle_percent";
const std::string TTFT = "ttft_p50_ns";

/** Columns of the text table of a sweep. */
const std::vector<std::string> SHOWN =
    {"completion_ns", SLOWDOWN, TTFT, "ttft_p99_ns", "tpot_p50_ns", "tpot_p99_ns", GPU_IDLE};

/** Columns that name the rows, and the real time, which differs in every run. */
const std::set<std::string> NO_METRICS = {"fabric", "job", "seed", "wall_s"};

/** A number of a run. */
struct Entry
{
    std::string fabric;
    std::string job; //!< "all": the whole fabric
    std::string metric;
    std::string unit;
    std::string value; //!< text as the run wrote it
};

/** @return numbers of one run */
std::vector<Entry>
ReadRun(const fs::path& folder)
{
    std::vector<Entry> entries;
    const auto add = [&](const CsvTable& table, size_t row, const ColumnFacts& column) {
        const auto value = table.Get(row, column.name);
        const std::string unit = GetFileForm(column.format).unit;
        if (!value.empty())
        {
            entries.push_back({table.Get(row, "fabric"),
                               table.Get(row, "job"),
                               column.name,
                               unit.empty() ? "1" : unit,
                               value});
        }
    };
    static const auto SUMMARY = MakeSummaryTable().columns;
    static const auto SLOWDOWNS = MakeSlowdownTable().columns;
    const CsvTable summary(folder / "summary.csv");
    for (size_t row = 0; row < summary.GetSize(); ++row)
    {
        for (const auto& column : SUMMARY)
        {
            if (NO_METRICS.count(column.name) == 0)
            {
                add(summary, row, column);
            }
        }
    }
    const CsvTable slowdown(folder / "slowdown.csv");
    for (size_t row = 0; row < slowdown.GetSize(); ++row)
    {
        for (const auto& column : SLOWDOWNS)
        {
            // summary.csv has the other percentiles.
            if (column.metric.label[0] != '\0' && slowdown.Get(row, "bin") == "all")
            {
                add(slowdown, row, column);
            }
        }
    }
    const CsvTable figures(folder / "figures.csv");
    for (size_t row = 0; row < figures.GetSize(); ++row)
    {
        entries.push_back({figures.Get(row, "fabric"),
                           figures.Get(row, "job"),
                           figures.Get(row, "figure"),
                           figures.Get(row, "unit"),
                           figures.Get(row, "value")});
    }
    static const auto COSTS = MakeCostTable().columns;
    const CsvTable costs(folder / "cost.csv");
    for (size_t row = 0; row < costs.GetSize(); ++row)
    {
        for (const auto& column : COSTS)
        {
            if (costs.Get(row, "cause") == "all" && costs.Get(row, "basis") == "owned" &&
                column.metric.label[0] != '\0' && !costs.Get(row, column.name).empty())
            {
                add(costs, row, column);
                entries.back().unit = costs.Get(row, "currency");
            }
        }
    }
    return entries;
}

/** Adds the numbers of one run to the groups of its point. */
void
AddToGroups(std::vector<SweepGroup>& groups, size_t point, const std::vector<Entry>& entries)
{
    size_t next = 0; // runs of a point mostly have their numbers in the same order
    for (const auto& entry : entries)
    {
        const auto fits = [&entry](const SweepGroup& group) {
            return group.metric == entry.metric && group.job == entry.job &&
                   group.fabric == entry.fabric && group.unit == entry.unit;
        };
        if (next >= groups.size() || !fits(groups[next]))
        {
            next = static_cast<size_t>(std::find_if(groups.begin(), groups.end(), fits) -
                                       groups.begin());
        }
        if (next == groups.size())
        {
            groups.push_back({point, entry.fabric, entry.job, entry.metric, entry.unit, {}});
        }
        if (const auto number = ParseNumber<double>(entry.value))
        {
            groups[next].values.push_back(*number);
        }
        ++next;
    }
}

/** @return a number in the form of the statistics; empty if there is none */
std::string
FormatStatistic(std::optional<double> number)
{
    char text[40] = "";
    if (number)
    {
        std::snprintf(text, sizeof(text), "%.10g", *number);
    }
    return text;
}

void
WriteStatistics(std::ostream& out, const std::string& head, const SweepGroup& group)
{
    const auto sample = DescribeSample(group.values);
    const auto bound = [&sample](double sign) {
        return sample.halfWidth ? std::optional<double>(sample.mean + sign * *sample.halfWidth)
                                : std::nullopt;
    };
    out << head << Quote(group.fabric) << ',' << Quote(group.job) << ',' << Quote(group.metric)
        << ',' << Quote(group.unit) << ',' << sample.count << ','
        << FormatStatistic(sample.count > 0 ? std::optional<double>(sample.mean) : std::nullopt)
        << ',' << FormatStatistic(sample.deviation) << ',' << FormatStatistic(bound(-1)) << ','
        << FormatStatistic(bound(1)) << '\n';
}

/** @return first fields of the rows of a point, each with its comma */
std::string
GetHead(const SweepPlan& plan, size_t point)
{
    std::string head = std::to_string(point + 1) + ',';
    for (const auto& label : plan.points[point].labels)
    {
        head += Quote(label) + ',';
    }
    return head;
}

/** @return a cell: mean and interval, if there is one */
std::string
FormatCell(const SweepGroup& group, ResultFormat format)
{
    const auto sample = DescribeSample(group.values);
    if (sample.count == 0)
    {
        return "-";
    }
    const double scale = GetFileForm(format).size;
    const double mean = sample.mean * scale;
    const auto number = FormatNumber(format, mean, mean);
    if (!sample.halfWidth)
    {
        return number.digits + number.unit;
    }
    const auto half = FormatNumber(format, *sample.halfWidth * scale, mean);
    return number.digits + " +- " + half.digits + number.unit;
}

} // namespace

std::vector<SweepGroup>
WriteSweepTables(const fs::path& folder, const SweepPlan& plan, const std::vector<SweepRun>& runs)
{
    std::string axes;
    for (const auto& axis : plan.axes)
    {
        axes += Quote(axis) + ',';
    }
    std::vector<SweepGroup> all;
    std::ostringstream statistics;
    statistics << "point," << axes << "fabric,job,metric,unit,runs,mean,sd,ci95_low,ci95_high\n";
    WriteSafely(folder / "sweep.csv", [&](std::ostream& out) {
        out << "point," << axes << "seed,fabric,job,metric,unit,value\n";
        for (auto run = runs.begin(); run != runs.end();)
        {
            const size_t point = run->point;
            const auto head = GetHead(plan, point);
            std::vector<SweepGroup> groups;
            for (; run != runs.end() && run->point == point; ++run)
            {
                const auto entries = ReadRun(folder / run->folder);
                AddToGroups(groups, point, entries);
                for (const auto& entry : entries)
                {
                    out << head << run->seed << ',' << Quote(entry.fabric) << ','
                        << Quote(entry.job) << ',' << Quote(entry.metric) << ','
                        << Quote(entry.unit) << ',' << entry.value << '\n';
                }
            }
            // If no job computes, the idle share of GPUs has no meaning.
            const bool computes = std::any_of(groups.begin(), groups.end(), [](const auto& group) {
                return group.metric == "compute" || group.metric == TTFT;
            });
            for (auto& group : groups)
            {
                WriteStatistics(statistics, head, group);
                const bool isShown =
                    std::find(SHOWN.begin(), SHOWN.end(), group.metric) != SHOWN.end();
                if (group.job == "all" && isShown && (computes || group.metric != GPU_IDLE))
                {
                    all.push_back(std::move(group));
                }
            }
        }
    });
    WriteSafely(folder / "sweep-statistics.csv",
                [&](std::ostream& out) { out << statistics.str(); });
    return all;
}

void
WriteSweepSummary(std::ostream& out, const SweepPlan& plan, const std::vector<SweepGroup>& groups)
{
    std::vector<std::string> fabrics;
    for (const auto& group : groups)
    {
        if (std::find(fabrics.begin(), fabrics.end(), group.fabric) == fabrics.end())
        {
            fabrics.push_back(group.fabric);
        }
    }
    const auto columns = MakeSummaryTable().columns;
    for (const auto& shown : SHOWN)
    {
        const bool isThere = std::any_of(groups.begin(), groups.end(), [&shown](const auto& group) {
            return group.metric == shown;
        });
        if (!isThere)
        {
            continue;
        }
        const auto& column = *std::find_if(columns.begin(),
                                           columns.end(),
                                           [&shown](const auto& one) { return one.name == shown; });
        TextTable table(column.metric.label, fabrics);
        for (size_t point = 0; point < plan.points.size(); ++point)
        {
            std::string name;
            for (size_t axis = 0; axis < plan.axes.size(); ++axis)
            {
                name += (axis > 0 ? ", " : "") + plan.axes[axis] + " " +
                        plan.points[point].labels[axis];
            }
            std::vector<std::string> cells;
            for (const auto& fabric : fabrics)
            {
                const auto find = [&](const std::string& wanted) {
                    return std::find_if(groups.begin(), groups.end(), [&](const auto& other) {
                        return other.point == point && other.fabric == fabric &&
                               other.metric == wanted;
                    });
                };
                const auto group = find(shown);
                const auto messages = find("messages");
                const bool isShown = shown != SLOWDOWN || messages == groups.end() ||
                                     *std::min_element(messages->values.begin(),
                                                       messages->values.end()) >= LEAST_FOR_P99;
                cells.push_back(
                    group == groups.end() || !isShown ? "-" : FormatCell(*group, column.format));
            }
            table.Add(name, cells);
        }
        out << '\n';
        table.Write(out);
    }
}

} // namespace ns3
