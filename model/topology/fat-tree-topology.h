// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAT_TREE_TOPOLOGY_H
#define AI_FABRIC_FAT_TREE_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * The three-tier fat tree of k-port switches (Al-Fares et al., SIGCOMM'08, section 2.2).
 *
 * k pods of k/2 edge and k/2 aggregation switches and (k/2)^2 core switches: k^3/4 hosts, 5k^2/4
 * switches, 3k^3/4 links. Host h is on edge switch h / (k/2); the edge and aggregation switches of
 * pod p are those from p * k/2 on; core c is linked to aggregation switch c / (k/2) of every pod.
 * Between pods there are (k/2)^2 shortest paths of 6 links, within a pod k/2 of 4 links.
 *
 * The rates decrease from tier to tier by
 *     edge to aggregation: Rate / Oversubscription
 *     aggregation to core: Rate / (Oversubscription * CoreOversubscription)
 * If ports of such a rate are not sold, switches have fewer uplinks (ShareUplinks()), so that there
 * are fewer aggregation switches in a pod, or fewer cores.
 */
class FatTreeTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_k;                  //!< ports per switch, even, at least 2
    DataRate m_rate;               //!< rate of the links of the hosts
    double m_oversubscription;     //!< oversubscription of an edge switch
    double m_coreOversubscription; //!< oversubscription of an aggregation switch
    Time m_delay;                  //!< delay of every link
};

} // namespace ns3

#endif // AI_FABRIC_FAT_TREE_TOPOLOGY_H
