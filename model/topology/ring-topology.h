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
 * use both directions; with Clockwise every packet goes from switch i to i + 1 up to its
 * destination. These routes make each ring buffer wait for the next one: the smallest network with
 * a possible deadlock. Shortest paths can deadlock with four or more switches, but not with three.
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
    DataRate m_rate;           //!< rate of the links of the hosts
    DataRate m_ringRate;       //!< rate of the links between switches; 0: m_rate
    Time m_delay;              //!< delay of every link
    bool m_clockwise;          //!< packets use only one direction
};

} // namespace ns3

#endif // AI_FABRIC_RING_TOPOLOGY_H
