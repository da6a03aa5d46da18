// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINEAR_FORWARDING_TABLES_H
#define AI_FABRIC_LINEAR_FORWARDING_TABLES_H

#include "ns3/fabric-topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * The settings of a subnet by its subnet manager: local identifiers, the linear forwarding table of
 * every switch, and the service level of every pair of hosts (IBTA vol. 1, 4.1.3, 14 and 18.2.4.3).
 *
 * A switch forwards by the destination LID alone. With a LID mask control (LMC) of l a host has 2^l
 * consecutive LIDs, the first one a multiple of 2^l, and each of them may take another path:
 *
 *     link(switch, GetLid(host) + path),   0 <= path < 2^l
 *
 * A switch has one LID. Ports are those of InfiniBand: 0 is the switch itself, and the links of a
 * node have numbers from 1 in the order of link ids.
 *
 * The service level belongs to a pair of switches and a path, for their hosts and for both
 * directions. It is the virtual lane of the packet on the whole path, unless there are SL-to-VL
 * maps.
 */
class LinearForwardingTables
{
  public:
    static constexpr uint32_t NO_LINK = UINT32_MAX; //!< the LID has no entry
    static constexpr uint32_t NO_NODE = UINT32_MAX; //!< no node has this LID
    static constexpr uint32_t MAX_LID = 0xBFFF;     //!< the last unicast LID
    static constexpr uint8_t MAX_LMC = 7;           //!< 128 paths
    /** As many as there are data lanes. */
    static constexpr uint8_t MAX_SERVICE_LEVELS = 15;

    /** A destination that the tables do not reach. */
    struct Problem
    {
        uint32_t node;    //!< node id of the switch that causes the problem
        uint32_t lid;     //!< destination LID
        std::string text; //!< description
    };

    /**
     * Empty tables. Hosts get LIDs in the order of host indices, then switches in the order of node
     * ids, with the lowest possible numbers from 1 on.
     *
     * @param topology valid topology
     * @param lmc LID mask control, at most MAX_LMC
     * @throw InputError if LIDs are not sufficient
     */
    LinearForwardingTables(const FabricTopology& topology, uint8_t lmc);

    /**
     * Empty tables with given LIDs.
     *
     * @param topology valid topology
     * @param lmc LID mask control, at most MAX_LMC
     * @param lidOfNode first LID by node id, from 1 to MAX_LID; 0 for a switch without LID. Nodes
     * have different LIDs, and those of hosts are multiples of 2^lmc
     */
    LinearForwardingTables(const FabricTopology& topology,
                           uint8_t lmc,
                           std::vector<uint32_t> lidOfNode);

    /** @return topology of the tables */
    const FabricTopology& GetTopology() const
    {
        return m_topology;
    }

    /** @return LID mask control */
    uint8_t GetLmc() const
    {
        return m_lmc;
    }

    /** @return number of LIDs of every host, 2^LMC */
    uint32_t GetPathCount() const
    {
        return 1U << m_lmc;
    }

    /** @return the highest LID */
    uint32_t GetTopLid() const
    {
        return static_cast<uint32_t>(m_nodeOfLid.size() - 1);
    }

    /**
     * @param node node id
     * @return its first LID; 0 without LID
     */
    uint32_t GetLid(uint32_t node) const
    {
        return m_lidOfNode[node];
    }

    /**
     * @param lid LID
     * @return node id of its owner, or NO_NODE
     */
    uint32_t GetNode(uint32_t lid) const
    {
        return lid < m_nodeOfLid.size() ? m_nodeOfLid[lid] : NO_NODE;
    }

    /**
     * @param node node id of a switch
     * @param lid LID up to GetTopLid()
     * @param link link id of one of its links
     */
    void SetLink(uint32_t node, uint32_t lid, uint32_t link)
    {
        m_linkOfLid[node][lid] = link;
    }

    /**
     * @param node node id of a switch
     * @param lid LID up to GetTopLid()
     * @return link id or NO_LINK
     */
    uint32_t GetLink(uint32_t node, uint32_t lid) const
    {
        return m_linkOfLid[node][lid];
    }

    /** @return node ids of the switches with hosts, ascending */
    const std::vector<uint32_t>& GetLeaves() const
    {
        return m_leaves;
    }

    /**
     * @param host host index
     * @return node id of its switch, or of the other host if there is no switch
     */
    uint32_t GetLeafOfHost(uint32_t host) const
    {
        return m_leafOfHost[host];
    }

    /**
     * @param a node id of a switch with hosts
     * @param b node id of another such switch, or the same
     * @param path path number, below GetPathCount()
     * @param level service level for both directions, below MAX_SERVICE_LEVELS
     */
    void SetServiceLevel(uint32_t a, uint32_t b, uint32_t path, uint8_t level);

    /**
     * @param a node id of a switch with hosts
     * @param b node id of another such switch, or the same
     * @param path path number, below GetPathCount()
     * @return service level in both directions
     */
    uint8_t GetServiceLevelOfSwitches(uint32_t a, uint32_t b, uint32_t path) const;

    /**
     * @param src host index
     * @param dst host index
     * @param path path number, below GetPathCount()
     * @return service level in both directions
     */
    uint8_t GetServiceLevel(uint32_t src, uint32_t dst, uint32_t path) const
    {
        return GetServiceLevelOfSwitches(m_leafOfHost[src], m_leafOfHost[dst], path);
    }

    /** @return highest service level plus one; 1: all paths have level 0 */
    uint8_t GetServiceLevelCount() const
    {
        return m_serviceLevelCount;
    }

    /**
     * @param src host index
     * @param dst host index of another host
     * @param path path number, below GetPathCount()
     * @return link ids from source to destination, for tables without a problem (FindProblem())
     */
    std::vector<uint32_t> PathLinks(uint32_t src, uint32_t dst, uint32_t path) const;

    /**
     * @return first LID of a host that packets of some host do not reach; nothing: all are reached
     */
    std::optional<Problem> FindProblem() const;

  private:
    size_t GetLevelIndex(uint32_t a, uint32_t b, uint32_t path) const;
    void Prepare();
    /** @return reason why packets to the LID, of this host, do not arrive; nothing if they do */
    std::optional<Problem> FindProblem(uint32_t host, uint32_t lid) const;

    FabricTopology m_topology;
    uint8_t m_lmc;                                  //!< LID mask control
    std::vector<uint32_t> m_lidOfNode;              //!< first LID by node id; 0: none
    std::vector<uint32_t> m_nodeOfLid;              //!< NO_NODE: unused
    std::vector<std::vector<uint32_t>> m_linkOfLid; //!< by node id; empty for hosts
    std::vector<uint32_t> m_leaves;                 //!< node ids
    std::vector<uint32_t> m_leafOfHost;             //!< node id by host index
    std::vector<uint32_t> m_leafIndex;              //!< index into m_leaves by node id
    std::vector<uint8_t> m_serviceLevels;           //!< GetLevelIndex(); empty: all are 0
    uint8_t m_serviceLevelCount{1};                 //!< highest level in use plus one
};

} // namespace ns3

#endif // AI_FABRIC_LINEAR_FORWARDING_TABLES_H
