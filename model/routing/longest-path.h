// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LONGEST_PATH_H
#define AI_FABRIC_LONGEST_PATH_H

#include "fabric-routing.h"

#include "ns3/fabric-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Largest number of switches that a packet crosses from one host to another.
 *
 * @param topology valid topology
 * @param routes routes by node id, without loops; those of hosts are ignored
 * @return number of switches; 0 if hosts are joined without a switch
 */
uint32_t CountLongestPath(const FabricTopology& topology,
                          const std::vector<const NodeRoutes*>& routes);

/**
 * @param topology valid topology
 * @param routes routes of the topology
 * @return largest number of switches that a packet crosses
 */
uint32_t CountLongestPath(const FabricTopology& topology, const FabricRoutes& routes);

/**
 * @ingroup ai-fabric-routing
 * A detour is two paths that share the switch between them, see DetourPathSelector.
 *
 * @param longest result of CountLongestPath()
 * @return largest number of switches that a packet crosses if it may go over the switch of any
 * other host
 */
constexpr uint32_t
CountDetourPath(uint32_t longest)
{
    return longest > 0 ? 2 * longest - 1 : 0;
}

/**
 * @ingroup ai-fabric-routing
 * @param topology valid topology
 * @param routes routes of the topology
 * @param source host index
 * @param dest host index of another host
 * @return number of paths between both that differ in a link; UINT64_MAX: at least as many; 0: none
 */
uint64_t CountPaths(const FabricTopology& topology,
                    const FabricRoutes& routes,
                    uint32_t source,
                    uint32_t dest);

} // namespace ns3

#endif // AI_FABRIC_LONGEST_PATH_H
