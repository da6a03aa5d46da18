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
 * Up*-down* routing on one lane: the shortest ways that forwarding tables can express and that
 * never go up after down (UpDownOrder), balanced by the number of LIDs; as OpenSM's updn. Free of
 * deadlocks on every topology, shortest on trees.
 *
 * The rank of a switch is its distance from the nearest root. Without Roots these are the switches
 * that are farthest from all hosts, as the spines of a tree; if not every two switches with hosts
 * have a way over them, or every switch has hosts, there is one root, a switch whose farthest
 * switch is nearest, of several the one with the least node id.
 */
class UpDownRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoPrepare() override;
    Ways DoFindWays(uint32_t dest) override;

    /** @return switches with hosts */
    std::vector<uint32_t> GetLeaves() const;
    /** @return node ids of the attribute's names */
    std::vector<uint32_t> ParseRoots() const;
    /** @return the switch whose farthest switch is nearest */
    uint32_t FindCenter() const;

    std::string m_roots; //!< names with commas; empty: automatic
    UpDownOrder m_order;
};

} // namespace ns3

#endif // AI_FABRIC_UP_DOWN_ROUTING_H
