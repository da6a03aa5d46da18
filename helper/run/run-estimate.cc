// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-estimate.h"

#include "packet-load.h"
#include "pilot-run.h"
#include "run-cost.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/aggregation-manager.h"
#include "ns3/fabric-units.h"
#include "ns3/ideal-duration.h"
#include "ns3/inference-engine.h"
#include "ns3/message-transport.h"
#include "ns3/rank-link.h"
#include "ns3/reportable-metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <optional>
#include <set>
#include <vector>

namespace ns3
{

namespace
{

constexpr size_t MOST_PATHS = 2000; //!< paths walked per job

constexpr double LEAST_PILOT_S = 0.02;  //!< shortest pilot run: in less time no packet arrives
constexpr double PILOT_SHARE = 0.2;     //!< share of the run's time that its pilot may take
constexpr double MOST_PILOT_MB = 4'000; //!< largest process that is copied

// With few packets in flight all their data are in the caches next to the core: a packet-hop of
// inference takes 980 instructions and 96 ns, one of bench 690 and 215 ns.
constexpr double NEAR_PACKETS = 1024; //!< number of packets for which the costs hold
constexpr double NEAR = 0.19;         //!< exponent by which costs grow with the number of packets
constexpr double CACHED_MB = 60;      //!< above this memory less is in caches, and all costs grow
constexpr double DOUBLING = 0.65;     //!< growth for each doubling of the memory

// From scenarios with 100,000 messages or more, and measured-kernels with 36,000.
constexpr double MESSAGE_BYTES = 40; //!< memory that a message leaves behind
constexpr double SPAN_BYTES = 16;    //!< memory of a node, if spans are recorded
constexpr double PAIR_BYTES = 10e3;  //!< memory of two hosts with a queue pair each, from
                                     //!< validation/conweave

using Kind = CommunicationGraph::Kind;

/** @return true if a network drops packets for lack of buffer */
bool
MayDrop(const FabricNetwork& network)
{
    const ReportableMetrics abilities(network.GetScaleOutParts(), *network.transports.front());
    return abilities.packets && !abilities.pauses && !abilities.credits;
}

/** @return number of times that a job runs its graph until the end of the run */
double
GetTimes(const FabricScenario& scenario, const FabricJob& job, const FabricNetwork& network)
{
    const double steps = job.checkpoints ? static_cast<double>(job.checkpoints->steps) : 1;
    double times = steps;
    for (const Time& end : {scenario.stopTime, scenario.until})
    {
        if (end > Time(0))
        {
            const auto idealPs = static_cast<double>(GetIdealDurationPs(job, network));
            const double leftPs = end.ToDouble(Time::PS) - static_cast<double>(job.startPs);
            times = idealPs > 0 ? std::clamp(steps * leftPs / idealPs, 0.0, times) : times;
        }
    }
    return times;
}

/** Adds a message of a job. @param looks true: walk its path */
void
AddMessage(const FabricJob& job,
           const FabricNetwork& network,
           const InferenceEngine::Expected& message,
           bool looks,
           std::vector<PacketLoad>& loads)
{
    const auto& node = job.graph.GetNodes()[message.node];
    if (node.kind != Kind::SEND || job.hostOfRank[node.rank] == job.hostOfRank[node.peer])
    {
        return;
    }
    const uint32_t source = job.hostOfRank[node.rank];
    const uint32_t dest = job.hostOfRank[node.peer];
    if (network.IsScaleUp(source, dest))
    {
        loads.back().Add(source, dest, message.bytes, message.times, looks);
        return;
    }
    const auto nics = static_cast<uint32_t>(network.planes.size() + 1);
    const uint64_t partBytes = network.GetPartBytes(source, dest, message.bytes);
    uint32_t nic = partBytes < message.bytes ? 0 : node.channel % nics;
    for (uint64_t left = message.bytes; left > 0; ++nic)
    {
        const uint64_t next = std::min(left, partBytes);
        left -= next;
        loads[nic].Add(network.GetNic(source), network.GetNic(dest), next, message.times, looks);
    }
}

/** Adds all messages of a job. */
void
AddMessages(const FabricJob& job,
            const FabricNetwork& network,
            double times,
            std::vector<PacketLoad>& loads)
{
    // A graph is regular: every n-th node may belong to one rank or to one step.
    const auto looks = [](size_t number, size_t all) {
        const uint64_t mixed = number * 0x9E3779B97F4A7C15U; // the golden ratio of 64 bits
        return (mixed >> 32) % (all / MOST_PATHS + 1) == 0;
    };
    if (const auto engine = DynamicCast<InferenceEngine>(job.driver))
    {
        const auto expected = engine->GetExpected();
        for (size_t i = 0; i < expected.size(); ++i)
        {
            AddMessage(job, network, expected[i], looks(i, expected.size()), loads);
        }
        return;
    }
    const auto& nodes = job.graph.GetNodes();
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        AddMessage(job, network, {i, nodes[i].bytes, times}, looks(i, nodes.size()), loads);
    }
}

/** Adds the operations that the network performs for a job. */
void
AddAggregates(const FabricJob& job,
              const FabricNetwork& network,
              const HostMap& hosts,
              std::vector<PacketLoad>& loads)
{
    const auto& groups = job.graph.GetGroups();
    std::vector<double> linksOfMember; // by group: links up and down
    for (uint32_t group = 0; group < groups.size(); ++group)
    {
        std::set<uint32_t> leaves;
        for (const uint32_t rank : groups[group].ranks)
        {
            leaves.insert(hosts.leaf[job.hostOfRank[rank]]);
        }
        const bool trunks =
            leaves.size() > 1 && !AggregationManager::IsInServer(network, job, group);
        const auto members = static_cast<double>(groups[group].ranks.size());
        linksOfMember.push_back(2 *
                                (1 + (trunks ? static_cast<double>(leaves.size()) / members : 0)));
    }
    for (const auto& node : job.graph.GetNodes())
    {
        if (node.kind != Kind::AGGREGATE)
        {
            continue;
        }
        const bool inServer = AggregationManager::IsInServer(network, job, node.channel);
        auto& load = inServer ? loads.back() : loads.front();
        const auto& own = load.GetNetwork();
        const auto& nic = *own.nics[own.GetNic(job.hostOfRank[node.rank])];
        const auto endpoint = nic.GetPort().GetObject<AggregationEndpoint>();
        double payload = load.GetMtuBytes();
        if (endpoint && !endpoint->GetMembers().empty())
        {
            payload = endpoint->GetMembers().front()->GetSettings().payloadBytes;
        }
        const auto bytes = static_cast<double>(node.bytes);
        load.AddHops(linksOfMember[node.channel] * std::max(1.0, std::ceil(bytes / payload)),
                     bytes);
    }
}

/** @return true if the traffic of a job is known before it runs, without losses */
bool
KnowsMessages(const FabricJob& job)
{
    return !job.driver || job.checkpoints || DynamicCast<InferenceEngine>(job.driver);
}

/** @return reason why a job may send more than its messages; empty: none */
std::string
SayWhatMore(const FabricScenario& scenario, const FabricJob& job, bool loses)
{
    if (!KnowsMessages(job))
    {
        return "the messages of job " + job.name + " are not known before it runs";
    }
    if (!scenario.background.empty())
    {
        return "there is background traffic";
    }
    return loses ? "switches may drop packets" : "";
}

/** @return CPU seconds of this machine that a pilot run may take */
double
GetPilotSeconds(const RunEstimate& estimate, const RunOptions& options)
{
    if (options.traces || options.parallel.ranks > 1 || RankLink::GetActive() ||
        options.pilotSeconds < LEAST_PILOT_S || estimate.memoryMb > MOST_PILOT_MB)
    {
        return 0;
    }
    if (options.check)
    {
        return options.pilotSeconds;
    }
    const bool isShort = estimate.seconds <= RunCost::SHORT_S / 4;
    return isShort ? 0
                   : std::min(options.pilotSeconds,
                              PILOT_SHARE * estimate.seconds * RunCost::GetSlowness());
}

/**
 * @param jobBytes bytes that all jobs send
 * @param knows true: jobBytes is known
 * @return ratio of the whole run to its beginning; empty: unknown
 */
std::optional<double>
GetFactor(const FabricScenario& scenario, const PilotRun& pilot, double jobBytes, bool knows)
{
    if (pilot.ended)
    {
        return 1;
    }
    std::optional<double> factor;
    if (knows && pilot.acknowledgedBytes > 0)
    {
        factor = std::max(1.0, jobBytes / static_cast<double>(pilot.acknowledgedBytes));
    }
    for (const Time& end : {scenario.stopTime, scenario.until})
    {
        if (end > Time(0) && pilot.time > Time(0))
        {
            const double ofTime = end.ToDouble(Time::PS) / pilot.time.ToDouble(Time::PS);
            factor = factor ? std::min(*factor, ofTime) : ofTime;
        }
    }
    return factor;
}

/**
 * Estimates by the jobs' messages alone.
 *
 * @param[out] jobBytes bytes of these messages
 * @param[out] buildSeconds seconds without the events on links
 */
RunEstimate
EstimateMessages(const FabricScenario& scenario,
                 size_t fabric,
                 const BuiltFabric& built,
                 double& jobBytes,
                 double& buildSeconds)
{
    const double builtMb = GetMemoryMb(); // before routes are walked, which a run does not do
    const auto& network = built.network;
    const auto& control = scenario.fabrics[fabric].profile->congestionControl;
    std::vector<PacketLoad> loads{{network, control}};
    for (const auto& plane : network.planes)
    {
        loads.emplace_back(*plane, control);
    }
    if (network.scaleUp)
    {
        loads.emplace_back(*network.scaleUp, control);
    }
    RunEstimate estimate;
    const bool loses = MayDrop(network);
    const bool losesNorthSouth = network.northSouth && MayDrop(*network.northSouth);
    std::vector<PacketLoad> northSouth;
    if (network.northSouth)
    {
        northSouth.emplace_back(*network.northSouth,
                                scenario.northSouth->fabric.profile->congestionControl);
    }
    double nodes = 0;
    double steps = 0; // number between checkpoints
    std::optional<NetworkHosts> hosts;
    for (const auto& executor : built.jobs)
    {
        const auto& job = executor->GetJob();
        const auto& own = network.GetNetworkOf(job);
        auto& ownLoads = job.northSouth ? northSouth : loads;
        const auto more = SayWhatMore(scenario, job, job.northSouth ? losesNorthSouth : loses);
        estimate.more = estimate.more.empty() ? more : estimate.more;
        AddMessages(job, own, GetTimes(scenario, job, network), ownLoads);
        if (!job.graph.GetGroups().empty())
        {
            if (!hosts)
            {
                hosts = scenario.GetHosts();
            }
            AddAggregates(job, own, hosts->Get(job.northSouth), ownLoads);
        }
        nodes += static_cast<double>(job.graph.GetNodes().size());
        steps += job.checkpoints ? static_cast<double>(job.checkpoints->steps) : 0;
    }
    loads.insert(loads.end(), northSouth.begin(), northSouth.end());
    const auto nics = static_cast<double>(network.nics.size());
    double ns = RunCost::FABRIC_NS + RunCost::HOST_NS * nics + RunCost::STEP_NS * nics * steps;
    double messages = 0;
    size_t pairs = 0;
    for (auto& load : loads)
    {
        pairs += load.CountPairs();
        estimate.packetHops += load.GetHops();
        messages += load.GetMessages();
        jobBytes += load.GetBytes();
        ns += static_cast<double>(load.CountPairs()) * RunCost::PAIR_NS;
        ns += load.GetMessages() * RunCost::MESSAGE_NS +
              load.GetHops() * (load.IsCounting() ? RunCost::CREDIT_HOP_NS : RunCost::HOP_NS) *
                  std::pow(load.CountUnderWay() / NEAR_PACKETS, NEAR);
    }
    estimate.memoryMb = builtMb + 1e-6 * (messages * MESSAGE_BYTES + nodes * SPAN_BYTES +
                                          static_cast<double>(pairs) * PAIR_BYTES);
    const double doublings = std::log2(std::max(1.0, estimate.memoryMb / CACHED_MB));
    estimate.seconds = 1e-9 * ns * (1 + DOUBLING * doublings);
    buildSeconds =
        1e-9 * (RunCost::FABRIC_NS + RunCost::HOST_NS * nics) * (1 + DOUBLING * doublings);
    return estimate;
}

} // namespace

