// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-run.h"

#include "fast-forward.h"
#include "job-counter.h"
#include "rewiring-ideal-times.h"
#include "run-counts.h"
#include "run-problems.h"
#include "run-ranks.h"
#include "run-records.h"
#include "run-threads.h"
#include "stall-detector.h"
#include "trace-sinks.h"

#include "ns3/application-container.h"
#include "ns3/boolean.h"
#include "ns3/chakra-files.h"
#include "ns3/checkpointed-run.h"
#include "ns3/fabric-build.h"
#include "ns3/fabric-check.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/global-value.h"
#include "ns3/graph-executor.h"
#include "ns3/ideal-duration.h"
#include "ns3/inference-engine.h"
#include "ns3/link-files.h"
#include "ns3/lossless-audit.h"
#include "ns3/rank-link.h"
#include "ns3/run-state.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>

namespace ns3
{

namespace
{

void
AppendSlowdowns(const JobResult& job, std::vector<double>& values)
{
    values.reserve(values.size() + job.records.size());
    for (size_t i = 0; i < job.records.size(); ++i)
    {
        if (job.HasSucceeded(i) && job.IsMeasured(i))
        {
            values.push_back(job.GetSlowdown(i));
        }
    }
}

/** @return true if the scenario asks for the waiting times of a job */
bool
WantsWaits(const FabricScenario& scenario, const FabricJob& job)
{
    return scenario.waits.value_or(job.graph.HasKernels());
}

/** Adds the cost of failures for a job with checkpoints, in seconds and in steps. */
void
AppendCosts(const FabricJob& job, JobResult& result)
{
    const auto run = DynamicCast<CheckpointedRun>(job.driver);
    if (!run)
    {
        return;
    }
    const auto& costs = run->GetCosts();
    result.losses = costs.losses;
    const auto inSeconds = [](int64_t ps) { return static_cast<double>(ps) / PS_PER_SECOND; };
    const int64_t paidPs = costs.savingPs + costs.lostWorkPs + costs.standingPs + costs.loadingPs;
    const auto totalPs = static_cast<double>(result.durationPs);
    result.figures.push_back({"restarts", static_cast<double>(costs.restarts), ""});
    result.figures.push_back({"steps done again", static_cast<double>(costs.lostSteps), ""});
    result.figures.push_back({"lost work", inSeconds(costs.lostWorkPs), "s"});
    result.figures.push_back({"stood still before restarts", inSeconds(costs.standingPs), "s"});
    result.figures.push_back({"loading checkpoints", inSeconds(costs.loadingPs), "s"});
    result.figures.push_back({"saving checkpoints", inSeconds(costs.savingPs), "s"});
    if (result.complete && totalPs > 0)
    {
        result.figures.push_back(
            {"effective time", 100 * (totalPs - static_cast<double>(paidPs)) / totalPs, "%"});
    }
}

JobResult
CollectJob(GraphExecutor& executor,
           const FabricWorkload* workload,
           const std::string& name,
           const FabricNetwork& all,
           const RewiringIdealTimes& wirings,
           const FabricScenario& scenario)
{
    const auto& job = executor.GetJob();
    const FabricNetwork& network = all.GetNetworkOf(job);
    JobResult result;
    result.name = name;
    result.measureFromPs = scenario.measureFromPs;
    result.measureUntilPs = scenario.measureUntilPs;
    result.records = executor.TakeRecords();
    result.flows = job.flows;
    const uint32_t queuePairs = job.splitMessages ? job.queuePairs : 1;
    for (const auto& kind : result.records.GetKinds())
    {
        const uint64_t bytes = network.GetPartBytes(kind.sourceHost, kind.destHost, kind.bytes);
        result.idealPsOfKind.push_back(
            network.IdealMessagePs(kind.sourceHost,
                                   kind.destHost,
                                   bytes,
                                   queuePairs,
                                   result.GetMaxPartRatebps(kind, bytes)));
        result.wirePsOfKind.push_back(network.WireMessagePs(kind.sourceHost, kind.destHost, bytes));
    }
    if (!job.northSouth)
    {
        wirings.AddTo(result, queuePairs);
    }
    std::vector<double> slowdowns;
    AppendSlowdowns(result, slowdowns);
    result.slowdown = Summarize(slowdowns);
    result.complete = executor.IsComplete();
    result.ranks = job.GetGpuCount();
    if (const auto engine = DynamicCast<InferenceEngine>(job.driver))
    {
        result.requests = engine->GetRequests();
    }
    result.failedAggregates = executor.GetShares().GetFailedAggregates();
    if (executor.GetStartPs() >= 0 && executor.GetFinishPs() > executor.GetStartPs())
    {
        result.durationPs = executor.GetFinishPs() - executor.GetStartPs();
    }
    const int64_t steps = job.checkpoints ? static_cast<int64_t>(job.checkpoints->steps) : 1;
    result.idealDurationPs = GetIdealDurationPs(job, all, executor.TakeDependencies()) * steps;
    result.collectiveBytes = job.bytes * job.iterations;
    result.busFactor = job.busFactor;
    result.server = network.scaleUp ? network.server : nullptr;
    result.northSouth = job.northSouth;
    result.computes = job.graph.HasKernels();
    for (uint32_t rank = 0; rank < job.GetComputingRanks(); ++rank)
    {
        result.idleFraction += executor.GetIdleFraction(rank) / job.GetComputingRanks();
    }
    if (result.complete)
    {
        JobTimes times = executor.GetTimes();
        times.durationPs /= steps;
        result.figures = workload ? workload->GetFigures(job, times) : std::vector<JobFigure>();
    }
    AppendCosts(job, result);
    return result;
}

/** A job that was faster than its links allow is an error, whatever the cause. */
void
CheckIdeal(const GraphExecutor& executor, const FabricNetwork& network, FabricResult& result)
{
    constexpr int64_t ROUNDING_PS = 1000; // the ideal is rounded to picoseconds a few times
    const auto& job = result.jobs.back();
    if (job.complete && job.durationPs + ROUNDING_PS < job.idealDurationPs)
    {
        result.problems.push_back("job " + job.name + ": took " +
                                  std::to_string(job.durationPs / 1000) + " ns, less than the " +
                                  std::to_string(job.idealDurationPs / 1000) + " ns that " +
                                  DescribeIdealDuration(executor.GetJob(), network) + " take");
    }
}

/** Starts the records that reports need. */
void
RecordWaits(const FabricScenario& scenario, GraphExecutor& executor)
{
    CheckChakra(scenario, executor.GetJob());
    // The nodes of a driven job run many times.
    const bool wanted = scenario.timeline || scenario.chakra ||
                        WantsWaits(scenario, executor.GetJob()) || !executor.GetJob().marks.empty();
    executor.SetAttribute("RecordSpans", BooleanValue(wanted && !executor.GetJob().driver));
}

/** Notes the jobs without recorded spans, if the scenario asks for results that need them. */
void
NoteMissingWaits(const FabricScenario& scenario,
                 const std::vector<Ptr<GraphExecutor>>& jobs,
                 FabricResult& result)
{
    for (const auto& executor : jobs)
    {
        const auto note = [&](const std::string& lacks) {
            result.notes.push_back("job " + executor->GetJob().name + ": " + lacks +
                                   ", since its operations run many times");
        };
        if (executor->GetJob().driver && scenario.waits.value_or(false))
        {
            note("no waiting times");
        }
        if (executor->GetJob().driver && scenario.timeline)
        {
            note("not in the timeline");
        }
        if (executor->GetJob().driver && scenario.chakra)
        {
            note("no Chakra trace");
        }
    }
}

/** Adds the recorded results. */
void
CollectWaits(const FabricScenario& scenario, const GraphExecutor& executor, JobResult& result)
{
    const auto& job = executor.GetJob();
    const auto& spans = executor.GetSpans();
    if (spans.empty())
    {
        return;
    }
    if (WantsWaits(scenario, job))
    {
        const int64_t startPs = executor.GetStartPs();
        const int64_t endPs =
            executor.IsFinished() ? executor.GetFinishPs() : TickClock().ToPs(NowTicks());
        result.waits = WaitReport{JobAccount(job, spans, startPs, endPs),
                                  CriticalPath(job, spans, startPs),
                                  job.hostOfRank};
    }
    if (scenario.timeline || scenario.chakra)
    {
        result.recorded = std::make_shared<const RecordedJob>(RecordedJob{job, spans});
    }
}

BackgroundResult
CollectBackground(const BackgroundTraffic& traffic, const std::vector<BackgroundFlow>& flows)
{
    BackgroundResult result;
    result.name = traffic.GetName();
    result.durationPs = TickClock().ToPs(traffic.GetDuration(Simulator::Now()).GetTimeStep());
    for (const auto& flow : flows)
    {
        result.flows.push_back({flow.sourceHost, flow.destHost, flow.receivedBytes()});
    }
    return result;
}

/** Schedules the latest end of the run, and starts the records of the run. */
void
PrepareRun(const FabricScenario& scenario,
           const RunOptions& options,
           const FabricNetwork& network,
           const std::vector<Ptr<GraphExecutor>>& jobs)
{
    for (const auto& job : jobs)
    {
        RecordWaits(scenario, *job);
    }
    if (options.traces)
    {
        ConnectAllTraces(network, jobs);
    }
    for (const Time& end : {scenario.stopTime, scenario.until})
    {
        if (end > Time(0))
        {
            Simulator::Stop(end);
        }
    }
}

/** @return true if the run ended at the requested time with jobs left */
bool
Simulate(const FabricScenario& scenario,
         const RunOptions& options,
         const FabricNetwork& network,
         const std::vector<Ptr<GraphExecutor>>& jobs,
         FabricResult& result)
{
    const JobCounter counter(jobs);
    SignalWatch::Check();
    SetPhase("running fabric " + result.label);
    const bool showProgress = options.ShowsProgress();
    StallDetector watch(result.label, network, jobs, scenario.stallTime, showProgress);
    const auto start = std::chrono::steady_clock::now();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    result.wallSeconds = wall.count();
    result.events = Simulator::GetEventCount();
    if (SignalWatch::GetSignal() == SIGINT)
    {
        // SIGINT comes from a user at the terminal, who gets the results so far; other signals end
        // the program.
        const auto us = static_cast<int64_t>(Simulator::Now().ToDouble(Time::US));
        result.problems.push_back("interrupted at " + std::to_string(us) + " us");
        result.interrupted = true;
        return true;
    }
    SignalWatch::Check();
    if (!watch.GetVerdict().empty())
    {
        result.problems.push_back("stalled: " + watch.GetVerdict());
        return false;
    }
    if (counter.GetRunning() == 0)
    {
        return false;
    }
    if (scenario.until > Time(0) && Simulator::Now() >= scenario.until)
    {
        return true;
    }
    result.problems.push_back(std::to_string(counter.GetRunning()) +
                              " jobs were unfinished at the stop time");
    return false;
}

/** Fills in the results of jobs and background traffic. */
void
CollectJobs(const FabricScenario& scenario,
            const BuiltFabric& built,
            const RewiringIdealTimes& wirings,
            FabricResult& result)
{
    std::vector<double> slowdowns;
    GatherJobs(built.jobs);
    for (size_t i = 0; i < built.jobs.size(); ++i)
    {
        const auto& job = built.jobs[i];
        result.jobs.push_back(
            CollectJob(*job,
                       i < scenario.workloads.size() ? PeekPointer(scenario.workloads[i]) : nullptr,
                       scenario.jobNames[i],
                       built.network,
                       wirings,
                       scenario));
        CheckIdeal(*job, built.network, result);
        CollectWaits(scenario, *job, result.jobs.back());
        AppendSlowdowns(result.jobs.back(), slowdowns);
        result.idleFraction += result.jobs.back().idleFraction / built.jobs.size();
        result.durationPs = std::max(result.durationPs, job->GetFinishPs());
    }
    result.slowdown = Summarize(slowdowns);
    for (size_t i = 0; i < built.background.size(); ++i)
    {
        result.background.push_back(
            CollectBackground(*scenario.background[i], built.background[i]));
    }
}

/** Fills in the counters of the network, and the violated invariants. */
void
CollectNetwork(const BuiltFabric& built, FastForward* fastForward, FabricResult& result)
{
    const auto& network = built.network;
    result.abilities = {network.GetScaleOutParts(), *network.transports.front()};
    if (network.scaleUp)
    {
        result.scaleUpAbilities = {network.scaleUp->GetParts(),
                                   *network.scaleUp->transports.front()};
    }
    if (network.northSouth)
    {
        result.northSouthAbilities = {network.northSouth->GetParts(),
                                      *network.northSouth->transports.front()};
    }
    CollectCounts(built, result);
    GatherCounts(result);
    ShareWires(network.GetParts());
    const LosslessAudit audit(network.GetParts());
    result.notes = GatherLines(audit.GetWatchdogDrops());
    if (fastForward)
    {
        fastForward->AddTo(result);
    }
    if (network.routeManager)
    {
        for (const auto& line : network.routeManager->Describe())
        {
            result.notes.push_back(line);
        }
    }
    for (const auto& violation : GatherLines(audit.GetViolations()))
    {
        result.problems.push_back(violation);
    }
}

/**
 * Runs a built fabric, and fills in its result.
 *
 * @param scenario scenario of the fabric
 * @param fabric index of the fabric
 * @param options options of this process
 * @param built the fabric
 * @param folder folder for captures
 * @param records recorders of the run, already started
 * @param fastForward leaves out repeated cycles of the run; null: the run is whole
 * @param result result so far
 */
void
RunBuilt(const FabricScenario& scenario,
         size_t fabric,
         const RunOptions& options,
         const BuiltFabric& built,
         const std::string& folder,
         RunRecords& records,
         FastForward* fastForward,
         FabricResult& result)
{
    const auto& network = built.network;
    scenario.captures.Start(network, folder, result.label, result.slug);
    const bool planned = Simulate(scenario, options, network, built.jobs, result);
    if (fastForward)
    {
        fastForward->Finish();
    }
    SetPhase("collecting the results of fabric " + result.label);
    records.FinishFaults(result);
    CollectJobs(scenario,
                built,
                RewiringIdealTimes(scenario, fabric, network, result.faults),
                result);
    CollectNetwork(built, fastForward, result);
    NoteMissingWaits(scenario, built.jobs, result);
    records.Finish(result);
    AddUnfinished(result, planned);
    if (planned)
    {
        AddLostSums(result, network);
    }
    if (!result.problems.empty() && !RankLink::GetActive()) // it looks at all nodes
    {
        AddStall(result, built.jobs, network.GetParts());
    }
}

/** @return result with the names of a fabric and a draw */
FabricResult
NameResult(const FabricScenario& scenario, size_t fabric)
{
    FabricResult result;
    result.label = scenario.fabrics[fabric].label;
    result.slug = scenario.fabrics[fabric].slug;
    result.seed = scenario.seed;
    return result;
}

} // namespace

void
PrepareEngine(const RunOptions& options)
{
    Time::SetResolution(options.engine.nanoseconds ? Time::NS : Time::PS);
    GlobalValue::Bind("SimulatorImplementationType",
                      StringValue(options.engine.stock ? "ns3::DefaultSimulatorImpl"
                                                       : "ns3::FabricSimulatorImpl"));
    GlobalValue::Bind("SchedulerType", StringValue(options.engine.scheduler));
}

FabricResult
RunFabric(const FabricScenario& scenario,
          size_t fabric,
          const RunOptions& options,
          const std::string& folder,
          const std::function<void(const BuiltFabric&)>& onBuilt)
{
    FabricResult result = NameResult(scenario, fabric);
    SetPhase("building fabric " + result.label);
    // Objects made only for reading their defaults, for a manifest, may have left events: since
    // ns-3 3.43 each channel is initialized by an event.
    Simulator::Destroy();
    {
        const auto built = BuildFabric(scenario, fabric);
        const auto& network = built.network;
        RunRecords records(scenario, network);
        if (options.lint)
        {
            result.findings = LintFabric(scenario, fabric, network, built.jobs);
        }
        PrepareRun(scenario, options, network, built.jobs);
        records.Start(built.jobs);
        onBuilt(built);
        std::unique_ptr<FastForward> fastForward;
        if (scenario.fastForward)
        {
            fastForward = std::make_unique<FastForward>(scenario, options, built, records);
        }
        else if (options.parallel.ranks > 1)
        {
            UseDomains(network, PlanRanks(scenario, options, built, records));
            for (const auto& job : built.jobs)
            {
                job->KeepHosts(&IsOfThisRank);
            }
        }
        else
        {
            UseThreads(scenario, options, built, records);
        }
        RunBuilt(scenario, fabric, options, built, folder, records, fastForward.get(), result);
    }
    Simulator::Destroy();
    return result;
}

FabricResult
CollectFabric(const FabricScenario& scenario, size_t fabric, const BuiltFabric& built)
{
    FabricResult result = NameResult(scenario, fabric);
    result.events = Simulator::GetEventCount();
    CollectJobs(scenario, built, RewiringIdealTimes(scenario, fabric, built.network, {}), result);
    CollectNetwork(built, nullptr, result);
    AddUnfinished(result, false);
    return result;
}

} // namespace ns3
