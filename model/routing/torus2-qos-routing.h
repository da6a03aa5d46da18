// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TORUS2_QOS_ROUTING_H
#define AI_FABRIC_TORUS2_QOS_ROUTING_H

#include "dimension-order-routing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Dimension order with two lanes for any number of dimensions, as OpenSM's Torus-2QoS.
 *
 * Service levels are those of DimensionOrderRouting: bit i says whether the path crosses the
 * dateline of the i-th dimension that has a ring of four or more switches. Tables of SL-to-VL turn
 * them into lanes, by the port that a packet leaves a switch by:
 *
 *     lane = bit i of the service level   on links of that dimension
 *     lane = 0                            on all other links, those of hosts too
 *
 * Within a dimension no lane has dependencies all around a ring, for the reason given there, and
 * between dimensions packets only go from lower to higher ones. So two lanes do where
 * DimensionOrderRouting takes one for each service level, and four dimensions have 16 levels.
 *
 * So it is with a dead link in each ring, see there. OpenSM's engine keeps a second pair of lanes
 * for detours around a switch that is gone, and one bit of the service level for quality of
 * service; here a torus without a switch, or a ring without two links, is refused, and routed by
 * MinHopRouting if that happens while the network runs.
 */
class Torus2QosRouting : public DimensionOrderRouting
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    RoutedLanes DoFindLanes(const FabricTopology& topology) const override;
    uint32_t DoGetMostRings() const override;
};

} // namespace ns3

#endif // AI_FABRIC_TORUS2_QOS_ROUTING_H
