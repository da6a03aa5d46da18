// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DRAGONFLY_ROUTING_H
#define AI_FABRIC_DRAGONFLY_ROUTING_H

#include "routing-engine.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Minimal paths of a dragonfly (Kim, Dally, Scott and Abts, ISCA'08, section 4.1): paths with the
 * fewest links between groups, and among these with the fewest links. Path selectors choose among
 * equal paths. It needs FabricTopology::groups.
 *
 * Between linked groups these paths have at most one link in the source group, one between the
 * groups and one in the destination group. A path with two consecutive links between groups, over a
 * third group, may have fewer links: ShortestPathRouting takes such paths, and so spreads traffic
 * between two groups over other groups.
 */
class DragonflyRouting : public RoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricRoutes DoRoute(const FabricTopology& topology) override;
};

} // namespace ns3

#endif // AI_FABRIC_DRAGONFLY_ROUTING_H
