// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_CYCLE_H
#define AI_FABRIC_GRAPH_CYCLE_H

#include "communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Finds a cycle of dependencies, orders and messages.
 *
 * @param graph graph that is valid but for cycles
 * @return nodes of a cycle, each followed by a node that it waits for, the smallest number first;
 *         empty: the graph has no cycle
 */
std::vector<uint32_t> FindGraphCycle(const CommunicationGraph& graph);

} // namespace ns3

#endif // AI_FABRIC_GRAPH_CYCLE_H
