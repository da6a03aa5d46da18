// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HYPER_X_TOPOLOGY_H
#define AI_FABRIC_HYPER_X_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A HyperX (Ahn et al., "HyperX: Topology, Routing, and Packaging of Efficient Large-Scale
 * Networks", SC'09): a switch with T hosts at each point of S_1 x S_2 x ..., with K links to each
 * switch that differs in one coordinate. With P = S_1 * S_2 * ... there are P switches, P*T hosts
 * and P*(S_1 + S_2 + ... - L)*K/2 links between switches of L dimensions. The longest shortest path
 * has L links between switches.
 *
 * Switch s has the coordinates of s in mixed radix, with the last one running fastest, and is named
 * by them, as in "switch1-3". Host h is on switch h / T. Links between switches are in the order of
 * dimensions, so that routing by the lowest link follows this order, too, and closes no ring.
 */
class HyperXTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    std::string m_dimensions;  //!< sizes such as "4x4"
    uint32_t m_hostsPerSwitch; //!< T
    uint32_t m_linksPerPair;   //!< K
    DataRate m_rate;           //!< rate of the links of the hosts
    DataRate m_switchRate;     //!< rate of the links between switches; 0: m_rate
    std::string m_rates;       //!< rates of these links by dimension; empty: m_switchRate
    Time m_delay;              //!< delay of every link
};

} // namespace ns3

#endif // AI_FABRIC_HYPER_X_TOPOLOGY_H
