// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-estimate.h"

#include "packet-load.h"
#include "pilot-run.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/aggregation-manager.h"
#include "ns3/fabric-abilities.h"
#include "ns3/fabric-units.h"
#include "ns3/ideal-duration.h"
#include "ns3/inference-engine.h"
#include "ns3/message-transport.h"
#include "ns3/rank-link.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <numeric>
#include <optional>
#include <set>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

namespace ns3
{

namespace
{

constexpr double SHORT_S = 5;       //!< shorter runs print no estimate
constexpr size_t MOST_PATHS = 2000; //!< paths walked per job

constexpr double LEAST_PILOT_S = 0.02;  //!< shortest pilot run: in less time no packet arrives
constexpr double PILOT_SHARE = 0.2;     //!< share of the run's time that its pilot may take
constexpr double MOST_PILOT_MB = 4'000; //!< largest process that is copied

// Cost of each on the machine of SPEED_NS, from the CPU time of examples/scenarios with one seed on
// one thread: all 70 are met within a factor of 1.5.
constexpr double HOP_NS = 114;        //!< a packet over a link, with or without payload
constexpr double CREDIT_HOP_NS = 131; //!< the same if links have credits
constexpr double MESSAGE_NS = 2300;   //!< a message, from its posting to its row in a table
constexpr double HOST_NS = 560'000;   //!< a host, built and described in the results
constexpr double PAIR_NS = 10'000;    //!< two hosts with queue pairs to each other
constexpr double STEP_NS = 20'000;    //!< a visit of a host in a step between checkpoints
constexpr double FABRIC_NS = 5e6;     //!< a fabric of any size
constexpr double START_S = 0.03;      //!< start of the program

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

constexpr double SPEED_NS = 555e3; //!< result of MeasureNs() on that machine

using Kind = CommunicationGraph::Kind;

/** @return true if a network drops packets for lack of buffer */
bool
MayDrop(const FabricNetwork& network)
{
    const FabricAbilities abilities(network.GetScaleOutParts(), *network.transports.front());
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
        loads[nic].Add(source, dest, next, message.times, looks);
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
        const auto& nic = *load.GetNetwork().nics[job.hostOfRank[node.rank]];
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

/**
 * @return CPU time in ns of a fixed piece of work on this machine, similar to a run: it takes the
 *         smallest of many times and accesses packets spread over memory
 */
double
MeasureNs()
{
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
    };
    constexpr uint32_t EVENTS = 1 << 13;
    constexpr int STEPS = 1 << 13;
    constexpr int TIMES = 31;
    std::vector<uint64_t> heap(EVENTS);
    std::iota(heap.rbegin(), heap.rend(), 1);
    std::vector<uint64_t> packets(EVENTS * 16);
    uint64_t draw = 1;
    std::vector<double> times;
    for (int time = 0; time < TIMES; ++time)
    {
        const double start = now();
        for (int step = 0; step < STEPS; ++step)
        {
            std::pop_heap(heap.begin(), heap.end(), std::greater<>());
            draw = draw * 6364136223846793005U + 1442695040888963407U;
            packets[(draw >> 40) % packets.size()] += heap.back();
            heap.back() += draw >> 50;
            std::push_heap(heap.begin(), heap.end(), std::greater<>());
        }
        times.push_back(now() - start);
    }
    std::nth_element(times.begin(), times.begin() + TIMES / 2, times.end());
    return times[TIMES / 2] + (packets[0] == 1 ? 1e-9 : 0);
}

/** @return factor by which this machine is slower than the machine of the costs */
double
GetSlowness()
{
    static const double slowness = MeasureNs() / SPEED_NS;
    return slowness;
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
    if (options.traces || options.ranks > 1 || RankLink::GetActive() ||
        options.pilotSeconds < LEAST_PILOT_S || estimate.memoryMb > MOST_PILOT_MB)
    {
        return 0;
    }
    if (options.check)
    {
        return options.pilotSeconds;
    }
    const bool isShort = estimate.seconds <= SHORT_S / 4;
    return isShort ? 0
                   : std::min(options.pilotSeconds, PILOT_SHARE * estimate.seconds * GetSlowness());
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
    double ns = FABRIC_NS + HOST_NS * nics + STEP_NS * nics * steps;
    double messages = 0;
    size_t pairs = 0;
    for (auto& load : loads)
    {
        pairs += load.CountPairs();
        estimate.packetHops += load.GetHops();
        messages += load.GetMessages();
        jobBytes += load.GetBytes();
        ns += static_cast<double>(load.CountPairs()) * PAIR_NS;
        ns += load.GetMessages() * MESSAGE_NS +
              load.GetHops() * (load.IsCounting() ? CREDIT_HOP_NS : HOP_NS) *
                  std::pow(load.CountUnderWay() / NEAR_PACKETS, NEAR);
    }
    estimate.memoryMb = builtMb + 1e-6 * (messages * MESSAGE_BYTES + nodes * SPAN_BYTES +
                                          static_cast<double>(pairs) * PAIR_BYTES);
    const double doublings = std::log2(std::max(1.0, estimate.memoryMb / CACHED_MB));
    estimate.seconds = 1e-9 * ns * (1 + DOUBLING * doublings);
    buildSeconds = 1e-9 * (FABRIC_NS + HOST_NS * nics) * (1 + DOUBLING * doublings);
    return estimate;
}

} // namespace

double
GetMemoryMb()
{
    std::ifstream in("/proc/self/statm");
    uint64_t all = 0;
    uint64_t resident = 0;
    in >> all >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

void
RunEstimate::Add(const RunEstimate& next)
{
    packetHops += next.packetHops;
    seconds += next.seconds;
    memoryMb = std::max(memoryMb, next.memoryMb);
    goesOn = goesOn || next.goesOn;
    more = more.empty() ? next.more : more;
}

RunEstimate
RunEstimate::Repeat(size_t times, size_t workers) const
{
    const auto factor = static_cast<double>(times);
    const auto atOnce = static_cast<double>(workers);
    return {packetHops * factor, seconds * factor / atOnce, memoryMb * atOnce, goesOn, more};
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
    if (WantsEstimate(options) && estimate.seconds > SHORT_S / 4 &&
        estimate.seconds * GetSlowness() > SHORT_S)
    {
        std::cerr << "estimate: " << estimate.Describe() << std::endl;
    }
}

namespace
{

/** A lower bound of the cost of messages. */
struct Bound
{
    double hops{0};
    double seconds{0}; //!< seconds on the machine of the costs
};

/**
 * @return cost if each message goes over two links in packets of 4096 B, inside servers of 16 KiB
 */
Bound
GetBound(const TrafficNotice::Count& count)
{
    constexpr double LINKS = 2; // from a host to a switch, and to another host
    constexpr double PACKET_BYTES = 4096;
    constexpr double INSIDE_PACKET_BYTES = 16384; // packets of NVLink
    const double hops =
        LINKS * (std::max(count.messages, count.bytes / PACKET_BYTES) +
                 std::max(count.insideMessages, count.insideBytes / INSIDE_PACKET_BYTES));
    return {hops, 1e-9 * (hops * HOP_NS + (count.messages + count.insideMessages) * MESSAGE_NS)};
}

Bound g_jobs;                //!< bound of all jobs whose graphs are made or being made
bool g_showsProgress{false}; //!< true: an EstimateProgress exists
char g_known[200];           //!< text for the handler: the present bound, or empty
timespec g_progressStart{};  //!< CLOCK_MONOTONIC

/** Sets the text of the handler. */
void
Show(const Bound& bound)
{
    if (!g_showsProgress)
    {
        return; // measuring the speed of this machine takes time
    }
    g_known[0] = 0;
    char text[sizeof(g_known)];
    const double seconds = bound.seconds * GetSlowness();
    const int length =
        bound.hops > 0
            ? std::snprintf(text,
                            sizeof(text),
                            "at least %.3g million packet-hops, %.2g s; ",
                            bound.hops / 1e6,
                            seconds)
            : std::snprintf(text, sizeof(text), "at least %.2g s; ", seconds); // it has no packets
    std::copy(text + 1, text + length + 1, g_known + 1);
    g_known[0] = text[0];
}

/** Writes a line, with only the calls allowed in a handler of a signal. */
void
OnTick(int /* signal */)
{
    const int error = errno;
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    char line[500];
    size_t length = 0;
    const auto add = [&](const char* text) {
        for (; *text != 0 && length < sizeof(line); ++text)
        {
            line[length++] = *text;
        }
    };
    char digits[24]{};
    size_t digit = sizeof(digits) - 1;
    for (int64_t left = now.tv_sec - g_progressStart.tv_sec; left > 0 || digits[digit] == 0;
         left /= 10)
    {
        digits[--digit] = static_cast<char>('0' + left % 10);
    }
    add("estimate: ");
    add(g_known);
    add(GetPhase());
    add(", ");
    add(digits + digit);
    add(" s so far\n");
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line, length);
    errno = error;
}

} // namespace

EstimateProgress::EstimateProgress()
{
    g_showsProgress = true;
    clock_gettime(CLOCK_MONOTONIC, &g_progressStart);
    struct sigaction action = {};
    action.sa_handler = &OnTick;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, nullptr);
    const itimerval timer{{5, 0}, {1, 500'000}};
    setitimer(ITIMER_REAL, &timer, nullptr);
}

EstimateProgress::~EstimateProgress()
{
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    std::signal(SIGALRM, SIG_DFL);
    g_showsProgress = false;
}

void
EstimateProgress::Know(const FabricScenario& scenario)
{
    TrafficNotice::Count count;
    for (const auto& job : scenario.jobs)
    {
        count.AddGraph(job.graph, job.serverOfRank);
    }
    const auto hosts = static_cast<double>(scenario.topology.GetHostCount());
    Bound all;
    for (const auto& fabric : scenario.fabrics)
    {
        const auto bound = GetBound(count);
        const bool hasPackets = fabric.profile->transport.Create<MessageTransport>()->HasPackets();
        all.hops += hasPackets ? bound.hops : 0;
        all.seconds += 1e-9 * (FABRIC_NS + HOST_NS * hosts +
                               (count.messages + count.insideMessages) * MESSAGE_NS +
                               (hasPackets ? bound.hops * HOP_NS : 0));
    }
    Show(all);
}

bool
SayBound(const std::string& job, const TrafficNotice::Count& count)
{
    const auto bound = GetBound(count);
    g_jobs.hops += bound.hops;
    g_jobs.seconds += bound.seconds;
    Show(g_jobs);
    const bool isLong = bound.seconds > SHORT_S;
    if (isLong)
    {
        char text[250];
        std::snprintf(text,
                      sizeof(text),
                      ": at least %.3g TB in %.3g million messages between servers, %.3g TB in "
                      "%.3g million inside; over two links each, in packets of 4096 B, inside of "
                      "16 KiB, %.3g million packet-hops, %.2g s; building its graph",
                      count.bytes / 1e12,
                      count.messages / 1e6,
                      count.insideBytes / 1e12,
                      count.insideMessages / 1e6,
                      bound.hops / 1e6,
                      bound.seconds * GetSlowness());
        std::cerr << "estimate of job " << job << text << std::endl;
    }
    return isLong;
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
                  (seconds + START_S) * GetSlowness(),
                  memoryMb);
    return text + (more.empty() ? "" : ", as " + more) +
           (goesOn ? ", if the rest of the run is like its beginning" : "");
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
        estimate.seconds = buildSeconds + pilot->seconds * *factor / GetSlowness();
        estimate.memoryMb = std::max(estimate.memoryMb, pilot->memoryMb);
        estimate.goesOn = !pilot->ended;
        estimate.more.clear();
    }
    return estimate;
}

} // namespace ns3
