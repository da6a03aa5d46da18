// SPDX-License-Identifier: GPL-2.0-only

#include "nccl-tests.h"

#include "fabric-run.h"
#include "json-writer.h"
#include "scenario-reader.h"
#include "type-names.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <ostream>

namespace ns3
{

namespace
{

constexpr uint64_t ELEMENT_BYTES = 4; // float, the default of nccl-tests
constexpr size_t MAX_SIZES = 10'000;  // of a table

/** One of the programs of nccl-tests. */
struct Operation
{
    const char* name;      //!< of the program, without _perf
    const char* algorithm; //!< type of ours
    const char* ncclName;  //!< operation of nccl-collective; null: it is another type
    const char* redop;     //!< as nccl-tests prints it
    int root;              //!< as nccl-tests prints it
    bool perRank;          //!< elements are counted per rank
};

const std::vector<Operation> OPERATIONS = {
    {"all_reduce", "nccl-collective", "all-reduce", "sum", -1, false},
    {"all_gather", "nccl-collective", "all-gather", "none", -1, true},
    {"reduce_scatter", "nccl-collective", "reduce-scatter", "sum", -1, true},
    {"broadcast", "nccl-collective", "broadcast", "none", 0, false},
    {"reduce", "nccl-collective", "reduce", "sum", 0, false},
    {"alltoall", "direct-all-to-all", nullptr, "none", -1, true},
    {"gather", "direct-gather", nullptr, "none", 0, true},
    {"scatter", "direct-scatter", nullptr, "none", 0, true},
    {"sendrecv", "send-recv", nullptr, "sum", -1, false},
};

/** @return whether a scenario's workload is one collective as NCCL does it */
bool
HasNcclCollective(const ScenarioValue& root)
{
    const auto* workload = root.Find("workload");
    const auto* algorithm = workload ? workload->Find("algorithm") : nullptr;
    const auto* type = algorithm ? algorithm->Find("type") : nullptr;
    return type && type->text == "nccl-collective";
}

const Operation&
FindOperation(const std::string& name)
{
    std::vector<std::string> names;
    for (const auto& operation : OPERATIONS)
    {
        if (operation.name == name)
        {
            return operation;
        }
        names.emplace_back(operation.name);
    }
    throw InputError("command line",
                     0,
                     "--nccl-tests",
                     "unknown operation \"" + name + "\"; expected one of " + Join(names));
}

/** @return "8", "64K", "1.5M" or "4G" in bytes; the letters are powers of 1024, as in nccl-tests */
uint64_t
ParseSize(const std::string& option, const std::string& text)
{
    const auto fail = [&] {
        throw InputError("command line",
                         0,
                         option,
                         "is \"" + text + "\"; expected a size such as 8, 64K, 1M or 4G");
    };
    size_t used = 0;
    double value = -1;
    if (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())))
    {
        char* end = nullptr;
        value = std::strtod(text.c_str(), &end);
        used = static_cast<size_t>(end - text.c_str());
    }
    const std::string letters = "KMGT";
    if (used < text.size())
    {
        const auto place =
            letters.find(static_cast<char>(std::toupper(static_cast<unsigned char>(text[used]))));
        used = place == std::string::npos ? 0 : used + 1;
        for (size_t i = 0; place != std::string::npos && i <= place; ++i)
        {
            value *= 1024;
        }
    }
    constexpr double LARGEST = 1e15; // bytes; a double holds whole numbers up to 9e15
    if (value < 1 || value > LARGEST || used != text.size())
    {
        fail();
    }
    return static_cast<uint64_t>(value);
}

/** @return a time or rate in a column of 8, with as many decimals as fit */
std::string
Fit(double value)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%8.*f", value < 10'000 ? 2 : value < 100'000 ? 1 : 0, value);
    return text;
}

void
WriteHead(std::ostream& out, const Scenario& scenario, const std::string& fabric, size_t ranks)
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
WriteRow(std::ostream& out, const Operation& operation, const NcclTestsRow& row)
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

/** @return the mean bus bandwidth of a table, as nccl-tests has it under each */
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
RunSize(Scenario& scenario,
        size_t fabric,
        const RunOptions& options,
        uint64_t bytes,
        const std::string& folder,
        std::vector<std::string>& problems)
{
    scenario.workloads[0]->SetAttribute("Bytes", UintegerValue(bytes));
    const auto result = RunFabric(scenario, fabric, options, folder);
    const auto& job = result.jobs[0];
    NcclTestsRow row;
    row.bytes = bytes;
    if (job.complete)
    {
        row.timePs = job.durationPs / options.ncclIterations;
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

std::vector<uint64_t>
GetNcclTestsSizes(const RunOptions& options)
{
    const uint64_t least = ParseSize("--minbytes", options.ncclMinBytes);
    const uint64_t greatest = ParseSize("--maxbytes", options.ncclMaxBytes);
    const uint64_t step =
        options.ncclStepBytes.empty() ? 0 : ParseSize("--stepbytes", options.ncclStepBytes);
    if (greatest < least)
    {
        throw InputError("command line",
                         0,
                         "--maxbytes",
                         "is " + options.ncclMaxBytes + "; expected at least --minbytes, " +
                             options.ncclMinBytes);
    }
    if (options.ncclStepFactor < 2 && step == 0 && least != greatest)
    {
        throw InputError("command line", 0, "--stepfactor", "is 1; expected 2 or more");
    }
    std::vector<uint64_t> sizes;
    for (uint64_t size = least; size <= greatest;)
    {
        sizes.push_back(size);
        if (sizes.size() > MAX_SIZES)
        {
            throw InputError("command line: more than " + std::to_string(MAX_SIZES) +
                             " sizes; use a larger --stepbytes");
        }
        if (least == greatest)
        {
            break;
        }
        size = step > 0 ? size + step : size * options.ncclStepFactor;
    }
    return sizes;
}

void
SetNcclTestsWorkload(ScenarioValue& root, const RunOptions& options)
{
    const auto& operation = FindOperation(options.ncclOperation);
    if (!operation.ncclName || !HasNcclCollective(root))
    {
        ApplyOverride(root, R"(workload={"type": "collective"})");
        ApplyOverride(root, std::string("workload.algorithm.type=") + operation.algorithm);
    }
    if (operation.ncclName)
    {
        ApplyOverride(root, std::string("workload.algorithm.operation=") + operation.ncclName);
    }
    ApplyOverride(root, "workload.name=" + options.ncclOperation);
    ApplyOverride(root, "workload.iterations=" + std::to_string(options.ncclIterations));
}

void
RunNcclTests(Scenario& scenario,
             const RunOptions& options,
             std::ostream* out,
             ResultFolder& folder,
             std::vector<std::string>& problems)
{
    const auto& operation = FindOperation(options.ncclOperation);
    const auto sizes = GetNcclTestsSizes(options);
    const size_t ranks = scenario.workloads[0]->Build(scenario.GetHostMap()).hostOfRank.size();
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
                   const Scenario& scenario,
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
    json.Add("operation", options.ncclOperation);
    json.Add("command", options.commandLine);
    json.Add("iterations", uint64_t{options.ncclIterations});
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
