// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FULL_MESH_ROUTING_H
#define AI_FABRIC_FULL_MESH_ROUTING_H

#include "lid-routing-engine.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Full meshes in several dimensions, such as HyperXTopology and UB-Mesh: one dimension after the
 * other, by the first link on a shortest path. Two lanes are enough for detours of two links in any
 * dimension (FullMeshPathSelector):
 *
 *     lane 1   from a link to another one of the same full mesh: both ends have a link, too
 *     lane 0   all others
 *
 * Buffers are in the order of (dimension, lane), and each waits only for a later one, so none wait
 * in a ring. UB-Mesh also needs two lanes; its own algorithm (TFC) is not published in detail.
 * Packets have service level 0.
 */
class FullMeshRouting final : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    Ways DoFindWays(uint32_t dest) override;
    uint32_t DoChoose(uint32_t node,
                      const std::vector<uint32_t>& links,
                      uint32_t host,
                      uint32_t path) override;
    RoutedLanes DoFindLanes(const FabricTopology& topology) const override;
};

} // namespace ns3

#endif // AI_FABRIC_FULL_MESH_ROUTING_H
