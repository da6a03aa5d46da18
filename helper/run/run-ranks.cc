// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-ranks.h"

#include "run-counts.h"
#include "run-threads.h"

#include "ns3/byte-image.h"
#include "ns3/fabric-channel.h"
#include "ns3/fabric-net-device.h"
#include "ns3/input-error.h"
#include "ns3/network-cut.h"
#include "ns3/rank-link.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ns3
{

namespace
{

/** @return reason why one process has to run all nodes; empty: none */
std::string
FindNeedOfOneProcess(const FabricScenario& scenario,
                     const RunOptions& options,
                     const BuiltFabric& built,
                     const RunRecords& records)
{
    const std::string ofThread = FindNeedOfOneThread(scenario, options, built.network, records);
    if (!ofThread.empty())
    {
        return ofThread;
    }
    if (scenario.sampler || scenario.hpcc.queues)
    {
        return "queues of all nodes are sampled at the same time";
    }
    if (!scenario.captures.GetTexts().empty())
    {
        return "one process writes the captures";
    }
    for (const auto& job : built.jobs)
    {
        if (job->GetJob().driver || !job->GetJob().graph.GetGroups().empty())
        {
            return "job " + job->GetJob().name + " has hosts that affect each other without delay";
        }
    }
    return {};
}

/** Gives each process the same number of adjacent domains of each side. */
void
DealToRanks(DomainPlan& plan, uint32_t ranks)
{
    std::array<uint32_t, 2> counts{}; // by side
    for (uint32_t domain = 0; domain < plan.domains; ++domain)
    {
        ++counts[plan.GetSide(domain)];
    }
    std::array<uint32_t, 2> dealt{};
    for (uint32_t domain = 0; domain < plan.domains; ++domain)
    {
        const uint32_t side = plan.GetSide(domain);
        plan.rankOfDomain.push_back(dealt[side]++ * ranks / counts[side]);
    }
}

/** @param numbers of GetNumbers() */
template <typename Numbers>
void
SaveNumbers(std::string& to, const Numbers& numbers)
{
    std::apply([&to](const auto&... each) { (SaveValue(to, each), ...); }, numbers);
}

void
SaveStatistics(std::string& to, FabricStatistics& statistics)
{
    SaveNumbers(to, GetNumbers(statistics));
    for (const auto* counts : {&statistics.dropsByReason, &statistics.trimsByReason})
    {
        SaveValues(to, std::vector<uint64_t>(counts->begin(), counts->end()));
    }
}

FabricStatistics
LoadStatistics(const char*& from)
{
    FabricStatistics statistics;
    std::apply(
        [&from](auto&... numbers) {
            ((numbers = LoadValue<std::remove_reference_t<decltype(numbers)>>(from)), ...);
        },
        GetNumbers(statistics));
    for (auto* counts : {&statistics.dropsByReason, &statistics.trimsByReason})
    {
        const auto packets = LoadValues<uint64_t>(from);
        for (uint32_t reason = 0; reason < packets.size(); ++reason)
        {
            counts->Add(static_cast<DropReason>(reason), packets[reason]);
        }
    }
    return statistics;
}

} // namespace

void
CheckRanks(const FabricScenario& scenario, const RunOptions& options)
{
    if (options.parallel.ranks < 2)
    {
        return;
    }
    if (scenario.seeds.size() > 1)
    {
        throw InputError("command line",
                         0,
                         "--ranks",
                         "is given with " + std::to_string(scenario.seeds.size()) +
                             " seeds, which can run at the same time instead; expected --seed");
    }
}

void
CheckRanks(const FabricScenario& scenario, const RunOptions& options, const BuiltFabric& built)
{
    if (options.parallel.ranks > 1)
    {
        PlanRanks(scenario, options, built, RunRecords(scenario, built.network));
    }
}

DomainPlan
PlanRanks(const FabricScenario& scenario,
          const RunOptions& options,
          const BuiltFabric& built,
          const RunRecords& records)
{
    const uint32_t ranks = options.parallel.ranks;
    std::string reason = FindNeedOfOneProcess(scenario, options, built, records);
    if (reason.empty())
    {
        const uint32_t threads = std::max(options.parallel.threads, 1U);
        DomainPlan plan = PlanThreads(built, ranks * threads);
        if (plan.domains >= ranks)
        {
            plan.threads = std::min(threads, plan.domains / ranks);
            DealToRanks(plan, ranks);
            return plan;
        }
        reason = "its network has no more than " + std::to_string(plan.domains) +
                 " parts that can run independently for some time";
    }
    throw InputError("command line",
                     0,
                     "--ranks",
                     "is " + std::to_string(ranks) + " but " + reason + "; expected 1");
}

void
ShareWires(const FabricParts& parts)
{
    RankLink* const link = RankLink::GetActive();
    if (!link)
    {
        return;
    }
    const auto getPort = [&parts](size_t channel, uint32_t side) {
        return StaticCast<FabricNetDevice>(parts.channels[channel]->GetDevice(side));
    };
    std::vector<std::string> out(link->GetCount());
    for (uint32_t channel = 0; channel < parts.channels.size(); ++channel)
    {
        for (const uint32_t side : {0U, 1U})
        {
            const auto port = getPort(channel, side);
            const uint32_t other = getPort(channel, 1 - side)->GetNode()->GetSystemId();
            if (IsOfThisRank(*port->GetNode()) && other != link->GetRank())
            {
                const auto& counters = parts.channels[channel]->GetCounters(side);
                SaveValue(out[other], channel);
                SaveValue(out[other], side);
                SaveValue(out[other], counters.sentPackets);
                SaveValue(out[other], counters.sentBytes);
                port->GetFlowControl().SaveForPeer(out[other]);
            }
        }
    }
    for (const auto& in : link->Exchange(out))
    {
        for (const char* from = in.data(); from != in.data() + in.size();)
        {
            const auto channel = LoadValue<uint32_t>(from);
            const auto side = LoadValue<uint32_t>(from);
            const auto packets = LoadValue<uint64_t>(from);
            const auto bytes = LoadValue<uint64_t>(from);
            parts.channels[channel]->SetSent(side, packets, bytes);
            getPort(channel, side)->GetFlowControl().LoadForPeer(from);
        }
    }
}

void
GatherJobs(const std::vector<Ptr<GraphExecutor>>& jobs)
{
    RankLink* const link = RankLink::GetActive();
    for (size_t job = 0; link && job < jobs.size(); ++job)
    {
        std::vector<std::string> out(link->GetCount());
        jobs[job]->SaveRecords(out.front());
        const auto& in = link->Exchange(out);
        std::vector<const char*> from;
        for (uint32_t rank = 0; rank < link->GetCount(); ++rank)
        {
            from.push_back(rank == 0 ? out.front().data() : in[rank].data());
        }
        if (link->GetRank() == 0)
        {
            jobs[job]->LoadRecords(from);
        }
    }
}

std::vector<std::string>
GatherLines(std::vector<std::string> lines)
{
    RankLink* const link = RankLink::GetActive();
    if (!link)
    {
        return lines;
    }
    std::vector<std::string> out(link->GetCount());
    for (const auto& line : lines)
    {
        SaveText(out.front(), line);
    }
    if (link->GetRank() > 0)
    {
        lines.clear();
    }
    for (const auto& in : link->Exchange(out))
    {
        for (const char* from = in.data(); from != in.data() + in.size();)
        {
            lines.push_back(LoadText(from));
        }
    }
    return lines;
}

void
GatherCounts(FabricResult& result)
{
    RankLink* const link = RankLink::GetActive();
    if (!link)
    {
        return;
    }
    std::vector<std::string> out(link->GetCount());
    SaveValue(out.front(), result.events);
    VisitCounts(
        result,
        [&out](FabricStatistics& statistics) { SaveStatistics(out.front(), statistics); },
        [&out](LinkStatistics& one) { SaveNumbers(out.front(), GetNumbers(one)); });
    for (const auto& in : link->Exchange(out))
    {
        if (in.empty())
        {
            continue;
        }
        const char* from = in.data();
        result.events += LoadValue<uint64_t>(from);
        VisitCounts(
            result,
            [&from](FabricStatistics& statistics) { statistics.Add(LoadStatistics(from)); },
            [&from](LinkStatistics& one) {
                std::apply(
                    [&from](auto&... numbers) {
                        ((numbers += LoadValue<std::remove_reference_t<decltype(numbers)>>(from)),
                         ...);
                    },
                    GetNumbers(one));
            });
    }
}

} // namespace ns3
