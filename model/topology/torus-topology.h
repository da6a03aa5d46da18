// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TORUS_TOPOLOGY_H
#define AI_FABRIC_TORUS_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A torus or mesh of k_1 x k_2 x ... switches with H hosts on each (Dally and Towles, Principles
 * and Practices of Interconnection Networks, chapter 5): S = k_1 * k_2 * ... switches, S*H hosts.
 *
 * Switch s has the coordinates x_i = s / (k_{i+1} * k_{i+2} * ...) mod k_i, so the last one runs
 * fastest, and is named by them, as in "switch1-0-3". Host h is on switch h / H. A link joins the
 * switches x_i and x_i + 1 of each dimension, and with Wrap also k_i - 1 and 0 if k_i > 2; two
 * switches have at most one link. Links are in the order of switches, and of dimensions at each of
 * them.
 */
class TorusTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;
    /** @return k_1, k_2, ... */
    std::vector<uint32_t> ParseDimensions() const;
    /** @return rates of the links between switches by dimension, in bit/s */
    std::vector<uint64_t> GetSwitchRates(size_t dimensions) const;

    std::string m_dimensions;     //!< sizes such as "4x4x4"
    uint32_t m_hostsPerSwitch;    //!< at least 1
    bool m_wrap;                  //!< a torus, not a mesh
    DataRate m_rate;              //!< rate of the links of the hosts
    DataRate m_switchRate;        //!< rate of the links between switches; 0: m_rate
    std::string m_dimensionRates; //!< by dimension, separated by commas; empty: m_switchRate
    Time m_delay;                 //!< delay of every link
};

} // namespace ns3

#endif // AI_FABRIC_TORUS_TOPOLOGY_H
