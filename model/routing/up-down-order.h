// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UP_DOWN_ORDER_H
#define AI_FABRIC_UP_DOWN_ORDER_H

#include "ns3/fabric-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * The direction (up or down) of moves between switches, and paths that never go up after they have
 * gone down (Autonet: Schroeder et al., IEEE JSAC 9 (8), 1991).
 *
 * A switch is above another switch if its rank is less, or if ranks are equal and its node id is
 * less. No ring of moves goes only up or only down, and every other ring turns from down to up
 * somewhere, so buffers never wait for each other in a ring.
 *
 * A forwarding table does not know whether a packet has already gone down. Therefore, with D(v) the
 * number of moves from v to the destination if all go down,
 *
 *     T(v) = D(v)                                  where there is such a way
 *     T(v) = 1 + min of T(w) over all w above v    elsewhere
 *
 * and a packet goes down as soon as possible: to a switch whose D or T is one less.
 */
class UpDownOrder
{
  public:
    static constexpr uint32_t UNREACHED = UINT32_MAX; //!< no allowed path exists

    /** Creates an empty order. */
    UpDownOrder() = default;

    /**
     * @param topology topology; must outlive this object
     * @param ranks ranks by node id; those of hosts are ignored
     */
    UpDownOrder(const FabricTopology& topology, std::vector<uint32_t> ranks);

    /**
     * @param from node id of a switch
     * @param to node id of another switch
     * @return true if this move goes up
     */
    bool IsUp(uint32_t from, uint32_t to) const
    {
        return m_ranks[to] != m_ranks[from] ? m_ranks[to] < m_ranks[from] : to < from;
    }

    /**
     * @param dest node id of a switch
     * @return by node id: first links of the paths to it, ascending; empty at the switch itself, at
     * hosts and without an allowed path
     */
    std::vector<std::vector<uint32_t>> FindWays(uint32_t dest) const;

    /**
     * @param leaves node ids of switches
     * @return true if an allowed path exists between any two of them
     */
    bool Connects(const std::vector<uint32_t>& leaves) const;

  private:
    const FabricTopology* m_topology{nullptr};
    std::vector<uint32_t> m_ranks;                    //!< by node id
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids
    std::vector<uint32_t> m_fromTop;                  //!< switches, the highest first
};

} // namespace ns3

#endif // AI_FABRIC_UP_DOWN_ORDER_H
