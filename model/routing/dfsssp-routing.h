// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DFSSSP_ROUTING_H
#define AI_FABRIC_DFSSSP_ROUTING_H

#include "lid-routing-engine.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Deadlock-free single-source shortest paths (DFSSSP: Domke, Hoefler and Nagel, "Deadlock-Free
 * Oblivious Routing for Arbitrary Topologies", IPDPS'11), on any topology.
 *
 * Each destination LID, leaf by leaf, gets a tree of least weight, by Dijkstra's algorithm. The
 * weight of a direction of a link is
 *
 *     2^44 + paths from hosts that use it so far
 *
 * so that paths have the fewest links, as 2^44 exceeds the number of all paths, and among these the
 * least loaded links. Loads are thus evened out along the whole path, not only at each switch as in
 * MinHopRouting.
 *
 * Then the paths get layers, which are service levels. All paths begin in layer 0. As long as the
 * dependencies between the links of a layer close a cycle, the edge of that cycle with the fewest
 * paths is removed: these paths go to the next layer. A pair of switches with hosts and an offset
 * of the LID is moved as a unit, in both directions, as both have one service level.
 *
 * If MaxLayers layers are not enough, routing fails with an error.
 */
class DfssspRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** Links by node id towards one LID. */
    using Tree = std::vector<uint32_t>;

    void DoPrepare() override;
    Ways DoFindWays(uint32_t dest) override;
    uint32_t DoChoose(uint32_t node,
                      const std::vector<uint32_t>& links,
                      uint32_t host,
                      uint32_t path) override;
    void DoAssignServiceLevels(LinearForwardingTables& tables) override;

    /** @return tree of least weight to a switch; order gets the nodes by descending distance */
    Tree GrowTree(uint32_t dest, std::vector<uint32_t>& order) const;
    /** Adds the paths of a tree, from all hosts except one, to the weights of their links. */
    void AddWeights(const Tree& tree, const std::vector<uint32_t>& order, uint32_t dest);
    /** @return number of a direction of a link */
    uint32_t GetDirection(uint32_t link, uint32_t from) const;

    uint8_t m_maxLayers;                    //!< 1 to MAX_SERVICE_LEVELS
    std::vector<uint64_t> m_weights;        //!< by direction
    std::vector<uint64_t> m_hostsOn;        //!< by node id of a switch
    std::vector<std::vector<Tree>> m_trees; //!< by host index and path; only for the last leaf
};

} // namespace ns3

#endif // AI_FABRIC_DFSSSP_ROUTING_H
