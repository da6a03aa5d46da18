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
 * One host or switch.
 */
struct TopologyNode
{
    /** Kind of a node: a host sends and receives, a switch forwards. */
    enum class Kind : uint8_t
    {
        HOST,
        SWITCH
    };

    Kind kind;        //!< host or switch
    std::string name; //!< name for users, such as "host3", "leaf0" or "node17"
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
 * The routes out of one switch to some hosts, given by hand in place of the shortest paths.
 */
struct TopologyRoute
{
    uint32_t node;               //!< node id of a switch
    std::vector<uint32_t> hosts; //!< host indices of the destinations
    std::vector<uint32_t> links; //!< link ids of that switch, all equally good
    uint64_t line{0};            //!< line in the file of routes; 0 without a file
};

/**
 * @ingroup ai-fabric-topology
 * Positions of the switches of a torus, mesh or ring, for routing by dimensions. A switch may have
 * links only to switches whose place differs by one in one dimension, or by size - 1 if that
 * dimension wraps around.
 */
struct TopologyGrid
{
    std::vector<uint32_t> sizes;               //!< switches by dimension; empty: no grid
    std::vector<std::vector<uint32_t>> places; //!< by node id: one coordinate per dimension
};

/**
 * @ingroup ai-fabric-topology
 * A network as plain data, made by generators and readers, and used by routing and helpers.
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
    /** Limit of a switch: routes, buffers and events grow with the square of its ports. */
    static constexpr uint32_t MAX_PORTS = 8192;

    std::vector<TopologyNode> nodes; //!< by node id
    std::vector<TopologyLink> links; //!< by link id
    std::vector<uint32_t> hosts;     //!< node id by host index
    std::vector<uint32_t> hostIndex; //!< host index by node id, NO_HOST for a switch

    /** Routes given by hand; FabricRoutes uses all shortest paths elsewhere. */
    std::vector<TopologyRoute> routes;

    TopologyGrid grid; //!< grid of the switches, if they form one

    /** By node id: group of a switch, such as of a dragonfly; empty: no groups. */
    std::vector<uint32_t> groups;

    /** By node id: number of its region, see RegionsTopology; empty: all are in one. */
    std::vector<uint32_t> regions;

    /**
     * Ports of each host, each on another switch. A port is a host of this graph, with one link: of
     * n machines, port p of machine m is host m + p n, and all ports of a machine have its name.
     */
    uint32_t ports{1};

    /**
     * GPUs behind the adapter of each host, which share its rate, see GpuServer::GetGpusPerNic().
     * Jobs see GPUs: GPU g is behind host g / gpusPerHost.
     */
    uint32_t gpusPerHost{1};

    /** Some hosts may have no path to each other, such as NVLink domains of different servers. */
    bool islands{false};

    /** By node id: the number of the cube of a torus of cubes that it is in; empty: there are none.
     */
    std::vector<uint32_t> cubes;
    uint32_t spareCubes{0}; //!< cubes that optical switches may put in place of others

    /**
     * Links that are wired but dark when a run begins. Optical switches may light them later in
     * place of others. Their ids follow those of links. Only a built network has them: all other
     * functions, including Validate(), use links alone.
     */
    std::vector<TopologyLink> darkLinks;

    std::string origin;              //!< file name, or the TypeId of the generator, for messages
    std::vector<uint64_t> linkLines; //!< line of each link in origin; empty if origin is not a file
    std::string routesOrigin;        //!< file of routes; empty: same as origin

    /**
     * @param name name for users
     * @return node id
     */
    uint32_t AddHost(const std::string& name);
    /**
     * @param name name for users
     * @return node id
     */
    uint32_t AddSwitch(const std::string& name);
    /**
     * @param link link, which Validate() will check
     * @return link id
     */
    uint32_t AddLink(const TopologyLink& link);

    /** @return the graph before SplitPorts(), which Validate() refuses if hosts have several ports
     */
    FabricTopology WithWholeHosts() const;

    /** @return topology in which darkLinks are part of links, with the same ids */
    FabricTopology WithDarkLinks() const;

    /** @return number of hosts; of hosts with several ports: number of all ports */
    uint32_t GetHostCount() const;

    /** @return number of hosts as jobs see them: the first ones of GetHostCount() */
    uint32_t GetMachineCount() const
    {
        return GetHostCount() / ports;
    }

    /** @return number of GPUs of all hosts, as jobs see them */
    uint32_t GetGpuCount() const
    {
        return GetMachineCount() * gpusPerHost;
    }

    /** @param host host index @return index of the host as jobs see it */
    uint32_t GetMachine(uint32_t host) const
    {
        return host % GetMachineCount();
    }

    /** @param machine index of a host as jobs see it @return host indices of its ports */
    std::vector<uint32_t> GetPortsOf(uint32_t machine) const;

    /**
     * Makes a host of each further link of a host, see ports.
     *
     * @throw InputError if hosts have different numbers of links, or two to one switch, or if
     * routes are given by hand
     */
    void SplitPorts();

    /** @return number of switches */
    uint32_t GetSwitchCount() const;
    /**
     * @param node node id
     * @return true for a host
     */
    bool IsHost(uint32_t node) const;
    /**
     * @param link link id
     * @param node node id of one of its ends
     * @return node id of the other end
     */
    uint32_t GetPeer(uint32_t link, uint32_t node) const;
    /** @return by node id: ids of its links, ascending; all ends must exist */
    std::vector<std::vector<uint32_t>> GetLinksByNode() const;

    /**
     * @return by node id: number of links to the nearest host; 0: a host, or a switch without a
     *         path to any host
     */
    std::vector<uint32_t> CountLinksToHosts() const;

    /**
     * @param node node id
     * @param linksByNode GetLinksByNode()
     * @return true for a switch with a link to another region
     */
    bool IsBorder(uint32_t node, const std::vector<std::vector<uint32_t>>& linksByNode) const;

    /**
     * Throws InputError unless a network of this graph can be built: at least one host, exactly one
     * link per host after SplitPorts(), links between two different existing nodes with rate, delay
     * and error rate in range, and a path between any two hosts that crosses no third host (of
     * their ports with the same number), unless islands are allowed. Each route must belong to a
     * switch, use its own links to switches or to the destination itself, and be the only route to
     * that destination; FabricRoutes checks that the routes together reach it.
     */
    void ValidateGraph() const;

    /** Throws InputError if a run of the network lacks memory. */
    void RequireMemory() const;

    /** RequireMemory() and ValidateGraph(). */
    void Validate() const;

    /**
     * Throws InputError about a route.
     *
     * @param route the route
     * @param problem description
     */
    [[noreturn]] void FailRoute(const TopologyRoute& route, const std::string& problem) const;

  private:
    /** Throws InputError about a host with several links. */
    [[noreturn]] void FailHost(uint32_t node, uint32_t link, const std::string& problem) const;
    /** Throws if a link is invalid. */
    void ValidateLink(uint32_t link) const;
    /** Throws if a route is invalid. */
    void ValidateRoutes() const;
    /** @return by node id: whether there is a path from a host that crosses no other host */
    std::vector<bool> FindReached(uint32_t first,
                                  const std::vector<std::vector<uint32_t>>& linksByNode) const;
    /** Throws if two hosts have no path. */
    void ValidateConnected(const std::vector<std::vector<uint32_t>>& linksByNode) const;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_TOPOLOGY_H
