// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TORUS2_QOS_ROUTING_H
#define AI_FABRIC_TORUS2_QOS_ROUTING_H

#include "dimension-order-routing.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Dimension order with two lanes for any number of dimensions, as in OpenSM's Torus-2QoS.
 *
 * Service levels are those of DimensionOrderRouting: bit i tells whether the path crosses the
 * dateline of the i-th dimension with a ring of four or more switches. SL-to-VL tables convert them
 * into lanes, by the port by which a packet leaves a switch:
 *
 *     lane = bit i of the service level   on links of that dimension
 *     lane = 0                            on all other links, those of hosts too
 *
 * Within a dimension no lane has dependencies all around a ring, see DimensionOrderRouting, and
 * between dimensions packets go only from lower to higher ones. Two lanes are therefore enough
 * where DimensionOrderRouting needs one lane for each service level, and four dimensions have 16
 * levels.
 *
 * This also holds with a dead link in each ring. OpenSM's engine keeps a second pair of lanes for
 * detours around a missing switch, and one bit of the service level for quality of service. Here a
 * torus without a switch, or a ring without two links, is refused, or routed by MinHopRouting if
 * the failure happens during the run.
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
