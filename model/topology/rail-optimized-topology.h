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
 * GPUs of the same number in their servers share a leaf, a rail: S servers of G GPUs in groups of P
 * servers, R rails, hence S/P * R leaves, with spines above.
 *
 * Host h is GPU h mod G of server h / G; its rail is entry h mod G of RailMap, and its leaf that of
 * its rail in the group of its server. All spines are linked to all leaves, or with RailOnly those
 * of each rail to the leaves of that rail: then rails have no path to each other and messages
 * between them need NVLink (Wang et al., "Rail-only: A Low-Cost High-Performance Network for
 * Training LLMs with Trillion Parameters", HotI'24). One group needs no spines if it is RailOnly.
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
    uint32_t m_serversPerGroup; //!< 0: all in one
    uint32_t m_spines;          //!< in all, or of each rail
    std::string m_railMap;      //!< empty: a rail per GPU
    bool m_railOnly;            //!< spines join leaves of one rail only
    DataRate m_hostRate;        //!< of the links of the hosts
    double m_oversubscription;  //!< of a leaf
    Time m_hostDelay;           //!< of the links of the hosts
    Time m_uplinkDelay;         //!< of the links between leaves and spines
};

} // namespace ns3

#endif // AI_FABRIC_RAIL_OPTIMIZED_TOPOLOGY_H
