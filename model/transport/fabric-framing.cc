// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-framing.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricFraming);

TypeId
FabricFraming::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricFraming").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
FabricFraming::NotifyConstructionCompleted()
{
    NotifyRead("it was made");
    Object::NotifyConstructionCompleted();
}

Ptr<const FabricPacketCodec>
FabricFraming::DoMakeCodec() const
{
    return nullptr;
}

uint32_t
FabricFraming::DoGetPayloadBytes(uint32_t payloadBytes) const
{
    return PaddedBytes(payloadBytes);
}

} // namespace ns3
