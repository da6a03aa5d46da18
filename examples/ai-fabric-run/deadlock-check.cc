// SPDX-License-Identifier: GPL-2.0-only

#include "deadlock-check.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"
#include "ns3/link-flow-control.h"

#include <optional>

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
    for (uint8_t first = 0; flowControl && first < PRIORITY_COUNT; ++first)
    {
        uint8_t end = first;
        while (end < PRIORITY_COUNT && flowControl->IsLossless(end))
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

/** @return the ring of the topology, the same in every lane; empty if there is none */
std::string
DescribeRing(const FabricTopology& topology)
{
    BufferDependencyGraph graph(topology);
    graph.AddRoutes(FabricRoutes(topology));
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
    std::optional<std::string> ring; // depends on the topology only
    for (size_t i = 0; i < deadlocks.size() && scenario.deadlockCheck != "off"; ++i)
    {
        const auto priorities = GetLosslessPriorities(*scenario.fabrics[i].profile);
        if (priorities.empty())
        {
            continue;
        }
        if (!ring)
        {
            ring = DescribeRing(scenario.topology);
        }
        if (ring->empty())
        {
            break;
        }
        deadlocks[i] = "a deadlock is possible (lossless priorities: " + priorities + "), " + *ring;
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
