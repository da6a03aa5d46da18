// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "htsim-framing.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HtsimFraming);

TypeId
HtsimFraming::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HtsimFraming")
                            .SetParent<UetFraming>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<HtsimFraming>();
    return tid;
}

void
HtsimFraming::NotifyConstructionCompleted()
{
    UetFraming::NotifyConstructionCompleted();
    SetLengths(GetTagBytes(), 0, GetTagBytes() + PACKET_BYTES);
    SetMostTransportBytes(PACKET_BYTES);
}

Ptr<const FabricPacketCodec>
HtsimFraming::DoMakeCodec() const
{
    return nullptr;
}

uint8_t
HtsimFraming::DoGetSublayerBytes(UetType) const
{
    return PACKET_BYTES;
}

} // namespace ns3
