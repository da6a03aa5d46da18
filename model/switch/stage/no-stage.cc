// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "no-stage.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NoStage);

TypeId
NoStage::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NoStage")
                            .SetParent<SwitchStage>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NoStage>();
    return tid;
}

bool
NoStage::DoIsNeeded() const
{
    return false;
}

bool
NoStage::DoRestoresOrder() const
{
    return false;
}

bool
NoStage::DoHold(FabricPacketPtr&, uint16_t)
{
    return false;
}

PacketFifo
NoStage::DoTakeHeld(uint16_t, uint8_t)
{
    return {};
}

} // namespace ns3
