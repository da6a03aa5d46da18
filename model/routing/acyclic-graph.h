// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ACYCLIC_GRAPH_H
#define AI_FABRIC_ACYCLIC_GRAPH_H

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * A directed graph that refuses edges that would close a cycle.
 *
 * The vertices are kept in a topological order, which is repaired when an edge contradicts it
 * (Pearce and Kelly, ACM Journal of Experimental Algorithmics 11, 2007): an edge from x to y costs
 * nothing if x is before y, and else a search among the vertices between them.
 *
 * Invariant: place(x) < place(y) for every edge from x to y.
 */
class AcyclicGraph
{
  public:
    using Edges = std::vector<std::pair<uint32_t, uint32_t>>; //!< from, to

    /** @param vertices number of vertices */
    explicit AcyclicGraph(uint32_t vertices);

    /**
     * @param edges edges to add; existing edges change nothing
     * @return true if all edges were added; false if they would close a cycle, and none was added
     */
    bool TryAdd(const Edges& edges);

  private:
    /** @return true if the edge was added; false if it would close a cycle */
    bool TryAddEdge(uint32_t from, uint32_t to);
    bool SearchForward(uint32_t from, uint32_t lastPlace, uint32_t forbidden);
    void SearchBackward(uint32_t from, uint32_t firstPlace);
    void Reorder();

    std::vector<std::vector<uint32_t>> m_successors;   //!< by vertex
    std::vector<std::vector<uint32_t>> m_predecessors; //!< by vertex
    std::vector<uint32_t> m_place;                     //!< by vertex: place in the order
    std::vector<bool> m_seen;                          //!< by vertex, during a search
    std::vector<uint32_t> m_ahead;                     //!< vertices found by the search forward
    std::vector<uint32_t> m_behind;                    //!< vertices found by the search backward
};

} // namespace ns3

#endif // AI_FABRIC_ACYCLIC_GRAPH_H
