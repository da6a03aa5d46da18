// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LASH_ROUTING_H
#define AI_FABRIC_LASH_ROUTING_H

#include "lid-routing-engine.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Layered shortest paths (LASH: Skeie, Lysne and Theiss, IPDPS'02), on any topology, made free of
 * deadlocks by as many service levels as necessary (AssignLayers()).
 *
 * Path p uses, among the neighbours on shortest paths to a destination in the order of their first
 * links, number p modulo their count; hosts use parallel links to that neighbour in turn. Switches
 * therefore choose alike, which causes few different turns and keeps the number of levels low, but
 * loads ports less evenly than MinHopRouting. With an LMC above 0 each path of a pair of switches
 * has its own level, which connections on that path use.
 *
 * If MaxLayers layers are not enough, routing fails with an error.
 */
class LashRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    Ways DoFindWays(uint32_t dest) override;
    uint32_t DoChoose(uint32_t node,
                      const std::vector<uint32_t>& links,
                      uint32_t host,
                      uint32_t path) override;
    void DoAssignServiceLevels(LinearForwardingTables& tables) override;

    uint8_t m_maxLayers; //!< 1 to MAX_SERVICE_LEVELS
};

} // namespace ns3

#endif // AI_FABRIC_LASH_ROUTING_H
