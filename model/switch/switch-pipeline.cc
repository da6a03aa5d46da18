// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-pipeline.h"

#include "ns3/log.h"
#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SwitchPipeline");

void
SwitchPipeline::DoDispose()
{
    m_stores.clear();
    m_marking.Clear();
    m_buffer = nullptr;
    m_classifier = nullptr;
    m_detours = nullptr;
    if (m_stage)
    {
        m_stage->Dispose();
        m_stage = nullptr;
    }
    m_selector = nullptr;
    SwitchContext::DoDispose();
}

void
SwitchPipeline::ChoosePath()
{
    m_notifies = m_selector && m_selector->SeesEveryPacket();
    m_holds = m_stage || !m_stores.empty();
    m_slowPath = m_holds || m_notifies || m_classifier || m_timeToLive > 0 ||
                 (m_buffer && m_buffer->GetCellBytes() > 0);
    for (const auto& reasons : m_discarded)
    {
        m_slowPath =
            m_slowPath || std::any_of(reasons.begin(), reasons.end(), [](DropReason reason) {
                return reason != DropReason::NONE;
            });
    }
}

void
SwitchPipeline::SetDiscard(uint16_t port, uint8_t lane, DropReason reason, int64_t nowPs)
{
    m_discarded[port][lane] = reason;
    ChoosePath();
    if (reason == DropReason::NONE)
    {
        return;
    }
    DiscardAll(m_ports[port]->TakeQueue(lane, nowPs), port, reason, nowPs);
    if (m_stage)
    {
        DiscardAll(m_stage->TakeHeld(port, lane), port, reason, nowPs);
    }
}

uint32_t
SwitchPipeline::DropHeads(uint16_t port,
                          uint8_t lane,
                          int64_t readyPs,
                          DropReason reason,
                          int64_t nowPs)
{
    FabricNetDevice& device = *m_ports[port];
    const auto inputs = device.GetInputArbiter();
    PacketFifo queue = device.TakeQueue(lane, nowPs);
    PacketFifo dropped;
    // Previous packet of the same input, or of the queue without an InputArbiter.
    const FabricPacket* before = nullptr;
    bool beforeDropped = false;
    while (!queue.IsEmpty())
    {
        FabricPacketPtr packet = queue.Pop();
        const bool first =
            !before || (inputs && inputs->GetInput(*before) != inputs->GetInput(*packet));
        const bool drop = first && packet->readyPs <= readyPs;
        if (!first && beforeDropped)
        {
            packet->readyPs = nowPs;
        }
        before = packet.get();
        beforeDropped = drop;
        if (drop)
        {
            dropped.Push(std::move(packet));
        }
        else
        {
            device.Put(std::move(packet));
        }
    }
    const uint32_t count = dropped.GetPackets();
    DiscardAll(std::move(dropped), port, reason, nowPs);
    device.Kick(nowPs); // a shorter packet may have enough credits
    return count;
}

