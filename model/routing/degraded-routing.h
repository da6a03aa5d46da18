// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEGRADED_ROUTING_H
#define AI_FABRIC_DEGRADED_ROUTING_H

#include "fabric-routing.h"

#include "ns3/object-factory.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Routes through the working part of a network.
 */
struct DegradedRoutes
{
    std::vector<NodeRoutes> nodes; //!< by node id of the whole network, with its link ids
    /**
     * By host index: number of its part. Two hosts have a path if and only if their parts are
     * equal.
     */
    std::vector<uint32_t> partOfHost;
    std::vector<uint32_t> hostInPart; //!< by host index: its index among the hosts of its part
    /** By part: forwarding tables with the ids of the part; null: it was routed without tables. */
    std::vector<std::shared_ptr<const LinearForwardingTables>> tables;
    /**
     * Reason why the engine could not route and MinHopRouting replaced it; empty: the engine could.
     */
    std::string complaint;
};

/**
 * @ingroup ai-fabric-routing
 * Routes a network in which some links are down.
 *
 * The working links may divide the network into parts without a link between them. Each part with
 * at least two hosts is routed by its own engine as a topology, with nodes and links in the order
 * of the whole. If the engine refuses the part, as dimension order refuses a grid with holes, it is
 * replaced by MinHopRouting with the same Lmc, as in opensm. Routes given by hand are ignored.
 *
 * @param topology valid topology
 * @param down by link id: true if the link is down
 * @param routing factory of RoutingEngines; a TablesFile is not written
 * @return routes; there are none between parts
 */
DegradedRoutes RouteAround(const FabricTopology& topology,
                           const std::vector<bool>& down,
                           const ObjectFactory& routing);

} // namespace ns3

#endif // AI_FABRIC_DEGRADED_ROUTING_H
