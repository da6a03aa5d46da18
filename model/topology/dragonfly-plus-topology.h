// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DRAGONFLY_PLUS_TOPOLOGY_H
#define AI_FABRIC_DRAGONFLY_PLUS_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A dragonfly+ (Shpiner et al., "Dragonfly+: Low Cost Topology for Scaling Datacenters",
 * HiPINEB'17): g groups, each a two-tier Clos network of l leaves with p hosts and s spines with h
 * global links; every leaf of a group is linked to each of its spines. g*l*p hosts, g*(l + s)
 * switches.
 *
 * A group has s*h global ports, port n on its spine n / h. They join groups as in a
 * DragonflyTopology: with g - 1 = s*h there is one link between any two groups; with fewer groups
 * there are c = s*h / (g - 1) links, rounded down. Link n of the pair i < j takes
 *
 *     port n*(g-1) + j - 1 of group i   and   port n*(g-1) + i of group j
 *
 * Host h is on leaf h / p, leaf n in group n / l. A shortest path between groups is leaf, spine,
 * spine, leaf, because every leaf is linked to all spines of its group.
 */
class DragonflyPlusTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_groups;         //!< g; 0: s*h + 1
    uint32_t m_leavesPerGroup; //!< l
    uint32_t m_spinesPerGroup; //!< s
    uint32_t m_hostsPerLeaf;   //!< p
    uint32_t m_globalLinks;    //!< h
    DataRate m_rate;           //!< rate of the links of the hosts
    DataRate m_localRate;      //!< rate between leaves and spines; 0: m_rate
    DataRate m_globalRate;     //!< rate between groups; 0: m_rate
    Time m_delay;              //!< delay of every link except the global links
    Time m_globalDelay;        //!< delay of the global links
};

} // namespace ns3

#endif // AI_FABRIC_DRAGONFLY_PLUS_TOPOLOGY_H
