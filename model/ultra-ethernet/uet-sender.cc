// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-sender.h"

#include "ns3/assert.h"

#include <algorithm>
#include <utility>

namespace ns3
{

UetSender::UetSender(Client& client)
    : SelectiveSender(client)
{
}

void
UetSender::Start(const Settings& settings)
{
    m_paths = settings.paths;
    m_silent.resize(GetPorts() ? m_paths.size() : 0);
    m_demands = settings.demands;
    Delivery delivery;
    delivery.path = m_paths.front();
    delivery.mtuBytes = settings.mtuBytes;
    delivery.reorderPackets = settings.reorderPackets;
    delivery.baseRttPs = settings.baseRttPs;
    delivery.ratebps = settings.ratebps;
    delivery.maxRatebps = settings.maxRatebps;
    delivery.probePs = settings.probePs;
    delivery.pathProbePs = GetPorts() ? settings.pathProbePs : 0;
    delivery.policies = settings.policies;
    delivery.entropies = settings.entropies;
    delivery.ordered = m_paths.front().IsOrdered();
    delivery.asks = !m_paths.front().IsIdempotent();
    StartDelivery(delivery);
}

FabricPacketPtr
UetSender::DoMakeData(const NumberedPackets::Sending& sending, int64_t nowPs)
{
    const UetType type = GetRequestType(m_paths.front().mode, m_demands);
    const uint16_t port = ChoosePort(nowPs);
    GetPackets().SetPath(sending.psn, port, GetPort());
    FabricPacketPtr packet = m_paths[GetPort()].MakePacket(type, sending.payload, port, nowPs);
    auto& request = packet->As<UetRequest>();
    request.type = type;
    request.retransmitted = sending.again;
    request.first = sending.index == 0;
    request.last = sending.last;
    request.psn = static_cast<uint32_t>(sending.psn);
    request.message = static_cast<uint32_t>(sending.number);
    request.immediate = sending.message.immediate;
    request.bytes = sending.message.bytes;
    request.offset = sending.index * GetDelivery().mtuBytes;
    return packet;
}

void
UetSender::DoCompleteData(FabricPacket& packet, bool asks)
{
    auto& request = packet.As<UetRequest>();
    request.demand = TellDemand();
    request.ackRequest = asks;
}

bool
UetSender::DoReceive(FabricPacket& packet)
{
    const auto& answer = packet.As<UetAnswer>();
    if (!m_silent.empty())
    {
        m_silent[GetPort()] = 0;
    }
    switch (answer.type)
    {
    case UetType::ACK_CC:
    case UetType::ACK_CCX:
        ReceiveAck(packet, answer);
        return answer.probe;
    case UetType::RUDI_RESPONSE:
        ReceiveResponse(packet, answer);
        return false;
    case UetType::NACK:
        ReceiveNack(packet, answer);
        return false;
    case UetType::CONTROL:
        m_credit = std::max(m_credit, UnwrapNumber(packet.As<UetControl>().value, m_credit));
        GetControl().NotifyControl(packet.readyPs, m_credit);
        return false;
    default:
        NS_ASSERT_MSG(false, "a request came to a sender");
        return false;
    }
}

SelectiveSender::Ack
UetSender::MakeAck(const UetAnswer& answer)
{
    const bool hasField = answer.type == UetType::ACK_CCX;
    if (hasField && m_demands)
    {
        m_credit = std::max(m_credit, UnwrapNumber(answer.credit, m_credit));
    }
    const uint64_t firstPsn = GetPackets().GetFirstPsn();
    Ack ack{};
    ack.psn = UnwrapNumber(answer.psn, firstPsn);
    ack.cumulative = UnwrapNumber(answer.cumulative, firstPsn);
    ack.bitmapBase = UnwrapNumber(answer.bitmapBase, firstPsn);
    ack.bitmap = answer.bitmap;
    ack.receivedBytes = answer.receivedBytes;
    // The answer to a demand is a total; the largest one counts.
    ack.field = hasField && !m_demands ? answer.credit : m_credit;
    ack.port = answer.echoedPort;
    ack.marked = answer.marked;
    ack.retransmitted = answer.retransmitted;
    ack.probe = answer.probe;
    return ack;
}

void
UetSender::ReceiveAck(const FabricPacket& packet, const UetAnswer& answer)
{
    HandleAck(packet, MakeAck(answer));
}

void
UetSender::ReceiveNack(const FabricPacket& packet, const UetAnswer& answer)
{
    auto& packets = GetPackets();
    const uint64_t firstPsn = packets.GetFirstPsn();
    if (!answer.idempotent)
    {
        packets.ArriveBefore(UnwrapNumber(answer.cumulative, firstPsn));
    }
    Refusal refusal{};
    refusal.psn = UnwrapNumber(answer.psn, firstPsn);
    refusal.port = answer.echoedPort;
    refusal.retransmitted = answer.retransmitted;
    refusal.isOther = answer.code == UetNackCode::OUT_OF_ORDER;
    refusal.hasArrived = answer.code == UetNackCode::OUT_OF_RANGE;
    refusal.ofReceiver =
        answer.code == UetNackCode::TRIMMED_LASTHOP || answer.code == UetNackCode::NO_PACKET_BUFFER;
    refusal.isCongestion = true;
    refusal.blamesPath = true;
    HandleRefusal(packet, refusal);
}

/** Of idempotent delivery: it tells of one packet, whose payload nobody else counts. */
void
UetSender::ReceiveResponse(const FabricPacket& packet, const UetAnswer& answer)
{
    auto& packets = GetPackets();
    const Ack ack = MakeAck(answer);
    uint64_t newBytes = 0;
    if (packets.Has(ack.psn))
    {
        const NumberedPackets::Packet& record = packets.At(ack.psn);
        if (record.state != NumberedPackets::State::ARRIVED)
        {
            const uint64_t total = GetAcknowledgedBytes() + packets.GetPayload(ack.psn);
            newBytes = NoteReceived(static_cast<uint32_t>(total));
        }
        packets.Arrive(ack.psn, answer.retransmitted == record.repeated);
    }
    TellPolicies(packet, ack, newBytes);
    FindLost(packet.readyPs);
}

void
UetSender::DoSendProbe(uint16_t number, uint64_t psn, int64_t nowPs)
{
    SendProbeOn(GetPorts() ? GetPorts()->TakePort() : 0, number, psn, nowPs);
}

void
UetSender::SendProbeOn(uint32_t plane, uint16_t number, uint64_t psn, int64_t nowPs)
{
    // As data has: on one port for all, no probe would outlive a path that died. What an answer
    // tells of the path is not what data meets there, as probes go before it.
    const auto& entropies = GetDelivery().entropies;
    const uint16_t port =
        entropies.empty() ? ChoosePort(nowPs) : entropies[plane]->ChoosePort(nowPs);
    const UetPath& path = m_paths[plane];
    FabricPacketPtr packet = path.MakePacket(UetType::CONTROL, 0, port, nowPs);
    auto& control = packet->As<UetControl>();
    control.type = UetType::CONTROL;
    control.what = UetControlType::PROBE;
    control.port = port;
    control.number = number;
    control.psn = static_cast<uint32_t>(psn);
    control.value = TellDemand();
    path.nic->Enqueue(std::move(packet));
}

void
UetSender::DoNotifySilence(uint64_t psn, int64_t /* nowPs */)
{
    if (!m_silent.empty())
    {
        ++m_silent[GetPackets().At(psn).plane];
    }
}

bool
UetSender::DoIsUsable(uint32_t port) const
{
    return m_silent[port] < MOST_SILENT;
}

bool
UetSender::DoHasBadPaths() const
{
    return std::any_of(m_silent.begin(), m_silent.end(), [](uint32_t silent) {
        return silent >= MOST_SILENT;
    });
}

int64_t
UetSender::DoProbePaths(int64_t nowPs)
{
    for (uint32_t port = 0; port < m_silent.size(); ++port)
    {
        if (!DoIsUsable(port))
        {
            SendProbeOn(port, 0, GetPackets().GetFirstPsn(), nowPs);
        }
    }
    return GetDelivery().pathProbePs;
}

uint64_t
UetSender::DoGetCredit() const
{
    return m_credit;
}

uint64_t
UetSender::GetDemand() const
{
    const uint32_t mtuBytes = GetDelivery().mtuBytes;
    const uint64_t fullBytes =
        m_paths.front().framing->GetUetFrameBytes(UetType::RUD_CC_REQUEST, mtuBytes) +
        m_paths.front().framing->GetGapBytes();
    const uint64_t backlogBytes = GetPackets().GetBacklogBytes();
    const uint64_t packets = GetPackets().GetMessages().GetPackets(backlogBytes);
    return GetControl().GetDemand(backlogBytes + packets * (fullBytes - mtuBytes));
}

uint32_t
UetSender::TellDemand()
{
    if (m_demands)
    {
        m_toldDemand = std::max(m_toldDemand, GetDemand());
    }
    return static_cast<uint32_t>(m_toldDemand);
}

/** The receiver does not know that more is wanted, and no packet may go that would tell it. */
void
UetSender::DoAfterEvent(int64_t nowPs)
{
    if (m_demands && GetProber().GetFruitless() == 0 && GetControl().GetWindowBytes() == 0 &&
        GetDemand() > m_toldDemand)
    {
        GetProber().Probe(true, nowPs);
        ScheduleProbe(nowPs);
    }
}

} // namespace ns3
