// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario.h"

#include "ns3/fabric-helper.h"
#include "ns3/joined-networks.h"
#include "ns3/network-jobs.h"
#include "ns3/random-draws.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/transport-settings.h"

#include <algorithm>
#include <utility>

namespace ns3
{

bool
FabricScenario::IsByLaw() const
{
    return std::all_of(fabrics.begin(), fabrics.end(), [](const ScenarioFabric& fabric) {
        return UsesLaw(*fabric.profile);
    });
}

std::vector<FabricTopology>
FabricScenario::GetOtherTopologies() const
{
    return NameOtherNetworks(topology, server, northSouth ? &northSouth->topology : nullptr);
}

FabricTopology
FabricScenario::JoinTopologies() const
{
    return ns3::JoinTopologies(topology, GetOtherTopologies());
}

NetworkHosts
FabricScenario::GetHosts() const
{
    const auto* const beside = northSouth ? &northSouth->topology : nullptr;
    return server ? MakeNetworkHosts(server->LimitHosts(topology), server, beside)
                  : MakeNetworkHosts(topology, server, beside);
}

void
FabricScenario::SetSeeds() const
{
    RngSeedManager::SetSeed(seed);
    RngSeedManager::SetRun(run);
    RandomDraws::Release();
    for (const auto& [kind, fixed] : draws)
    {
        RandomDraws::Fix(kind, fixed);
    }
}

void
FabricScenario::AssignStreams() const
{
    FabricHelper::AssignStreams(workloads, WORKLOAD_STREAM);
}

const std::vector<FabricJob>&
FabricScenario::GetJobs() const
{
    if (jobs.empty())
    {
        AssignStreams();
        jobs = BuildJobs(workloads, GetHosts(), IsByLaw());
    }
    return jobs;
}

std::vector<FabricJob>
FabricScenario::TakeJobs() const
{
    GetJobs();
    return std::exchange(jobs, {});
}

} // namespace ns3
