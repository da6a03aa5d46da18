// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Congestion signals of an RdmaQueuePair beside acknowledgements: notifications, messages between
// the halves of a congestion control, and probes of the round trip.

#include "rdma-queue-pair.h"

#include "ns3/log.h"
#include "ns3/rdma-header.h"
#include "ns3/telemetry-tag.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaQueuePairNotifications");

namespace
{

/** @return time of the probe that a packet is or answers, in ps */
int64_t
GetProbeSentPs(const FabricPacket& packet)
{
    return static_cast<int64_t>(static_cast<const CongestionField&>(*packet.extras).value);
}

} // namespace

/** Notifies the sender of the mark on a packet, at once or with the next acknowledgement. */
void
RdmaQueuePair::TellSource(const FabricPacket& packet)
{
    if (m_settings.requester.datagram)
    {
        m_common.packets.SetPeer(packet.sourceHost, packet.As<RdmaHeader>().sourceQp);
    }
    if (!m_common.notifier.NotifyMark(packet.readyPs, IsRequest(packet.As<RdmaHeader>().opcode)))
    {
        return;
    }
    NS_LOG_LOGIC(GetName() << ": sends a CNP");
    ++m_common.counters->cnpsSent;
    FabricPacketPtr cnp =
        m_common.packets.Make(m_settings.packets.framing->GetCnpOpcode(), m_settings.notifications);
    cnp->readyPs = packet.readyPs;
    cnp->As<RdmaHeader>().becn = true;
    m_common.packets.SetLength(*cnp);
    m_context->SendNotification(std::move(cnp));
}

/**
 * Notifies the receiver's half of a packet with payload. Responses to READs do not count: they do
 * not belong to messages of the other end.
 */
void
RdmaQueuePair::NotifyReceiver(const FabricPacket& packet)
{
    const auto& transport = packet.As<RdmaHeader>();
    if (IsReadResponse(transport.opcode))
    {
        return;
    }
    const bool says = transport.opcode == RdmaOpcode::WRITE_FIRST ||
                      transport.opcode == RdmaOpcode::WRITE_ONLY ||
                      transport.opcode == RdmaOpcode::WRITE_ONLY_IMM;
    m_common.policies.receiver->NotifyArrival({packet.readyPs,
                                               says ? transport.length : 0,
                                               GetNumber(),
                                               transport.psn,
                                               packet.payloadBytes,
                                               packet.wireBytes,
                                               packet.entropy,
                                               packet.ecn == EcnCodepoint::CE});
}

void
RdmaQueuePair::SendControl(uint64_t value, int64_t nowPs)
{
    FabricPacketPtr control =
        m_common.packets.Make(m_settings.packets.framing->GetCnpOpcode(), m_settings.notifications);
    control->readyPs = nowPs;
    control->As<RdmaHeader>().becn = true;
    m_common.packets.SetLength(*control);
    RdmaPacketMaker::AddField(*control, value);
    m_context->SendNotification(std::move(control));
}

/** Handles a congestion notification, or a message of a switch or of the receiver's half. */
void
RdmaQueuePair::HandleNotification(const FabricPacket& packet)
{
    if (!packet.extras)
    {
        HandleCnp(packet.readyPs);
        return;
    }
    const int64_t nowPs = packet.readyPs;
    if (packet.telemetry == TelemetryKind::TAG)
    {
        NS_LOG_LOGIC(GetName() << ": is told of congestion by a switch");
        ++m_common.counters->cnpsReceived;
        GetCongestionControl().NotifyNotice(
            {nowPs, nowPs - packet.sentPs, static_cast<const TelemetryTag&>(*packet.extras).value});
    }
    else
    {
        GetCongestionControl().NotifyControl(
            nowPs,
            static_cast<const CongestionField&>(*packet.extras).value);
    }
    Activate(nowPs);
}

bool
RdmaQueuePair::HasProbedWork() const
{
    return TakesPackets(m_state) && (m_requester.HasWork() || m_responder.HasAnswers());
}

void
RdmaQueuePair::StartProbes(int64_t nowPs)
{
    if (m_prober && HasProbedWork())
    {
        m_prober->Start(nowPs);
    }
}

/** Answers a probe; the probe has waited where data waits. */
void
RdmaQueuePair::SendProbe(int64_t nowPs)
{
    SendRtt(RdmaOpcode::RTT_REQUEST, m_common.packets.GetSettings().service, nowPs, nowPs);
}

/**
 * Sends a probe, or the answer to a probe.
 *
 * @param opcode opcode of the packet
 * @param service service class of the packet
 * @param sentPs time of the probe, in ps
 * @param nowPs current time, in ps
 */
void
RdmaQueuePair::SendRtt(RdmaOpcode opcode,
                       const ServiceClass& service,
                       int64_t sentPs,
                       int64_t nowPs)
{
    FabricPacketPtr packet = m_common.packets.Make(opcode, service);
    packet->readyPs = nowPs;
    packet->sentPs = sentPs;
    const RdmaFraming& framing = *m_settings.packets.framing;
    packet->frameBytes = framing.GetFrameBytes(opcode, CongestionField::WIRE_BYTES);
    packet->wireBytes = packet->frameBytes + framing.GetGapBytes();
    packet->extras = std::make_unique<CongestionField>(static_cast<uint64_t>(sentPs));
    m_context->Enqueue(std::move(packet));
}

void
RdmaQueuePair::AnswerProbe(const FabricPacket& packet)
{
    SendRtt(RdmaOpcode::RTT_RESPONSE,
            m_settings.notifications,
            GetProbeSentPs(packet),
            packet.readyPs);
}

void
RdmaQueuePair::HandleRttResponse(const FabricPacket& packet)
{
    if (!m_prober)
    {
        return;
    }
    const int64_t nowPs = packet.readyPs;
    const int64_t sentPs = GetProbeSentPs(packet);
    m_prober->NotifyAnswer(sentPs, nowPs);
    GetCongestionControl().NotifyProbe(nowPs, nowPs - sentPs);
    Activate(nowPs);
}

void
RdmaQueuePair::HandleCnp(int64_t nowPs)
{
    NS_LOG_LOGIC(GetName() << ": is told of congestion");
    ++m_common.counters->cnpsReceived;
    GetCongestionControl().NotifyCnp(nowPs);
    Activate(nowPs);
}

} // namespace ns3
