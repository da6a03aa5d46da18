// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DETOUR_DEPENDENCIES_H
#define AI_FABRIC_DETOUR_DEPENDENCIES_H

#include "buffer-dependency-graph.h"
#include "fabric-routing.h"
#include "service-lanes.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Switches over which packets go that leave their path.
 */
enum class DetourReach
{
    ANYWHERE, //!< once over the switch of any host, as with a DetourPathSelector
    NEAR      //!< to the next switch over one with links to both, as with a FullMeshPathSelector
};

/**
 * @ingroup ai-fabric-routing
 * Adds the dependencies of buffers for packets that may take detours; minimal paths are included.
 *
 * @param graph graph of the topology, with all data lanes
 * @param topology topology of the routes
 * @param routes routes between all hosts; forwarding tables must have one LID per host
 * @param lanes lanes of packets
 * @param levels service levels of packets; levels of forwarding tables with several levels are
 * added
 * @param reach reach of detours
 */
void AddDetourDependencies(BufferDependencyGraph& graph,
                           const FabricTopology& topology,
                           const FabricRoutes& routes,
                           const ServiceLanes& lanes,
                           const std::vector<uint8_t>& levels,
                           DetourReach reach = DetourReach::ANYWHERE);

} // namespace ns3

#endif // AI_FABRIC_DETOUR_DEPENDENCIES_H
