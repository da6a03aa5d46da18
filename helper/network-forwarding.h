// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_FORWARDING_H
#define AI_FABRIC_NETWORK_FORWARDING_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-routing.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-topology.h"
#include "ns3/routing-engine.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Installs forwarding tables and the maps from service levels to lanes in all switches.
 *
 * @param profile parts of the network
 * @param topology its topology, without dark links
 * @param routes its routes
 * @param lanes lanes of the routes
 * @param switchOfNode switches by topology node id, null for hosts; their ports are attached
 * @throw InputError if the routes define lanes and the profile does, too; or if the file with maps
 *         is wrong
 */
void InstallNetworkForwarding(const FabricProfile& profile,
                              const FabricTopology& topology,
                              const FabricRoutes& routes,
                              const RoutingEngine::RoutedLanes& lanes,
                              const std::vector<FabricSwitch*>& switchOfNode);

/**
 * @ingroup ai-fabric-helper
 * Makes queue pairs use the service levels that the routing gives each path, if they differ.
 *
 * @param profile parts of the network
 * @param routes its routes
 * @param laneCount number of lanes of the routes; 0: one for each service level
 * @param network network with its manager of routes
 * @throw InputError if some of the lanes are lossless, but not all
 */
void InstallServiceLevels(const FabricProfile& profile,
                          const std::shared_ptr<const FabricRoutes>& routes,
                          uint32_t laneCount,
                          const FabricNetwork& network);

} // namespace ns3

#endif // AI_FABRIC_NETWORK_FORWARDING_H
