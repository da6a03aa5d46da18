// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "roce-v2-framing.h"

#include "ns3/boolean.h"
#include "ns3/roce-v2-codec.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoceV2Framing);

TypeId
RoceV2Framing::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RoceV2Framing")
                            .SetParent<RdmaFraming>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RoceV2Framing>()
                            .AddAttribute("VlanTag",
                                          "Frames carry an 802.1Q tag.",
                                          BooleanValue(false),
                                          ReadOnce(MakeBooleanAccessor(&RoceV2Framing::m_vlanTag)),
                                          MakeBooleanChecker());
    return tid;
}

void
RoceV2Framing::NotifyConstructionCompleted()
{
    SetLengths(ETHERNET_BYTES + (m_vlanTag ? TAG_BYTES : 0) + IPV4_BYTES + UDP_BYTES + FCS_BYTES,
               PREAMBLE_AND_GAP_BYTES,
               LEAST_FRAME_BYTES);
    SetCnpOpcode(RdmaOpcode::CNP_ROCE);
    ForeignFraming foreign;
    foreign.overheadBytes += m_vlanTag ? TAG_BYTES : 0;
    SetForeignFraming(foreign);
    RdmaFraming::NotifyConstructionCompleted();
}

Ptr<const FabricPacketCodec>
RoceV2Framing::DoMakeCodec() const
{
    return Create<const RoceV2Codec>(m_vlanTag);
}

} // namespace ns3
