// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "deadlock-check.h"

#include "ns3/boolean.h"
#include "ns3/buffer-dependency-graph.h"
#include "ns3/detour-dependencies.h"
#include "ns3/detour-router.h"
#include "ns3/fabric-build.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/linear-forwarding-tables.h"
#include "ns3/link-flow-control.h"
#include "ns3/optical-switching.h"
#include "ns3/path-selector.h"
#include "ns3/profile-lanes.h"
#include "ns3/rdma-nic.h"
#include "ns3/routing-engine.h"
#include "ns3/transport-settings.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

namespace ns3
{

namespace
{

/** @return lossless priorities of a fabric, such as "3" or "0-7"; empty: none */
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

/**
 * @param scenario scenario with the jobs
 * @param profile parts of the network
 * @param northSouth true: the north-south network
 * @return service levels of the scenario's packets on it, ascending
 */
std::vector<uint8_t>
GetLevels(const FabricScenario& scenario, const FabricProfile& profile, bool northSouth)
{
    const auto object = profile.nic.Create();
    const auto nic = DynamicCast<RdmaNic>(object);
    std::set<uint8_t> levels;
    for (const auto& job : scenario.GetJobs())
    {
        const auto& nodes = job.graph.GetNodes();
        for (size_t number = 0; number < nodes.size() && job.northSouth == northSouth; ++number)
        {
            const auto& node = nodes.GetRelative(number);
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

/** @return reach of packets over switches outside of the routes; nothing: they follow the routes */
std::optional<DetourReach>
FindDetours(const FabricProfile& profile, const FabricRoutes& routes)
{
    const auto selector = profile.pathSelector.Create<PathSelector>();
    const auto* const tables = routes.GetTables();
    const auto* const detours = selector->GetDetours();
    // With several LIDs the connection has chosen one, and there is no path selector.
    if (!detours || (tables && tables->GetPathCount() > 1))
    {
        return std::nullopt;
    }
    return detours->StaysNear() ? DetourReach::NEAR : DetourReach::ANYWHERE;
}

/**
 * @return routes with the service levels that connections have by other routes of the same nodes
 */
FabricRoutes
WithLevelsOf(const FabricRoutes& routes, const FabricRoutes& others, const FabricTopology& topology)
{
    const auto tables = std::make_shared<LinearForwardingTables>(*routes.GetTables());
    for (const uint32_t a : tables->GetLeaves())
    {
        for (const uint32_t b : tables->GetLeaves())
        {
            for (uint32_t path = 0; path < tables->GetPathCount(); ++path)
            {
                const auto level = others.GetTables()->GetServiceLevelOfSwitches(a, b, path);
                tables->SetServiceLevel(a, b, path, level);
            }
        }
    }
    return FabricRoutes(topology, tables);
}

/**
 * @param scenario scenario of the network
 * @param profile parts of the network
 * @param northSouth true: the north-south network
 * @param topology topology as the network is wired
 * @param routes routes of that topology
 * @param earlier routes of the first wiring, whose connections continue; null: none
 * @return ring of buffers that the routes close, in words; empty: none
 */
std::string
DescribeRing(const FabricScenario& scenario,
             const FabricProfile& profile,
             bool northSouth,
             const FabricTopology& topology,
             const FabricRoutes& routes,
             const FabricRoutes* earlier)
{
    const auto engine = profile.routing.Create<RoutingEngine>();
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
    const auto detours = FindDetours(profile, routes);
    const auto count = lanes.KeepsLanes() && !detours
                           ? (tables ? tables->GetServiceLevelCount() : 1)
                           : static_cast<uint8_t>(lanes.GetDataLanes());
    BufferDependencyGraph graph(topology, count);
    if (detours)
    {
        AddDetourDependencies(graph,
                              topology,
                              routes,
                              lanes,
                              GetLevels(scenario, profile, northSouth),
                              *detours);
    }
    else
    {
        std::vector<FabricRoutes> all{routes};
        if (earlier && tables && earlier->GetTables()->GetServiceLevelCount() > 1)
        {
            all.push_back(WithLevelsOf(routes, *earlier, topology));
        }
        for (const auto& some : all)
        {
            lanes.KeepsLanes()
                ? graph.AddRoutes(some)
                : graph.AddRoutes(some, lanes, GetLevels(scenario, profile, northSouth));
        }
    }
    const auto cycle = graph.FindCycle();
    if (cycle.IsEmpty())
    {
        return {};
    }
    return "ingress buffers that wait for each other in a ring, " + graph.Describe(cycle) + "; " +
           std::to_string(cycle.cyclicBuffers) + " buffers are on such rings";
}

/**
 * @param scenario scenario of the network
 * @param profile parts of the network
 * @param northSouth true: the north-south network
 * @return ring of buffers that the routes close, as the network is wired at first or as optical
 *         switches wire it later, in words; empty: none
 */
std::string
FindRing(const FabricScenario& scenario, const FabricProfile& profile, bool northSouth)
{
    const auto route = [&](const FabricTopology& topology) {
        return profile.routing.Create<RoutingEngine>()->Route(topology);
    };
    const auto object = profile.routing.Create();
    if (!DynamicCast<RoutingEngine>(object))
    {
        return {}; // FabricHelper reports the error
    }
    const auto& topology = northSouth ? scenario.northSouth->topology : scenario.topology;
    const auto first = route(topology);
    auto ring = DescribeRing(scenario, profile, northSouth, topology, first, nullptr);
    for (const size_t index : OpticalSwitching::FindOrder(scenario.failures))
    {
        const auto event = StaticCast<OpticalSwitching>(scenario.failures[index]);
        const auto wiring = northSouth ? std::nullopt : event->MakeWiring(topology);
        if (!ring.empty() || !wiring)
        {
            continue;
        }
        const auto routes = route(*wiring);
        ring = DescribeRing(scenario, profile, false, *wiring, routes, nullptr);
        const bool isOfNew = !ring.empty();
        if (!isOfNew)
        {
            ring = DescribeRing(scenario, profile, false, *wiring, routes, &first);
        }
        if (!ring.empty())
        {
            ring =
                "with the wiring of the optical switches at " +
                std::to_string(event->GetLightTime().GetNanoSeconds()) + "ns" +
                (isOfNew ? ": " : ", while connections still use the previous service levels: ") +
                ring;
        }
    }
    return ring;
}

/** Rings found so far, by the text of all their inputs. */
using Rings = std::map<std::string, std::string>;

/**
 * @param scenario scenario of the network
 * @param fabric fabric of the network
 * @param northSouth true: the north-south network
 * @param rings results for earlier networks
 * @return a sentence on the ring that its routes close; empty: none, or packets never wait
 * @throw InputError with its place if the fabric cannot be routed
 */
std::string
DescribeDeadlock(const FabricScenario& scenario,
                 const ScenarioFabric& fabric,
                 bool northSouth,
                 Rings& rings)
{
    const auto& profile = *fabric.profile;
    const auto priorities = GetLosslessPriorities(profile);
    if (priorities.empty() || !HasPackets(profile))
    {
        return {};
    }
    std::ostringstream key;
    key << profile.routing << ' ' << profile.pathSelector << ' ' << profile.flowControl << ' '
        << profile.nic << ' ' << profile.fabricSwitch << ' ' << northSouth;
    const auto [ring, isNew] = rings.try_emplace(key.str());
    if (isNew)
    {
        try
        {
            ring->second = FindRing(scenario, profile, northSouth);
        }
        catch (const InputError& error)
        {
            FailAt(fabric, error);
        }
    }
    return ring->second.empty() ? std::string()
                                : "a deadlock is possible (lossless priorities: " + priorities +
                                      "), " + ring->second;
}

/** Throws if the scenario asks for that. @param topology topology whose routes close a ring */
void
RefuseDeadlock(const FabricScenario& scenario,
               const FabricTopology& topology,
               const std::string& text)
{
    if (scenario.deadlockCheck == "error")
    {
        throw InputError(topology.routesOrigin.empty() ? topology.origin : topology.routesOrigin,
                         0,
                         "",
                         text);
    }
}

} // namespace

std::vector<std::string>
FindPossibleDeadlocks(const FabricScenario& scenario)
{
    std::vector<std::string> deadlocks(scenario.fabrics.size());
    if (scenario.deadlockCheck == "off")
    {
        return deadlocks;
    }
    Rings rings;
    std::string ofNorthSouth;
    if (const auto& northSouth = scenario.northSouth)
    {
        ofNorthSouth = DescribeDeadlock(scenario, northSouth->fabric, true, rings);
        if (!ofNorthSouth.empty())
        {
            ofNorthSouth = "north-south network: " + ofNorthSouth;
            RefuseDeadlock(scenario, northSouth->topology, ofNorthSouth);
        }
    }
    for (size_t i = 0; i < deadlocks.size(); ++i)
    {
        const auto& fabric = scenario.fabrics[i];
        deadlocks[i] = DescribeDeadlock(scenario, fabric, false, rings);
        if (!deadlocks[i].empty())
        {
            RefuseDeadlock(scenario, scenario.topology, fabric.label + ": " + deadlocks[i]);
        }
        deadlocks[i] += (deadlocks[i].empty() || ofNorthSouth.empty() ? "" : "; ") + ofNorthSouth;
    }
    return deadlocks;
}

} // namespace ns3
