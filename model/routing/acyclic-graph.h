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
 * A directed graph that takes no edge that would close a cycle.
 *
 * It keeps its vertices in a topological order and mends that order where an edge goes against it
 * (Pearce and Kelly, ACM Journal of Experimental Algorithmics 11, 2007): an edge from x to y costs
 * nothing if x is before y, and else a search among the vertices between them.
 *
 * Invariant: place(x) < place(y) for every edge from x to y.
 */
class AcyclicGraph
{
  public:
    using Edges = std::vector<std::pair<uint32_t, uint32_t>>; //!< from, to

    /** @param vertices their number */
    explicit AcyclicGraph(uint32_t vertices);

    /**
     * @param edges to add; those that are there already change nothing
     * @return whether they were added, all of them; else none was, for they close a cycle
     */
    bool TryAdd(const Edges& edges);

  private:
    /** @return whether the edge was added: not if it would close a cycle */
    bool TryAddEdge(uint32_t from, uint32_t to);
    bool SearchForward(uint32_t from, uint32_t lastPlace, uint32_t forbidden);
    void SearchBackward(uint32_t from, uint32_t firstPlace);
    void Reorder();

    std::vector<std::vector<uint32_t>> m_successors;   //!< by vertex
    std::vector<std::vector<uint32_t>> m_predecessors; //!< by vertex
    std::vector<uint32_t> m_place;                     //!< by vertex
    std::vector<bool> m_seen;                          //!< by vertex, during a search
    std::vector<uint32_t> m_ahead;                     //!< what the search forward has found
    std::vector<uint32_t> m_behind;                    //!< what the search backward has found
};

} // namespace ns3

#endif // AI_FABRIC_ACYCLIC_GRAPH_H
