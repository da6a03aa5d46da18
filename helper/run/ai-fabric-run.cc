// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ai-fabric-run.h"

#include "build-check.h"
#include "deadlock-check.h"
#include "draw-runner.h"
#include "estimate-progress.h"
#include "fabric-run.h"
#include "mpi-start.h"
#include "nccl-tests.h"
#include "option-parser.h"
#include "rank-service.h"
#include "run-cost.h"
#include "run-estimate.h"
#include "run-ranks.h"
#include "sweep-runner.h"
#include "topology-report.h"
#include "variant-check.h"

#include "ns3/fabric-build.h"
#include "ns3/input-error.h"
#include "ns3/manifest.h"
#include "ns3/output-file.h"
#include "ns3/rank-link.h"
#include "ns3/result-folder.h"
#include "ns3/result-table.h"
#include "ns3/result-tables.h"
#include "ns3/run-identity.h"
#include "ns3/run-options.h"
#include "ns3/run-state.h"
#include "ns3/safe-file.h"
#include "ns3/scenario-facts.h"
#include "ns3/scenario-loader.h"
#include "ns3/scenario-override.h"
#include "ns3/scenario-preset.h"
#include "ns3/scenario-root.h"
#include "ns3/scenario.h"
#include "ns3/seed-list.h"
#include "ns3/sweep-plan.h"
#include "ns3/trace-reference.h"
#include "ns3/type-names.h"
#include "ns3/type-reference.h"
#include "ns3/variation-plan.h"
#include "ns3/variation.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ns3
{

namespace
{

/** @return " (seeds 3, 7)" unless all draws are meant */
std::string
NameDraws(const std::vector<uint32_t>& seeds, const FabricScenario& scenario)
{
    return seeds.size() == scenario.seeds.size() ? "" : " (" + DescribeSeeds(seeds) + ")";
}

/**
 * Prints lines about the results of one fabric on stderr, each line once.
 *
 * @param lines member of the results with the lines
 */
void
SayLines(const FabricScenario& scenario,
         const std::string& label,
         const std::vector<FabricSummary>& results,
         std::vector<std::string> FabricSummary::*lines)
{
    std::vector<std::pair<std::string, std::vector<uint32_t>>> said;
    for (const auto& result : results)
    {
        for (const auto& line : result.*lines)
        {
            if (result.label != label)
            {
                continue;
            }
            auto place = std::find_if(said.begin(), said.end(), [&line](const auto& entry) {
                return entry.first == line;
            });
            place = place == said.end() ? said.insert(place, {line, {}}) : place;
            if (place->second.empty() || place->second.back() != result.seed)
            {
                place->second.push_back(result.seed);
            }
        }
    }
    for (const auto& [line, seeds] : said)
    {
        std::cerr << label << ": " << line << NameDraws(seeds, scenario) << '\n';
    }
}

/** Prints the problems. @return true if there is one */
bool
ReportProblems(const FabricScenario& scenario, const std::vector<FabricSummary>& results)
{
    bool any = false;
    for (const auto& fabric : scenario.fabrics)
    {
        SayLines(scenario, fabric.label, results, &FabricSummary::notes);
        SayLines(scenario, fabric.label, results, &FabricSummary::problems);
        bool shown = false; // one report is enough; the folder has all
        for (const auto& result : results)
        {
            any = any || !result.problems.empty();
            if (result.label == fabric.label && !result.stallReport.empty() && !shown)
            {
                std::cerr << result.label << ": who waits for what"
                          << NameDraws({result.seed}, scenario) << '\n'
                          << result.stallReport;
                shown = true;
            }
        }
    }
    return any;
}

/**
 * Simulates the only draw in this process.
 *
 * @param others estimate of all fabrics except the first
 */
void
RunOneDraw(const FabricScenario& scenario,
           const RunOptions& options,
           const std::vector<std::string>& deadlocks,
           const RunEstimate& others,
           ResultFolder& folder)
{
    const SignalWatch watch;
    for (size_t fabric = 0; fabric < scenario.fabrics.size(); ++fabric)
    {
        SignalWatch::Check();
        const auto onBuilt = [&](const BuiltFabric& built) {
            if (fabric == 0 && WantsEstimate(options))
            {
                auto estimate = EstimateRun(scenario, fabric, built, options, deadlocks[fabric]);
                estimate.Add(others);
                SayEstimate(estimate, options);
            }
        };
        const auto stage = folder.MakeStage(fabric);
        folder.Merge(stage,
                     RunToStage(scenario, fabric, options, stage, deadlocks[fabric], onBuilt));
    }
    SignalWatch::Check(); // the last one was interrupted, too
}

/** Prints and writes the comparison of the fabrics finished so far. */
void
Compare(const FabricScenario& scenario, const RunOptions& options, ResultFolder& folder)
{
    const auto& results = folder.GetResults();
    const bool several = scenario.seeds.size() > 1;
    if (!options.quiet && !results.empty())
    {
        (several ? WriteDrawsTable : WriteTable)(std::cout, scenario, results);
        std::cout << "\nresults in " << scenario.output << std::endl;
    }
    if (several && !results.empty())
    {
        folder.AddFile("rankings.csv",
                       [&](std::ostream& out) { WriteRankings(out, scenario, results); });
    }
}

int
RunScenario(const FabricScenario& scenario,
            const RunOptions& options,
            const std::vector<std::string>& deadlocks,
            const RunEstimate& others)
{
    MeetRanks(scenario, options);
    if (const RankLink* const all = RankLink::GetActive(); all && all->GetRank() > 0)
    {
        return ServeRanks(scenario, options);
    }
    ResultFolder folder(scenario, options);
    DrawsEnd end;
    std::exception_ptr failure;
    try
    {
        if (scenario.seeds.size() > 1)
        {
            end = RunDraws(scenario, options, deadlocks, folder);
        }
        else
        {
            RunOneDraw(scenario, options, deadlocks, others, folder);
        }
    }
    catch (...)
    {
        failure = std::current_exception();
    }
    if (failure)
    {
        const int why = SayWhy(failure);
        folder.Stop(Describe(failure));
        try
        {
            Compare(scenario, options, folder);
        }
        catch (const WriteError&)
        {
            // A file could not be written, which is already the reason of the stop.
        }
        if (!folder.GetResults().empty())
        {
            std::cerr << scenario.output << ": the results are partial" << std::endl;
        }
        return why;
    }
    Compare(scenario, options, folder);
    if (end.status != FINE)
    {
        folder.Stop(end.reason);
        if (!folder.GetResults().empty())
        {
            std::cerr << scenario.output << ": the results are partial" << std::endl;
        }
    }
    else
    {
        folder.Finish();
    }
    if (options.figure && !folder.GetResults().empty())
    {
        const auto report = folder.AddReport();
        if (!options.quiet && !report.empty())
        {
            std::cout << "report: " << report << std::endl;
        }
    }
    const bool problems = ReportProblems(scenario, folder.GetResults());
    return end.status == FINE && problems ? VIOLATION : end.status;
}

int
RunSizes(FabricScenario& scenario, const RunOptions& options)
{
    ResultFolder folder(scenario, options);
    std::vector<std::string> problems;
    try
    {
        const SignalWatch watch;
        RunNcclTests(scenario, options, options.quiet ? nullptr : &std::cout, folder, problems);
    }
    catch (...)
    {
        const auto failure = std::current_exception();
        const int why = SayWhy(failure);
        folder.Stop(Describe(failure));
        return why;
    }
    folder.Finish();
    if (!options.quiet)
    {
        std::cout << "results in " << scenario.output << std::endl;
    }
    for (const auto& problem : problems)
    {
        std::cerr << problem << '\n';
    }
    return problems.empty() ? FINE : VIOLATION;
}

/** Prints the reference. @throw InputError if there is nothing to print */
void
List(const ReferenceFilter& filter)
{
    const size_t types = WriteReference(std::cout, filter);
    const size_t columns = WriteColumnReference(std::cout, filter);
    const size_t traces = WriteTraceReference(std::cout, filter);
    if (types + columns + traces > 0)
    {
        return;
    }
    if (!filter.word.empty())
    {
        throw InputError("command line",
                         0,
                         "--search",
                         "nothing has \"" + filter.word +
                             "\"; expected part of a name or description, such as pause");
    }
    throw InputError("command line",
                     0,
                     "--list",
                     "there is no type or role \"" + filter.name +
                         "\"; expected a role such as topology, a type such as dcqcn, or columns" +
                         Suggest(filter.name, GetReferenceNames()));
}

/** Builds a point of a sweep. @return facts of the point */
PointCheck
CheckPoint(RunOptions options, ScenarioValue root)
{
    PrepareEngine(options);
    const auto scenario = LoadScenario(std::move(root), options.scenario);
    options.pilotSeconds =
        std::min(RunOptions().pilotSeconds,
                 options.pilotSeconds / static_cast<double>(scenario.fabrics.size()));
    const auto deadlocks = FindPossibleDeadlocks(scenario); // throws if they are errors
    const auto identities = HashFabrics(scenario);
    PointCheck point{HashConfiguration(scenario)};
    for (size_t fabric = 0; fabric < scenario.fabrics.size(); ++fabric)
    {
        point.fabrics.push_back({scenario.fabrics[fabric].label,
                                 identities[fabric],
                                 BuildOne(scenario, fabric, options, deadlocks[fabric])});
    }
    return point;
}

/** Varies a scenario. @throw InputError if it has a sweep already */
int
RunVariations(const RunOptions& options,
              const SweepOptions& sweep,
              const ScenarioValue& root,
              const SweepWork& work)
{
    const auto refuse = [](bool isGiven, const std::string& other) {
        if (isGiven)
        {
            throw InputError("command line",
                             0,
                             "--what-decides",
                             "is given beside " + other + "; expected one of the two");
        }
    };
    refuse(root.Find("sweep") || !sweep.axes.empty(), "a sweep");
    refuse(options.scenario.ncclTests.has_value(), "--nccl-tests");
    const auto variations = ReadVariations(root);
    std::string text;
    const auto ask = [&] {
        PrepareEngine(options);
        ScenarioFacts::Write(std::cerr, LoadScenario(root, options.scenario));
    };
    if (const int status = AskChild(ask, text); status != FINE)
    {
        return status;
    }
    const auto facts = ScenarioFacts::Read(text.substr(std::min(text.find('{'), text.size())));
    return RunSweep(PlanVariations(root, facts, variations, options.scenario),
                    options,
                    sweep,
                    work);
}

/**
 * Runs a scenario without a sweep, or one run of a sweep.
 *
 * @param options options of the command line
 * @param root scenario
 * @param estimate gets the estimate of all draws, if the options ask for one; may be null
 * @return exit status
 */
int
RunWhole(const RunOptions& options, ScenarioValue root, RunEstimate* estimate = nullptr)
{
    PrepareEngine(options);
    std::optional<TrafficNotice> bounds;
    bool isLong = false;
    if (WantsEstimate(options))
    {
        bounds.emplace([&isLong](const std::string& job, const TrafficNotice::Count& count) {
            isLong = SayBound(job, count) || isLong;
        });
    }
    auto scenario = LoadScenario(std::move(root), options.scenario);
    bounds.reset(); // no bounds for graphs that are made again
    if (options.estimate)
    {
        EstimateProgress::Know(scenario);
    }
    if (isLong)
    {
        size_t nodes = 0;
        for (const auto& job : scenario.jobs)
        {
            nodes += job.graph.GetNodes().size();
        }
        std::cerr << "estimate: the graphs have " << nodes
                  << " nodes; building fabrics to see how long paths are" << std::endl;
    }
    CheckRanks(scenario, options);
    SetPhase("looking for deadlocks");
    const auto deadlocks = FindPossibleDeadlocks(scenario);
    for (size_t fabric = 0; fabric < deadlocks.size(); ++fabric)
    {
        if (!deadlocks[fabric].empty())
        {
            std::cerr << scenario.fabrics[fabric].label << ": warning: " << deadlocks[fabric]
                      << std::endl;
        }
    }
    if (options.check)
    {
        const auto all = CheckAll(scenario, options, deadlocks);
        if (estimate)
        {
            *estimate = all;
        }
        return FINE;
    }
    if (options.scenario.ncclTests)
    {
        return RunSizes(scenario, options);
    }
    return RunScenario(scenario, options, deadlocks, BuildAll(scenario, options, deadlocks));
}

/**
 * Prints what a scenario takes with its own fabrics, in an ideal network and by laws, and the first
 * of them that answers in the time that the user has.
 *
 * Each is estimated in a process of its own, which ends if the estimate alone takes that time.
 *
 * @param options options of the command line
 * @param root scenario
 * @return exit status
 */
int
SayFidelities(const RunOptions& options, const ScenarioValue& root)
{
    struct Fidelity
    {
        const char* name;
        const char* fabric; // in place of those of the scenario; null: these
        const char* advice;
    };

    const Fidelity fidelities[] = {
        {"packets", nullptr, "the scenario as it is"},
        {"an ideal network",
         R"([{"type": "roce", "name": "an ideal network", "transport": "ideal"}])",
         R"("transport": "ideal" in a fabric)"},
        {"laws",
         R"([{"type": "roce", "name": "laws", "transport": "law"}])",
         R"("transport": "law" in a fabric)"}};
    const std::string mark = "estimated seconds ";
    std::string best = "none of them";
    bool isFound = false;
    for (const auto& fidelity : fidelities)
    {
        ScenarioValue own = root;
        if (fidelity.fabric)
        {
            ApplyOverride(own, std::string("fabric=") + fidelity.fabric);
        }
        const auto ask = [&] {
            const auto most = static_cast<rlim_t>(std::ceil(options.withinSeconds)) + 1;
            const rlimit limit{most, most};
            setrlimit(RLIMIT_CPU, &limit);
            RunEstimate estimate;
            RunWhole(options, own, &estimate);
            std::cout << mark << estimate.seconds * RunCost::GetSlowness() << std::endl;
        };
        std::string text;
        const int status = AskChild(ask, text);
        if (status == BAD_INPUT)
        {
            if (!fidelity.fabric)
            {
                return status;
            }
            continue;
        }
        const size_t begin = text.rfind(mark);
        if (status != FINE || begin == std::string::npos)
        {
            std::cout << fidelity.name << ": the estimate alone takes longer\n";
            continue;
        }
        std::cout << text.substr(0, begin);
        if (!isFound && std::atof(&text[begin + mark.size()]) <= options.withinSeconds)
        {
            isFound = true;
            best = fidelity.advice;
        }
    }
    std::cout << "within the time: " << best << std::endl;
    return FINE;
}

int
Run(const RunOptions& options, const SweepOptions& sweep)
{
    if (options.check)
    {
        OutputFile::WriteNone();
    }
    std::optional<EstimateProgress> progress;
    if (options.estimate && !options.quiet && options.withinSeconds == 0)
    {
        progress.emplace();
    }
    auto root = ReadScenarioRoot(options.scenario);
    const auto plan =
        sweep.whatDecides ? std::nullopt : PlanSweep(root, options.scenario, sweep.axes);
    if (plan || sweep.whatDecides)
    {
        if (options.withinSeconds > 0)
        {
            throw InputError("command line",
                             0,
                             "--within",
                             "is given with a sweep; expected a scenario without one");
        }
        if (options.parallel.ranks > 1)
        {
            throw InputError("command line",
                             0,
                             "--ranks",
                             "is given with a sweep, but the runs of a sweep can run at the same "
                             "time instead; expected one of the two");
        }
        const SweepWork work{[&root](const RunOptions& own) { return CheckPoint(own, root); },
                             [&root](const RunOptions& own) { return RunWhole(own, root); }};
        return plan ? RunSweep(*plan, options, sweep, work)
                    : RunVariations(options, sweep, root, work);
    }
    for (const auto& [given, option] : {std::pair{sweep.resume, "--resume"},
                                        std::pair{sweep.gather, "--gather"},
                                        std::pair{!sweep.commands.empty(), "--commands"},
                                        std::pair{!sweep.only.empty(), "--only"}})
    {
        if (given)
        {
            throw InputError("command line",
                             0,
                             option,
                             "has no effect without a sweep; expected --sweep, --what-decides, or "
                             "\"sweep\" in the scenario");
        }
    }
    return options.withinSeconds > 0 ? SayFidelities(options, root)
                                     : RunWhole(options, std::move(root));
}

/**
 * Returns freed memory of graphs and records to the system at once. By default the C library keeps
 * it after the first such block, for smaller blocks that never come.
 */
void
ReturnLongBlocks()
{
#ifdef __GLIBC__
    constexpr int LONG_BYTES = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, LONG_BYTES);
#endif
}

/** Executes the command line. @return exit status */
int
RunCommandLine(int argc, char* argv[])
{
    try
    {
        auto [options, sweep, print, topology] = ParseOptions(argc, argv);
        if (!print.help.empty())
        {
            std::cout << print.help;
            return FINE;
        }
        if (print.version)
        {
            std::cout << GetVersionLine() << '\n';
            return FINE;
        }
        if (print.list)
        {
            List({print.listed, print.search});
            return FINE;
        }
        if (print.listJson)
        {
            if (print.listed == "columns")
            {
                WriteColumnsJson(std::cout, [](const std::string&) { return true; });
            }
            else
            {
                WriteReferenceJson(std::cout);
            }
            return FINE;
        }
        if (print.listPresets)
        {
            WritePresets(std::cout, print.presetKind);
            return FINE;
        }
        if (!topology.name.empty())
        {
            DescribeTopology(topology, std::cout);
            return FINE;
        }
        if (WantsMpi(options))
        {
            return RunByMpi(options);
        }
        TakeRanks(options);
        return Run(options, sweep);
    }
    catch (...)
    {
        return SayWhy(std::current_exception());
    }
}

} // namespace

int
RunAiFabric(int argc, char* argv[])
{
    std::signal(SIGXFSZ, SIG_IGN); // a file at its size limit: an error like any other
    ReturnLongBlocks();
    const int status = RunCommandLine(argc, argv);
    const bool isSilent = !std::cout.rdbuf(); // like all ranks except the first
    if (!isSilent && !std::cout.flush() && status == FINE)
    {
        std::cerr << "ai-fabric-run: " << WriteError("standard output", "").what() << std::endl;
        return VIOLATION;
    }
    return status;
}

} // namespace ns3
