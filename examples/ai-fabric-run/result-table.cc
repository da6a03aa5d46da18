// SPDX-License-Identifier: GPL-2.0-only

#include "result-table.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <ostream>

namespace ns3
{

namespace
{

/** @return a number with so many decimals and a unit */
std::string
Format(double value, int decimals, const std::string& unit)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%.*f%s", decimals, value, unit.c_str());
    return text;
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

/** Collects rows and writes them with columns as wide as need be. */
class Table
{
  public:
    /** @param title left of the header @param results whose labels head the columns */
    Table(const std::string& title, const std::vector<FabricResult>& results)
        : m_results(results),
          m_rows{{title}}
    {
        for (const auto& result : results)
        {
            m_rows[0].push_back(result.label);
        }
    }

    /** @param name of the metric @param cell its text for one fabric */
    void Add(const std::string& name, const std::function<std::string(const FabricResult&)>& cell)
    {
        m_rows.push_back({name});
        for (const auto& result : m_results)
        {
            m_rows.back().push_back(cell(result));
        }
    }

    /** @param out where to */
    void Write(std::ostream& out) const
    {
        std::vector<size_t> widths(m_results.size() + 1);
        for (const auto& row : m_rows)
        {
            for (size_t i = 0; i < row.size(); ++i)
            {
                widths[i] = std::max(widths[i], row[i].size());
            }
        }
        widths[0] = std::max<size_t>(widths[0], 28);
        for (size_t r = 0; r < m_rows.size(); ++r)
        {
            const auto& row = m_rows[r];
            out << row[0] << std::string(widths[0] - row[0].size(), ' ');
            for (size_t i = 1; i < row.size(); ++i)
            {
                out << "  " << std::string(widths[i] - row[i].size(), ' ') << row[i];
            }
            out << '\n';
            if (r == 0)
            {
                size_t width = 0;
                for (const auto column : widths)
                {
                    width += column + 2;
                }
                out << std::string(width - 2, '-') << '\n';
            }
        }
    }

  private:
    const std::vector<FabricResult>& m_results;
    std::vector<std::vector<std::string>> m_rows;
};

void
WriteJob(std::ostream& out, const std::vector<FabricResult>& results, size_t job)
{
    const auto of = [job](const FabricResult& result) -> const JobResult& {
        return result.jobs[job];
    };
    const auto& first = results[0].jobs[job];
    Table table("job " + first.name, results);
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
    table.Add("GPU idle",
              [&](const auto& result) { return Format(100 * of(result).idleFraction, 1, " %"); });
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
}

void
WriteBackground(std::ostream& out, const std::vector<FabricResult>& results)
{
    Table table("background goodput", results);
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
        << FormatCount(topology.links.size()) << " links, seed " << scenario.seed << "\n\n";
    using Result = const FabricResult&;
    Table table("all jobs", results);
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
