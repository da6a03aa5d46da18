// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DUMBBELL_TOPOLOGY_H
#define AI_FABRIC_DUMBBELL_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Two switches, each with its own hosts, and one link between them: L + R hosts, 2 switches,
 * L + R + 1 links. Hosts 0 to L-1 are on the left; the bottleneck is the last link.
 */
class DumbbellTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_leftHosts;      //!< at least 1
    uint32_t m_rightHosts;     //!< at least 1
    DataRate m_hostRate;       //!< between hosts and switches
    DataRate m_bottleneckRate; //!< between the switches
    Time m_hostDelay;          //!< between hosts and switches
    Time m_bottleneckDelay;    //!< between the switches
};

} // namespace ns3

#endif // AI_FABRIC_DUMBBELL_TOPOLOGY_H
