// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATION_TREE_H
#define AI_FABRIC_AGGREGATION_TREE_H

#include "ns3/fabric-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * A tree of switches over which the contributions of some hosts are summed up: plain data.
 *
 * Every edge is a link of the topology. Invariants: each member hangs on the switch that its link
 * leads to; every switch has at least one child, and every one but the first, the root, a parent
 * that comes before it.
 */
struct AggregationTree
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< in place of a link, a switch or a member

    /** A link down. */
    struct Child
    {
        uint32_t link;      //!< link id
        uint32_t place;     //!< index into switches; NONE if it is a host
        uint32_t member;    //!< index into the hosts of Build(); NONE if it is a switch
        uint32_t firstLeaf; //!< where its members begin in order
        uint32_t leafCount; //!< how many members hang below it, at least 1
    };

    /** One switch of it. */
    struct Junction
    {
        uint32_t node;               //!< node id
        uint32_t parent{NONE};       //!< index into switches
        uint32_t parentLink{NONE};   //!< link id
        uint32_t depth{0};           //!< links to the root
        std::vector<Child> children; //!< ascending by link id
    };

    std::vector<Junction> switches; //!< the root first
    std::vector<uint32_t> order;    //!< members; those below one child stand side by side

    /** @return links between the root and the farthest member */
    uint32_t GetDepth() const;
};

/**
 * @ingroup ai-fabric-routing
 * Builds aggregation trees on one topology and remembers what they use, so that further trees use
 * something else.
 *
 * Each tree is as shallow as it can be. The root is the switch whose farthest leaf switch is
 * nearest; ties go to the switch with the fewest trees, then with the least sum of distances to the
 * leaf switches, then with the lowest node id. A single leaf switch is its own root. Then the leaf
 * switches, by ascending node id, are joined to the root along shortest paths. Where several links
 * are on a shortest path, one to a switch that is in the tree already is preferred, then the one
 * with the fewest trees, then the one with the lowest id.
 *
 * Trees of one class may be limited per switch and per port: what is full is avoided.
 */
class AggregationTreeBuilder
{
  public:
    /** How many trees of its class there may be, counting this one; 0: any number. */
    struct Limits
    {
        uint32_t perSwitch{0}; //!< through one switch
        uint32_t perPort{0};   //!< at both ends of a link
    };

    /** @param topology a valid one, which is copied */
    explicit AggregationTreeBuilder(const FabricTopology& topology);

    /**
     * @param hosts host indices of the members, at least one, all different
     * @param treeClass trees are limited and balanced among those of their class, 0 or 1
     * @param limits of this class
     * @return the tree, which from now on is in use
     * @throw InputError if the limits leave none, naming the switch that is full
     */
    AggregationTree Build(const std::vector<uint32_t>& hosts,
                          uint32_t treeClass,
                          const Limits& limits);

  private:
    static constexpr uint32_t CLASSES = 2; //!< of trees, each with limits of its own
    /** Distance of nodes that the limits make unreachable. */
    static constexpr uint32_t UNREACHED = UINT32_MAX;

    /** What trees of one class use. */
    struct Usage
    {
        std::vector<uint32_t> ofSwitch; //!< trees by node id
        std::vector<uint32_t> ofLink;   //!< trees by link id
    };

    /** A tree in the making. */
    struct Draft;

    /** @return whether a switch has all the trees of the class that it may have */
    bool IsFull(uint32_t node, const Draft& draft) const;
    bool MayUse(uint32_t link, const Draft& draft) const;
    std::vector<uint32_t> GetDistances(uint32_t from, const Draft& draft) const;
    /** @return node id */
    uint32_t ChooseRoot(const Draft& draft) const;
    void Join(uint32_t leaf, Draft& draft) const;
    AggregationTree Arrange(const Draft& draft) const;

    FabricTopology m_topology;
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids
    Usage m_usage[CLASSES];                           //!< by class
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_TREE_H
