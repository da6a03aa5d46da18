// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "udp-background.h"

#include "ns3/inet-socket-address.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UdpBackground);

TypeId
UdpBackground::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UdpBackground")
                            .SetParent<BackgroundTraffic>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<UdpBackground>()
                            .AddAttribute("Rate",
                                          "Payload rate of each flow.",
                                          DataRateValue(DataRate("10Gb/s")),
                                          MakeDataRateAccessor(&UdpBackground::m_rate),
                                          MakeDataRateChecker())
                            .AddAttribute("PacketBytes",
                                          "Payload of a datagram.",
                                          UintegerValue(1400),
                                          MakeUintegerAccessor(&UdpBackground::m_packetBytes),
                                          MakeUintegerChecker<uint32_t>(1, 65507))
                            .AddAttribute("Bytes",
                                          "Payload of each flow; 0: unlimited.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&UdpBackground::m_bytes),
                                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
UdpBackground::DoValidate() const
{
    if (m_rate.GetBitRate() == 0)
    {
        Fail("Rate", "is 0; expected more");
    }
}

Callback<uint64_t>
UdpBackground::DoInstall(Ptr<Node> source, Ptr<Node> dest, Ipv4Address address, uint16_t port) const
{
    PacketSinkHelper receiver("ns3::UdpSocketFactory", InetSocketAddress(address, port));
    const auto sink = DynamicCast<PacketSink>(receiver.Install(dest).Get(0));
    sink->SetStartTime(Time(0));

    OnOffHelper sender("ns3::UdpSocketFactory", InetSocketAddress(address, port));
    sender.SetAttribute("DataRate", DataRateValue(m_rate));
    sender.SetAttribute("PacketSize", UintegerValue(m_packetBytes));
    sender.SetAttribute("MaxBytes", UintegerValue(m_bytes));
    sender.SetAttribute("OnTime", StringValue("ns3::ConstantRandomVariable[Constant=1]"));
    sender.SetAttribute("OffTime", StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    sender.SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), port)));
    const auto application = sender.Install(source).Get(0);
    application->SetStartTime(GetStart());
    if (GetStop() > Time(0))
    {
        application->SetStopTime(GetStop());
    }
    return MakeCallback(&PacketSink::GetTotalRx, sink);
}

} // namespace ns3
