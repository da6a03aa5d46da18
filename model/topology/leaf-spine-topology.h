// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LEAF_SPINE_TOPOLOGY_H
#define AI_FABRIC_LEAF_SPINE_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Two tiers, every leaf linked to every spine. With L leaves, S spines, H hosts per leaf and P
 * links per leaf-spine pair: L*H hosts, L + S switches, L*H + L*S*P links. Host h is on leaf h / H.
 * With HostPorts p, each host has a port on each leaf of a group of p: L*H/p hosts, and host h is
 * on the leaves from p * (h / H) on.
 *
 * The rate of an uplink is
 *     UplinkRate                                          if it is not 0
 *     H * HostRate / (Oversubscription * S * P)           otherwise
 * so that by default the fabric is non-blocking. Giving both values is an error. If ports of such a
 * rate are not sold, leaves have fewer uplinks, and there may be fewer spines (ShareUplinks()).
 */
class LeafSpineTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_leaves;         //!< at least 1
    uint32_t m_spines;         //!< at least 1
    uint32_t m_hostsPerLeaf;   //!< at least 1
    uint32_t m_hostPorts;      //!< ports of a host, each on another leaf
    uint32_t m_linksPerPair;   //!< at least 1
    DataRate m_hostRate;       //!< between host and leaf
    DataRate m_uplinkRate;     //!< between leaf and spine; 0: from the oversubscription
    double m_oversubscription; //!< capacity to the hosts / capacity to the spines
    Time m_hostDelay;          //!< between host and leaf
    Time m_uplinkDelay;        //!< between leaf and spine
};

} // namespace ns3

#endif // AI_FABRIC_LEAF_SPINE_TOPOLOGY_H
