// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SLIM_FLY_TOPOLOGY_H
#define AI_FABRIC_SLIM_FLY_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A Slim Fly (Besta and Hoefler, "Slim Fly: A Cost Effective Low-Diameter Network Topology",
 * SC'14): the graph of McKay, Miller and Siran for a prime power q = 4w + d with d of -1, 0 or 1.
 * It has 2q^2 routers with (3q - d)/2 links to others, and any two are at most two links apart.
 *
 * With a primitive element x of the field of q elements the sets are
 *
 *     d =  1:  X  = even powers x^0 ... x^(q-3)    X' = odd powers x^1 ... x^(q-2)
 *     d =  0:  X  = even powers x^0 ... x^(q-2)    X' = odd powers x^1 ... x^(q-1)
 *     d = -1:  X  = x^0, x^2 ... x^(2w-2) and x^(2w-1), x^(2w+1) ... x^(4w-3)
 *              X' = x^1, x^3 ... x^(2w-1) and x^(2w), x^(2w+2) ... x^(4w-2)
 *
 * and the links are
 *
 *     (0, a, y) - (0, a, y')   if y - y' is in X
 *     (1, m, c) - (1, m, c')   if c - c' is in X'
 *     (0, a, y) - (1, m, c)    if y = m a + c
 *
 * Router (s, a, b) is number s q^2 + a q + b; host h is on router h / p with p = HostsPerRouter.
 */
class SlimFlyTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_q;              //!< prime power other than 2
    uint32_t m_hostsPerRouter; //!< p; 0: half of the links to other routers, rounded up
    DataRate m_rate;           //!< rate of the links of the hosts
    DataRate m_switchRate;     //!< rate of the links between routers; 0: m_rate
    Time m_delay;              //!< delay of every link
};

} // namespace ns3

#endif // AI_FABRIC_SLIM_FLY_TOPOLOGY_H
