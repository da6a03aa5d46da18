// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sweep-table.h"

#include "csv-table.h"
#include "result-rows.h"

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

/** A number in the text table of a sweep. */
struct Shown
{
    const char* title;
    std::string metric;         //!< a column of summary.csv
    ResultValue::Format format; //!< format of a cell
    double scale;               //!< factor for the number in a cell
};

const std::vector<Shown> SHOWN = {{"completion time", "completion_ns", ResultValue::TIME, 1000},
                                  {"FCT slowdown p99", SLOWDOWN, ResultValue::RATIO, 1},
                                  {"TTFT p50", TTFT, ResultValue::TIME, 1000},
                                  {"TTFT p99", "ttft_p99_ns", ResultValue::TIME, 1000},
                                  {"TPOT p50", "tpot_p50_ns", ResultValue::TIME, 1000},
                                  {"TPOT p99", "tpot_p99_ns", ResultValue::TIME, 1000},
                                  {"GPU idle", GPU_IDLE, ResultValue::PERCENT, 1}};

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

/** @return unit of a column of summary.csv or slowdown.csv, from its name */
std::string
GetUnit(const std::string& column)
{
    const auto ends = [&column](const std::string& end) {
        return column.size() > end.size() &&
               column.compare(column.size() - end.size(), end.size(), end) == 0;
    };
    if (ends("_ns"))
    {
        return "ns";
    }
    if (ends("_GBps"))
    {
        return "GB/s";
    }
    if (ends("_bytes"))
    {
        return "bytes";
    }
    return ends("_percent") || column.compare(0, 8, "percent_") == 0 ? "%" : "1";
}

/** @return numbers of one run */
std::vector<Entry>
ReadRun(const fs::path& folder)
{
    std::vector<Entry> entries;
    const auto add = [&](const CsvTable& table, size_t row, const std::string& column) {
        const auto value = table.Get(row, column);
        if (!value.empty())
        {
            entries.push_back(
                {table.Get(row, "fabric"), table.Get(row, "job"), column, GetUnit(column), value});
        }
    };
    const CsvTable summary(folder / "summary.csv");
    for (size_t row = 0; row < summary.GetSize(); ++row)
    {
        for (const auto& column : summary.GetColumns())
        {
            if (NO_METRICS.count(column) == 0)
            {
                add(summary, row, column);
            }
        }
    }
    const CsvTable slowdown(folder / "slowdown.csv");
    for (size_t row = 0; row < slowdown.GetSize(); ++row)
    {
        // summary.csv has the other percentiles.
        for (const char* column : {"slowdown_mean", "slowdown_p95", "slowdown_p999"})
        {
            if (slowdown.Get(row, "bin") == "all")
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
FormatCell(const SweepGroup& group, const ResultValue& format, double scale)
{
    const auto sample = DescribeSample(group.values);
    if (sample.count == 0)
    {
        return "-";
    }
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
                    std::any_of(SHOWN.begin(), SHOWN.end(), [&group](const auto& shown) {
                        return shown.metric == group.metric;
                    });
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
    for (const auto& shown : SHOWN)
    {
        const bool isThere = std::any_of(groups.begin(), groups.end(), [&shown](const auto& group) {
            return group.metric == shown.metric;
        });
        if (!isThere)
        {
            continue;
        }
        const ResultValue format{"", shown.format, "", {}, true};
        TextTable table(shown.title, fabrics);
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
                const auto group = find(shown.metric);
                const auto messages = find("messages");
                const bool isShown = shown.metric != SLOWDOWN || messages == groups.end() ||
                                     *std::min_element(messages->values.begin(),
                                                       messages->values.end()) >= LEAST_FOR_P99;
                cells.push_back(group == groups.end() || !isShown
                                    ? "-"
                                    : FormatCell(*group, format, shown.scale));
            }
            table.Add(name, cells);
        }
        out << '\n';
        table.Write(out);
    }
}

} // namespace ns3
