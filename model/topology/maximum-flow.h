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
 * The most that flows from a source to a sink, which is the least cut between them (Dinic, Soviet
 * Mathematics Doklady 11, 1970).
 */
class MaximumFlow
{
  public:
    /** @param vertices how many there are */
    explicit MaximumFlow(std::size_t vertices);

    /**
     * Joins two vertices.
     *
     * @param a a vertex
     * @param b another one
     * @param forwards capacity from a to b
     * @param backwards capacity from b to a
     */
    void Add(uint32_t a, uint32_t b, double forwards, double backwards);

    /**
     * Uses up the capacities, so it is called once.
     *
     * @param source a vertex
     * @param sink another one
     * @return what flows, to a billionth of the largest capacity for each arc
     */
    double Solve(uint32_t source, uint32_t sink);

  private:
    /** One direction of an edge. */
    struct Arc
    {
        uint32_t to;      //!< vertex
        uint32_t reverse; //!< index of the other direction there
        double left;      //!< capacity
    };

    /** @return whether the sink can be reached */
    bool FindLevels(uint32_t source, uint32_t sink);
    /** @return what one more path carries; 0: there is none */
    double Push(uint32_t source, uint32_t sink);

    std::vector<std::vector<Arc>> m_arcs; //!< by vertex
    std::vector<uint32_t> m_level;        //!< arcs from the source
    std::vector<std::size_t> m_next;      //!< arcs before it lead nowhere any more
    double m_least{0};                    //!< below it is rounding
};

} // namespace ns3

#endif // AI_FABRIC_MAXIMUM_FLOW_H
