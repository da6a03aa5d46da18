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
 * @param topology of a network beside others
 * @param network what it is called, such as "plane1"
 * @return it, with names of switches that no other network has
 */
FabricTopology NameNetwork(FabricTopology topology, const std::string& network);

/**
 * @ingroup ai-fabric-network
 * The other networks of the hosts, in the order of FabricNetwork::GetOthers().
 *
 * @param topology between servers
 * @param server that its hosts are in; null: each is alone
 * @param northSouth topology of the north-south network; null: there is none
 * @return their topologies, with the names of links.csv
 */
std::vector<FabricTopology> NameOtherNetworks(const FabricTopology& topology,
                                              Ptr<const GpuServer> server,
                                              const FabricTopology* northSouth);

/**
 * @ingroup ai-fabric-network
 * All networks side by side as one, to look for nodes and links in: a host is a node of each of
 * its networks, of the same name. Those of the first one keep their numbers; links are in the
 * order of the channels of FabricNetwork::GetJoinedParts().
 *
 * @param topology of the first one
 * @param others NameOtherNetworks()
 * @return nodes and links of all
 */
FabricTopology JoinTopologies(FabricTopology topology, const std::vector<FabricTopology>& others);

} // namespace ns3

#endif // AI_FABRIC_JOINED_NETWORKS_H
