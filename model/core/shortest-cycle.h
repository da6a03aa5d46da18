// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHORTEST_CYCLE_H
#define AI_FABRIC_SHORTEST_CYCLE_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * The successors of each vertex; vertices are numbered from 0.
 */
using DirectedGraph = std::vector<std::vector<uint32_t>>;

/**
 * @ingroup ai-fabric-core
 * What FindShortestCycle() has found.
 */
struct GraphCycle
{
    /** Vertices in the order of the edges, the smallest one first; empty if there is no cycle. */
    std::vector<uint32_t> vertices;
    /** How many vertices are on a cycle, whichever. */
    uint32_t cyclicVertices{0};
};

/**
 * @ingroup ai-fabric-core
 * A shortest cycle of a directed graph.
 *
 * Strongly connected components (Tarjan 1972, Boost.Graph) tell where cycles are, in O(V + E);
 * a breadth-first search from each vertex of a component, no deeper than the best cycle so far,
 * finds the shortest one, at most O(V * E) of that component. Of several of the same length it is
 * the one with the smallest vertex, and with the first edges of that vertex: the result depends on
 * the graph only.
 *
 * @param graph successors by vertex; an edge from a vertex to itself is a cycle of one
 * @return the cycle
 */
GraphCycle FindShortestCycle(const DirectedGraph& graph);

} // namespace ns3

#endif // AI_FABRIC_SHORTEST_CYCLE_H
