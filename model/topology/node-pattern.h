// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NODE_PATTERN_H
#define AI_FABRIC_NODE_PATTERN_H

#include "fabric-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Finds nodes by a pattern of a user:
 *     host 3, switch 20   by number, counted from 0 among its kind, in the order of the topology
 *     node 17             by number among all nodes
 *     host *, switch *, node *
 *                         all of a kind
 *     leaf0, leaf*        by the topology's own name, where * stands for any text
 *
 * @param topology topology with the nodes
 * @param pattern pattern as above
 * @return node ids, ascending; empty if no node matches
 */
std::vector<uint32_t> FindNodes(const FabricTopology& topology, const std::string& pattern);

/**
 * @param text text
 * @return the text without spaces at both ends
 */
std::string TrimSpaces(const std::string& text);

} // namespace ns3

#endif // AI_FABRIC_NODE_PATTERN_H
