// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RING_TOPOLOGY_H
#define AI_FABRIC_RING_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A ring of S switches with H hosts on each: S*H hosts, S*H + S links.
 *
 * Host h is on switch h / H, and ring link i joins the switches i and (i + 1) mod S. Shortest paths
 * go both ways around; with Clockwise every packet goes from switch i to i + 1 until it is there.
 * Those routes make each ring buffer wait for the next one: the smallest network that can deadlock.
 * With three switches the shortest paths cannot; with four or more they can, too.
 */
class RingTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_switches;       //!< at least 3
    uint32_t m_hostsPerSwitch; //!< at least 1
    DataRate m_rate;           //!< of the links of the hosts
    DataRate m_ringRate;       //!< of the links between switches; 0: m_rate
    Time m_delay;              //!< of every link
    bool m_clockwise;          //!< one way around only
};

} // namespace ns3

#endif // AI_FABRIC_RING_TOPOLOGY_H
