// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-jobs.h"

#include "network-law.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/** @return index of the last earlier job of that name; NONE if the name is empty */
uint32_t
FindBefore(const FabricWorkload& workload, const std::vector<FabricJob>& earlier)
{
    const std::string& name = workload.GetAfter();
    for (auto index = static_cast<uint32_t>(earlier.size()); index-- > 0 && !name.empty();)
    {
        if (earlier[index].name == name)
        {
            return index;
        }
    }
    if (!name.empty())
    {
        std::string known;
        for (const auto& job : earlier)
        {
            known += (known.empty() ? "" : ", ") + job.name;
        }
        throw InputError("job " + workload.GetName() + ", After: is '" + name +
                         "'; expected the name of an earlier job" +
                         (known.empty() ? ", and this is the first one" : ": " + known));
    }
    return FabricJob::NONE;
}

/** Makes the hosts of a job free, except those that other jobs take when it has ended. */
void
FreeHosts(uint32_t ended, const std::vector<FabricJob>& earlier, HostMap& hosts)
{
    for (const uint32_t host : earlier[ended].hostOfRank)
    {
        hosts.taken[host] = false;
    }
    for (const auto& job : earlier)
    {
        for (const uint32_t host : job.after == ended ? job.hostOfRank : std::vector<uint32_t>())
        {
            hosts.taken[host] = true;
        }
    }
}

} // namespace

FabricJob
BuildOneJob(const FabricWorkload& workload,
            NetworkHosts& hosts,
            bool byLaw,
            const std::vector<FabricJob>& earlier)
{
    HostMap& own = hosts.Get(workload.IsNorthSouth());
    const auto build = [&](HostMap& map) {
        return byLaw && workload.HasLaw() && !workload.IsNorthSouth() ? workload.PlaceAndTake(map)
                                                                      : workload.BuildAndTake(map);
    };
    const uint32_t before = FindBefore(workload, earlier);
    if (before == FabricJob::NONE)
    {
        return build(own);
    }
    HostMap left(own);
    if (earlier[before].northSouth == workload.IsNorthSouth())
    {
        FreeHosts(before, earlier, left);
    }
    FabricJob job = build(left);
    job.after = before;
    for (size_t host = 0; host < own.taken.size(); ++host)
    {
        own.taken[host] = own.taken[host] || left.taken[host];
    }
    return job;
}

std::vector<FabricJob>
BuildJobs(const std::vector<Ptr<FabricWorkload>>& workloads, NetworkHosts hosts, bool byLaw)
{
    std::vector<FabricJob> jobs;
    for (const auto& workload : workloads)
    {
        jobs.push_back(BuildOneJob(*workload, hosts, byLaw, jobs));
    }
    return jobs;
}

void
FoldJob(const FabricNetwork& network, const FabricWorkload& workload, FabricJob& job)
{
    if (network.UsesLaw() && workload.HasLaw() && !job.northSouth)
    {
        HostMap hosts = MakeHostMap(network.topology, network.server);
        hosts.isLawInServer = false; // the law of the whole network has the servers, too
        workload.Fold(job, hosts, NetworkLaw(network));
        if (job.checkpoints)
        {
            job.checkpoints->equalSteps =
                std::none_of(network.gpus.begin(), network.gpus.end(), [](const auto& gpu) {
                    return gpu->HasJitter();
                });
        }
    }
}

} // namespace ns3
