// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "path-selector.h"

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
    return DoSeesEveryPacket();
}

bool
PathSelector::DoSeesEveryPacket() const
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

SwitchStage*
PathSelector::DoGetStage()
{
    return nullptr;
}

DetourRouter*
PathSelector::DoGetDetours()
{
    return nullptr;
}

bool
PathSelector::DoLooksFar() const
{
    return false;
}

} // namespace ns3
