// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "input-arbiter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InputArbiter);

TypeId
InputArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::InputArbiter").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

bool
InputArbiter::DoIsNeeded() const
{
    return true;
}

} // namespace ns3