void
SwitchPipeline::Receive(FabricNetDevice& port, FabricPacketPtr&& arrived)
{
    FabricPacket* const packet = arrived.get();
    const uint16_t ingress = port.GetPortNumber();
    uint8_t lane = packet->lane;
    packet->ingressPort = ingress;
    packet->ingressLane = lane;
    const uint32_t group = m_groups.GetGroup(packet->destHost);
    uint16_t egress = m_groups.GetOnlyPort(group);
    if (egress == PortGroups::NO_PORT)
    {
        const auto& ports = m_groups.GetPorts(group);
        if (!ports.empty())
        {
            egress = m_selector->Select(*packet, ports);
        }
        else if (m_detours)
        {
            egress = m_detours->Route(*packet);
        }
        if (egress == PortGroups::NO_PORT)
        {
            Refuse(port, *packet, DropReason::NO_ROUTE);
            return;
        }
    }
    if (m_slowPath)
    {
        if (m_timeToLive > 0 && ++packet->hops > m_timeToLive)
        {
            Refuse(port, *packet, DropReason::TIME_TO_LIVE);
            return;
        }
        if (m_stage && m_stage->Arrive(*packet, egress))
        {
            GiveBack(port, *packet);
            return;
        }
        if (m_notifies)
        {
            m_selector->NotifyForward(*packet, egress);
        }
        if (!m_stores.empty())
        {
            m_stores[ingress]->Release(); // the last bit of the previous packet has come
        }
        DropReason discard =
            m_classifier ? m_classifier->Classify(*packet, egress) : DropReason::NONE;
        if (discard == DropReason::NONE)
        {
            discard = m_discarded[egress][packet->lane];
        }
        if (discard != DropReason::NONE)
        {
            Refuse(port, *packet, discard);
            return;
        }
        lane = packet->ingressLane; // a classifier may have changed it
        if (m_buffer->GetCellBytes() > 0)
        {
            ReceiveInCells(port, std::move(arrived), egress);
            return;
        }
    }
    FabricNetDevice& output = *m_ports[egress];
    const BufferAnswer answer =
        m_buffer->AdmitCharge({ingress, lane}, {egress, packet->lane}, packet->frameBytes);
    if (answer.IsPlain())
    {
        port.GetFlowControl().NotifyReceived(packet->ingressLane,
                                             packet->frameBytes,
                                             BufferSignal::CONTINUE,
                                             packet->readyPs,
                                             packet);
    }
    else if (!TakeIn(port, *packet, output.GetPortNumber(), answer))
    {
        return;
    }
    if (m_holds && HoldBack(arrived, packet->ingressPort, output.GetPortNumber()))
    {
        return;
    }
    if (m_marking.IsAtArrival())
    {
        m_marking.OnArrival(output, *packet);
    }
    output.Enqueue(std::move(arrived));
}

/** The end of Receive() for a buffer with cells. @param arrived packet with an egress port */
[[gnu::noinline]] void
SwitchPipeline::ReceiveInCells(FabricNetDevice& port, FabricPacketPtr&& arrived, uint16_t egress)
{
    FabricPacket& packet = *arrived;
    const uint16_t ingress = packet.ingressPort;
    const BufferAnswer answer =
        m_buffer->Admit({ingress, packet.ingressLane}, {egress, packet.lane}, packet.frameBytes);
    if (TakeIn(port, packet, egress, answer) && !(m_holds && HoldBack(arrived, ingress, egress)))
    {
        Forward(std::move(arrived), egress);
    }
}

/**
 * Handles an answer that may not be plain: drops or trims the packet, and notifies the flow control
 * of the ingress.
 *
 * @return true if the packet, or the rest of it, goes on
 */
[[gnu::noinline]] bool
SwitchPipeline::TakeIn(FabricNetDevice& port,
                       FabricPacket& packet,
                       uint16_t egress,
                       BufferAnswer answer)
{
    const uint16_t ingress = packet.ingressPort;
    const uint8_t lane = packet.ingressLane;
    const DropReason reason =
        answer.IsToTrim() ? Trim(port, packet, egress, answer) : answer.GetReason();
    if (reason != DropReason::NONE)
    {
        Drop(packet, reason);
        // A lane whose headroom is smaller than a packet never uses it, so this drop must stop the
        // sender. The bytes charged to this ingress will leave, and then the sender resumes.
        if ((reason == DropReason::HEADROOM_OVERRUN ||
             reason == DropReason::HEADROOM_POOL_OVERRUN) &&
            m_buffer->GetAccount(ingress, lane).ingressBytes > 0)
        {
            StopIngress(packet);
        }
        return false;
    }
    port.GetFlowControl().NotifyReceived(
        lane,
        packet.frameBytes,
        m_buffer->IsAboveThreshold(ingress, lane) ? BufferSignal::STOP : BufferSignal::CONTINUE,
        packet.readyPs,
        &packet);
    return true;
}

/**
 * @param packet taken if it has to wait before its queue
 * @return true if it was taken
 */
[[gnu::noinline, gnu::cold]] bool
SwitchPipeline::HoldBack(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress)
{
    return (m_stage && m_stage->Hold(packet, egress)) || Store(packet, ingress, egress);
}

/**
 * @param packet taken if it waits for its last bit
 * @return true if it was taken
 */
