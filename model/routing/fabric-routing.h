// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_ROUTING_H
#define AI_FABRIC_FABRIC_ROUTING_H

#include "linear-forwarding-tables.h"

#include "ns3/fabric-topology.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * The ways out of one node.
 */
struct NodeRoutes
{
    /**
     * Index into groups, by destination host; FabricRoutes::NO_GROUP if there is no way. Empty for
     * a host: its only link, groups[0], leads everywhere.
     */
    std::vector<uint32_t> groupOfHost;
    /**
     * Sets of equal-cost links, each ascending and different from the others. With forwarding
     * tables instead the link by path number, or a single one for all paths.
     */
    std::vector<std::vector<uint32_t>> groups;
};

/**
 * @ingroup ai-fabric-routing
 * All shortest paths by hop count between hosts, or the routes that the topology gives; hosts do
 * not forward.
 *
 * With d(v, h) the number of links from node v to host h, link (v, w) is in the group of v for h
 * if and only if
 *     d(w, h) + 1 == d(v, h)   and   w is h or a switch
 * so that no forwarding loop exists, and parallel links are members each on its own. Where
 * FabricTopology::routes names v and h, the group is what it says instead. Such routes are followed
 * from every host: a packet must reach its destination without ever coming back to a switch.
 * Groups are numbered in the order of the first host that uses them: the result depends on the
 * topology only.
 *
 * Forwarding tables are the other way to make them: what the tables say and nothing else.
 *
 * Cost: one breadth-first search (Boost.Graph) per switch that has hosts, which share what it
 * finds, and per host that the topology gives routes to: O(leaves * (nodes + links) + hosts *
 * switches) time and O(hosts * switches) memory.
 */
class FabricRoutes
{
  public:
    static constexpr uint32_t NO_GROUP = UINT32_MAX; //!< there is no way to that host

    /**
     * @param topology a valid one, else Validate()'s InputError is thrown
     * @throw InputError if its routes make a forwarding loop
     */
    explicit FabricRoutes(const FabricTopology& topology);

    /**
     * @param topology a valid one, else Validate()'s InputError is thrown
     * @param tables of it
     * @throw InputError if the tables do not deliver what some host sends to another one
     */
    FabricRoutes(const FabricTopology& topology,
                 std::shared_ptr<const LinearForwardingTables> tables);

    /** @return what they were made from; null if that is the topology alone */
    const LinearForwardingTables* GetTables() const
    {
        return m_tables.get();
    }

    /** @return the same, shared */
    const std::shared_ptr<const LinearForwardingTables>& ShareTables() const
    {
        return m_tables;
    }

    /** @param node node id @return its ways out */
    const NodeRoutes& GetNode(uint32_t node) const;

    /**
     * @param node node id, not that of the destination
     * @param host host index of the destination
     * @return the equal-cost links out of the node, ascending; empty if there is no way
     */
    const std::vector<uint32_t>& GetEgressLinks(uint32_t node, uint32_t host) const;

    /**
     * One path, always the first link of each group: the path to the first LID, if there are
     * forwarding tables. It stands for all others where equal-cost paths have equal rates and
     * delays, as those of the generators do.
     *
     * @param srcHost host index
     * @param dstHost host index
     * @return link ids from source to destination; empty if they are the same host
     * @throw InputError if there is no path
     */
    std::vector<uint32_t> PathLinks(uint32_t srcHost, uint32_t dstHost) const;

    /**
     * @param srcHost host index
     * @param dstHost host index
     * @return whether there is a path
     */
    bool HasPath(uint32_t srcHost, uint32_t dstHost) const;

    /**
     * For whoever follows the links itself and gets nowhere.
     *
     * @param srcHost host index
     * @param dstHost host index
     * @throw InputError that there is no path between them
     */
    [[noreturn]] static void FailPath(uint32_t srcHost, uint32_t dstHost);

    /**
     * @param link link id
     * @param node node id of one end
     * @return node id of the other end
     */
    uint32_t GetPeer(uint32_t link, uint32_t node) const
    {
        return m_links[link].a == node ? m_links[link].b : m_links[link].a;
    }

    /**
     * @param link link id
     * @param from node id of the sender
     * @return 0 from a to b, 1 from b to a
     */
    uint32_t GetDirection(uint32_t link, uint32_t from) const
    {
        return m_links[link].a == from ? 0 : 1;
    }

  private:
    /**
     * @param srcHost host index
     * @param dstHost host index
     * @param path empty; gets the links of PathLinks()
     * @return whether they lead there
     */
    bool Walk(uint32_t srcHost, uint32_t dstHost, std::vector<uint32_t>& path) const;

    /** Throws if packets to a host come back to a switch. */
    void CheckLoops(const FabricTopology& topology, uint32_t host) const;

    std::vector<NodeRoutes> m_nodes;                        //!< by node id
    std::vector<uint32_t> m_hosts;                          //!< node id by host index
    std::vector<TopologyLink> m_links;                      //!< by link id
    std::shared_ptr<const LinearForwardingTables> m_tables; //!< null: they were made without
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_ROUTING_H
