// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-framing.h"

#include "mrc-codec.h"

#include "ns3/boolean.h"
#include "ns3/input-error.h"
#include "ns3/ipv6-headers.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcFraming);

namespace
{

const IpHeaders&
FindIpHeaders(const std::string& encapsulation)
{
    if (encapsulation == "srv6")
    {
        return GetSrv6Headers();
    }
    if (encapsulation == "structured")
    {
        return GetIpv6Headers();
    }
    if (encapsulation == "udp")
    {
        return GetIpv4Headers();
    }
    throw InputError("MrcFraming Encapsulation: is \"" + encapsulation +
                     "\"; expected srv6, structured or udp");
}

} // namespace

TypeId
MrcFraming::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcFraming")
            .SetParent<FabricFraming>()
            .SetGroupName("AiFabric")
            .AddConstructor<MrcFraming>()
            .AddAttribute("Encapsulation",
                          "Place of the entropy value: srv6: source route, IPv6 in IPv6; "
                          "structured: flow label and UDP source port of IPv6; udp: UDP source "
                          "port.",
                          StringValue("srv6"),
                          ReadOnce(MakeStringAccessor(&MrcFraming::m_encapsulation)),
                          MakeStringChecker())
            .AddAttribute("TimeStamps",
                          "Packets of messages carry a time stamp (TSETH).",
                          BooleanValue(true),
                          ReadOnce(MakeBooleanAccessor(&MrcFraming::m_timeStamps)),
                          MakeBooleanChecker());
    return tid;
}

void
MrcFraming::NotifyConstructionCompleted()
{
    SetLengths(ETHERNET_BYTES + FindIpHeaders(m_encapsulation).GetBytes() + UDP_BYTES + FCS_BYTES,
               PREAMBLE_AND_GAP_BYTES,
               LEAST_FRAME_BYTES);
    SetMostTransportBytes(MrcSizes::GetHeaderBytes(MrcOpcode::WRITE_ONLY_IMMEDIATE, m_timeStamps) +
                          MrcSizes::ICRC_BYTES);
    FabricFraming::NotifyConstructionCompleted();
}

Ptr<const FabricPacketCodec>
MrcFraming::DoMakeCodec() const
{
    return Create<const MrcCodec>(FindIpHeaders(m_encapsulation), m_timeStamps);
}

} // namespace ns3
