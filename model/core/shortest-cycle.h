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
 * By vertex: its successors; vertices are numbered from 0.
 */
using DirectedGraph = std::vector<std::vector<uint32_t>>;

/**
 * @ingroup ai-fabric-core
 * Result of FindShortestCycle().
 */
struct GraphCycle
{
    /** Vertices in the order of the edges, smallest first; empty if there is no cycle. */
    std::vector<uint32_t> vertices;
    /** Number of vertices on any cycle. */
    uint32_t cyclicVertices{0};
};

/**
 * @ingroup ai-fabric-core
 * Finds a shortest cycle of a directed graph.
 *
 * Strongly connected components (Tarjan 1972, Boost.Graph) show where cycles are, in O(V + E). A
 * breadth-first search from each vertex of a component, no deeper than the best cycle so far, finds
 * the shortest cycle, in at most O(V * E) of that component. Among cycles of equal length the
 * result is the cycle with the smallest vertex, and with the first edges of that vertex: it depends
 * only on the graph.
 *
 * @param graph successors by vertex; an edge from a vertex to itself is a cycle of length one
 * @return the cycle
 */
GraphCycle FindShortestCycle(const DirectedGraph& graph);

} // namespace ns3

#endif // AI_FABRIC_SHORTEST_CYCLE_H
