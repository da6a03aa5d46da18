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
 * The routes out of one node.
 */
struct NodeRoutes
{
    /**
     * Index into groups, by destination host; FabricRoutes::NO_GROUP without a path. Empty for a
     * host: its only link, groups[0], leads everywhere.
     */
    std::vector<uint32_t> groupOfHost;
    /**
     * Sets of equal-cost links, each ascending and different from the others. With forwarding
     * tables instead the link by path number, or a single link for all paths.
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
 * so that forwarding loops are impossible, and each of several parallel links is a separate member.
 * Where FabricTopology::routes has an entry for v and h, that entry replaces the group. Such routes
 * are followed from every host: a packet must reach its destination without returning to a switch.
 * Groups are numbered in the order of the first host that uses them: the result depends only on the
 * topology.
 *
 * Routes can also be made from forwarding tables; then the tables alone decide.
 *
 * Cost: one breadth-first search (Boost.Graph) per switch that has hosts, shared by these hosts,
 * and per host with given routes: O(leaves * (nodes + links) + hosts * switches) time and O(hosts *
 * switches) memory.
 */
class FabricRoutes
{
  public:
    static constexpr uint32_t NO_GROUP = UINT32_MAX; //!< no path to this host exists

    /**
     * @param topology valid topology, else Validate()'s InputError is thrown
     * @throw InputError if its routes form a forwarding loop
     */
    explicit FabricRoutes(const FabricTopology& topology);

    /**
     * @param topology valid topology, else Validate()'s InputError is thrown
     * @param tables forwarding tables of the topology
     * @throw InputError if the tables fail to deliver packets from some host to another
     */
    FabricRoutes(const FabricTopology& topology,
                 std::shared_ptr<const LinearForwardingTables> tables);

    /** @return forwarding tables of the routes; null if they were made from the topology alone */
    const LinearForwardingTables* GetTables() const
    {
        return m_tables.get();
    }

    /** @return the same tables, shared */
    const std::shared_ptr<const LinearForwardingTables>& ShareTables() const
    {
        return m_tables;
    }

    /**
     * @param node node id
     * @return its routes
     */
    const NodeRoutes& GetNode(uint32_t node) const;

    /**
     * @param node node id of another node than the destination
     * @param host host index of the destination
     * @return equal-cost links out of the node, ascending; empty without a path
     */
    const std::vector<uint32_t>& GetEgressLinks(uint32_t node, uint32_t host) const;

    /**
     * One path, always by the first link of each group; with forwarding tables the path to the
     * first LID. It represents all others if equal-cost paths have equal rates and delays, as in
     * topologies of generators.
     *
     * @param srcHost host index
     * @param dstHost host index
     * @return link ids from source to destination; empty if they are the same host
     * @throw InputError if no path exists
     */
    std::vector<uint32_t> PathLinks(uint32_t srcHost, uint32_t dstHost) const;

    /**
     * @param srcHost host index
     * @param dstHost host index
     * @return true if a path exists
     */
    bool HasPath(uint32_t srcHost, uint32_t dstHost) const;

    /**
     * For callers that follow the links themselves and find no path.
     *
     * @param srcHost host index
     * @param dstHost host index
     * @throw InputError always: there is no path between the hosts
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
     * @return 0 from end a to end b, 1 from b to a
     */
    uint32_t GetDirection(uint32_t link, uint32_t from) const
    {
        return m_links[link].a == from ? 0 : 1;
    }

  private:
    /**
     * @param srcHost host index
     * @param dstHost host index
     * @param path empty; receives the links of PathLinks()
     * @return true if these links reach the destination
     */
    bool Walk(uint32_t srcHost, uint32_t dstHost, std::vector<uint32_t>& path) const;

    /** Throws if packets to a host return to a switch. */
    void CheckLoops(const FabricTopology& topology, uint32_t host) const;

    std::vector<NodeRoutes> m_nodes;                        //!< by node id
    std::vector<uint32_t> m_hosts;                          //!< node id by host index
    std::vector<TopologyLink> m_links;                      //!< by link id
    std::shared_ptr<const LinearForwardingTables> m_tables; //!< null: they were made without tables
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_ROUTING_H
