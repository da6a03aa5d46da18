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
 * Which moves between switches go up and which go down, and ways that never go up after they have
 * gone down (Autonet: Schroeder et al., IEEE JSAC 9 (8), 1991).
 *
 * A switch is above another one if its rank is less, and of equal ranks if its node id is. No ring
 * of moves goes up only or down only, and every other ring turns from down to up somewhere, so
 * buffers never wait for each other in a ring.
 *
 * A forwarding table does not know whether a packet has gone down already. Therefore, with
 * D(v) the moves from v to the destination if all go down,
 *
 *     T(v) = D(v)                                  where there is such a way
 *     T(v) = 1 + min of T(w) over all w above v    elsewhere
 *
 * and a packet goes down as soon as it can: to where D or T is one less.
 */
class UpDownOrder
{
  public:
    static constexpr uint32_t UNREACHED = UINT32_MAX; //!< no way that is allowed

    /** Empty. */
    UpDownOrder() = default;

    /** @param topology which outlives this @param ranks by node id; those of hosts do not matter */
    UpDownOrder(const FabricTopology& topology, std::vector<uint32_t> ranks);

    /**
     * @param from a switch
     * @param to another one
     * @return whether this move goes up
     */
    bool IsUp(uint32_t from, uint32_t to) const
    {
        return m_ranks[to] != m_ranks[from] ? m_ranks[to] < m_ranks[from] : to < from;
    }

    /**
     * @param dest a switch
     * @return by node id the links that begin the ways there, ascending; none at the switch itself,
     *         at hosts and where no way is allowed
     */
    std::vector<std::vector<uint32_t>> FindWays(uint32_t dest) const;

    /**
     * @param leaves switches
     * @return whether there is an allowed way between any two of them
     */
    bool Connects(const std::vector<uint32_t>& leaves) const;

  private:
    const FabricTopology* m_topology{nullptr};
    std::vector<uint32_t> m_ranks;                    //!< by node id
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids
    std::vector<uint32_t> m_fromTop;                  //!< switches, the highest one first
};

} // namespace ns3

#endif // AI_FABRIC_UP_DOWN_ORDER_H
