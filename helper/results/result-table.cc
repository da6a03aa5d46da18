// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "result-table.h"

#include "result-draws.h"
#include "result-format.h"

#include "ns3/csv-text.h"
#include "ns3/text-table.h"

#include <algorithm>
#include <numeric>
#include <ostream>

namespace ns3
{

namespace
{

constexpr size_t ALL_PAIRS_FABRICS = 5; //!< up to this number of fabrics all pairs are shown; above
                                        //!< it only neighbours

std::vector<std::string>
GetLabels(const FabricScenario& scenario)
{
    std::vector<std::string> labels;
    for (const auto& fabric : scenario.fabrics)
    {
        labels.push_back(fabric.label);
    }
    return labels;
}

/** Writes the description of the simulated scenario, up to the seeds. */
void
WriteHead(std::ostream& out, const FabricScenario& scenario)
{
    const auto& topology = scenario.topology;
    out << scenario.name << ": " << FormatCount(topology.GetMachineCount()) << " hosts, "
        << FormatCount(topology.GetSwitchCount()) << " switches, "
        << FormatCount(topology.links.size()) << " links, ";
    if (scenario.server)
    {
        const auto& server = *scenario.server;
        const uint32_t gpus = topology.GetGpuCount();
        const uint32_t servers = gpus == 0 ? 0 : server.GetServerOf(gpus - 1) + 1;
        out << FormatCount(servers) << " servers of "
            << (server.HasSizes() ? "different sizes, " + FormatCount(gpus)
                                  : std::to_string(server.GetGpus()))
            << " GPUs, ";
    }
}

/** @return a cell of the table of one draw */
std::string
FormatCell(const ResultRow& row)
{
    std::string text;
    for (const auto& value : row.values)
    {
        if (!value.value)
        {
            return row.absent;
        }
        const auto number = FormatNumber(value.format, *value.value, *value.value);
        text += (text.empty() ? "" : row.separator) + number.digits + number.unit + value.unit;
    }
    return text;
}

std::vector<std::string>
GetRowNames(const ResultSection& section)
{
    std::vector<std::string> names;
    for (const auto& row : section.rows)
    {
        names.push_back(row.name);
    }
    return names;
}

/** Writes one table of one draw. @param number index of the section, the same in all results */
void
WriteSection(std::ostream& out, const std::vector<FabricSummary>& results, size_t number)
{
    std::vector<std::string> labels;
    std::vector<std::vector<std::string>> names;
    for (const auto& result : results)
    {
        labels.push_back(result.label);
        names.push_back(GetRowNames(result.sections[number]));
    }
    TextTable table(results[0].sections[number].title, labels);
    const auto merged = MergeNames(names);
    for (size_t row = 0; row < merged.size(); ++row)
    {
        const auto nth =
            static_cast<size_t>(std::count(merged.begin(),
                                           merged.begin() + static_cast<std::ptrdiff_t>(row),
                                           merged[row]));
        std::vector<std::string> cells;
        for (size_t i = 0; i < results.size(); ++i)
        {
            const size_t place = FindNth(names[i], merged[row], nth);
            cells.push_back(place < names[i].size()
                                ? FormatCell(results[i].sections[number].rows[place])
                                : "-");
        }
        table.Add(merged[row], cells);
    }
    out << '\n';
    table.Write(out);
    for (const auto& result : results)
    {
        for (const auto& remark : result.sections[number].remarks)
        {
            out << remark << '\n';
        }
    }
}

/** @return median by nearest rank */
double
GetMedian(const std::vector<double>& sorted)
{
    return sorted[NearestRank(sorted.size(), 0.5)];
}

/** @return a cell of the table of several draws */
std::string
FormatDraws(const DrawsRow& row, size_t fabric, size_t draws)
{
    const auto sorted = row.GetSorted(fabric);
    if (sorted.empty())
    {
        return row.completion ? "not complete" : "-";
    }
    const double like = GetMedian(sorted) > 0 ? GetMedian(sorted) : sorted.back();
    const auto median = FormatNumber(row.value.format, GetMedian(sorted), like);
    const auto least = FormatNumber(row.value.format, sorted.front(), like);
    const auto greatest = FormatNumber(row.value.format, sorted.back(), like);
    std::string text = median.digits + median.unit + row.value.unit;
    if (least.digits != greatest.digits)
    {
        text += " [" + least.digits + " to " + greatest.digits + "]";
    }
    if (sorted.size() < draws)
    {
        text += ", " + std::to_string(sorted.size()) + " of " + std::to_string(draws);
    }
    return text;
}

/** Writes the order in which fabrics end. @param row completion times */
void
WriteRanking(std::ostream& out, const DrawsRow& row, const std::vector<std::string>& labels)
{
    std::vector<size_t> order(labels.size());
    std::iota(order.begin(), order.end(), 0);
    const auto isBefore = [&row](size_t a, size_t b) {
        const auto first = row.GetSorted(a);
        const auto second = row.GetSorted(b);
        return !first.empty() && (second.empty() || GetMedian(first) < GetMedian(second));
    };
    std::stable_sort(order.begin(), order.end(), isBefore);
    for (size_t i = 0; i < order.size(); ++i)
    {
        const size_t last =
            order.size() > ALL_PAIRS_FABRICS ? std::min(i + 2, order.size()) : order.size();
        for (size_t j = i + 1; j < last; ++j)
        {
            const auto draws = row.Compare(order[i], order[j]);
            if (draws.GetCount() > 0)
            {
                out << labels[order[i]] << " before " << labels[order[j]] << " in " << draws.less
                    << " of " << draws.GetCount()
                    << (draws.equal > 0 ? ", together in " + std::to_string(draws.equal) : "")
                    << '\n';
            }
        }
    }
}

} // namespace

void
WriteTable(std::ostream& out,
           const FabricScenario& scenario,
           const std::vector<FabricSummary>& results)
{
    WriteHead(out, scenario);
    out << "seed " << scenario.seed << '\n';
    for (size_t section = 0; !results.empty() && section < results[0].sections.size(); ++section)
    {
        WriteSection(out, results, section);
    }
}

void
WriteDrawsTable(std::ostream& out,
                const FabricScenario& scenario,
                const std::vector<FabricSummary>& results)
{
    const auto labels = GetLabels(scenario);
    const size_t draws = scenario.seeds.size();
    const auto rows = CollectDraws(labels, scenario.seeds, results);
    WriteHead(out, scenario);
    out << draws << " seeds: median [least to greatest]\n";
    for (auto row = rows.begin(); row != rows.end();)
    {
        const auto end = std::find_if(row, rows.end(), [&row](const auto& other) {
            return other.section != row->section;
        });
        TextTable table(row->section, labels);
        const DrawsRow* completion = nullptr;
        for (; row != end; ++row)
        {
            std::vector<std::string> cells;
            for (size_t fabric = 0; fabric < labels.size(); ++fabric)
            {
                cells.push_back(FormatDraws(*row, fabric, draws));
            }
            table.Add(row->value.name, cells);
            completion = row->completion ? &*row : completion;
        }
        out << '\n';
        table.Write(out);
        if (completion)
        {
            WriteRanking(out, *completion, labels);
        }
    }
    std::string interrupted;
    for (const auto& result : results)
    {
        interrupted += result.interrupted ? (interrupted.empty() ? "" : ", ") + result.label +
                                                " seed " + std::to_string(result.seed)
                                          : "";
    }
    if (!interrupted.empty())
    {
        out << "\ninterrupted, and in no table above: " << interrupted << '\n';
    }
}

void
WriteRankings(std::ostream& out,
              const FabricScenario& scenario,
              const std::vector<FabricSummary>& results)
{
    const auto labels = GetLabels(scenario);
    out << "table,metric,fabric,other,draws,less,greater,equal\n";
    for (const auto& row : CollectDraws(labels, scenario.seeds, results))
    {
        for (size_t a = 0; a < labels.size(); ++a)
        {
            for (size_t b = a + 1; b < labels.size(); ++b)
            {
                const auto draws = row.Compare(a, b);
                const size_t start = row.value.name.find_first_not_of(' ');
                out << Quote(row.section) << ',' << Quote(row.value.name.substr(start)) << ','
                    << Quote(labels[a]) << ',' << Quote(labels[b]) << ',' << draws.GetCount() << ','
                    << draws.less << ',' << draws.greater << ',' << draws.equal << '\n';
            }
        }
    }
}

} // namespace ns3
