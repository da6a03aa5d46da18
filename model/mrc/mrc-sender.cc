// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-sender.h"

#include "ns3/assert.h"

#include <algorithm>
#include <utility>

namespace ns3
{

MrcSender::MrcSender(Client& client)
    : SelectiveSender(client)
{
}

void
MrcSender::Start(const Settings& settings)
{
    m_paths = settings.paths;
    m_table = DynamicCast<MrcEntropyPolicy>(settings.policies.entropy);
    if (m_paths.size() > 1)
    {
        m_table->SetPlanes(static_cast<uint32_t>(m_paths.size()));
    }
    m_immediate = settings.immediate;
    m_trimIsCongestion = settings.trimIsCongestion;
    m_evProbePs = settings.evProbePs;
    m_evProbeGapPs = settings.evProbeGapPs;
    Delivery delivery;
    delivery.path = m_paths.front();
    delivery.ratebps = settings.ratebps;
    delivery.maxRatebps = settings.maxRatebps;
    delivery.mtuBytes = settings.mtuBytes;
    delivery.reorderPackets = settings.reorderPackets;
    delivery.baseRttPs = settings.baseRttPs;
    delivery.probePs = settings.probePs;
    delivery.pathProbePs = settings.evProbePs;
    delivery.policies = settings.policies;
    const auto& factory = m_paths.front().nic->GetConnectionFactory();
    delivery.silencePs = settings.policies.retransmissionTimer->GetLongestWaitPs(
        factory.GetAckTimeoutPs(),
        uint64_t{factory.GetSettings().retryCount} + 1);
    delivery.namesPackets = false;
    delivery.silenceIsCongestion = settings.lossIsCongestion;
    StartDelivery(delivery);
    if (GetPorts())
    {
        m_status = std::make_unique<MrcPortStatus>(static_cast<MrcPortStatus::Owner&>(*this),
                                                   GetNic().GetPort().GetNode()->GetId(),
                                                   settings.portStatusPs,
                                                   settings.evProbePs);
    }
}

FabricPacketPtr
MrcSender::DoMakeData(const NumberedPackets::Sending& sending, int64_t nowPs)
{
    const bool first = sending.index == 0;
    const MrcOpcode opcode = GetWriteOpcode(first, sending.last, m_immediate);
    const uint32_t plane = GetPort();
    const uint16_t port = GetPorts() ? m_table->ChoosePortOn(plane) : ChoosePort(nowPs);
    GetPackets().SetPath(sending.psn, port, plane);
    FabricPacketPtr packet = m_paths[plane].MakePacket(opcode, sending.payload, port, nowPs);
    auto& write = packet->As<MrcWrite>();
    write.opcode = opcode;
    write.retransmitted = sending.again;
    write.psn = static_cast<uint32_t>(sending.psn) & MRC_PSN_MASK;
    write.message = static_cast<uint32_t>(sending.number) & MRC_NUMBER_MASK;
    write.immediate = sending.message.immediate;
    write.bytes = sending.message.bytes;
    write.offset = sending.index * GetDelivery().mtuBytes;
    return packet;
}

void
MrcSender::DoCompleteData(FabricPacket& packet, bool asks)
{
    packet.As<MrcWrite>().ackRequest = asks;
}

bool
MrcSender::DoReceive(FabricPacket& packet)
{
    const auto& answer = packet.As<MrcAnswer>();
    switch (answer.opcode)
    {
    case MrcOpcode::SACK:
        ReceiveSack(packet, answer);
        return answer.probe;
    case MrcOpcode::NACK:
        ReceiveNack(packet, answer);
        return false;
    case MrcOpcode::ENDPOINT_REQUEST:
    case MrcOpcode::ENDPOINT_RESPONSE:
        ReceiveControl(packet);
        return true;
    default:
        NS_ASSERT_MSG(false, "a packet of a message came to a sender");
        return false;
    }
}

void
MrcSender::ReceiveSack(const FabricPacket& packet, const MrcAnswer& answer)
{
    const uint64_t firstPsn = GetPackets().GetFirstPsn();
    Ack ack{};
    ack.psn = answer.probe ? answer.psn : UnwrapNumber(answer.psn, firstPsn, MRC_PSN_BITS);
    ack.cumulative = UnwrapNumber(answer.cumulative, firstPsn, MRC_PSN_BITS);
    ack.bitmapBase = UnwrapNumber(answer.bitmapBase, firstPsn, MRC_PSN_BITS);
    ack.bitmap = answer.bitmap;
    ack.receivedBytes = answer.receivedBytes;
    ack.port = answer.port;
    ack.marked = answer.marked;
    ack.retransmitted = answer.retransmitted;
    ack.probe = answer.probe;
    HandleAck(packet, ack);
}

void
MrcSender::ReceiveNack(const FabricPacket& packet, const MrcAnswer& answer)
{
    auto& packets = GetPackets();
    const uint64_t firstPsn = packets.GetFirstPsn();
    packets.ArriveBefore(UnwrapNumber(answer.cumulative, firstPsn, MRC_PSN_BITS));
    const bool ofPath = answer.code == MrcNackCode::TRIMMED;
    Refusal refusal{};
    refusal.psn = UnwrapNumber(answer.psn, firstPsn, MRC_PSN_BITS);
    refusal.port = answer.port;
    refusal.retransmitted = answer.retransmitted;
    refusal.hasArrived = answer.code == MrcNackCode::NO_BITMAP;
    refusal.ofReceiver = !ofPath;
    refusal.isCongestion = !ofPath || m_trimIsCongestion;
    refusal.blamesPath = ofPath;
    HandleRefusal(packet, refusal);
}

void
MrcSender::ReceiveControl(const FabricPacket& packet)
{
    const auto& control = packet.As<MrcControl>();
    if (control.kind == MrcEndpointKind::PORTS)
    {
        m_status->Receive(control, packet.readyPs);
    }
    else if (m_table)
    {
        m_table->NotifyProbeAnswer(control.port);
    }
}

void
MrcSender::SendRequest(const MrcControl& control, uint32_t port, uint16_t value, int64_t nowPs)
{
    const MrcPath& path = m_paths[port];
    FabricPacketPtr packet = path.MakePacket(control.opcode, 0, value, nowPs);
    packet->As<MrcControl>() = control;
    path.nic->Enqueue(std::move(packet));
}

void
MrcSender::DoSendProbe(uint16_t number, uint64_t /* psn */, int64_t nowPs)
{
    const uint32_t port = GetPorts() ? GetPorts()->TakePort() : 0;
    const uint16_t value = GetPorts() ? m_table->ChoosePortOn(port) : ChoosePort(nowPs);
    MrcControl control{};
    control.opcode = MrcOpcode::PROBE;
    control.number = number;
    control.port = value;
    SendRequest(control, port, value, nowPs);
}

void
MrcSender::SendPortStatus(const MrcControl& status, int64_t nowPs)
{
    const uint32_t port = GetPorts()->TakePort();
    SendRequest(status, port, m_table->ChoosePortOn(port), nowPs);
}

void
MrcSender::DoNotifySilence(uint64_t psn, int64_t /* nowPs */)
{
    if (m_table)
    {
        m_table->NotifySilence(GetPackets().At(psn).port);
    }
}

bool
MrcSender::DoHasBadPaths() const
{
    return m_table && m_table->GetBadCount() > 0;
}

int64_t
MrcSender::DoProbePaths(int64_t nowPs)
{
    const auto isProbed = [](const std::vector<uint16_t>& values) { return values.empty(); };
    if (std::all_of(m_unprobed.begin(), m_unprobed.end(), isProbed))
    {
        m_unprobed.resize(m_paths.size());
        for (const uint16_t value : m_table->GetBadPorts())
        {
            auto& values = m_unprobed[m_table->GetPlane(value)];
            values.insert(values.begin(), value);
        }
        m_vainRounds = GetHeardPs() < m_roundPs ? m_vainRounds + 1 : 0;
        m_roundPs = nowPs;
    }
    for (uint32_t port = 0; port < m_paths.size(); ++port)
    {
        ProbeValue(port, nowPs);
    }
    return std::all_of(m_unprobed.begin(), m_unprobed.end(), isProbed)
               ? std::max(Slow(m_evProbeGapPs), Slow(m_evProbePs) - (nowPs - m_roundPs))
               : Slow(m_evProbeGapPs);
}

void
MrcSender::ProbeValue(uint32_t port, int64_t nowPs)
{
    auto& values = m_unprobed[port];
    while (!values.empty() && !IsDown(port))
    {
        const uint16_t value = values.back();
        values.pop_back();
        if (m_table->GetState(value) == MrcEntropyPolicy::State::ASSUMED_BAD)
        {
            MrcControl control{};
            control.opcode = MrcOpcode::ENDPOINT_REQUEST;
            control.kind = MrcEndpointKind::ENTROPY_PROBE;
            control.port = value;
            SendRequest(control, port, value, nowPs);
            return;
        }
    }
    values.clear();
}

int64_t
MrcSender::Slow(int64_t waitPs) const
{
    constexpr uint32_t MOST_DOUBLINGS = 20;
    const int64_t ackTimeoutPs = GetNic().GetConnectionFactory().GetAckTimeoutPs();
    return GetHeardPs() >= m_roundPs ? waitPs
                                     : std::min(waitPs << std::min(m_vainRounds, MOST_DOUBLINGS),
                                                std::max(waitPs, ackTimeoutPs));
}

bool
MrcSender::IsDown(uint32_t port) const
{
    return m_status && ((GetPorts()->GetHostPorts().GetDown() | m_status->GetOther()) >> port & 1);
}

bool
MrcSender::DoIsUsable(uint32_t port) const
{
    return !IsDown(port) && m_table->IsUsable(port);
}

void
MrcSender::DoNotifyPorts(int64_t nowPs)
{
    m_status->SetOwn(GetPorts()->GetHostPorts().GetDown(), nowPs);
}

} // namespace ns3