void
RunEstimate::Add(const RunEstimate& next)
{
    packetHops += next.packetHops;
    seconds += next.seconds;
    memoryMb = std::max(memoryMb, next.memoryMb);
    goesOn = goesOn || next.goesOn;
    skips = skips || next.skips;
    more = more.empty() ? next.more : more;
}

RunEstimate
RunEstimate::Repeat(size_t times, size_t workers) const
{
    const auto factor = static_cast<double>(times);
    const auto atOnce = static_cast<double>(workers);
    return {packetHops * factor, seconds * factor / atOnce, memoryMb * atOnce, goesOn, more, skips};
}

bool
WantsEstimate(const RunOptions& options)
{
    return options.estimate || (!options.check && options.ShowsProgress());
}

void
SayEstimate(const RunEstimate& estimate, const RunOptions& options)
{
    // Measuring the speed of this machine takes longer than a short run.
    if (WantsEstimate(options) && estimate.seconds > RunCost::SHORT_S / 4 &&
        estimate.seconds * RunCost::GetSlowness() > RunCost::SHORT_S)
    {
        std::cerr << "estimate: " << estimate.Describe() << std::endl;
    }
}

std::string
RunEstimate::Describe() const
{
    char text[128];
    std::snprintf(text,
                  sizeof(text),
                  "%s%.3g million packet-hops, %.2g s, %.0f MB",
                  more.empty() ? "" : "at least ",
                  packetHops / 1e6,
                  (seconds + RunCost::START_S) * RunCost::GetSlowness(),
                  memoryMb);
    return text + (more.empty() ? "" : ", as " + more) +
           (goesOn ? ", if the rest of the run is like its beginning" : "") +
           (skips ? ", less what fast-forward leaves out" : "");
}

