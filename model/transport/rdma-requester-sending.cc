// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The choice of the next packet of an RdmaRequester; the rest is in rdma-requester.cc.

#include "rdma-requester.h"
#include "rdma-wire.h"

#include "ns3/flow-entropy.h"
#include "ns3/rdma-header.h"
#include "ns3/telemetry-tag.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

namespace
{

/**
 * Not inlined, as few queue pairs choose paths.
 *
 * @param starts true if a message begins with the packet
 */
[[gnu::noinline, gnu::cold]] void
ChoosePath(const RdmaCommon& common, FabricPacket& packet, uint64_t number, bool starts)
{
    const RdmaPolicies& policies = common.policies;
    const uint16_t port =
        policies.entropy
            ? policies.entropy->ChoosePort(packet.readyPs)
            : policies.congestionControl->ChooseSourcePort(packet.readyPs, number, starts);
    packet.entropy = FlowEntropy(packet.sourceHost, packet.destHost, port);
}

/**
 * Not inlined, for the same reason.
 *
 * @param queue queue that the packet has just left
 */
[[gnu::noinline, gnu::cold]] void
WriteTag(RdmaCongestionControl& congestionControl, FabricPacket& packet, const RdmaSendQueue& queue)
{
    const uint64_t leftBytes = queue.GetPostedBytes() - queue.GetNextBytes() + packet.payloadBytes;
    static_cast<TelemetryTag&>(*packet.extras).value =
        congestionControl.MakeTag(packet.readyPs, leftBytes);
}

} // namespace

bool
RdmaRequester::CanSend() const
{
    if (!m_queue.HasNext())
    {
        return false;
    }
    const RdmaMessage& message = m_queue.GetNext();
    const uint64_t inflight = m_queue.GetNextBytes() - m_queue.GetAcknowledgedBytes();
    const uint64_t index = GetRecovery().GetNextToSend() - message.firstPacket;
    if (m_draining && index == 0 && message.firstPacket >= GetRecovery().GetHighest())
    {
        return false;
    }
    const uint32_t payload = m_queue.PayloadOf(message, index);
    const uint64_t window =
        std::min(GetCongestionControl().GetWindowBytes(), m_settings.windowBytes);
    // A shrinking window may leave only packets without an acknowledge request on the way; the next
    // packet then goes out beyond the window and asks for an acknowledgement.
    return (inflight + payload <= window ||
            ((inflight == 0 || !IsAnswerOwed()) && GetCongestionControl().GetWindowBytes() > 0)) &&
           (m_queue.GetAnswersDue() < m_settings.maxAnswersDue || !IsAnswered(message.operation));
}

FabricPacketPtr
RdmaRequester::MakeNextPacket(int64_t nowPs)
{
    if (!CanSend())
    {
        return nullptr;
    }
    LossRecovery& recovery = GetRecovery();
    const RdmaMessage& message = m_queue.GetNext();
    const uint64_t number = recovery.GetNextToSend();
    const uint64_t index = number - message.firstPacket;
    const uint32_t payload = m_queue.PayloadOf(message, index);
    const bool answered = IsAnswered(message.operation);
    const uint64_t span = answered ? message.packets - index : 1;
    const bool last = index + span == message.packets;
    const bool datagram = m_settings.datagram;

    FabricPacketPtr packet =
        m_common.packets.MakeData(datagram ? DatagramOpcodeOf(message.operation)
                                           : OpcodeOf(message.operation, index == 0, last),
                                  payload,
                                  nowPs);
    auto& transport = packet->As<RdmaHeader>();
    transport.psn = number & PSN_MASK;
    transport.immediate = message.immediate;
    transport.address = message.address;
    transport.length = static_cast<uint32_t>(std::min<uint64_t>(message.bytes, UINT32_MAX));
    if (answered)
    {
        const uint64_t skipBytes = index * m_settings.mtuBytes;
        transport.address += skipBytes;
        transport.length -= static_cast<uint32_t>(skipBytes);
        if (message.operation != RdmaOperation::READ)
        {
            auto operands = std::make_unique<AtomicOperands>();
            operands->swapOrAdd = message.swapOrAdd;
            operands->compare = message.compare;
            packet->extras = std::move(operands);
        }
    }
    const bool again = recovery.NotifySent(span);
    m_common.counters->retransmittedPackets += again;
    m_queue.NotifySent(payload, last);
    if (__builtin_expect(last, 0) && !again)
    {
        m_context.Depart(message.workId);
    }
    if (recovery.GetNextToSend() != number + span)
    {
        Seek();
    }
    if (datagram)
    {
        const RdmaPacketMaker::Settings& own = m_common.packets.GetSettings();
        packet->destHost = message.destHost;
        packet->entropy =
            FlowEntropy(own.host, message.destHost, static_cast<uint16_t>(own.entropy));
        packet->destEndpoint = message.destQp;
        transport.sourceQp = own.number;
        m_timer->Schedule(m_clock.ToTicks(nowPs));
    }
    else if (m_settings.asksPolicies)
    {
        if (m_settings.choosesPaths)
        {
            ChoosePath(m_common, *packet, number, index == 0);
        }
        if (packet->telemetry == TelemetryKind::TAG)
        {
            WriteTag(GetCongestionControl(), *packet, m_queue);
        }
    }
    m_common.pacer->Pace(packet->wireBytes, nowPs, number, !m_queue.HasNext());
    // Without an answer to the last packet the window would never open again.
    const uint64_t askedBefore =
        std::exchange(m_askedPackets, std::max(m_askedPackets, number + span));
    transport.ackRequest =
        !datagram && (last || (number + 1) % m_settings.ackInterval == 0 || !CanSend());
    if (!transport.ackRequest)
    {
        m_askedPackets = askedBefore;
    }
    else if (!m_timer->IsPending())
    {
        RestartTimer(nowPs);
    }
    return packet;
}

/** Moves the next packet to send away from the packet after the last one sent. */
void
RdmaRequester::Seek()
{
    const LossRecovery& recovery = GetRecovery();
    const uint64_t packet = recovery.GetNextToSend();
    m_queue.Seek(packet, recovery.GetFirstUnacknowledged());
    if (!recovery.IsSelective())
    {
        // Packets sent again ask for answers again.
        m_askedPackets = std::min(m_askedPackets, packet);
        if (!IsAnswerOwed())
        {
            m_timer->Clear();
        }
    }
}

} // namespace ns3
