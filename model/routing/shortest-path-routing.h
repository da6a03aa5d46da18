// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHORTEST_PATH_ROUTING_H
#define AI_FABRIC_SHORTEST_PATH_ROUTING_H

#include "routing-engine.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * All shortest paths by hop count, or the routes that the topology gives by hand (FabricRoutes).
 * The path selector of each switch chooses among the ports, as in an IP network.
 */
class ShortestPathRouting : public RoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricRoutes DoRoute(const FabricTopology& topology) override;
};

} // namespace ns3

#endif // AI_FABRIC_SHORTEST_PATH_ROUTING_H
