// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "path-selector.h"

#include "fabric-switch.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PathSelector);

TypeId
PathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PathSelector").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

bool
PathSelector::DoKeepsOrder() const
{
    return true;
}

int64_t
PathSelector::DoAssignStreams(int64_t)
{
    return 0;
}

void
PathSelector::DoStart()
{
}

bool
PathSelector::DoWritesTags() const
{
    return DoIsTold();
}

bool
PathSelector::DoIsTold() const
{
    return false;
}

void
PathSelector::DoNotifyForward(FabricPacket&, uint16_t)
{
}

uint32_t
PathSelector::DoChooseSalt(uint32_t salt) const
{
    return salt;
}

bool
PathSelector::LeadsToHost(uint16_t port) const
{
    return FabricSwitch::LeadsToHost(GetPort(port));
}

} // namespace ns3
