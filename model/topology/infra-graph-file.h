// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFRA_GRAPH_FILE_H
#define AI_FABRIC_INFRA_GRAPH_FILE_H

#include "fabric-topology.h"

#include <cstdint>
#include <iosfwd>
#include <string>

namespace ns3
{

/** Hosts of a topology that WriteInfraGraph() puts into one device. */
struct InfraGraphServers
{
    uint32_t gpusPerServer{1}; //!< consecutive hosts of a server, at least 1
    uint32_t planes{1};        //!< copies of the network, at least 1; a host has a link in each
};

/**
 * @ingroup ai-fabric-topology
 * Writes a topology as an infrastructure of InfraGraph (github.com/Keysight/infragraph), in JSON:
 *
 *     device "server"         xpus, and a NIC for each link of a host
 *     device "KIND-switch"    ports; KIND is that of the switch's name, such as leaf
 *     instances               of servers, and of switches by kind
 *     links                   one for each pair of rate and delay
 *     edges                   one for each link of each plane
 *
 * NICs and ports are numbered in the order of the links. Names of nodes, error rates, routes and
 * grids are lost.
 *
 * @param out output stream
 * @param topology valid topology
 * @param name name of the infrastructure
 * @param servers hosts of a server, which divide the number of hosts, and planes
 */
void WriteInfraGraph(std::ostream& out,
                     const FabricTopology& topology,
                     const std::string& name,
                     const InfraGraphServers& servers = {});

} // namespace ns3

#endif // AI_FABRIC_INFRA_GRAPH_FILE_H
