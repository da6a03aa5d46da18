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
 * While a job runs a node takes up to 85 B with its dependencies, its spans and the record of its
 * message, as measured of training steps of 1 and 4 million nodes; collectives take less.
 *
 * @param nodes that it will have, about
 * @return empty if so; else what it would need, for people: "more than 268435456 nodes of a graph"
 *         or "1000000 nodes of a graph, 0.085 GB of memory, and 0.05 GB are available"
 */
std::string DescribeGraphShortage(double nodes);

} // namespace ns3

#endif // AI_FABRIC_GRAPH_LIMIT_H
