// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-framing.h"

#include "uet-codec.h"
#include "uet-sublayers.h"

#include "ns3/boolean.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UetFraming);

TypeId
UetFraming::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UetFraming")
                            .SetParent<FabricFraming>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<UetFraming>()
                            .AddAttribute("VlanTag",
                                          "Frames carry an 802.1Q tag.",
                                          BooleanValue(false),
                                          ReadOnce(MakeBooleanAccessor(&UetFraming::m_vlanTag)),
                                          MakeBooleanChecker());
    return tid;
}

void
UetFraming::NotifyConstructionCompleted()
{
    for (size_t type = 0; type < m_sublayerBytes.size(); ++type)
    {
        m_sublayerBytes[type] = DoGetSublayerBytes(static_cast<UetType>(type));
    }
    SetLengths(ETHERNET_BYTES + GetTagBytes() + IPV4_BYTES + UDP_BYTES + FCS_BYTES,
               PREAMBLE_AND_GAP_BYTES,
               LEAST_FRAME_BYTES);
    SetMostTransportBytes(UetSublayers::GetHeaderBytes(UetType::RUD_CC_REQUEST));
    ForeignFraming foreign;
    foreign.overheadBytes += GetTagBytes();
    SetForeignFraming(foreign);
    FabricFraming::NotifyConstructionCompleted();
}

uint32_t
UetFraming::GetTagBytes() const
{
    return m_vlanTag ? TAG_BYTES : 0;
}

uint8_t
UetFraming::DoGetSublayerBytes(UetType type) const
{
    return UetSublayers::GetHeaderBytes(type);
}

Ptr<const FabricPacketCodec>
UetFraming::DoMakeCodec() const
{
    return Create<const UetCodec>(m_vlanTag);
}

} // namespace ns3
