// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_LIMIT_H
#define AI_FABRIC_GRAPH_LIMIT_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Nodes of a graph that no machine is asked to hold.
 */
constexpr uint64_t MAX_GRAPH_NODES = uint64_t{1} << 28;

/**
 * @ingroup ai-fabric-graph
 * Whether a graph can be built, to be asked before it is.
 *
 * A node takes some 75 B for itself and its dependencies, as much again while the graph grows, and
 * 72 B of a record of each message: 200 B are counted.
 *
 * @param nodes that it will have, about
 * @return empty if so; else what it would need, for people: "more than 268435456 nodes of a graph"
 *         or "1000000 nodes of a graph, 0.2 GB of memory, and 0.1 GB are available"
 */
std::string DescribeGraphShortage(double nodes);

} // namespace ns3

#endif // AI_FABRIC_GRAPH_LIMIT_H
