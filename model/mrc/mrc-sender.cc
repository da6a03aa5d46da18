// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-sender.h"

#include "ns3/assert.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr int64_t LONGEST_SILENCE_PS = int64_t{1} << 60;

} // namespace

MrcSender::MrcSender(Client& client)
    : SelectiveSender(client),
      m_evTimer(MakeFabricEvent<MrcSender, &MrcSender::OnEvProbeTime>(this))
{
}

MrcSender::~MrcSender()
{
    m_evTimer->Clear();
}

std::vector<uint32_t>
MrcSender::AddTo(const std::vector<RdmaNic*>& nics, uint8_t lane)
{
    return MrcPort::Add(*this, *this, nics, lane, m_ports);
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
    m_evProbePs = settings.evProbePs;
    m_immediate = settings.immediate;
    m_trimIsCongestion = settings.trimIsCongestion;
    Delivery delivery;
    delivery.path = m_paths.front();
    for (const auto& path : m_paths)
    {
        delivery.ratebps += path.nic->GetPort().GetRatebps();
    }
    delivery.mtuBytes = settings.mtuBytes;
    delivery.reorderPackets = settings.reorderPackets;
    delivery.baseRttPs = settings.baseRttPs;
    delivery.probePs = settings.probePs;
    delivery.policies = settings.policies;
    const auto& factory = m_paths.front().nic->GetConnectionFactory();
    for (uint32_t retry = 0;
         retry <= factory.GetSettings().retryCount && delivery.silencePs < LONGEST_SILENCE_PS;
         ++retry)
    {
        delivery.silencePs += std::min(LONGEST_SILENCE_PS,
                                       settings.policies.retransmissionTimer->GetTimeoutPs(
                                           {factory.GetAckTimeoutPs(), retry, 1}));
    }
    delivery.namesPackets = false;
    delivery.silenceIsCongestion = settings.lossIsCongestion;
    StartDelivery(delivery);
    m_evTimer->SetContext(GetNic().GetPort().GetNode()->GetId());
}

FabricPacketPtr
MrcSender::DoMakeData(const NumberedPackets::Sending& sending, int64_t nowPs)
{
    const bool first = sending.index == 0;
    const MrcOpcode opcode = GetWriteOpcode(first, sending.last, m_immediate);
    const uint16_t port = m_ports.empty() ? ChoosePort(nowPs) : m_table->ChoosePortOn(m_port);
    GetPackets().SetPort(sending.psn, port);
    FabricPacketPtr packet = m_paths[m_port].MakePacket(opcode, sending.payload, port, nowPs);
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
    case MrcOpcode::ENDPOINT_RESPONSE:
        if (m_table)
        {
            m_table->NotifyProbeAnswer(packet.As<MrcControl>().port);
        }
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
MrcSender::SendRequest(MrcOpcode opcode, uint16_t number, uint16_t port, int64_t nowPs)
{
    const MrcPath& path = m_paths[m_ports.empty() ? 0 : m_table->GetPlane(port)];
    FabricPacketPtr packet = path.MakePacket(opcode, 0, port, nowPs);
    auto& control = packet->As<MrcControl>();
    control.opcode = opcode;
    control.number = number;
    control.port = port;
    path.nic->Enqueue(std::move(packet));
}

void
MrcSender::DoSendProbe(uint16_t number, uint64_t /* psn */, int64_t nowPs)
{
    SendRequest(MrcOpcode::PROBE, number, ChoosePort(nowPs), nowPs);
}

void
MrcSender::DoNotifySilence(uint64_t psn, int64_t nowPs)
{
    if (m_table)
    {
        m_table->NotifySilence(GetPackets().At(psn).port);
        ScheduleEvProbes(nowPs);
    }
}

void
MrcSender::DoActivate(int64_t nowPs)
{
    if (m_ports.empty())
    {
        GetNic().Activate(*this, nowPs);
        return;
    }
    // In turn, as an idle port takes its packet at once.
    const auto count = static_cast<uint32_t>(m_ports.size());
    m_firstPort = (m_firstPort + 1) % count;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t port = (m_firstPort + i) % count;
        m_paths[port].nic->Activate(*m_ports[port], nowPs);
    }
}

bool
MrcSender::CanSendOn(uint32_t port) const
{
    return m_table->IsUsable(port) && CanSend();
}

FabricPacketPtr
MrcSender::MakeNextPacketOn(uint32_t port, int64_t nowPs)
{
    if (!m_table->IsUsable(port))
    {
        return nullptr;
    }
    m_port = port;
    FabricPacketPtr packet = MakeNextPacket(nowPs);
    for (const auto& other : m_ports)
    {
        other->GetPacer() = GetPacer(); // one rate for all
    }
    return packet;
}

void
MrcSender::ReceiveOn(uint32_t /* port */, FabricPacket& packet)
{
    Receive(packet);
}

void
MrcSender::ReceiveTrimmedOn(uint32_t /* port */, FabricPacket& /* packet */)
{
}

void
MrcSender::DoAfterEvent(int64_t nowPs)
{
    ScheduleEvProbes(nowPs);
}

void
MrcSender::ScheduleEvProbes(int64_t nowPs)
{
    if (m_table && m_table->GetBadCount() > 0 && !m_evTimer->IsPending() && GetPackets().HasWork())
    {
        m_evTimer->Schedule(m_clock.ToTicks(nowPs + m_evProbePs));
    }
}

void
MrcSender::OnEvProbeTime()
{
    if (!GetPackets().HasWork())
    {
        return; // goes on with the next message
    }
    const int64_t nowPs = NowPs();
    for (const uint16_t port : m_table->GetBadPorts())
    {
        SendRequest(MrcOpcode::ENDPOINT_REQUEST, 0, port, nowPs);
    }
    ScheduleEvProbes(nowPs);
}

} // namespace ns3
