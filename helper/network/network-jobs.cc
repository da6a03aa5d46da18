// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-jobs.h"

#include "network-law.h"

#include <algorithm>

namespace ns3
{

FabricJob
BuildOneJob(const FabricWorkload& workload, NetworkHosts& hosts, bool byLaw)
{
    HostMap& own = hosts.Get(workload.IsNorthSouth());
    return byLaw && workload.HasLaw() && !workload.IsNorthSouth() ? workload.PlaceAndTake(own)
                                                                  : workload.BuildAndTake(own);
}

std::vector<FabricJob>
BuildJobs(const std::vector<Ptr<FabricWorkload>>& workloads, NetworkHosts hosts, bool byLaw)
{
    std::vector<FabricJob> jobs;
    for (const auto& workload : workloads)
    {
        jobs.push_back(BuildOneJob(*workload, hosts, byLaw));
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
