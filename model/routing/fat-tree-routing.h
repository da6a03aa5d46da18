// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAT_TREE_ROUTING_H
#define AI_FABRIC_FAT_TREE_ROUTING_H

#include "lid-routing-engine.h"
#include "up-down-order.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * d-mod-k routing of fat trees (Zahavi et al., "Optimized InfiniBand fat-tree routing for shift
 * all-to-all communication patterns", Concurrency and Computation 22 (2), 2010), as in OpenSM's
 * ftree.
 *
 * The level of a switch is its distance from the nearest switch with hosts. With k(i) the number of
 * uplinks of a switch of level i, a packet to host d leaves level l upwards by uplink number
 *
 *     (d + path) / (k(0) * k(1) * ... * k(l-1)) mod k(l)
 *
 * and goes down by the only link; among parallel links by the same rule with the values of the
 * level below. Hosts are counted switch by switch, so shifts, in which host i sends to host i + s,
 * use no link between switches twice in a tree without oversubscription. If some uplinks do not
 * lead to the host, only the others are counted. Paths are shortest and free of deadlocks
 * (UpDownOrder).
 *
 * A link between two switches whose levels do not differ by one is an error.
 */
class FatTreeRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoPrepare() override;
    Ways DoFindWays(uint32_t dest) override;
    uint32_t DoChoose(uint32_t node,
                      const std::vector<uint32_t>& links,
                      uint32_t host,
                      uint32_t path) override;

    UpDownOrder m_order;             //!< by level, the highest level on top
    std::vector<uint32_t> m_level;   //!< by node id
    std::vector<uint64_t> m_divisor; //!< by level: k(0) * ... * k(level - 1)
    std::vector<uint32_t> m_place;   //!< by host index: its number, counted switch by switch
};

} // namespace ns3

#endif // AI_FABRIC_FAT_TREE_ROUTING_H