RunEstimate
EstimateRun(const FabricScenario& scenario,
            size_t fabric,
            const BuiltFabric& built,
            const RunOptions& options,
            const std::string& deadlock)
{
    double jobBytes = 0;
    double buildSeconds = 0;
    auto estimate = EstimateMessages(scenario, fabric, built, jobBytes, buildSeconds);
    estimate.skips = scenario.fastForward;
    const double mostSeconds =
        estimate.more.empty() && deadlock.empty() ? 0 : GetPilotSeconds(estimate, options);
    const auto pilot = mostSeconds > 0 ? RunPilot(scenario, built, mostSeconds) : std::nullopt;
    if (!pilot)
    {
        return estimate;
    }
    const bool knows = std::all_of(built.jobs.begin(), built.jobs.end(), [](const auto& executor) {
        return KnowsMessages(executor->GetJob());
    });
    if (const auto factor = GetFactor(scenario, *pilot, jobBytes, knows))
    {
        estimate.packetHops = pilot->packetHops * *factor;
        estimate.seconds = buildSeconds + pilot->seconds * *factor / RunCost::GetSlowness();
        estimate.memoryMb = std::max(estimate.memoryMb, pilot->memoryMb);
        estimate.goesOn = !pilot->ended;
        estimate.more.clear();
    }
    return estimate;
}

} // namespace ns3
