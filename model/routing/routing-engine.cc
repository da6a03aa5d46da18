// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "routing-engine.h"

#include "ns3/input-error.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoutingEngine);

TypeId
RoutingEngine::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RoutingEngine").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

FabricRoutes
RoutingEngine::Route(const FabricTopology& topology)
{
    topology.Validate();
    return DoRoute(topology);
}

RoutingEngine::RoutedLanes
RoutingEngine::DoFindLanes(const FabricTopology& /* topology */) const
{
    return {};
}

void
RoutingEngine::Fail(const FabricTopology& topology, const std::string& problem) const
{
    throw InputError(topology.origin, 0, GetInstanceTypeId().GetName(), problem);
}

void
RoutingEngine::RefuseGivenRoutes(const FabricTopology& topology) const
{
    if (!topology.routes.empty())
    {
        Fail(topology,
             "the topology has given routes; expected a topology without given routes, or "
             "ns3::ShortestPathRouting, which uses them");
    }
}

void
RoutingEngine::RefuseIslands(const FabricTopology& topology) const
{
    if (topology.islands)
    {
        Fail(topology,
             "some hosts have no path to each other, such as rails with RailOnly; expected paths "
             "between all hosts, or ns3::ShortestPathRouting, which does not need them");
    }
}

} // namespace ns3
