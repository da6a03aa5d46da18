// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STAR_TOPOLOGY_H
#define AI_FABRIC_STAR_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * One switch with all hosts: H hosts, 1 switch, H links; every path has 2 links.
 */
class StarTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_hosts; //!< at least 1
    DataRate m_rate;  //!< rate of every link
    Time m_delay;     //!< delay of every link
};

} // namespace ns3

#endif // AI_FABRIC_STAR_TOPOLOGY_H
