// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "option-parser.h"

#include "ns3/class-library.h"
#include "ns3/input-error.h"
#include "ns3/internet-library.h"
#include "ns3/nccl-operation.h"
#include "ns3/parse-number.h"
#include "ns3/random-draws.h"
#include "ns3/scheduler.h"
#include "ns3/seed-list.h"
#include "ns3/type-names.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

namespace ns3
{

namespace
{

namespace po = boost::program_options;

const char* const USAGE = R"(Usage: ai-fabric-run SCENARIO [OPTIONS]

Simulates the workload of a scenario on each of its fabrics with several seeds, prints how they
compare and writes a folder of results. A key of the scenario is changed with --set:

  --set topology.leaves=16 --set fabric.0.congestionControl.type=none

A sweep runs the scenario with every combination of some values, each with all seeds, and writes
sweep.csv, a row per number of each run, and sweep-statistics.csv, with means and confidence intervals:

  --sweep workload.0.load=0.3,0.5,0.7 --sweep topology.spines=2,4 --seeds 5

)";

const char* const EXIT_STATUS = R"(
Exit status: 0 if all went well, 1 if a simulation stalled, lost what it must not lose or left work
undone, or if results could not be written or memory ran out, 2 if the input is wrong, 128 + n if
signal n ended it.
)";

/** Throws InputError about an option. */
[[noreturn]] void
Fail(const std::string& option, const std::string& problem)
{
    throw InputError("command line", 0, option, problem);
}

/** @return seconds of a time such as 10min */
double
ParseSeconds(const std::string& text)
{
    static const std::map<std::string, double> units{{"s", 1}, {"min", 60}, {"h", 3600}};
    const size_t end = text.find_first_not_of("0123456789.");
    const auto unit = units.find(text.substr(std::min(end, text.size())));
    const double number = end == 0 ? 0 : std::atof(text.c_str());
    if (unit == units.end() || !(number > 0))
    {
        Fail("--within", "is \"" + text + "\"; expected a time such as 30s, 10min or 2h");
    }
    return number * unit->second;
}

/** @return the TypeId name of a scheduler: "map" is ns3::MapScheduler */
std::string
FindScheduler(const std::string& name)
{
    const auto base = Scheduler::GetTypeId();
    if (const auto found = FindType(name, "Scheduler", base))
    {
        return found->GetName();
    }
    std::vector<std::string> allowed;
    for (const auto& tid : GetTypes(base))
    {
        allowed.push_back(SpellType(tid, "Scheduler"));
    }
    Fail("--scheduler", "unknown scheduler \"" + name + "\"; expected one of " + Join(allowed));
}

/** @return true if an option has the second of two words as its value; throws if it has neither */
bool
IsSecond(const std::string& option,
         const std::string& value,
         const std::string& first,
         const std::string& second)
{
    if (value != first && value != second)
    {
        Fail(option, "is \"" + value + "\"; expected " + first + " or " + second);
    }
    return value == second;
}

/** Boost takes -1 for the greatest number. @return an option with a whole number, at least 1 */
po::typed_value<std::string>*
Count(const std::string& option, uint32_t& target)
{
    return po::value<std::string>()->value_name("N")->notifier(
        [option, &target](const std::string& text) {
            const auto number = ParseNumber<uint32_t>(text, 1);
            if (!number)
            {
                Fail(option, "is " + text + "; expected a whole number, at least 1");
            }
            target = *number;
        });
}

/** @return numbers from 1, separated by commas */
std::vector<size_t>
ParseNumbers(const std::string& option, const std::string& text)
{
    std::vector<size_t> numbers;
    std::istringstream in(text + ",");
    for (std::string part; std::getline(in, part, ',');)
    {
        const auto number = ParseNumber<size_t>(part, 1);
        if (!number)
        {
            Fail(option, "is \"" + text + "\"; expected numbers from 1, such as 3 or 3,4,5");
        }
        numbers.push_back(*number);
    }
    return numbers;
}

