// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROUTE_FILE_H
#define AI_FABRIC_ROUTE_FILE_H

#include "fabric-topology.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Reads routes given by hand, one per line, in any order:
 *
 *     # switch  destination  neighbours, each an equal-cost way out
 *     leaf0     host7        spine0 spine2
 *     leaf0     host8        spine1/0
 *     leaf1     *            spine0
 *
 * Nodes are given by their names in the topology. The destination * stands for all hosts that are
 * not linked to this switch and have no line of their own for it. A neighbour stands for all
 * parallel links to it; /n selects link n, counted from 0 in the order of link ids. Text after a #
 * is a comment. Switches and destinations without a line keep their shortest paths.
 *
 * @param path path of the file
 * @param topology topology with nodes and links; its routes and their origin are replaced
 * @throw InputError with file and line for errors of a single line; FabricTopology::Validate() and
 * FabricRoutes check the rest
 */
void ReadRouteFile(const std::string& path, FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_ROUTE_FILE_H
