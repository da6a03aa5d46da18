// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_CHECKS_H
#define AI_FABRIC_NETWORK_CHECKS_H

#include "ns3/fabric-framing.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-topology.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/switch-parts.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Checks the parts of which each queue pair makes its own copy much later.
 *
 * @param profile parts of a network
 * @throw InputError if such a part is wrong
 */
void CheckLateParts(const FabricProfile& profile);

/**
 * @ingroup ai-fabric-helper
 * Checks that the parts of a network fit its topology and each other.
 *
 * @param profile parts of the network
 * @param topology its topology, without dark links
 * @param switchParts parts of its switches
 * @param network network with hosts, switches and routes, without links
 * @param framing framing of its packets
 * @return needs of its congestion control; nothing if its transport has none
 * @throw InputError if they do not fit
 */
CongestionNeeds CheckNetworkParts(const FabricProfile& profile,
                                  const FabricTopology& topology,
                                  const SwitchParts& switchParts,
                                  const FabricNetwork& network,
                                  const FabricFraming& framing);

} // namespace ns3

#endif // AI_FABRIC_NETWORK_CHECKS_H
