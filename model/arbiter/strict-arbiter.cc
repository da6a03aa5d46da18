// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "strict-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(StrictArbiter);

TypeId
StrictArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::StrictArbiter")
                            .SetParent<EgressArbiter>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<StrictArbiter>();
    return tid;
}

uint32_t
StrictArbiter::DoSelect(uint32_t eligible, const std::vector<PacketFifo>&)
{
    return 31 - __builtin_clz(eligible);
}

} // namespace ns3