bool
SwitchPipeline::Store(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress)
{
    if (!m_stores.empty() && m_ports[egress]->GetRatebps() > m_stores[ingress]->GetRate())
    {
        m_stores[ingress]->Hold(std::move(packet), egress);
        return true;
    }
    return false;
}

void
SwitchPipeline::Originate(FabricPacketPtr packet, uint16_t ingress)
{
    const uint8_t lane = packet->lane;
    packet->ingressPort = ingress;
    packet->ingressLane = lane;
    const auto& ports = GetPortsTo(packet->destHost);
    if (ports.empty())
    {
        m_buffer->CountDrop(ingress, lane, DropReason::NO_ROUTE);
        Drop(*packet, DropReason::NO_ROUTE);
        return;
    }
    const uint16_t egress = ports.size() == 1 ? ports.front() : m_selector->Select(*packet, ports);
    Originate(std::move(packet), ingress, egress);
}

void
SwitchPipeline::Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress)
{
    const uint8_t lane = packet->lane;
    packet->ingressPort = ingress;
    packet->ingressLane = lane;
    const BufferAnswer answer =
        m_buffer->Admit({ingress, lane}, {egress, lane}, packet->frameBytes);
    if (!answer.IsAdmitted())
    {
        DropOwn(*packet, answer);
        return;
    }
    if (m_buffer->IsAboveThreshold(ingress, lane))
    {
        m_ports[ingress]->GetFlowControl().NotifyReceived(lane,
                                                          packet->frameBytes,
                                                          BufferSignal::STOP,
                                                          packet->readyPs,
                                                          packet.get());
    }
    Forward(std::move(packet), egress);
}

/** Drops a packet that was never in the buffer, and returns its credits. */
void
SwitchPipeline::Refuse(FabricNetDevice& port, const FabricPacket& packet, DropReason reason)
{
    m_buffer->CountDrop(packet.ingressPort, packet.ingressLane, reason);
    Drop(packet, reason);
    GiveBack(port, packet);
}

/** Returns the credits of a packet that was never in the buffer. */
[[gnu::noinline]] void
SwitchPipeline::GiveBack(FabricNetDevice& port, const FabricPacket& packet)
{
    const uint8_t lane = packet.ingressLane;
    auto& flowControl = port.GetFlowControl();
    flowControl.NotifyReceived(lane, packet.frameBytes, BufferSignal::CONTINUE, packet.readyPs);
    flowControl.NotifyFreed(lane, packet.frameBytes, BufferSignal::CONTINUE, packet.readyPs);
}

void
SwitchPipeline::Forward(FabricPacketPtr packet, uint16_t egress)
{
    const DropReason reason = m_discarded[egress][packet->lane];
    if (reason != DropReason::NONE)
    {
        const int64_t nowPs = packet->readyPs;
        Discard(std::move(packet), egress, reason, nowPs);
        return;
    }
    FabricNetDevice& output = *m_ports[egress];
    if (m_marking.IsAtArrival())
    {
        m_marking.OnArrival(output, *packet);
    }
    output.Enqueue(std::move(packet));
}

void
SwitchPipeline::Refill(FabricNetDevice&, int64_t)
{
}

namespace
{

/**
 * Not inlined, as few packets collect telemetry.
 *
 * @param digests writer of digests; null: digests stay empty
 */
[[gnu::noinline]] void
AddTelemetry(const FabricNetDevice& port,
             FabricPacket& packet,
             int64_t startPs,
             DigestWriter* digests)
{
    if (packet.payloadBytes == 0)
    {
        return;
    }
    if (packet.telemetry != TelemetryKind::STACK)
    {
        if (digests && packet.telemetry == TelemetryKind::DIGEST)
        {
            digests->Write(port, packet, startPs);
        }
        return;
    }
    const uint64_t number = uint64_t{port.GetNode()->GetId()} << 16 | port.GetPortNumber();
    // The counter of the port includes this packet already.
    static_cast<TelemetryStack&>(*packet.extras)
        .Add(number,
             {startPs,
              port.GetCounters(startPs).frameBytes - packet.frameBytes,
              port.GetQueueBytes(packet.lane),
              port.GetRatebps()});
}

} // namespace

