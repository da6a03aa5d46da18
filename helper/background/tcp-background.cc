// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "tcp-background.h"

#include "tcp-background-stream.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-cubic.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpBackground);

TypeId
TcpBackground::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpBackground")
            .SetParent<BackgroundTraffic>()
            .SetGroupName("AiFabric")
            .AddConstructor<TcpBackground>()
            .AddAttribute("Variant",
                          "Congestion control: any TcpCongestionOps of ns-3, by its full name.",
                          TypeIdValue(TcpCubic::GetTypeId()),
                          MakeTypeIdAccessor(&TcpBackground::m_variant),
                          MakeTypeIdChecker())
            .AddAttribute("Bytes",
                          "Payload of each connection; 0: unlimited.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TcpBackground::m_bytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("SegmentBytes",
                          "Payload of a full segment; 0: the most that fits the MTU of the link.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TcpBackground::m_segmentBytes),
                          MakeUintegerChecker<uint32_t>(0, 16384))
            .AddAttribute("BufferBytes",
                          "Size of the sender's and of the receiver's buffer; limits the window.",
                          UintegerValue(1 << 20),
                          MakeUintegerAccessor(&TcpBackground::m_bufferBytes),
                          MakeUintegerChecker<uint32_t>(16384, 1 << 30))
            .AddAttribute(
                "Ecn",
                "Whether connections use ECN (RFC 3168), whatever the default of the variant.",
                BooleanValue(false),
                MakeBooleanAccessor(&TcpBackground::m_ecn),
                MakeBooleanChecker())
            .AddAttribute("MinRto",
                          "Minimum retransmission timeout; the timeout of a connection request is "
                          "ten times as long.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&TcpBackground::m_minRto),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("DelayedAckTimeout",
                          "Longest delay of the acknowledgement of a single segment.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&TcpBackground::m_delayedAckTimeout),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
TcpBackground::DoValidate() const
{
    // TypeIds do not tell: some releases of ns-3 register TcpCubic as a subclass of a socket.
    ObjectFactory factory;
    factory.SetTypeId(m_variant);
    if (!m_variant.HasConstructor() || !DynamicCast<TcpCongestionOps>(factory.Create<Object>()))
    {
        Fail("Variant",
             "is " + m_variant.GetName() +
                 "; expected a TcpCongestionOps of ns-3, such as ns3::TcpDctcp");
    }
}

Callback<uint64_t>
TcpBackground::DoInstall(Ptr<Node> source, Ptr<Node> dest, Ipv4Address address, uint16_t port) const
{
    constexpr uint32_t IPV4_AND_TCP_BYTES = 40;
    const uint32_t mtuBytes = source->GetDevice(0)->GetMtu();
    TcpBackgroundStream::Settings settings;
    settings.variant = m_variant;
    settings.segmentBytes = m_segmentBytes ? m_segmentBytes : mtuBytes - IPV4_AND_TCP_BYTES;
    settings.bufferBytes = m_bufferBytes;
    settings.ecn = m_ecn;
    settings.minRto = m_minRto;
    settings.delayedAckTimeout = m_delayedAckTimeout;
    settings.bytes = m_bytes ? m_bytes : UINT64_MAX;

    const auto stream = CreateObject<TcpBackgroundStream>();
    stream->SetConnection(dest, InetSocketAddress(address, port), settings);
    stream->SetStartTime(GetStart());
    if (GetStop() > Time(0))
    {
        stream->SetStopTime(GetStop());
    }
    source->AddApplication(stream);
    return MakeCallback(&TcpBackgroundStream::GetReceivedBytes, stream);
}

} // namespace ns3
