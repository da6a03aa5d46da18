// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DRAGONFLY_TOPOLOGY_H
#define AI_FABRIC_DRAGONFLY_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A dragonfly (Kim, Dally, Scott and Abts, ISCA'08): g groups of a routers, each with p hosts and h
 * global links. It has g*a*p hosts; all routers of a group are joined with each other.
 *
 * A group has a*h global ports, port n on its router n / h. With g - 1 = a*h, the largest
 * dragonfly, there is one link between any two groups; with fewer groups there are c = a*h / (g -
 * 1) links, rounded down, and the last ports stay empty. The arrangement is the absolute one
 * (Hastings et al., CLUSTER'15): the links of group i lead to the other groups in ascending order,
 * c times over, so link n of the pair i < j takes
 *
 *     port n*(g-1) + j - 1 of group i   and   port n*(g-1) + i of group j
 *
 * Host h is on router h / p, router r in group r / a. Shortest paths take at most one global and
 * two local links.
 */
class DragonflyTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_groups;          //!< g; 0: a*h + 1
    uint32_t m_routersPerGroup; //!< a
    uint32_t m_hostsPerRouter;  //!< p
    uint32_t m_globalLinks;     //!< h
    DataRate m_rate;            //!< rate of the links of the hosts
    DataRate m_localRate;       //!< rate within a group; 0: m_rate
    DataRate m_globalRate;      //!< rate between groups; 0: m_rate
    Time m_delay;               //!< delay of every link except the global links
    Time m_globalDelay;         //!< delay of the global links
};

} // namespace ns3

#endif // AI_FABRIC_DRAGONFLY_TOPOLOGY_H
