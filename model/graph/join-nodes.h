// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOIN_NODES_H
#define AI_FABRIC_JOIN_NODES_H

#include "communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Adds a JOIN, if several nodes need one.
 *
 * @param graph graph of the nodes
 * @param rank rank of the JOIN
 * @param nodes nodes to wait for; may contain a node twice, and CommunicationGraph::NONE
 * @return node that completes after all of them; CommunicationGraph::NONE if there is none
 */
uint32_t JoinNodes(CommunicationGraph& graph, uint32_t rank, std::vector<uint32_t> nodes);

} // namespace ns3

#endif // AI_FABRIC_JOIN_NODES_H
