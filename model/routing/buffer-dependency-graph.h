// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BUFFER_DEPENDENCY_GRAPH_H
#define AI_FABRIC_BUFFER_DEPENDENCY_GRAPH_H

#include "fabric-routing.h"
#include "service-lanes.h"

#include "ns3/fabric-topology.h"
#include "ns3/shortest-cycle.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Dependencies between the buffers of lossless links: which buffer waits for which.
 *
 * A vertex is an ingress buffer: one direction of a link and one of its lanes (a PFC priority or an
 * InfiniBand virtual lane). A packet that came in over link i and leaves over link o keeps its
 * place in the buffer of i until the buffer at the far end of o has room:
 *
 *     i -> o   if for some destination a packet from some host comes in over i and leaves over o
 *
 * Without a cycle some buffer can always be emptied, so a deadlock is impossible at any load (Dally
 * and Seitz, 1987; for PFC: Hu et al., HotNets 2016). A cycle is necessary for a deadlock, not
 * sufficient: the deadlock also depends on traffic and thresholds.
 *
 * Buffers filled by hosts (no buffer waits for them) and buffers emptied by hosts (they wait for no
 * buffer) are on no cycle; they are vertices without edges.
 */
class BufferDependencyGraph
{
  public:
    /** An ingress buffer. */
    struct Buffer
    {
        uint32_t link; //!< link id
        uint32_t node; //!< node id of the receiving end, which holds the buffer
        uint8_t lane;  //!< priority or virtual lane

        /**
         * @param other another buffer
         * @return true if both are the same buffer
         */
        bool operator==(const Buffer& other) const
        {
            return link == other.link && node == other.node && lane == other.lane;
        }
    };

    /** Buffers that wait for each other in a ring. */
    struct Cycle
    {
        std::vector<Buffer> buffers; //!< each waits for the next, the last for the first
        uint32_t cyclicBuffers{0};   //!< number of buffers on this or any other cycle

        /** @return true if there is no cycle */
        bool IsEmpty() const
        {
            return buffers.empty();
        }
    };

    /**
     * @param topology valid topology; must outlive this object
     * @param lanes number of lanes, at least 1, numbered from 0
     */
    explicit BufferDependencyGraph(const FabricTopology& topology, uint8_t lanes = 1);

    /**
     * Adds the dependencies caused by packets of one lane, from every host to every other host,
     * over all links that the routes allow.
     *
     * With forwarding tables the paths are those of the tables. If the tables assign several
     * service levels, each path is in the lane with the number of its level, and the graph must
     * have as many lanes as levels; otherwise all paths are in the given lane.
     *
     * Without tables, destinations on the same switch with identical routes at all other switches
     * are followed once. The cost is O(hosts * switches) for the comparison and, for each distinct
     * destination, O(links + sum over switches of ports^2 / 64).
     *
     * @param routes routes of the topology
     * @param lane lane of the packets, the same on all links, unless tables assign service levels
     */
    void AddRoutes(const FabricRoutes& routes, uint8_t lane = 0);

    /**
     * The same for packets that change lanes from link to link. Each path of each pair of hosts is
     * followed in the lanes of its service level. A packet that SL-to-VL maps discard goes no
     * further, and a lane that may drop packets waits for no buffer.
     *
     * The cost is O(hosts) for every destination, plus the reached links and lanes.
     *
     * @param routes routes of the topology
     * @param lanes lanes of packets; the graph has at least GetDataLanes() lanes
     * @param levels service levels of all packets, unless tables have more than one
     */
    void AddRoutes(const FabricRoutes& routes,
                   const ServiceLanes& lanes,
                   const std::vector<uint8_t>& levels);

    /** @return host indices; among hosts with identical routes at every switch only the first */
    std::vector<uint32_t> GetDistinctDestinations(const FabricRoutes& routes) const;

    /**
     * @param from buffer whose packets wait for room
     * @param to buffer to which they go next
     */
    void AddDependency(const Buffer& from, const Buffer& to);

    /**
     * @param from waiting buffer
     * @param to next buffer
     * @return true if the first waits for the second
     */
    bool HasDependency(const Buffer& from, const Buffer& to) const;

    /** @return number of pairs of buffers with a dependency */
    uint64_t GetDependencyCount() const;

    /** @return a shortest cycle, by FindShortestCycle() */
    Cycle FindCycle() const;

    /**
     * @param cycle cycle of this topology
     * @return the cycle in names, "switch1 port 2 (from switch0) -> ... -> switch1 port 2"; ports
     * are numbered in the order of their node's links, as in the simulated switches. For a ring of
     * more than 16 buffers the first 15 and the last buffer
     */
    std::string Describe(const Cycle& cycle) const;

  private:
    /** State of a search: the buffers and lanes that packets have reached. */
    struct Walk;

    void Follow(const ServiceLanes& lanes, Walk& walk);
    /**
     * Adds the dependencies of the paths to all LIDs of hosts in the tables.
     *
     * @param tables forwarding tables of the topology
     * @param lane lane of all packets
     */
    void AddTables(const LinearForwardingTables& tables, uint8_t lane);
    /** @return vertex number of the buffer */
    uint32_t GetVertex(const Buffer& buffer) const;
    Buffer GetBuffer(uint32_t vertex) const;
    /** @return position of the link among those of the node, from 0 */
    uint32_t GetPort(uint32_t node, uint32_t link) const;
    /**
     * @param host node id of a host
     * @return node id of the other end of its link
     */
    uint32_t GetSwitchOf(uint32_t host) const;
    /** @return node ids of switches with hosts, each once */
    std::vector<uint32_t> GetSources() const;
    const FabricTopology& m_topology;                 //!< must outlive this object
    uint8_t m_lanes;                                  //!< number of lanes
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids in the order of ports
    DirectedGraph m_successors;                       //!< by vertex; ascending, without duplicates
};

} // namespace ns3

#endif // AI_FABRIC_BUFFER_DEPENDENCY_GRAPH_H
