// SPDX-License-Identifier: GPL-2.0-only

#include "deadlock-check.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/input-error.h"
#include "ns3/link-flow-control.h"
#include "ns3/routing-engine.h"

#include <map>
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

/** @return a ring of the routes, the same in every lane or of its own; empty if there is none */
std::string
DescribeRing(const FabricTopology& topology, const FabricProfile& profile)
{
    const auto object = profile.routing.Create();
    const auto engine = DynamicCast<RoutingEngine>(object);
    if (!engine)
    {
        return {}; // FabricHelper says so
    }
    const auto routes = engine->Route(topology);
    const auto* const tables = routes.GetTables();
    BufferDependencyGraph graph(topology, tables ? tables->GetServiceLevelCount() : 1);
    graph.AddRoutes(routes);
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
FindPossibleDeadlocks(const Scenario& scenario)
{
    std::vector<std::string> deadlocks(scenario.fabrics.size());
    std::map<std::string, std::string> rings; // by the text of the routing
    for (size_t i = 0; i < deadlocks.size() && scenario.deadlockCheck != "off"; ++i)
    {
        const auto priorities = GetLosslessPriorities(*scenario.fabrics[i].profile);
        if (priorities.empty())
        {
            continue;
        }
        const auto& profile = *scenario.fabrics[i].profile;
        std::ostringstream routing;
        routing << profile.routing;
        const auto [ring, isNew] = rings.try_emplace(routing.str());
        if (isNew)
        {
            ring->second = DescribeRing(scenario.topology, profile);
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
