// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANDOM_REGULAR_TOPOLOGY_H
#define AI_FABRIC_RANDOM_REGULAR_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A random regular graph of S switches with d links to others and H hosts each (Jellyfish: Singla
 * et al., NSDI'12): S*H hosts, S*H + S*d/2 links, at most one link between two switches.
 *
 * The graph is drawn by switching edges, which reaches every such graph (Taylor 1981). The start is
 * the circulant graph in which switch i is joined to i +- 1, 2, ... d/2, and to the opposite switch
 * if d is odd. Ten times the number of links, two links a - b and c - e are drawn and become a - e
 * and c - b, unless this joins a switch to itself or two switches twice. The drawing continues
 * until the graph is connected. The draws come from std::mt19937_64 with Seed, whose sequence the
 * C++ standard defines; they are part of the topology and do not depend on the run of a simulation.
 *
 * Host h is on switch h / H. Links between switches are in ascending order.
 */
class RandomRegularTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    using Edges = std::vector<std::pair<uint32_t, uint32_t>>; //!< pairs of switches

    FabricTopology DoGenerate() const override;
    /** @return edges of a connected graph */
    Edges DrawEdges() const;
    /** @return true if the edges connect all switches */
    bool IsConnected(const Edges& edges) const;

    uint32_t m_switches;       //!< S
    uint32_t m_degree;         //!< d
    uint32_t m_hostsPerSwitch; //!< H
    uint64_t m_seed;           //!< seed of the graph
    DataRate m_rate;           //!< rate of the links of the hosts
    DataRate m_switchRate;     //!< rate of the links between switches; 0: m_rate
    Time m_delay;              //!< delay of every link
};

} // namespace ns3

#endif // AI_FABRIC_RANDOM_REGULAR_TOPOLOGY_H
