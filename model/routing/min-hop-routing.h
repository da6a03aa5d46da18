// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MIN_HOP_ROUTING_H
#define AI_FABRIC_MIN_HOP_ROUTING_H

#include "lid-routing-engine.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Shortest paths by hop count, balanced over the ports of each switch by the number of LIDs that
 * leave by them, as in OpenSM's minhop. The paths may form a ring of buffers (deadlock).
 */
class MinHopRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    Ways DoFindWays(uint32_t dest) override;
};

} // namespace ns3

#endif // AI_FABRIC_MIN_HOP_ROUTING_H
