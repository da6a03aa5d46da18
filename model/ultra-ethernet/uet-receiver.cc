// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-receiver.h"

#include "ns3/assert.h"
#include "ns3/flow-entropy.h"

#include <algorithm>
#include <utility>

namespace ns3
{

UetReceiver::UetReceiver(Client& client)
    : m_client(client)
{
}

UetReceiver::~UetReceiver()
{
    if (m_ackTimer)
    {
        m_ackTimer->Clear();
    }
}

void
UetReceiver::Start(const Settings& settings)
{
    m_settings = settings;
    m_packets.Start(GetPath().psnRange);
    if (settings.ackPs > 0)
    {
        m_ackTimer = MakeFabricEvent<UetReceiver, &UetReceiver::OnAckTime>(this);
        m_ackTimer->SetContext(GetPath().nic->GetPort().GetNode()->GetId());
    }
}

void
UetReceiver::Receive(FabricPacket& packet)
{
    const auto& control = packet.As<UetControl>();
    if (control.type == UetType::CONTROL)
    {
        TellCredits(packet, control.value, false);
        Acknowledge(packet, control.number, false, true);
        return;
    }
    HandleRequest(packet, packet.As<UetRequest>());
}

void
UetReceiver::TellCredits(const FabricPacket& packet, uint32_t demand, bool trimmed)
{
    if (!m_settings.credits)
    {
        return;
    }
    constexpr uint32_t NUMBER_MASK = 0xffffff;
    m_demand = std::max(m_demand, UnwrapNumber(demand, m_demand));
    CongestionArrival arrival{};
    arrival.nowPs = packet.readyPs;
    arrival.flow = GetNumber();
    arrival.number = packet.As<UetRequest>().psn & NUMBER_MASK;
    arrival.payloadBytes = packet.payloadBytes;
    arrival.wireBytes = packet.wireBytes;
    arrival.entropy = packet.entropy;
    arrival.congestionMarked = packet.ecn == EcnCodepoint::CE;
    arrival.demand = m_demand;
    arrival.trimmed = trimmed;
    arrival.lastHop = packet.kind != PacketKind::TRIMMED;
    m_settings.credits->NotifyArrival(arrival);
}

bool
UetReceiver::Take(const FabricPacket& packet, const UetRequest& request, uint64_t psn)
{
    m_packets.Add(psn);
    m_receivedBytes += packet.payloadBytes;
    m_unansweredBytes += packet.payloadBytes;
    GetPath().nic->GetCounters().deliveredBytes += packet.payloadBytes;
    constexpr uint32_t NUMBER_BITS = 32;
    return m_messages.Add(request.message, NUMBER_BITS, request.bytes, packet.payloadBytes);
}

void
UetReceiver::CarryOut(const FabricPacket& packet, const UetRequest& request)
{
    const uint64_t psn = UnwrapNumber(request.psn, m_packets.GetCumulative());
    const bool again = m_packets.Has(psn);
    const bool complete = !again && Take(packet, request, psn);
    if (again)
    {
        ++m_settings.counters->repeatedPackets;
        m_settings.counters->repeatedBytes += packet.payloadBytes;
    }
    FabricPacketPtr reply = MakeAnswer(packet, UetType::RUDI_RESPONSE);
    auto& answer = reply->As<UetAnswer>();
    answer.psn = request.psn;
    answer.retransmitted = request.retransmitted;
    GetPath().nic->Enqueue(std::move(reply));
    if (complete)
    {
        m_client.OnReceiverMessage(request.immediate, packet.readyPs);
    }
}

void
UetReceiver::HandleRequest(const FabricPacket& packet, const UetRequest& request)
{
    if (GetPath().IsIdempotent())
    {
        CarryOut(packet, request);
        return;
    }
    TellCredits(packet, request.demand, false);
    const uint64_t psn = UnwrapNumber(request.psn, m_packets.GetCumulative());
    if (m_packets.Has(psn))
    {
        Acknowledge(packet, request.psn, request.retransmitted, false);
        return;
    }
    if (GetPath().IsOrdered() && psn > m_packets.GetCumulative())
    {
        RefuseOutOfOrder(packet);
        return;
    }
    NS_ASSERT_MSG(psn < m_packets.GetCumulative() + GetPath().psnRange,
                  "a sender has left its range");
    if (m_settings.bitmapPackets > 0 && psn >= m_packets.GetCumulative() + m_settings.bitmapPackets)
    {
        Refuse(packet, psn, request.retransmitted, UetNackCode::OUT_OF_RANGE);
        return;
    }
    const bool first = m_receivedBytes == 0;
    const bool complete = Take(packet, request, psn);
    if (complete || first || request.ackRequest || packet.ecn == EcnCodepoint::CE ||
        m_unansweredBytes >= m_settings.ackBytes)
    {
        Acknowledge(packet, request.psn, request.retransmitted, false);
    }
    else if (m_settings.ackPs > 0)
    {
        HoldBack(packet, request);
    }
    if (complete)
    {
        m_client.OnReceiverMessage(request.immediate, packet.readyPs);
    }
}

void
UetReceiver::HoldBack(const FabricPacket& packet, const UetRequest& request)
{
    m_unanswered = {GetPort(),
                    packet.entropy,
                    request.psn,
                    request.retransmitted,
                    packet.sentPs,
                    packet.readyPs};
    if (!m_ackTimer->IsPending())
    {
        m_ackTimer->Schedule(m_clock.ToTicks(packet.readyPs + m_settings.ackPs));
    }
}

void
UetReceiver::OnAckTime()
{
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->sourceHost = GetPath().peerHost;
    packet->destHost = GetPath().nic->GetHost();
    packet->entropy = m_unanswered.entropy;
    packet->readyPs = nowPs;
    packet->sentPs = m_unanswered.sentPs + (nowPs - m_unanswered.readyPs);
    SetPort(m_unanswered.port);
    Acknowledge(*packet, m_unanswered.psn, m_unanswered.retransmitted, false);
}

void
UetReceiver::ReceiveTrimmed(FabricPacket& packet)
{
    const auto& request = packet.As<UetRequest>();
    const uint64_t psn = UnwrapNumber(request.psn, m_packets.GetCumulative());
    if (!GetPath().IsIdempotent() && m_packets.Has(psn))
    {
        Acknowledge(packet, request.psn, request.retransmitted, false);
        return;
    }
    TellCredits(packet, request.demand, true);
    if (GetPath().IsOrdered() && psn > m_packets.GetCumulative())
    {
        RefuseOutOfOrder(packet);
        return;
    }
    if (GetPath().IsOrdered())
    {
        m_refused = psn;
    }
    Refuse(packet,
           psn,
           request.retransmitted,
           packet.kind == PacketKind::TRIMMED               ? UetNackCode::TRIMMED
           : packet.kind == PacketKind::TRIMMED_AT_LAST_HOP ? UetNackCode::TRIMMED_LASTHOP
                                                            : UetNackCode::NO_PACKET_BUFFER);
}

void
UetReceiver::RefuseOutOfOrder(const FabricPacket& packet)
{
    if (std::exchange(m_refused, m_packets.GetCumulative()) != m_packets.GetCumulative())
    {
        Refuse(packet, m_packets.GetCumulative(), false, UetNackCode::OUT_OF_ORDER);
    }
}

FabricPacketPtr
UetReceiver::MakeAnswer(const FabricPacket& packet, UetType type) const
{
    const uint16_t port = UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy);
    FabricPacketPtr reply = GetPath().MakePacket(type, 0, port, packet.readyPs);
    reply->sentPs = packet.sentPs;
    auto& answer = reply->As<UetAnswer>();
    answer.type = type;
    answer.marked = packet.ecn == EcnCodepoint::CE;
    answer.echoedPort = port;
    answer.idempotent = GetPath().IsIdempotent();
    answer.cumulative = answer.idempotent ? 0 : static_cast<uint32_t>(m_packets.GetCumulative());
    return reply;
}

