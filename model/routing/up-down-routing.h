// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UP_DOWN_ROUTING_H
#define AI_FABRIC_UP_DOWN_ROUTING_H

#include "lid-routing-engine.h"
#include "up-down-order.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Up*-down* routing on one lane: the shortest paths that forwarding tables can express and that
 * never go up after down (UpDownOrder), balanced by the number of LIDs, as in OpenSM's updn. The
 * routing is free of deadlocks on every topology, and shortest on trees.
 *
 * The rank of a switch is its distance from the nearest root. Without Roots the roots are the
 * switches that are farthest from all hosts, such as the spines of a tree. If some switches with
 * hosts have no path over them, or if every switch has hosts, there is one root: the switch with
 * the smallest distance to its farthest switch; ties go to the lowest node id.
 */
class UpDownRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoPrepare() override;
    Ways DoFindWays(uint32_t dest) override;

    /** @return node ids of switches with hosts */
    std::vector<uint32_t> GetLeaves() const;
    /** @return node ids of the attribute's names */
    std::vector<uint32_t> ParseRoots() const;
    /** @return switch with the smallest distance to its farthest switch */
    uint32_t FindCenter() const;

    std::string m_roots; //!< names separated by commas; empty: automatic
    UpDownOrder m_order;
};

} // namespace ns3

#endif // AI_FABRIC_UP_DOWN_ROUTING_H
