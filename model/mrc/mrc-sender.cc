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

void
MrcSender::Start(const Settings& settings)
{
    m_path = settings.path;
    m_table = DynamicCast<MrcEntropyPolicy>(settings.policies.entropy);
    m_evProbePs = settings.evProbePs;
    m_immediate = settings.immediate;
    m_trimIsCongestion = settings.trimIsCongestion;
    Delivery delivery;
    delivery.path = settings.path;
    delivery.mtuBytes = settings.mtuBytes;
    delivery.reorderPackets = settings.reorderPackets;
    delivery.baseRttPs = settings.baseRttPs;
    delivery.probePs = settings.probePs;
    delivery.policies = settings.policies;
    const auto& factory = settings.path.nic->GetConnectionFactory();
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
    const uint16_t port = ChoosePort(nowPs);
    GetPackets().SetPort(sending.psn, port);
    FabricPacketPtr packet = m_path.MakePacket(opcode, sending.payload, port, nowPs);
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
MrcSender::SendControl(MrcOpcode opcode, uint16_t number, uint16_t port, int64_t nowPs)
{
    FabricPacketPtr packet = m_path.MakePacket(opcode, 0, port, nowPs);
    auto& control = packet->As<MrcControl>();
    control.opcode = opcode;
    control.number = number;
    control.port = port;
    GetNic().Enqueue(std::move(packet));
}

void
MrcSender::DoSendProbe(uint16_t number, uint64_t /* psn */, int64_t nowPs)
{
    SendControl(MrcOpcode::PROBE, number, ChoosePort(nowPs), nowPs);
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
        SendControl(MrcOpcode::ENDPOINT_REQUEST, 0, port, nowPs);
    }
    ScheduleEvProbes(nowPs);
}

} // namespace ns3
