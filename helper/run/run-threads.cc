// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-threads.h"

#include "task-pool.h"

#include "ns3/fabric-channel.h"
#include "ns3/fabric-simulator-impl.h"
#include "ns3/fabric-units.h"
#include "ns3/message-transport.h"
#include "ns3/network-cut.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

// Meeting at the end of a window costs as much time as some packets.
constexpr double WORTHWHILE_PACKETS = 400;
// Changing from one domain to the next costs as much time as part of a packet.
constexpr double WORTHWHILE_PACKETS_OF_DOMAIN = 20;
constexpr uint32_t PORTS_OF_SMALL_NETWORK = 1024;
// The event list of each domain takes 70 kB.
constexpr uint32_t MOST_DOMAINS = 512;
// This many domains can be distributed evenly for any traffic.
constexpr uint32_t DOMAINS_OF_THREAD = 8;

/**
 * Counts free cores. Threads that share a core are slower than one thread.
 *
 * @param most cores that this run may use; 0: all
 * @return number of those not used by another process now, at least 1
 */
uint32_t
CountFreeCores(uint32_t most)
{
    const auto cores = static_cast<uint32_t>(TaskPool::GetCores());
    uint32_t running = 1; // this process
    std::ifstream in("/proc/stat");
    for (std::string line; std::getline(in, line);)
    {
        std::sscanf(line.c_str(), "procs_running %" SCNu32, &running);
    }
    const uint32_t others = std::max(running, 1U) - 1;
    const uint32_t available = cores - std::min(others, cores - 1);
    return most > 0 ? std::min(most, available) : available;
}

/**
 * @param network complete network
 * @param ticks length of the time
 * @return packets that all its links together can send in that time
 */
double
CountPackets(const FabricNetwork& network, int64_t ticks)
{
    constexpr double PACKET_BITS = 8.0 * 4096;
    double ratebps = 0;
    for (const auto& channel : network.GetParts().channels)
    {
        ratebps += 2 * static_cast<double>(channel->GetRatebps());
    }
    const auto windowPs = static_cast<double>(TickClock().ToPs(ticks));
    return ratebps * windowPs * 1e-12 / PACKET_BITS;
}

/**
 * Runs a large network on one thread, domain by domain, so that its data stay in the cache.
 *
 * @param built fabric that several threads might run
 */
void
UseCache(const BuiltFabric& built)
{
    const auto& network = built.network;
    if (CountPorts(network) < PORTS_OF_SMALL_NETWORK)
    {
        return;
    }
    const uint32_t domains = CountDomainsOfCache(network, MOST_DOMAINS);
    DomainPlan plan = CutNetwork(network, built.jobs, domains, 1, CutPurpose::CACHE);
    plan.threads = 1;
    if (plan.domains > 1 &&
        CountPackets(network, plan.GetWindowTicks()) >= WORTHWHILE_PACKETS_OF_DOMAIN * plan.domains)
    {
        UseDomains(network, std::move(plan));
    }
}

} // namespace

DomainPlan
PlanThreads(const BuiltFabric& built, uint32_t threads)
{
    const auto& network = built.network;
    const uint32_t pieces =
        std::max(CountDomainsOfCache(network, MOST_DOMAINS) / threads, DOMAINS_OF_THREAD);
    DomainPlan plan = CutNetwork(network, built.jobs, threads, pieces);
    const double packets = CountPackets(network, plan.GetWindowTicks());
    return packets < WORTHWHILE_PACKETS_OF_DOMAIN * plan.domains
               ? CutNetwork(network, built.jobs, threads)
               : plan;
}

std::string
FindNeedOfOneThread(const FabricScenario& scenario,
                    const RunOptions& options,
                    const FabricNetwork& network,
                    const RunRecords& records)
{
    if (!FabricSimulatorImpl::GetActive())
    {
        return "ns-3's own engine has one thread";
    }
    if (options.traces)
    {
        return "trace sinks need the events of all nodes in order";
    }
    if (records.HasPauses())
    {
        return "the causes of pauses are traced across ports";
    }
    if (records.HasPaths())
    {
        return "packets are followed from port to port";
    }
    if (!scenario.background.empty())
    {
        return "background traffic uses ns-3's own models";
    }
    for (const auto& fabricSwitch : network.fabricSwitches)
    {
        if (fabricSwitch->GetPathSelector()->LooksFar())
        {
            return "its path selector looks at the queues of all switches";
        }
    }
    if (!network.transports.front()->HasPackets())
    {
        return "all messages share an ideal network";
    }
    return network.northSouth ? FindNeedOfOneThread(scenario, options, *network.northSouth, records)
                              : std::string();
}

void
UseThreads(const FabricScenario& scenario,
           const RunOptions& options,
           const BuiltFabric& built,
           const RunRecords& records)
{
    const bool isAsked = options.parallel.threads > 0;
    const uint32_t wanted =
        isAsked ? options.parallel.threads : CountFreeCores(options.parallel.cores);
    // Each of several runs gets a core before one of them gets two.
    const uint32_t threads =
        options.parallel.cores > 0 ? std::min(wanted, options.parallel.cores) : wanted;
    std::string reason = FindNeedOfOneThread(scenario, options, built.network, records);
    if (threads < 2)
    {
        if (wanted > 1)
        {
            std::cerr << "one thread runs it: the other cores are busy with other runs\n";
        }
        // The user's classes may not know domains, if one thread is requested.
        if (reason.empty() && (!isAsked || options.engine.libraries.empty()))
        {
            UseCache(built);
        }
        return;
    }
    if (reason.empty())
    {
        DomainPlan plan = PlanThreads(built, threads);
        if (plan.domains > 1)
        {
            if (isAsked || CountPackets(built.network, plan.lookAheadTicks) >=
                               WORTHWHILE_PACKETS * plan.threads)
            {
                UseDomains(built.network, std::move(plan));
            }
            else
            {
                UseCache(built);
            }
            return;
        }
        reason = "no part of its network can run independently for any time";
    }
    if (isAsked)
    {
        std::cerr << "one thread runs it: " << reason << '\n';
    }
}

} // namespace ns3
