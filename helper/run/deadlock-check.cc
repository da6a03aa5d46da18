// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "deadlock-check.h"

#include "ns3/boolean.h"
#include "ns3/buffer-dependency-graph.h"
#include "ns3/detour-dependencies.h"
#include "ns3/detour-path-selector.h"
#include "ns3/fabric-build.h"
#include "ns3/fabric-network.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/link-flow-control.h"
#include "ns3/profile-lanes.h"
#include "ns3/rdma-nic.h"
#include "ns3/routing-engine.h"
#include "ns3/transport-settings.h"

#include <map>
#include <set>
#include <sstream>

namespace ns3
{

namespace
{

/** @return the lossless priorities of a fabric, such as "3" or "0-7"; empty: none */
std::string
GetLosslessPriorities(const FabricProfile& profile)
{
    const auto object = profile.flowControl.Create();
    const auto flowControl = DynamicCast<LinkFlowControl>(object);
    std::string text;
    for (uint8_t first = 0; flowControl && first < flowControl->GetLaneCount(); ++first)
    {
        uint8_t end = first;
        while (end < flowControl->GetLaneCount() && flowControl->IsLossless(end))
        {
            ++end;
        }
        if (end > first)
        {
            text += (text.empty() ? "" : ",") + std::to_string(first) +
                    (end > first + 1 ? "-" + std::to_string(end - 1) : "");
            first = end;
        }
    }
    return text;
}

/** @return service levels of the scenario's packets on a fabric, ascending */
std::vector<uint8_t>
GetLevels(const FabricScenario& scenario, const FabricProfile& profile)
{
    const auto object = profile.nic.Create();
    const auto nic = DynamicCast<RdmaNic>(object);
    std::set<uint8_t> levels;
    for (const auto& workload : scenario.workloads)
    {
        const auto job = workload->Build(scenario.GetHostMap());
        for (const auto& node : job.graph.GetNodes())
        {
            if (node.kind == CommunicationGraph::Kind::SEND)
            {
                levels.insert(node.serviceLevel >= 0 ? static_cast<uint8_t>(node.serviceLevel)
                                                     : nic->GetDefaultServiceLevel());
            }
        }
    }
    IntegerValue ackPriority;
    nic->GetAttribute("AckPriority", ackPriority);
    if (ackPriority.Get() >= 0)
    {
        levels.insert(static_cast<uint8_t>(ackPriority.Get()));
    }
    BooleanValue cnpOnAck;
    nic->GetAttribute("CnpOnAck", cnpOnAck);
    const auto congestionControl =
        DynamicCast<RdmaCongestionControl>(Ptr<Object>(profile.congestionControl.Create()));
    if (congestionControl && congestionControl->GetNeeds().marks && !cnpOnAck.Get())
    {
        levels.insert(nic->GetCnpServiceLevel(nic->GetDefaultServiceLevel()));
    }
    return {levels.begin(), levels.end()};
}

/** @return whether packets may go over other switches than those of the routes */
bool
TakesDetours(const FabricProfile& profile, const FabricRoutes& routes)
{
    const Ptr<Object> object = profile.pathSelector.Create();
    const auto* const tables = routes.GetTables();
    // Of several LIDs the connection has chosen one, and there is no path selector.
    return DynamicCast<DetourPathSelector>(object) && !(tables && tables->GetPathCount() > 1);
}

/** @return a ring of buffers that the routes close, in words; empty if there is none */
std::string
DescribeRing(const FabricScenario& scenario, const FabricProfile& profile)
{
    const auto& topology = scenario.topology;
    const auto object = profile.routing.Create();
    const auto engine = DynamicCast<RoutingEngine>(object);
    if (!engine)
    {
        return {}; // FabricHelper says so
    }
    const auto routes = engine->Route(topology);
    const auto* const tables = routes.GetTables();
    auto lanes = GetServiceLanes(profile, topology);
    const auto ofRoutes = engine->FindLanes(topology);
    if (ofRoutes.host)
    {
        lanes.SetHostMap(*ofRoutes.host);
    }
    for (const auto& map : ofRoutes.pairs)
    {
        lanes.SetPairMap(map);
    }
    const bool detours = TakesDetours(profile, routes);
    const auto count = lanes.KeepsLanes() && !detours
                           ? (tables ? tables->GetServiceLevelCount() : 1)
                           : static_cast<uint8_t>(lanes.GetDataLanes());
    BufferDependencyGraph graph(topology, count);
    if (detours)
    {
        AddDetourDependencies(graph, topology, routes, lanes, GetLevels(scenario, profile));
    }
    else if (lanes.KeepsLanes())
    {
        graph.AddRoutes(routes);
    }
    else
    {
        graph.AddRoutes(routes, lanes, GetLevels(scenario, profile));
    }
    const auto cycle = graph.FindCycle();
    if (cycle.IsEmpty())
    {
        return {};
    }
    return "ingress buffers that wait for each other in a ring, " + graph.Describe(cycle) + "; " +
           std::to_string(cycle.cyclicBuffers) + " buffers are on such rings";
}

} // namespace

std::vector<std::string>
FindPossibleDeadlocks(const FabricScenario& scenario)
{
    std::vector<std::string> deadlocks(scenario.fabrics.size());
    std::map<std::string, std::string> rings; // by the text of all that it depends on
    for (size_t i = 0; i < deadlocks.size() && scenario.deadlockCheck != "off"; ++i)
    {
        const auto priorities = GetLosslessPriorities(*scenario.fabrics[i].profile);
        if (priorities.empty() || !HasPackets(*scenario.fabrics[i].profile))
        {
            continue;
        }
        const auto& profile = *scenario.fabrics[i].profile;
        std::ostringstream key;
        key << profile.routing << ' ' << profile.pathSelector << ' ' << profile.flowControl << ' '
            << profile.nic << ' ' << profile.fabricSwitch;
        const auto [ring, isNew] = rings.try_emplace(key.str());
        if (isNew)
        {
            try
            {
                ring->second = DescribeRing(scenario, profile);
            }
            catch (const InputError& error)
            {
                FailAt(scenario.fabrics[i], error);
            }
        }
        if (ring->second.empty())
        {
            continue;
        }
        deadlocks[i] =
            "a deadlock is possible (lossless priorities: " + priorities + "), " + ring->second;
        if (scenario.deadlockCheck == "error")
        {
            throw InputError(scenario.topology.routesOrigin.empty()
                                 ? scenario.topology.origin
                                 : scenario.topology.routesOrigin,
                             0,
                             "",
                             scenario.fabrics[i].label + ": " + deadlocks[i]);
        }
    }
    return deadlocks;
}

} // namespace ns3