void
SwitchPipeline::BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs)
{
    uint32_t charge = packet.frameBytes;
    if (!m_slowDeparture)
    {
        m_marking.OnDeparture(port, packet, startPs);
    }
    else
    {
        charge = DepartSlowly(port, packet, startPs);
    }
    if (packet.telemetry != TelemetryKind::NONE && m_telemetry)
    {
        AddTelemetry(port, packet, startPs, m_digests.get());
    }
    // The port is busy with this packet already.
    Free(port.GetPortNumber(), packet, charge, m_freedAtEnd ? port.GetBusyUntilPs() : startPs);
}

/**
 * Handles a leaving packet that was marked on arrival, or whose buffer has cells.
 *
 * @return its charge in bytes
 */
[[gnu::noinline]] uint32_t
SwitchPipeline::DepartSlowly(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs)
{
    if (!m_marking.IsAtArrival())
    {
        m_marking.JudgeDepth(port, packet, nowPs);
    }
    return m_buffer->GetChargedBytes(packet.frameBytes);
}

/**
 * Releases a leaving packet from the buffer.
 *
 * @param egress port number
 * @param packet packet that leaves
 * @param charge charge of the packet in bytes
 * @param freePs time, in ps, from which its room may be used again: now or later
 */
inline void
SwitchPipeline::Free(uint16_t egress, const FabricPacket& packet, uint32_t charge, int64_t freePs)
{
    m_buffer->ReleaseCharge({packet.ingressPort, packet.ingressLane},
                            {egress, packet.lane},
                            charge);
    auto& flowControl = m_ports[packet.ingressPort]->GetFlowControl();
    if (!flowControl.WantsFreed())
    {
        return;
    }
    const uint8_t lane = packet.ingressLane;
    const bool resume = flowControl.IsStopped(lane) &&
                        m_buffer->MayResume(packet.ingressPort, lane) &&
                        !(m_stage && m_stage->Stops(packet.ingressPort, lane));
    flowControl.NotifyFreed(lane,
                            packet.frameBytes,
                            resume ? BufferSignal::RESUME : BufferSignal::CONTINUE,
                            freePs);
}

void
SwitchPipeline::MoveHeld(const FabricPacket& packet, uint16_t from, uint16_t to)
{
    m_buffer->Move({from, packet.lane}, {to, packet.lane}, packet.frameBytes);
}

void
SwitchPipeline::MarkHeld(FabricPacket& packet,
                         uint16_t egress,
                         uint64_t queueBytes,
                         bool comes,
                         int64_t nowPs)
{
    m_marking.JudgeHeld(*m_ports[egress], packet, queueBytes, comes, nowPs);
}

void
SwitchPipeline::StopIngress(const FabricPacket& packet)
{
    auto& flowControl = m_ports[packet.ingressPort]->GetFlowControl();
    flowControl.NotifyReceived(packet.ingressLane, 0, BufferSignal::STOP, packet.readyPs, &packet);
}

void
SwitchPipeline::ResumeForwarding(FabricPacketPtr packet, uint16_t egress)
{
    // At most one packet of an ingress is incomplete, so its stage is free.
    if (packet->tailPs <= packet->readyPs || !Store(packet, packet->ingressPort, egress))
    {
        Forward(std::move(packet), egress);
    }
}

void
SwitchPipeline::DiscardAll(PacketFifo packets, uint16_t egress, DropReason reason, int64_t nowPs)
{
    while (!packets.IsEmpty())
    {
        Discard(packets.Pop(), egress, reason, nowPs);
    }
}

void
SwitchPipeline::Discard(FabricPacketPtr packet, uint16_t egress, DropReason reason, int64_t nowPs)
{
    if (!IsForwarded(packet->kind))
    {
        // Made here, so no ingress must be released.
        m_buffer->CountDrop(egress, packet->lane, reason);
        Drop(*packet, reason);
        return;
    }
    m_buffer->CountDrop(packet->ingressPort, packet->ingressLane, reason);
    Drop(*packet, reason);
    Free(egress, *packet, m_buffer->GetChargedBytes(packet->frameBytes), nowPs);
}

