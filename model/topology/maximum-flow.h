// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MAXIMUM_FLOW_H
#define AI_FABRIC_MAXIMUM_FLOW_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * The maximum flow from a source to a sink, which equals the least cut between them (Dinic, Soviet
 * Mathematics Doklady 11, 1970).
 */
class MaximumFlow
{
  public:
    /** @param vertices number of vertices */
    explicit MaximumFlow(std::size_t vertices);

    /**
     * Joins two vertices.
     *
     * @param a vertex
     * @param b another vertex
     * @param forwards capacity from a to b
     * @param backwards capacity from b to a
     */
    void Add(uint32_t a, uint32_t b, double forwards, double backwards);

    /**
     * Computes the flow. Uses up the capacities, so it may be called only once.
     *
     * @param source vertex
     * @param sink another vertex
     * @return the maximum flow; its error per arc is at most a billionth of the largest capacity
     */
    double Solve(uint32_t source, uint32_t sink);

  private:
    /** One direction of an edge. */
    struct Arc
    {
        uint32_t to;      //!< vertex at the end
        uint32_t reverse; //!< index of the other direction at that vertex
        double left;      //!< capacity left
    };

    /** @return true if the sink can be reached */
    bool FindLevels(uint32_t source, uint32_t sink);
    /** @return flow of one more path; 0: there is none */
    double Push(uint32_t source, uint32_t sink);

    std::vector<std::vector<Arc>> m_arcs; //!< by vertex
    std::vector<uint32_t> m_level;        //!< number of arcs from the source
    std::vector<std::size_t> m_next;      //!< by vertex: arcs before this one are exhausted
    double m_least{0};                    //!< smaller values are rounding errors
};

} // namespace ns3

#endif // AI_FABRIC_MAXIMUM_FLOW_H
