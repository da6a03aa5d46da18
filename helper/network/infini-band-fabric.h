// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFINI_BAND_FABRIC_H
#define AI_FABRIC_INFINI_BAND_FABRIC_H

#include "fabric-profile.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * InfiniBand: credits per virtual lane, VL arbitration, fixed input buffers, cut-through switches
 * with a latency of 130 ns, no congestion control.
 */
class InfiniBandFabric final : public FabricProfile
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_INFINI_BAND_FABRIC_H