void
SwitchPipeline::Drop(const FabricPacket& packet, DropReason reason)
{
    NS_LOG_INFO("node " << m_ports.front()->GetNode()->GetId() << ": drops " << packet.frameBytes
                        << " B of host " << packet.sourceHost << " to host " << packet.destHost
                        << " from port " << packet.ingressPort << " priority "
                        << +packet.ingressLane << ", " << ToString(reason));
    if (!m_dropTrace.IsEmpty())
    {
        m_dropTrace(packet, reason);
    }
}

bool
SwitchPipeline::Resize(FabricPacket& packet, uint16_t egress, uint32_t frameBytes)
{
    const SwitchBuffer::Place in{packet.ingressPort, packet.ingressLane};
    const SwitchBuffer::Place out{egress, packet.lane};
    m_buffer->Release(in, out, packet.frameBytes);
    const BufferAnswer answer = m_buffer->Admit(in, out, frameBytes);
    packet.frameBytes = frameBytes;
    if (!answer.IsAdmitted())
    {
        DropOwn(packet, answer);
    }
    return answer.IsAdmitted();
}

/**
 * Drops a packet that the switch makes or changes, for lack of room; such packets are not trimmed.
 */
void
SwitchPipeline::DropOwn(const FabricPacket& packet, BufferAnswer answer)
{
    if (answer.IsToTrim()) // else the buffer has counted the drop
    {
        m_buffer->CountDrop(packet.ingressPort, packet.ingressLane, answer);
    }
    Drop(packet, answer);
}

/**
 * Cuts the payload off a packet, and headers if the buffer asks for a shorter frame, and has the
 * rest admitted.
 *
 * @return reason of a drop, which is counted; NONE: the rest is admitted
 */
DropReason
SwitchPipeline::Trim(const FabricNetDevice& port,
                     FabricPacket& packet,
                     uint16_t egress,
                     BufferAnswer answer)
{
    const uint16_t ingress = packet.ingressPort;
    const uint8_t lane = packet.ingressLane;
    if (packet.kind != PacketKind::TRANSPORT || packet.payloadBytes == 0)
    {
        m_buffer->CountDrop(ingress, lane, answer);
        return answer;
    }
    const auto* codec = port.GetCodec();
    const uint32_t headerBytes = packet.frameBytes - PaddedBytes(packet.payloadBytes);
    const uint32_t leastBytes = codec ? codec->GetTrimmedBytes(packet) : headerBytes;
    const uint32_t frameBytes = std::max(leastBytes, std::min(headerBytes, answer.GetTrimBytes()));
    const DropReason discard = m_discarded[egress][answer.GetLane()];
    const BufferAnswer rest =
        discard != DropReason::NONE
            ? BufferAnswer::Trim(discard, 0)
            : m_buffer->Admit({ingress, lane}, {egress, answer.GetLane()}, frameBytes);
    if (!rest.IsAdmitted())
    {
        if (rest.IsToTrim()) // a rest cannot be trimmed again, and the buffer has not counted the
                             // drop
        {
            m_buffer->CountDrop(ingress, lane, rest);
        }
        return rest;
    }
    packet.kind = m_leadsToHost[egress] ? PacketKind::TRIMMED_AT_LAST_HOP : PacketKind::TRIMMED;
    packet.lane = answer.GetLane();
    packet.wireBytes -= packet.frameBytes - frameBytes;
    packet.frameBytes = frameBytes;
    packet.payloadBytes = 0;
    packet.tailPs =
        std::min(packet.tailPs, packet.readyPs + SerializationPs(frameBytes, port.GetRatebps()));
    m_buffer->CountTrim(ingress, lane, answer.GetReason());
    NS_LOG_INFO("node " << port.GetNode()->GetId() << ": trims a packet of host "
                        << packet.sourceHost << " to host " << packet.destHost << " from port "
                        << ingress << " priority " << +lane << ", "
                        << ToString(answer.GetReason()));
    if (!m_trimTrace.IsEmpty())
    {
        m_trimTrace(packet, answer.GetReason());
    }
    return DropReason::NONE;
}

} // namespace ns3
