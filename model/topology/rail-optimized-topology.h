// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RAIL_OPTIMIZED_TOPOLOGY_H
#define AI_FABRIC_RAIL_OPTIMIZED_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * GPUs with the same number in their servers share a leaf, a rail: S servers of G GPUs in groups of
 * P servers, R rails, hence S/P * R leaves, with spines above.
 *
 * Host h is GPU h mod G of server h / G. Its rail is entry h mod G of RailMap, and its leaf is the
 * leaf of that rail in the group of its server. All spines are linked to all leaves. With RailOnly
 * the spines of each rail are linked to the leaves of that rail only: then rails have no path to
 * each other, and messages between them need NVLink (Wang et al., "Rail-only: A Low-Cost
 * High-Performance Network for Training LLMs with Trillion Parameters", HotI'24). One group needs
 * no spines with RailOnly.
 */
class RailOptimizedTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;
    std::vector<uint32_t> ReadRailMap() const;

    uint32_t m_servers;         //!< at least 1
    uint32_t m_gpusPerServer;   //!< at least 1
    uint32_t m_serversPerGroup; //!< 0: all servers in one group
    uint32_t m_spines;          //!< number of spines in all, or per rail
    std::string m_railMap;      //!< empty: one rail per GPU
    bool m_railOnly;            //!< spines join leaves of one rail only
    DataRate m_hostRate;        //!< rate of the links of the hosts
    double m_oversubscription;  //!< oversubscription of a leaf
    Time m_hostDelay;           //!< delay of the links of the hosts
    Time m_uplinkDelay;         //!< delay of the links between leaves and spines
};

} // namespace ns3

#endif // AI_FABRIC_RAIL_OPTIMIZED_TOPOLOGY_H
