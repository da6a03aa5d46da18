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
 * A tree of switches that adds up the contributions of some hosts: plain data.
 *
 * Every edge is a link of the topology. Invariants: each member is a child of the switch at the
 * other end of its link; every switch has at least one child; every switch except the first, the
 * root, has a parent that comes before it.
 */
struct AggregationTree
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< no link, switch or member

    /** A link to a child. */
    struct Child
    {
        uint32_t link;      //!< link id
        uint32_t place;     //!< index into switches; NONE for a host
        uint32_t member;    //!< index into the hosts of Build(); NONE for a switch
        uint32_t firstLeaf; //!< index in order of its first member
        uint32_t leafCount; //!< number of members below it, at least 1
    };

    /** One switch of the tree. */
    struct Junction
    {
        uint32_t node;               //!< node id
        uint32_t parent{NONE};       //!< index into switches
        uint32_t parentLink{NONE};   //!< link id
        uint32_t depth{0};           //!< number of links to the root
        std::vector<Child> children; //!< ascending by link id
    };

    std::vector<Junction> switches; //!< root first
    std::vector<uint32_t> order;    //!< member indices; members below one child are contiguous

    /** @return number of links between the root and the farthest member */
    uint32_t GetDepth() const;
};

/**
 * @ingroup ai-fabric-routing
 * Builds aggregation trees on one topology and records the links and switches in use, so that
 * further trees use others.
 *
 * Each tree is as shallow as possible. The root is the switch with the smallest distance to its
 * farthest leaf switch; ties go to the switch with the fewest trees, then with the smallest sum of
 * distances to the leaf switches, then with the lowest node id. A single leaf switch is its own
 * root. Then the leaf switches, by ascending node id, are joined to the root along shortest paths.
 * If several links are on a shortest path, a link to a switch of the tree is preferred, then the
 * link with the fewest trees, then the link with the lowest id.
 *
 * The number of trees of one class may be limited per switch and per port: full ones are avoided.
 */
class AggregationTreeBuilder
{
  public:
    /** Limits of the number of trees of a class, including the new one; 0: unlimited. */
    struct Limits
    {
        uint32_t perSwitch{0}; //!< trees through one switch
        uint32_t perPort{0};   //!< at both ends of a link
    };

    /** @param topology valid topology, which is copied */
    explicit AggregationTreeBuilder(const FabricTopology& topology);

    /**
     * @param hosts host indices of the members, at least one, all different
     * @param treeClass class of the tree, 0 or 1; limits and balancing apply within a class
     * @param limits limits of this class
     * @return the tree, which is counted as in use from now on
     * @throw InputError if the limits allow no tree; it names the full switch
     */
    AggregationTree Build(const std::vector<uint32_t>& hosts,
                          uint32_t treeClass,
                          const Limits& limits);

  private:
    static constexpr uint32_t CLASSES = 2; //!< number of classes of trees, each with its own limits
    /** Distance of nodes that cannot be reached within the limits. */
    static constexpr uint32_t UNREACHED = UINT32_MAX;

    /** Use of the network by trees of one class. */
    struct Usage
    {
        std::vector<uint32_t> ofSwitch; //!< trees by node id
        std::vector<uint32_t> ofLink;   //!< trees by link id
    };

    /** A tree under construction. */
    struct Draft;

    /** @return true if a switch has reached the limit of trees of the class */
    bool IsFull(uint32_t node, const Draft& draft) const;
    bool MayUse(uint32_t link, const Draft& draft) const;
    std::vector<uint32_t> GetDistances(uint32_t from, const Draft& draft) const;
    /** @return node id of the root */
    uint32_t ChooseRoot(const Draft& draft) const;
    void Join(uint32_t leaf, Draft& draft) const;
    AggregationTree Arrange(const Draft& draft) const;

    FabricTopology m_topology;
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids
    Usage m_usage[CLASSES];                           //!< by class
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_TREE_H
