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
 * Which buffers of lossless links wait for which others.
 *
 * A vertex is an ingress buffer: one direction of a link and one lane of it (a PFC priority or an
 * InfiniBand virtual lane). A packet that came in over link i and leaves over link o keeps its
 * place in the buffer of i until the buffer at the far end of o has room:
 *
 *     i -> o   if for some destination a packet from some host comes in over i and leaves over o
 *
 * Without a cycle some buffer can always be emptied, and no deadlock is possible, whatever the
 * load (Dally and Seitz, 1987; for PFC: Hu et al., HotNets 2016). A cycle is necessary for a
 * deadlock, not sufficient: whether it closes depends on traffic and thresholds.
 *
 * Buffers that hosts fill (nothing waits for them) and those that hosts empty (they wait for
 * nothing) are on no cycle; they are vertices without edges.
 */
class BufferDependencyGraph
{
  public:
    /** An ingress buffer. */
    struct Buffer
    {
        uint32_t link; //!< link id
        uint32_t node; //!< node id of the end that receives and holds the buffer
        uint8_t lane;  //!< priority or virtual lane

        /** @param other another @return whether it is the same */
        bool operator==(const Buffer& other) const
        {
            return link == other.link && node == other.node && lane == other.lane;
        }
    };

    /** Buffers that wait for each other in a ring. */
    struct Cycle
    {
        std::vector<Buffer> buffers; //!< each waits for the next, the last one for the first
        uint32_t cyclicBuffers{0};   //!< how many buffers are on this cycle or any other one

        /** @return whether there is none */
        bool IsEmpty() const
        {
            return buffers.empty();
        }
    };

    /** @param topology a valid one, which outlives this @param lanes at least 1, numbered from 0 */
    explicit BufferDependencyGraph(const FabricTopology& topology, uint8_t lanes = 1);

    /**
     * Adds what packets of one lane cause, from every host to every other one, over all links that
     * the routes allow.
     *
     * With forwarding tables these are the paths of the tables. If the tables assign several
     * service levels, each path is in the lane of the same number as its level, and the graph must
     * have as many lanes as there are levels; otherwise all paths are in the given lane.
     *
     * Otherwise, destinations on the same switch that all other switches treat alike are followed
     * once, so it takes O(hosts * switches) to compare them and, for each that is different,
     * O(links + sum over switches of ports^2 / 64).
     *
     * @param routes of the topology
     * @param lane of the packets, the same on all links, unless tables give them service levels
     */
    void AddRoutes(const FabricRoutes& routes, uint8_t lane = 0);

    /**
     * As the other one, for packets that change lanes from link to link. Each path of each pair of
     * hosts is followed in the lanes of its service level. A packet that SL-to-VL maps discard goes
     * no further, and a lane that may lose packets waits for nothing.
     *
     * It takes O(hosts) for every destination on top of the links and lanes that are reached.
     *
     * @param routes of the topology
     * @param lanes that packets take; the graph has at least GetDataLanes()
     * @param levels service levels of all packets, unless tables have more than one
     */
    void AddRoutes(const FabricRoutes& routes,
                   const ServiceLanes& lanes,
                   const std::vector<uint8_t>& levels);

    /** @return hosts by index: of those that every switch treats alike only the first */
    std::vector<uint32_t> GetDistinctDestinations(const FabricRoutes& routes) const;

    /** @param from a buffer whose packets wait for room @param to the buffer they go to next */
    void AddDependency(const Buffer& from, const Buffer& to);

    /**
     * @param from a buffer
     * @param to another
     * @return whether the one waits for the other
     */
    bool HasDependency(const Buffer& from, const Buffer& to) const;

    /** @return how many pairs of buffers depend on each other */
    uint64_t GetDependencyCount() const;

    /** @return a shortest cycle, by FindShortestCycle() */
    Cycle FindCycle() const;

    /**
     * @param cycle of this topology
     * @return it in names, "switch1 port 2 (from switch0) -> ... -> switch1 port 2"; ports are
     *         numbered by the links of their node, as those of the simulated switches are. Of a
     *         ring of more than 16 buffers the first 15 and the last one
     */
    std::string Describe(const Cycle& cycle) const;

  private:
    /** State of a search: the buffers that packets have reached, and in which lanes. */
    struct Walk;

    void Follow(const ServiceLanes& lanes, Walk& walk);
    /**
     * Adds what the tables say, of all LIDs of hosts.
     *
     * @param tables of the topology
     * @param lane that all packets take
     */
    void AddTables(const LinearForwardingTables& tables, uint8_t lane);
    /** @return number of its vertex */
    uint32_t GetVertex(const Buffer& buffer) const;
    Buffer GetBuffer(uint32_t vertex) const;
    /** @return place of the link among those of the node, from 0 */
    uint32_t GetPort(uint32_t node, uint32_t link) const;
    /** @param host node id of one @return node id of the other end of its link */
    uint32_t GetSwitchOf(uint32_t host) const;
    /** @return switches with hosts, by node id, each once */
    std::vector<uint32_t> GetSources() const;
    const FabricTopology& m_topology;                 //!< outlives this
    uint8_t m_lanes;                                  //!< that are looked at
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids in the order of ports
    DirectedGraph m_successors;                       //!< by vertex; ascending, each once
};

} // namespace ns3

#endif // AI_FABRIC_BUFFER_DEPENDENCY_GRAPH_H
