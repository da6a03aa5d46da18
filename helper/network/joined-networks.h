// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOINED_NETWORKS_H
#define AI_FABRIC_JOINED_NETWORKS_H

#include "gpu-server.h"

#include "ns3/fabric-topology.h"
#include "ns3/ptr.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * @param topology topology of a network beside others
 * @param network name of the network, such as "plane1"
 * @return topology with names of switches that no other network has
 */
FabricTopology NameNetwork(FabricTopology topology, const std::string& network);

/**
 * @ingroup ai-fabric-network
 * Makes the topologies of the other networks of the hosts, in the order of
 * FabricNetwork::GetOthers().
 *
 * @param topology topology between servers
 * @param server server of its hosts; null: each host stands alone
 * @param northSouth topology of the north-south network; null: none
 * @return topologies with the names of links.csv
 */
std::vector<FabricTopology> NameOtherNetworks(const FabricTopology& topology,
                                              Ptr<const GpuServer> server,
                                              const FabricTopology* northSouth);

/**
 * @ingroup ai-fabric-network
 * Joins all networks side by side into one, for looking up nodes and links: a host is a node in
 * each of its networks, with the same name. Nodes and links of the first network keep their
 * numbers; links are in the order of the channels of FabricNetwork::GetJoinedParts().
 *
 * @param topology topology of the first network
 * @param others result of NameOtherNetworks()
 * @return nodes and links of all networks
 */
FabricTopology JoinTopologies(FabricTopology topology, const std::vector<FabricTopology>& others);

} // namespace ns3

#endif // AI_FABRIC_JOINED_NETWORKS_H
