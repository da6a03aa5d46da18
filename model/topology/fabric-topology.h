// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_TOPOLOGY_H
#define AI_FABRIC_FABRIC_TOPOLOGY_H

#include "ns3/fabric-units.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * One end point or switch.
 */
struct TopologyNode
{
    /** What a node may do: a host sends and receives, a switch forwards. */
    enum class Kind : uint8_t
    {
        HOST,
        SWITCH
    };

    Kind kind;        //!< host or switch
    std::string name; //!< for people, such as "host3", "leaf0" or "node17"
};

/**
 * @ingroup ai-fabric-topology
 * One full-duplex link; two nodes may share several.
 */
struct TopologyLink
{
    uint32_t a;          //!< node id of one end
    uint32_t b;          //!< node id of the other end
    uint64_t ratebps;    //!< bit/s in each direction
    int64_t delayPs;     //!< propagation delay in ps
    double errorRate{0}; //!< probability that a packet is lost, in [0, 1)
};

/**
 * @ingroup ai-fabric-topology
 * The ways out of one switch to some hosts, given by hand in place of the shortest paths.
 */
struct TopologyRoute
{
    uint32_t node;               //!< node id of a switch
    std::vector<uint32_t> hosts; //!< host indices of the destinations
    std::vector<uint32_t> links; //!< link ids of that switch, each as good as the others
    uint64_t line{0};            //!< in the file of routes; 0 if it comes from no file
};

/**
 * @ingroup ai-fabric-topology
 * Where the switches of a torus, mesh or ring are, for routing that goes by dimensions. A switch
 * may have links only to those whose places differ by one in one dimension, or by size - 1 if that
 * dimension wraps around.
 */
struct TopologyGrid
{
    std::vector<uint32_t> sizes;               //!< switches by dimension; empty: there is no grid
    std::vector<std::vector<uint32_t>> places; //!< by node id: a coordinate by dimension
};

/**
 * @ingroup ai-fabric-topology
 * A network as plain data: what generators and readers make, and what routing and helpers use.
 *
 * A node's id is its index in nodes, a link's id its index in links. Hosts have a dense index too,
 * in the order of their node ids. Invariant of AddHost() and AddSwitch():
 *     nodes[hosts[h]].kind == HOST,  hostIndex[hosts[h]] == h,  hosts is ascending.
 * Rates and delays are bounded so that sums of wire times and delays fit in 64 bits of picoseconds.
 */
struct FabricTopology
{
    static constexpr uint64_t MIN_RATE_BPS = 1'000;                 //!< bit/s
    static constexpr uint64_t MAX_RATE_BPS = 1'000'000'000'000'000; //!< bit/s
    static constexpr int64_t MAX_DELAY_PS = 1'000'000'000'000;      //!< ps
    /** Of a switch: routes, buffers and events take the square of them. */
    static constexpr uint32_t MAX_PORTS = 8192;

    std::vector<TopologyNode> nodes; //!< by node id
    std::vector<TopologyLink> links; //!< by link id
    std::vector<uint32_t> hosts;     //!< node id by host index
    std::vector<uint32_t> hostIndex; //!< host index by node id, NO_HOST for a switch

    /** Where they say nothing, FabricRoutes takes all shortest paths. */
    std::vector<TopologyRoute> routes;

    TopologyGrid grid; //!< of the switches, if they are in one

    /** By node id: the group of a switch, as of a dragonfly; empty: there are none. */
    std::vector<uint32_t> groups;

    /** Some hosts may have no path to each other, as NVLink ends at the server's. */
    bool islands{false};

    /** By node id: the number of the cube of a torus of cubes that it is in; empty: there are none.
     */
    std::vector<uint32_t> cubes;
    uint32_t spareCubes{0}; //!< that optical switches may put in the place of one of these

    /**
     * Links that are wired and dark when a run begins, as optical switches may light them later in
     * place of others. Their ids follow those of links. Only a network that is built has them: what
     * else is said of a topology, Validate() included, is of links.
     */
    std::vector<TopologyLink> darkLinks;

    std::string origin;              //!< the file or the generator's TypeId, for messages
    std::vector<uint64_t> linkLines; //!< line of each link in origin; empty if it is no file
    std::string routesOrigin;        //!< the file of routes; empty: as origin

    /** @param name for people @return the node id */
    uint32_t AddHost(const std::string& name);
    /** @param name for people @return the node id */
    uint32_t AddSwitch(const std::string& name);
    /** @param link what Validate() will check @return the link id */
    uint32_t AddLink(const TopologyLink& link);

    /** @return the topology in which darkLinks are links, with the same ids */
    FabricTopology WithDarkLinks() const;

    /** @return the number of hosts */
    uint32_t GetHostCount() const;
    /** @return the number of switches */
    uint32_t GetSwitchCount() const;
    /** @param node node id @return whether it is a host */
    bool IsHost(uint32_t node) const;
    /**
     * @param link link id
     * @param node one of its ends
     * @return the other end's node id
     */
    uint32_t GetPeer(uint32_t link, uint32_t node) const;
    /** @return for every node the ids of its links, ascending; all ends must exist */
    std::vector<std::vector<uint32_t>> GetLinksByNode() const;

    /**
     * Throws InputError unless this is a network that can be built: at least one host, every host
     * with exactly one link, links between two different existing nodes with rate, delay and error
     * rate in range, and a path between any two hosts that crosses no third one, unless it may
     * consist of islands. Each route has to be that of a switch, over its own links to switches or
     * to the destination itself, and the only one to that destination; FabricRoutes checks that
     * together they lead there.
     */
    void Validate() const;

    /**
     * Throws InputError about one of the routes.
     *
     * @param route it
     * @param problem what is wrong
     */
    [[noreturn]] void FailRoute(const TopologyRoute& route, const std::string& problem) const;

  private:
    /** Throws about one link. */
    void ValidateLink(uint32_t link) const;
    /** Throws about a route. */
    void ValidateRoutes() const;
    /** Throws if two hosts have no path. */
    void ValidateConnected(const std::vector<std::vector<uint32_t>>& linksByNode) const;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_TOPOLOGY_H
