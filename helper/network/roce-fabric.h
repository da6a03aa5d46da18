// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROCE_FABRIC_H
#define AI_FABRIC_ROCE_FABRIC_H

#include "fabric-profile.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * RoCEv2 over Ethernet: PFC on priority 3, RED marking, DCQCN as in ConnectX NICs,
 * store-and-forward switches with a shared buffer.
 */
class RoceFabric final : public FabricProfile
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_ROCE_FABRIC_H
