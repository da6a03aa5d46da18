// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LID_ROUTING_ENGINE_H
#define AI_FABRIC_LID_ROUTING_ENGINE_H

#include "routing-engine.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * A routing engine of a subnet manager: one path to every destination LID, by forwarding tables.
 *
 * For each switch with hosts the engine finds the links of every other switch that lead there. Each
 * LID of its hosts, in ascending order, takes one of these links. Unless the engine decides
 * otherwise, every switch chooses on its own the link that
 *
 *     1. the fewest LIDs of the same host have taken,
 *     2. of these, the fewest LIDs at all have taken, and
 *     3. of these, comes first,
 *
 * so that loads of ports are even and the LIDs of a host take different paths if possible. LIDs of
 * switches follow shortest paths; only management packets would be sent to them.
 */
class LidRoutingEngine : public RoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * By node id: links that lead to a given switch, ascending; empty at that switch itself and at
     * nodes without a path to it.
     */
    using Ways = std::vector<std::vector<uint32_t>>;

    /** @return topology that is being routed */
    const FabricTopology& GetTopology() const
    {
        return *m_topology;
    }

    /**
     * @param node node id
     * @return its links, ascending
     */
    const std::vector<uint32_t>& GetLinks(uint32_t node) const
    {
        return m_linksByNode[node];
    }

    /** @return number of LIDs of every host, 2^LMC */
    uint32_t GetPathCount() const
    {
        return 1U << m_lmc;
    }

    /** @return node ids of all switches, ascending */
    const std::vector<uint32_t>& GetSwitches() const
    {
        return m_switches;
    }

    /**
     * @param sources node ids of switches
     * @return number of links between each switch and the nearest source, by node id; UINT32_MAX
     * for hosts and without a path over switches
     */
    std::vector<uint32_t> MeasureDistances(const std::vector<uint32_t>& sources) const;

    /**
     * @param dest node id of a switch
     * @return links on shortest paths to it
     */
    Ways FindShortestWays(uint32_t dest) const;

  private:
    FabricRoutes DoRoute(const FabricTopology& topology) final;
    /** Fills in the LIDs of switches by shortest paths. */
    void FillLidsOfSwitches(LinearForwardingTables& tables) const;
    /** Fills in the LIDs of hosts by the policy. */
    void FillLidsOfHosts(LinearForwardingTables& tables);
    /** @return link by the rule in the description of the class */
    uint32_t ChooseLeastLoaded(const LinearForwardingTables& tables,
                               uint32_t node,
                               const std::vector<uint32_t>& links,
                               uint32_t host,
                               uint32_t path);

    /** Called once, before anything else. Does nothing by default. */
    virtual void DoPrepare();

    /**
     * The policy.
     *
     * @param dest node id of a switch with hosts
     * @return links that lead to it
     */
    virtual Ways DoFindWays(uint32_t dest) = 0;

    /**
     * @param node node id of a switch
     * @param links at least two of its links that lead to the host, ascending
     * @param host host index of the destination
     * @param path number of the host's LID, below 2^LMC
     * @return one of the links; NO_LINK, the default, for the least loaded link
     */
    virtual uint32_t DoChoose(uint32_t node,
                              const std::vector<uint32_t>& links,
                              uint32_t host,
                              uint32_t path);

    /**
     * Called when all links are set. Leaves all levels 0 by default.
     *
     * @param tables tables to fill in
     */
    virtual void DoAssignServiceLevels(LinearForwardingTables& tables);

    uint8_t m_lmc;            //!< LID mask control
    std::string m_tablesFile; //!< path of a file to write; empty: none

    const FabricTopology* m_topology{nullptr};        //!< set while Route() runs
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids in the order of ports
    std::vector<uint32_t> m_switches;                 //!< node ids
    std::vector<std::vector<uint32_t>> m_lidsOn;      //!< by node and position of the link
};

} // namespace ns3

#endif // AI_FABRIC_LID_ROUTING_ENGINE_H