/** Throws about the first option that has no effect with --topology, or without it. */
void
CheckTopologyOptions(const po::variables_map& found)
{
    const std::map<std::string, std::string> own = {{"prices", "price lists"},
                                                    {"svg", "a file"},
                                                    {"dot", "a file"},
                                                    {"graphml", "a file"},
                                                    {"hpcc", "a file"},
                                                    {"infragraph", "a file"}};
    const std::set<std::string> common = {"topology", "set", "load", "help"};
    const bool isGiven = found.count("topology") > 0;
    for (const auto& [name, value] : found)
    {
        const auto mine = own.find(name);
        if (!isGiven && mine != own.end())
        {
            Fail("--" + name, "has no effect without --topology");
        }
        if (mine != own.end() && value.as<std::string>().empty())
        {
            Fail("--" + name, "is empty; expected " + mine->second);
        }
        if (isGiven && !value.defaulted() && own.count(name) + common.count(name) == 0)
        {
            Fail(name == "scenario" ? value.as<std::string>() : "--" + name,
                 "has no effect with --topology");
        }
    }
}

} // namespace

ParsedOptions
ParseOptions(int argc, char** argv)
{
    ParsedOptions line;
    auto& [options, sweep, print, topology] = line;
    auto& input = options.scenario;
    NcclTestsOptions nccl;
    std::string engine;
    std::string resolution;
    std::string scheduler;
    std::string ports;
    std::string within;
    std::string only;
    int64_t seed = 0;
    po::options_description visible("Options");
    auto add = visible.add_options();
    add("help,h", "print this");
    add("version", "print the version of this program and that of ns-3");
    add("list",
        "print every topology, fabric, workload and policy with its attributes, every column of "
        "the "
        "results, and every trace source; with a name behind it, such as dcqcn, congestionControl, "
        "columns or flows.csv, that type, role or table");
    add("search",
        po::value(&print.search)->value_name("WORD"),
        "with --list: only entries with this word in a name, default or description");
    add("list-json",
        "print the types and attributes of --list as JSON, for programs; with columns behind it, "
        "the columns of the results");
    add("list-presets",
        po::value(&print.presetKind)->implicit_value("")->value_name("KIND"),
        "print the presets of a kind (adapters, fabrics, failures, gpus, models, prices, "
        "routeManagers, servers, topologies or variations), or all, and where their values come "
        "from");
    add("topology",
        po::value(&topology.name)->value_name("NAME"),
        "print parts, distances, bisection, power and cost of a topology, and exit: a preset, a "
        "type, or the topology and server of a scenario file; --set changes its attributes, as in "
        "--set servers=63");
    add("prices",
        po::value(&topology.prices)->value_name("LIST[,LIST]"),
        "with --topology: price lists, presets or files (default: all presets that have its "
        "parts)");
    add("svg", po::value(&topology.svgFile)->value_name("FILE"), "with --topology: draw it as SVG");
    add("dot",
        po::value(&topology.dotFile)->value_name("FILE"),
        "with --topology: write its graph for Graphviz");
    add("graphml",
        po::value(&topology.graphMlFile)->value_name("FILE"),
        "with --topology: write its graph as GraphML");
    add("hpcc",
        po::value(&topology.hpccFile)->value_name("FILE"),
        "with --topology: write it as HPCC's topology.txt");
    add("infragraph",
        po::value(&topology.infraGraphFile)->value_name("FILE"),
        "with --topology: write it as an InfraGraph");
    add("set",
        po::value(&input.overrides)->composing()->value_name("KEY=VALUE"),
        "change the scenario; any number of times");
    add("load",
        po::value(&options.engine.libraries)->composing()->value_name("FILE.so"),
        "load a shared library, so that the scenario can use its classes; any number of times");
    add("output",
        po::value(&input.output)->value_name("DIR"),
        "folder for the results (default: that of the scenario, or results/<its name>)");
    add("pcap",
        po::value(&ports)->value_name("PORTS"),
        "capture ports in the results, such as \"host 3, switch 0 port 2\"; as --set pcap=PORTS");
    add("seed",
        po::value(&seed)->value_name("N"),
        "run once, with this seed of all random streams, and print the table of one run");
    add("seeds",
        po::value(&input.seeds)->value_name("N|LIST"),
        "run with this number of seeds (default: seeds of the scenario, or 10), or with a list of "
        "seeds such as 3,7,9; the table shows medians and ranges");
    add("sweep",
        po::value(&sweep.axes)->composing()->value_name("KEY=V1,V2"),
        "run with each of these values; several --sweep: with every combination. KEY is as for "
        "--set; the values may be JSON as in \"sweep\" of a scenario");
    add("what-decides",
        po::bool_switch(&sweep.whatDecides),
        "vary assumptions, settings that differ between deployments and choices of the scenario, "
        "one at a time with the same seeds (default: 5), and print which of them change the order "
        "of the fabrics");
    add("resume",
        po::bool_switch(&sweep.resume),
        "continue the sweep in the folder: finished runs are not repeated");
    add("commands",
        po::value(&sweep.commands)->value_name("FILE"),
        "run nothing; write a command line for each unfinished run of the sweep");
    add("only",
        po::value(&only)->value_name("N[,N]"),
        "do only these runs of the sweep, numbered from 1; --gather writes the tables");
    add("gather",
        po::bool_switch(&sweep.gather),
        "run nothing; write the tables of the finished runs of the sweep");
    add("threads",
        Count("--threads", options.parallel.threads),
        "largest number of threads per run (default: the cores that --jobs leaves, if the network "
        "is large enough); results are the same. One thread continues alone if the others gain "
        "less than a tenth");
    add("ranks",
        Count("--ranks", options.parallel.ranks),
        "number of MPI processes, each of which simulates a part of the network; flows.csv is the "
        "same. With --seed; --threads applies to each process");
    add("hosts",
        po::value(&options.parallel.hosts)->value_name("FILE"),
        "file with the machines for MPI processes, one per line, in the format of mpirun; without "
        "--ranks: as many processes as slots in the file");
    add("jobs,j",
        Count("--jobs", options.parallel.jobs),
        "number of runs at the same time (default: the number of cores); results are the same");
    add("engine",
        po::value(&engine)->default_value("fabric")->value_name("fabric|stock"),
        "the lean engine, or the engine of ns-3, which may order simultaneous events differently");
    add("scheduler",
        po::value(&scheduler)->value_name("NAME"),
        "event list, such as fabric (the default), map or heap; results are the same");
    add("resolution",
        po::value(&resolution)->default_value("ps")->value_name("ps|ns"),
        "tick of ns-3's clock");
    add("traces",
        po::bool_switch(&options.traces),
        "connect the trace sources of ports, flow controls, switches, NICs and jobs; results are "
        "the same");
    add("pfc-trace",
        po::bool_switch(&input.pfcTrace),
        "write every PFC pause and the tree of what caused it; results are the same");
    add("progress",
        po::bool_switch(&options.progress),
        "show progress even if stderr is not a terminal, as under mpirun");
    add("check", po::bool_switch(&options.check), "build everything, simulate nothing");
    add("estimate",
        po::bool_switch(&options.estimate),
        "as --check, and print the packet-hops, time and memory that the run would need");
    add("within",
        po::value(&within)->value_name("TIME"),
        "as --estimate, and also estimate an ideal network and laws, and say which of the three "
        "answers within a time such as 30s, 10min or 2h");
    add("cost",
        po::bool_switch(&input.cost),
        "compute the costs of the cluster and of its jobs, by the price lists of \"cost\" in the "
        "scenario");
    add("no-lint", "do not warn about settings that do not fit together");
    add("nccl-tests",
        po::value(&nccl.operation)->value_name("OPERATION"),
        "run a collective over a range of sizes instead of the workload and print the table of "
        "nccl-tests: all_reduce, all_gather, reduce_scatter, broadcast, reduce, alltoall, gather, "
        "scatter or sendrecv");
    add("minbytes,b",
        po::value(&nccl.minBytes)->default_value("32M")->value_name("SIZE"),
        "nccl-tests: smallest size");
    add("maxbytes,e",
        po::value(&nccl.maxBytes)->default_value("32M")->value_name("SIZE"),
        "nccl-tests: largest size");
    add("stepfactor,f",
        Count("--stepfactor", nccl.stepFactor)->default_value("2"),
        "nccl-tests: factor from one size to the next");
    add("stepbytes,i",
        po::value(&nccl.stepBytes)->value_name("SIZE"),
        "nccl-tests: step from one size to the next, instead of a factor");
    add("iters,n",
        Count("--iters", nccl.iterations)->default_value("1"),
        "nccl-tests: number of operations per size");
    add("no-figure", "write no report and no figure");
    add("quiet", po::bool_switch(&options.quiet), "print neither progress nor table");
    po::options_description all;
    all.add(visible).add_options()("scenario", po::value(&input.path));
    po::positional_options_description positional;
    positional.add("scenario", 1);
    po::variables_map found;
    try
    {
        namespace style = po::command_line_style;
        const int exact = style::unix_style & ~style::allow_guessing;
        po::store(po::command_line_parser(argc, argv)
                      .options(all)
                      .positional(positional)
                      .style(exact)
                      .run(),
                  found);
        po::notify(found);
    }
    catch (const po::error& error)
    {
        std::string meant;
        if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error))
        {
            const std::string given = unknown->get_option_name();
            std::vector<std::string> known;
            for (const auto& option : visible.options())
            {
                known.push_back("--" + option->long_name());
                if (known.back().rfind(given, 0) == 0)
                {
                    meant = "; did you mean " + known.back() + "?";
                }
            }
            const std::string similar = Suggest(given, known);
            meant = similar.empty() ? meant : similar;
        }
        throw InputError("command line: " + std::string(error.what()) +
                         (meant.empty() ? "; --help lists the options" : meant));
    }
    for (int i = 0; i < argc; ++i)
    {
        options.arguments.emplace_back(argv[i]);
    }
    if (!ports.empty())
    {
        input.overrides.push_back("pcap=\"" + ports + '"');
    }
    topology.overrides = input.overrides;
    print.list = found.count("list") > 0;
    print.listJson = found.count("list-json") > 0;
    if (print.list || print.listJson)
    {
        print.listed.swap(input.path);
    }
    if (found.count("search") > 0 && !print.list)
    {
        Fail("--search", "has no effect without --list");
    }
    CheckTopologyOptions(found);
    print.listPresets = found.count("list-presets") > 0;
    options.lint = found.count("no-lint") == 0;
    options.figure = found.count("no-figure") == 0;
    if (found.count("help") > 0)
    {
        std::ostringstream help;
        help << USAGE << visible << EXIT_STATUS;
        print.help = help.str();
        return line;
    }
    print.version = found.count("version") > 0;
    if (print.version)
    {
        return line;
    }
    if (!options.engine.libraries.empty())
    {
        LoadInternetLibrary(); // the classes may be in it
    }
    for (const auto& library : options.engine.libraries)
    {
        LoadClassLibrary(library);
    }
    options.engine.stock = IsSecond("--engine", engine, "fabric", "stock");
    options.engine.nanoseconds = IsSecond("--resolution", resolution, "ps", "ns");
    options.engine.scheduler =
        scheduler.empty() ? "ns3::FabricScheduler" : FindScheduler(scheduler);
    if (found.count("seed") > 0)
    {
        if (seed < 1 || seed > LAST_SEED)
        {
            Fail("--seed",
                 "is " + std::to_string(seed) + "; expected 1 to " + std::to_string(LAST_SEED));
        }
        input.seed = static_cast<uint32_t>(seed);
    }
    if (found.count("seeds") > 0)
    {
        if (input.seed || !nccl.operation.empty())
        {
            Fail("--seeds",
                 std::string("is given beside ") +
                     (input.seed ? "--seed" : "--nccl-tests, which has one seed") +
                     "; expected one of the two");
        }
        CheckSeedsOption(input.seeds);
    }
    if (found.count("only") > 0)
    {
        sweep.only = ParseNumbers("--only", only);
    }
    if ((!sweep.only.empty() ? 1 : 0) + (sweep.gather ? 1 : 0) + (sweep.commands.empty() ? 0 : 1) >
        1)
    {
        Fail("--only, --gather, --commands", "are given together; expected one of them");
    }
    const bool hasHosts = found.count("hosts") > 0;
    if ((options.parallel.ranks > 1 || hasHosts) && !nccl.operation.empty())
    {
        Fail(hasHosts ? "--hosts" : "--ranks",
             "is given beside --nccl-tests; expected one of the two");
    }
    if (found.count("within") > 0)
    {
        options.withinSeconds = ParseSeconds(within);
        options.estimate = true;
    }
    options.check = options.check || options.estimate;
    if (!nccl.operation.empty())
    {
        if (options.estimate)
        {
            Fail("--estimate", "is given beside --nccl-tests; expected one of the two");
        }
        GetNcclTestsSizes(nccl); // throws if they are wrong
        input.ncclTests = nccl;
    }
    const bool lists = print.list || print.listJson || print.listPresets || !topology.name.empty();
    if (input.path.empty() && !lists)
    {
        throw InputError("command line: no scenario; expected the path of a JSON file");
    }
    return line;
}

} // namespace ns3
