// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DRAGONFLY_ROUTING_H
#define AI_FABRIC_DRAGONFLY_ROUTING_H

#include "routing-engine.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Minimal ways of a dragonfly (Kim, Dally, Scott and Abts, ISCA'08, section 4.1): those with the
 * fewest links between groups, and of these with the fewest links. Path selectors choose among
 * equal ones. Needs FabricTopology::groups.
 *
 * Between groups that are joined that is at most one link in the group of the source, one between
 * the groups and one in the group of the destination, though two links between groups in a row,
 * over a third one, may be fewer: ShortestPathRouting takes those, and so spreads traffic between
 * two groups over others.
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
