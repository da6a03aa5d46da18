// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shortest-path-routing.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ShortestPathRouting);

TypeId
ShortestPathRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ShortestPathRouting")
                            .SetParent<RoutingEngine>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ShortestPathRouting>();
    return tid;
}

FabricRoutes
ShortestPathRouting::DoRoute(const FabricTopology& topology)
{
    return FabricRoutes(topology);
}

} // namespace ns3
