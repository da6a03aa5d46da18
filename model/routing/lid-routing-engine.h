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
 * A routing engine of a subnet manager: one way to every destination LID, by forwarding tables.
 *
 * For each switch with hosts the engine says which links of every other switch lead there. Each LID
 * of its hosts, in ascending order, takes one of them. Unless the engine decides otherwise that is,
 * at every switch on its own, the link that
 *
 *     1. the fewest LIDs of the same host have taken,
 *     2. of these, the fewest LIDs at all have taken, and
 *     3. of these, comes first,
 *
 * so that loads of ports are even and the LIDs of a host take different ways where there are any.
 * LIDs of switches follow shortest paths; nothing but management would be sent to them.
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

    /** @return what is being routed */
    const FabricTopology& GetTopology() const
    {
        return *m_topology;
    }

    /** @param node node id @return its links, ascending */
    const std::vector<uint32_t>& GetLinks(uint32_t node) const
    {
        return m_linksByNode[node];
    }

    /** @return LIDs of every host, 2^LMC */
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
     * @param sources switches
     * @return links between each switch and the nearest source, by node id; UINT32_MAX where there
     *         is no way over switches, and for hosts
     */
    std::vector<uint32_t> MeasureDistances(const std::vector<uint32_t>& sources) const;

    /** @param dest a switch @return the links on shortest paths to it */
    Ways FindShortestWays(uint32_t dest) const;

  private:
    FabricRoutes DoRoute(const FabricTopology& topology) final;
    /** By shortest paths. */
    void FillLidsOfSwitches(LinearForwardingTables& tables) const;
    /** By the policy. */
    void FillLidsOfHosts(LinearForwardingTables& tables);
    /** @return the link by the rule of the class's description */
    uint32_t ChooseLeastLoaded(const LinearForwardingTables& tables,
                               uint32_t node,
                               const std::vector<uint32_t>& links,
                               uint32_t host,
                               uint32_t path);

    /** Called once, before anything else. Nothing by default. */
    virtual void DoPrepare();

    /**
     * The policy.
     *
     * @param dest a switch with hosts
     * @return which links lead to it
     */
    virtual Ways DoFindWays(uint32_t dest) = 0;

    /**
     * @param node node id of a switch
     * @param links at least two of its links that lead to the host, ascending
     * @param host host index of the destination
     * @param path number of its LID, below 2^LMC
     * @return one of the links; NO_LINK, the default, for the least loaded one
     */
    virtual uint32_t DoChoose(uint32_t node,
                              const std::vector<uint32_t>& links,
                              uint32_t host,
                              uint32_t path);

    /** Called when all links are set. Leaves all of them 0 by default. @param tables to fill in */
    virtual void DoAssignServiceLevels(LinearForwardingTables& tables);

    uint8_t m_lmc;            //!< LID mask control
    std::string m_tablesFile; //!< to write; empty: none

    const FabricTopology* m_topology{nullptr};        //!< while Route() is at work
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids in the order of ports
    std::vector<uint32_t> m_switches;                 //!< node ids
    std::vector<std::vector<uint32_t>> m_lidsOn;      //!< by node and place of the link
};

} // namespace ns3

#endif // AI_FABRIC_LID_ROUTING_ENGINE_H
