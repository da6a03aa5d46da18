// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "egress-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EgressArbiter);

TypeId
EgressArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EgressArbiter").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
EgressArbiter::DoSetDataLanes(uint32_t)
{
}

} // namespace ns3
