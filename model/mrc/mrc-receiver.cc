// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-receiver.h"

#include "ns3/assert.h"
#include "ns3/flow-entropy.h"

#include <utility>

namespace ns3
{

MrcReceiver::MrcReceiver(Client& client)
    : m_client(client)
{
}

void
MrcReceiver::Start(const Settings& settings)
{
    m_settings = settings;
    m_packets.Start(settings.paths.front().psnRange);
    if (settings.ports)
    {
        settings.ports->AddClient(*this);
        const uint32_t node = settings.paths.front().nic->GetPort().GetNode()->GetId();
        m_status = std::make_unique<MrcPortStatus>(static_cast<MrcPortStatus::Owner&>(*this),
                                                   node,
                                                   settings.portStatusPs,
                                                   settings.repeatPs);
    }
}

const MrcPath&
MrcReceiver::GetPath() const
{
    if (!m_status)
    {
        return m_settings.paths.front();
    }
    const HostPorts& ports = *m_settings.ports;
    return m_settings.paths[ports.FindOpen(GetPort(), ports.GetDown() | m_status->GetOther())];
}

void
MrcReceiver::SendPortStatus(const MrcControl& status, int64_t nowPs)
{
    const MrcPath& path = GetPath();
    FabricPacketPtr packet = path.MakePacket(status.opcode, 0, path.port, nowPs);
    packet->As<MrcControl>() = status;
    path.nic->Enqueue(std::move(packet));
    SetPort((GetPort() + 1) % m_settings.paths.size()); // of the next try
}

void
MrcReceiver::OnPorts(int64_t nowPs)
{
    m_status->SetOwn(m_settings.ports->GetDown(), nowPs);
}

void
MrcReceiver::Receive(FabricPacket& packet)
{
    const auto& control = packet.As<MrcControl>();
    if (control.opcode == MrcOpcode::PROBE)
    {
        Acknowledge(packet, control.number, false, true);
        return;
    }
    if (control.opcode == MrcOpcode::ENDPOINT_REQUEST ||
        control.opcode == MrcOpcode::ENDPOINT_RESPONSE)
    {
        if (control.kind == MrcEndpointKind::PORTS)
        {
            m_status->Receive(control, packet.readyPs);
        }
        else
        {
            AnswerEvProbe(packet);
        }
        return;
    }
    const auto& write = packet.As<MrcWrite>();
    const uint64_t psn = UnwrapNumber(write.psn, m_packets.GetCumulative(), MRC_PSN_BITS);
    if (m_packets.Has(psn))
    {
        Acknowledge(packet, write.psn, write.retransmitted, false);
        return;
    }
    NS_ASSERT_MSG(psn < m_packets.GetCumulative() + m_settings.paths.front().psnRange,
                  "a sender has left its range");
    if (m_settings.bitmapPackets > 0 && psn >= m_packets.GetCumulative() + m_settings.bitmapPackets)
    {
        Refuse(packet, write, MrcNackCode::NO_BITMAP);
        return;
    }
    Accept(packet, write, psn);
}

void
MrcReceiver::Accept(const FabricPacket& packet, const MrcWrite& write, uint64_t psn)
{
    const bool first = m_receivedBytes == 0;
    m_packets.Add(psn);
    m_receivedBytes += packet.payloadBytes;
    m_unansweredBytes += packet.payloadBytes;
    GetPath().nic->GetCounters().deliveredBytes += packet.payloadBytes;
    const bool complete =
        m_messages.Add(write.message, MRC_NUMBER_BITS, write.bytes, packet.payloadBytes);
    if (complete || first || write.ackRequest || packet.ecn == EcnCodepoint::CE ||
        m_unansweredBytes >= m_settings.ackBytes)
    {
        Acknowledge(packet, write.psn, write.retransmitted, false);
    }
    if (complete)
    {
        m_client.OnReceiverMessage(write.immediate, packet.readyPs);
    }
}

void
MrcReceiver::ReceiveTrimmed(FabricPacket& packet)
{
    const auto& write = packet.As<MrcWrite>();
    if (m_packets.Has(UnwrapNumber(write.psn, m_packets.GetCumulative(), MRC_PSN_BITS)))
    {
        Acknowledge(packet, write.psn, write.retransmitted, false);
        return;
    }
    Refuse(packet,
           write,
           packet.kind == PacketKind::TRIMMED               ? MrcNackCode::TRIMMED
           : packet.kind == PacketKind::TRIMMED_AT_LAST_HOP ? MrcNackCode::TRIMMED_LASTHOP
                                                            : MrcNackCode::NO_PKT_BUFFER);
}

FabricPacketPtr
MrcReceiver::MakeAnswer(const FabricPacket& packet, MrcOpcode opcode) const
{
    const uint16_t port = UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy);
    FabricPacketPtr reply = GetPath().MakePacket(opcode, 0, port, packet.readyPs);
    reply->sentPs = packet.sentPs;
    auto& answer = reply->As<MrcAnswer>();
    answer.opcode = opcode;
    answer.marked = packet.ecn == EcnCodepoint::CE;
    answer.mpr = static_cast<uint8_t>(m_settings.paths.front().psnRange / MPR_PACKETS);
    answer.port = port;
    answer.cumulative = static_cast<uint32_t>(m_packets.GetCumulative()) & MRC_PSN_MASK;
    return reply;
}

void
MrcReceiver::Acknowledge(const FabricPacket& packet, uint32_t psn, bool retransmitted, bool probe)
{
    FabricPacketPtr reply = MakeAnswer(packet, MrcOpcode::SACK);
    auto& answer = reply->As<MrcAnswer>();
    answer.psn = psn;
    answer.retransmitted = retransmitted;
    answer.probe = probe;
    const uint64_t untold = m_packets.TakeUntold();
    const uint64_t base = probe ? m_packets.GetCumulative() : untold;
    answer.bitmapBase = static_cast<uint32_t>(base) & MRC_PSN_MASK;
    answer.bitmap = m_packets.GetBitmap(base);
    answer.receivedBytes = static_cast<uint32_t>(m_receivedBytes);
    m_unansweredBytes = 0;
    GetPath().nic->Enqueue(std::move(reply));
}

void
MrcReceiver::Refuse(const FabricPacket& packet, const MrcWrite& write, MrcNackCode code)
{
    FabricPacketPtr reply = MakeAnswer(packet, MrcOpcode::NACK);
    auto& answer = reply->As<MrcAnswer>();
    answer.psn = write.psn;
    answer.retransmitted = write.retransmitted;
    answer.code = code;
    ++GetPath().nic->GetCounters().naksSent;
    GetPath().nic->Enqueue(std::move(reply));
}

void
MrcReceiver::AnswerEvProbe(const FabricPacket& packet)
{
    const auto& request = packet.As<MrcControl>();
    FabricPacketPtr reply =
        GetPath().MakePacket(MrcOpcode::ENDPOINT_RESPONSE, 0, request.port, packet.readyPs);
    auto& control = reply->As<MrcControl>();
    control = request;
    control.opcode = MrcOpcode::ENDPOINT_RESPONSE;
    GetPath().nic->Enqueue(std::move(reply));
}

} // namespace ns3
