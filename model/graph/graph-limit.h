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
 * Largest number of nodes of a graph; no machine is asked to hold more.
 */
constexpr uint64_t MAX_GRAPH_NODES = uint64_t{1} << 28;

/**
 * @ingroup ai-fabric-graph
 * Tells whether this machine has the memory for a graph, before the graph is built.
 *
 * While a job runs, a node takes up to 85 B with its dependencies, its spans and the record of its
 * message (measured with training steps of 1 and 4 million nodes); collectives take less.
 *
 * @param nodes expected number of nodes
 * @return empty if the graph fits; else the reason in words: "more than 268435456 nodes of a graph"
 *         or "1000000 nodes of a graph, 0.085 GB of memory, and 0.05 GB are available"
 */
std::string DescribeGraphShortage(double nodes);

} // namespace ns3

#endif // AI_FABRIC_GRAPH_LIMIT_H