void
UetReceiver::Acknowledge(const FabricPacket& packet, uint32_t psn, bool retransmitted, bool probe)
{
    const bool hasCredits = m_settings.credits != nullptr;
    FabricPacketPtr reply = MakeAnswer(packet, hasCredits ? UetType::ACK_CCX : UetType::ACK_CC);
    auto& answer = reply->As<UetAnswer>();
    answer.psn = psn;
    answer.retransmitted = retransmitted;
    answer.probe = probe;
    const uint64_t untold = m_packets.TakeUntold();
    const uint64_t cumulative = m_packets.GetCumulative();
    const uint64_t base =
        probe ? std::max(cumulative, UnwrapNumber(packet.As<UetControl>().psn, cumulative))
              : untold;
    answer.bitmapBase = static_cast<uint32_t>(base);
    answer.bitmap = m_packets.GetBitmap(base);
    answer.receivedBytes = static_cast<uint32_t>(m_receivedBytes);
    if (hasCredits)
    {
        answer.credit =
            static_cast<uint32_t>(m_settings.credits->GetField(GetNumber()).value_or(0));
    }
    m_unansweredBytes = 0;
    if (m_ackTimer)
    {
        m_ackTimer->Clear();
    }
    GetPath().nic->Enqueue(std::move(reply));
}

void
UetReceiver::Refuse(const FabricPacket& packet, uint64_t psn, bool retransmitted, UetNackCode code)
{
    FabricPacketPtr reply = MakeAnswer(packet, UetType::NACK);
    auto& answer = reply->As<UetAnswer>();
    answer.psn = static_cast<uint32_t>(psn);
    answer.retransmitted = retransmitted;
    answer.code = code;
    ++GetPath().nic->GetCounters().naksSent;
    GetPath().nic->Enqueue(std::move(reply));
}

void
UetReceiver::SendControl(uint64_t value, int64_t nowPs)
{
    FabricPacketPtr packet = GetPath().MakePacket(UetType::CONTROL, 0, GetPath().port, nowPs);
    auto& control = packet->As<UetControl>();
    control.type = UetType::CONTROL;
    control.what = UetControlType::CREDIT;
    control.value = static_cast<uint32_t>(value);
    GetPath().nic->Enqueue(std::move(packet));
}

} // namespace ns3
