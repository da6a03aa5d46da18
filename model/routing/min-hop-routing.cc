// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "min-hop-routing.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MinHopRouting);

TypeId
MinHopRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MinHopRouting")
                            .SetParent<LidRoutingEngine>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<MinHopRouting>();
    return tid;
}

LidRoutingEngine::Ways
MinHopRouting::DoFindWays(uint32_t dest)
{
    return FindShortestWays(dest);
}

} // namespace ns3
