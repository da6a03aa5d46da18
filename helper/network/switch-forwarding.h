// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_FORWARDING_H
#define AI_FABRIC_SWITCH_FORWARDING_H

#include "ns3/fabric-routing.h"
#include "ns3/fabric-switch.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * Finds the port of a link. Ports of a switch were added in the order of the links of its node.
 *
 * @param links link ids of the node, ascending
 * @param link id of one of them
 * @return number of its port
 */
uint16_t GetPortOfLink(const std::vector<uint32_t>& links, uint32_t link);

/**
 * @ingroup ai-fabric-network
 * Makes a switch forward by the routes of its node. Hosts without a path have no port.
 *
 * @param fabricSwitch switch to configure
 * @param routes routes of its node
 * @param links link ids of its node, ascending
 */
void InstallForwarding(FabricSwitch& fabricSwitch,
                       const NodeRoutes& routes,
                       const std::vector<uint32_t>& links);

} // namespace ns3

#endif // AI_FABRIC_SWITCH_FORWARDING_H
