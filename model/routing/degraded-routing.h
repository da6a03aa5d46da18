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
 * The ways through what is left of a network.
 */
struct DegradedRoutes
{
    std::vector<NodeRoutes> nodes; //!< by node id of the whole network, in its link ids
    /** By host index: hosts reach each other if and only if they are in the same part. */
    std::vector<uint32_t> partOfHost;
    std::vector<uint32_t> hostInPart; //!< by host index: its index among the hosts of its part
    /** By number of the part: forwarding tables in its ids; null: it was routed without. */
    std::vector<std::shared_ptr<const LinearForwardingTables>> tables;
    /** Why the engine could not route, and MinHopRouting did in its place; empty: it could. */
    std::string complaint;
};

/**
 * @ingroup ai-fabric-routing
 * Routes a network of which some links are down.
 *
 * What is left falls into parts without a link between them. Each part with two hosts or more is
 * given to an engine of its own as a topology, with nodes and links in the order of the whole; an
 * engine that refuses it, such as dimension order a grid with holes, is replaced by
 * MinHopRouting with the same Lmc, as opensm does. Routes given by hand are not heeded.
 *
 * @param topology a valid one
 * @param down by link id
 * @param routing makes RoutingEngines; a TablesFile is not written
 * @return the ways; between parts there are none
 */
DegradedRoutes RouteAround(const FabricTopology& topology,
                           const std::vector<bool>& down,
                           const ObjectFactory& routing);

} // namespace ns3

#endif // AI_FABRIC_DEGRADED_ROUTING_H
