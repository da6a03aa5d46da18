// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uud-stream.h"

#include "ns3/assert.h"
#include "ns3/fabric-units.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UudStream");

NS_OBJECT_ENSURE_REGISTERED(UudStream);

TypeId
UudStream::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UudStream")
                            .SetParent<Application>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<UudStream>();
    return tid;
}

UudStream::UudStream() = default;

void
UudStream::SetEnds(RdmaNic& source,
                   RdmaNic& dest,
                   const UetFraming& framing,
                   const Settings& settings)
{
    NS_LOG_FUNCTION(this << source.GetHost() << dest.GetHost());
    const uint8_t level = source.GetDefaultServiceLevel();
    source.AddSource(m_sender, source.GetLane(level));
    dest.AddSource(m_receiver, dest.GetLane(level));
    m_sender.settings = settings;
    m_sender.path.nic = &source;
    m_sender.path.framing = &framing;
    m_sender.path.peerHost = dest.GetHost();
    m_sender.path.peerNumber = m_receiver.GetNumber();
    m_sender.path.level = level;
    m_sender.path.port = settings.port;
}

void
UudStream::StartApplication()
{
    m_sender.startPs = TickClock().ToPs(NowTicks());
    m_sender.isOn = true;
    m_sender.path.nic->Activate(m_sender, m_sender.startPs);
}

void
UudStream::StopApplication()
{
    m_sender.isOn = false;
}

bool
UudStream::Sender::CanSend() const
{
    return isOn && sentBytes < settings.bytes;
}

FabricPacketPtr
UudStream::Sender::MakeNextPacket(int64_t nowPs)
{
    if (!CanSend())
    {
        return nullptr;
    }
    const auto payload =
        static_cast<uint32_t>(std::min<uint64_t>(settings.packetBytes, settings.bytes - sentBytes));
    FabricPacketPtr packet = path.MakePacket(UetType::UUD_REQUEST, payload, path.port, nowPs);
    packet->ecn = EcnCodepoint::NOT_ECT; // marks are ignored
    auto& request = packet->As<UetRequest>();
    request.type = UetType::UUD_REQUEST;
    request.first = true;
    request.last = true;
    request.message = number++;
    request.bytes = payload;
    sentBytes += payload;
    GetPacer().HoldUntil(startPs + SerializationPs(sentBytes, settings.ratebps));
    return packet;
}

void
UudStream::Sender::Receive(FabricPacket& /* packet */)
{
    NS_ASSERT_MSG(false, "a datagram is not acknowledged");
}

bool
UudStream::Receiver::CanSend() const
{
    return false;
}

FabricPacketPtr
UudStream::Receiver::MakeNextPacket(int64_t /* nowPs */)
{
    return nullptr;
}

void
UudStream::Receiver::Receive(FabricPacket& packet)
{
    receivedBytes += packet.payloadBytes;
}

} // namespace ns3
