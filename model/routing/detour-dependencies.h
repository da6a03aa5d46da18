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
 * Adds what buffers depend on if a packet may go by the routes to the switch of any host first, and
 * from there to its destination, as with a DetourPathSelector; minimal ways are among these.
 *
 * @param graph of the topology, with all data lanes
 * @param topology of the routes
 * @param routes between all hosts; of forwarding tables with one LID for a host
 * @param lanes of packets
 * @param levels of service that packets have; those of forwarding tables that have several come to
 *        them
 */
void AddDetourDependencies(BufferDependencyGraph& graph,
                           const FabricTopology& topology,
                           const FabricRoutes& routes,
                           const ServiceLanes& lanes,
                           const std::vector<uint8_t>& levels);

} // namespace ns3

#endif // AI_FABRIC_DETOUR_DEPENDENCIES_H
