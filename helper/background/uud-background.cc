// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uud-background.h"

#include "uud-stream.h"

#include "ns3/input-error.h"
#include "ns3/node.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UudBackground);

TypeId
UudBackground::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UudBackground")
            .SetParent<BackgroundTraffic>()
            .SetGroupName("AiFabric")
            .AddConstructor<UudBackground>()
            .AddAttribute("Rate",
                          "Payload rate of each flow.",
                          DataRateValue(DataRate("10Gb/s")),
                          MakeDataRateAccessor(&UudBackground::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("PacketBytes",
                          "Payload of a datagram, at most MtuBytes of the NIC; 0: MtuBytes.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UudBackground::m_packetBytes),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Bytes",
                          "Payload of each flow; 0: unlimited.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UudBackground::m_bytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
UudBackground::DoValidate() const
{
    if (m_rate.GetBitRate() == 0)
    {
        Fail("Rate", "is 0; expected more");
    }
}

Callback<uint64_t>
UudBackground::DoInstall(Ptr<Node> source,
                         Ptr<Node> dest,
                         Ipv4Address /* address */,
                         uint16_t port) const
{
    const auto from = source->GetObject<RdmaNic>();
    const auto* framing = dynamic_cast<const UetFraming*>(&from->GetFraming());
    if (!framing)
    {
        throw InputError(
            "Background: ns3::UudBackground sends datagrams of Ultra Ethernet, and the "
            "framing is " +
            from->GetFraming().GetInstanceTypeId().GetName() +
            "; expected ns3::UetFraming, or ns3::UdpBackground");
    }
    if (m_packetBytes > from->GetMtuBytes())
    {
        Fail("PacketBytes",
             "is " + std::to_string(m_packetBytes) +
                 ", and a datagram is one packet; expected 0 to " +
                 std::to_string(from->GetMtuBytes()) + ", the NIC's MtuBytes");
    }
    const auto stream = CreateObject<UudStream>();
    UudStream::Settings settings;
    settings.packetBytes = m_packetBytes > 0 ? m_packetBytes : from->GetMtuBytes();
    settings.ratebps = m_rate.GetBitRate();
    settings.bytes = m_bytes > 0 ? m_bytes : UINT64_MAX;
    settings.port = port;
    stream->SetEnds(*from, *dest->GetObject<RdmaNic>(), *framing, settings);
    source->AddApplication(stream);
    stream->SetStartTime(GetStart());
    if (GetStop() > Time(0))
    {
        stream->SetStopTime(GetStop());
    }
    return MakeCallback(&UudStream::GetReceivedBytes, stream);
}

} // namespace ns3
