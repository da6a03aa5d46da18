// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-tests.h"

#include "fabric-run.h"

#include "ns3/fabric-units.h"
#include "ns3/json-writer.h"
#include "ns3/nccl-operation.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace ns3
{

namespace
{

constexpr uint64_t ELEMENT_BYTES = 4; // float, the default of nccl-tests

/** @return a time or rate in a column of 8, with as many decimals as fit */
std::string
Fit(double value)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%8.*f", value < 10'000 ? 2 : value < 100'000 ? 1 : 0, value);
    return text;
}

void
WriteHead(std::ostream& out,
          const FabricScenario& scenario,
          const std::string& fabric,
          size_t ranks)
{
    char line[200];
    out << "# " << scenario.name << ", " << fabric << ": " << ranks
        << " ranks, one per GPU; in-place and out-of-place take the same in a simulation\n#\n";
    std::snprintf(line, sizeof(line), "# %68s %35s\n", "out-of-place", "in-place");
    out << line;
    std::snprintf(line,
                  sizeof(line),
                  "# %12s %13s %9s %7s %7s %8s %8s %8s %6s %8s %8s %8s %6s\n",
                  "size",
                  "count",
                  "type",
                  "redop",
                  "root",
                  "time",
                  "algbw",
                  "busbw",
                  "#wrong",
                  "time",
                  "algbw",
                  "busbw",
                  "#wrong");
    out << line;
    std::snprintf(line,
                  sizeof(line),
                  "# %12s %13s %34s %8s %8s %15s %8s %8s\n",
                  "(B)",
                  "(elements)",
                  "(us)",
                  "(GB/s)",
                  "(GB/s)",
                  "(us)",
                  "(GB/s)",
                  "(GB/s)");
    out << line;
}

void
WriteRow(std::ostream& out, const NcclTestsOperation& operation, const NcclTestsRow& row)
{
    char head[200];
    std::snprintf(head,
                  sizeof(head),
                  "  %12llu %13llu %9s %7s %7d ",
                  static_cast<unsigned long long>(row.bytes),
                  static_cast<unsigned long long>(row.countElements),
                  "float",
                  operation.redop,
                  operation.root);
    const std::string result = Fit(static_cast<double>(row.timePs) / 1e6) + ' ' +
                               Fit(row.algorithmGBps) + ' ' + Fit(row.busGBps) + "    N/A";
    out << head << result << ' ' << result << std::endl;
}

/** @return mean bus bandwidth of a table, as nccl-tests prints it under each */
double
GetMeanBusGBps(const NcclTestsTable& table)
{
    double sum = 0;
    for (const auto& row : table.rows)
    {
        sum += row.busGBps;
    }
    return table.rows.empty() ? 0 : sum / static_cast<double>(table.rows.size());
}

NcclTestsRow
RunSize(FabricScenario& scenario,
        size_t fabric,
        const RunOptions& options,
        uint64_t bytes,
        const std::string& folder,
        std::vector<std::string>& problems)
{
    scenario.workloads[0]->SetAttribute("Bytes", UintegerValue(bytes));
    const auto result = RunFabric(scenario, fabric, options, folder, [](const BuiltFabric&) {});
    const auto& job = result.jobs[0];
    NcclTestsRow row;
    row.bytes = bytes;
    if (job.complete)
    {
        row.timePs = job.durationPs / options.scenario.ncclTests->iterations;
        row.algorithmGBps = job.GetAlgorithmBandwidth() / 1e9;
        row.busGBps = job.GetBusBandwidth() / 1e9;
    }
    for (const auto& problem : result.problems)
    {
        problems.push_back(result.label + ", " + std::to_string(bytes) + " B: " + problem);
    }
    return row;
}

} // namespace

void
RunNcclTests(FabricScenario& scenario,
             const RunOptions& options,
             std::ostream* out,
             ResultFolder& folder,
             std::vector<std::string>& problems)
{
    const auto& operation = FindNcclTestsOperation(options.scenario.ncclTests->operation);
    const auto sizes = GetNcclTestsSizes(*options.scenario.ncclTests);
    // The jobs are removed, because each size gets a job of its own.
    const size_t ranks = scenario.TakeJobs().front().hostOfRank.size();
    std::vector<NcclTestsTable> tables;
    for (size_t fabric = 0; fabric < scenario.fabrics.size(); ++fabric)
    {
        const auto stage = folder.MakeStage(fabric);
        NcclTestsTable table;
        table.fabric = scenario.fabrics[fabric].label;
        if (out)
        {
            WriteHead(*out, scenario, table.fabric, ranks);
        }
        for (const uint64_t bytes : sizes)
        {
            auto row = RunSize(scenario, fabric, options, bytes, stage.GetOwn().string(), problems);
            row.countElements = bytes / ELEMENT_BYTES / (operation.perRank ? ranks : 1);
            table.rows.push_back(row);
            if (out)
            {
                WriteRow(*out, operation, row);
            }
        }
        if (out)
        {
            char line[100];
            std::snprintf(line,
                          sizeof(line),
                          "# Avg bus bandwidth    : %g\n#\n",
                          GetMeanBusGBps(table));
            *out << line;
        }
        tables.push_back(std::move(table));
        folder.TakeOwn(stage);
        folder.AddFile("nccl-tests.json", [&](std::ostream& file) {
            WriteNcclTestsJson(file, scenario, options, tables);
        });
    }
}

void
WriteNcclTestsJson(std::ostream& out,
                   const FabricScenario& scenario,
                   const RunOptions& options,
                   const std::vector<NcclTestsTable>& tables)
{
    const auto number = [](double value) {
        char text[40];
        std::snprintf(text, sizeof(text), "%.9g", value);
        return std::string(text);
    };
    JsonWriter json(out);
    json.BeginObject();
    json.Add("scenario", scenario.name);
    json.Add("operation", options.scenario.ncclTests->operation);
    json.Add("command", options.GetCommandLine());
    json.Add("iterations", uint64_t{options.scenario.ncclTests->iterations});
    json.BeginList("fabrics");
    for (const auto& table : tables)
    {
        json.BeginObject();
        json.Add("fabric", table.fabric);
        json.AddLiteral("avg_bus_bw", number(GetMeanBusGBps(table)));
        json.BeginList("results");
        for (const auto& row : table.rows)
        {
            json.BeginObject();
            json.Add("size", row.bytes);
            json.Add("count", row.countElements);
            json.AddLiteral("time_us", number(static_cast<double>(row.timePs) / 1e6));
            json.AddLiteral("alg_bw_GBps", number(row.algorithmGBps));
            json.AddLiteral("bus_bw_GBps", number(row.busGBps));
            json.EndObject();
        }
        json.EndList();
        json.EndObject();
    }
    json.EndList();
    json.EndObject();
    out << '\n';
}

} // namespace ns3
