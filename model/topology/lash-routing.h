// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_LASH_ROUTING_H
#define AI_FABRIC_LASH_ROUTING_H

#include "lid-routing-engine.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Layered shortest paths (LASH: Skeie, Lysne and Theiss, IPDPS'02): the paths of MinHopRouting, on
 * any topology, made free of deadlocks by as many service levels as it takes (AssignLayers()).
 *
 * It is an error if MaxLayers are not enough.
 */
class LashRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    Ways DoFindWays(uint32_t dest) override;
    void DoAssignServiceLevels(LinearForwardingTables& tables) override;

    uint8_t m_maxLayers; //!< 1 to MAX_SERVICE_LEVELS
};

} // namespace ns3

#endif // AI_FABRIC_LASH_ROUTING_H
