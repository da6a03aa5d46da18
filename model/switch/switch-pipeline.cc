// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The path of a packet through a FabricSwitch; fabric-switch.cc has the setup,
// switch-pipeline-marks.cc the marking.

#include "fabric-switch.h"

#include "ns3/log.h"
#include "ns3/port-name.h"
#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SwitchPipeline");

void
FabricSwitch::SetDiscard(uint16_t port, uint8_t lane, DropReason reason, int64_t nowPs)
{
    m_discarded[port][lane] = reason;
    FindUnusual();
    if (reason == DropReason::NONE)
    {
        return;
    }
    DiscardAll(m_ports[port]->TakeQueue(lane, nowPs), port, reason, nowPs);
    if (m_holder)
    {
        DiscardAll(m_holder->TakeHeld(port, lane), port, reason, nowPs);
    }
}

uint32_t
FabricSwitch::DropHeads(uint16_t port,
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
FabricSwitch::Receive(FabricNetDevice& port, FabricPacketPtr&& arrived)
{
    FabricPacket* const packet = arrived.get();
    const uint16_t ingress = port.GetPortNumber();
    uint8_t lane = packet->lane;
    packet->ingressPort = ingress;
    packet->ingressLane = lane;
    const uint32_t group = m_groupOfHost[packet->destHost];
    uint16_t egress = m_onlyPort[group];
    if (egress == NO_PORT)
    {
        if (!m_groups[group].empty())
        {
            egress = m_selector->Select(*packet, m_groups[group]);
        }
        else if (egress = m_detours ? m_detours->Route(*packet) : NO_PORT; egress == NO_PORT)
        {
            Refuse(port, *packet, DropReason::NO_ROUTE);
            return;
        }
    }
    if (m_unusual)
    {
        if (m_timeToLive > 0 && ++packet->hops > m_timeToLive)
        {
            Refuse(port, *packet, DropReason::TIME_TO_LIVE);
            return;
        }
        if (m_tells)
        {
            if (m_holder && m_holder->Consume(*packet, egress))
            {
                GiveBack(port, *packet);
                return;
            }
            m_selector->NotifyForward(*packet, egress);
        }
        if (m_stores)
        {
            m_stages[ingress]->Release(); // the last bit of the previous packet has come
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
    if (m_markAtEnqueue)
    {
        MarkComing(output, *packet);
    }
    output.Enqueue(std::move(arrived));
}

/** The end of Receive() for a buffer with cells. @param arrived packet with an egress port */
[[gnu::noinline]] void
FabricSwitch::ReceiveInCells(FabricNetDevice& port, FabricPacketPtr&& arrived, uint16_t egress)
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
FabricSwitch::TakeIn(FabricNetDevice& port,
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
FabricSwitch::HoldBack(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress)
{
    return (m_holder && m_holder->Hold(packet, egress)) || Store(packet, ingress, egress);
}

/**
 * @param packet taken if it waits for its last bit
 * @return true if it was taken
 */
bool
FabricSwitch::Store(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress)
{
    if (m_stores && m_ports[egress]->GetRatebps() > m_stages[ingress]->GetRate())
    {
        m_stages[ingress]->Hold(std::move(packet), egress);
        return true;
    }
    return false;
}

void
FabricSwitch::Originate(FabricPacketPtr packet, uint16_t ingress)
{
    const uint8_t lane = packet->lane;
    packet->ingressPort = ingress;
    packet->ingressLane = lane;
    const auto& ports = m_groups[m_groupOfHost[packet->destHost]];
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
FabricSwitch::Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress)
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
FabricSwitch::Refuse(FabricNetDevice& port, const FabricPacket& packet, DropReason reason)
{
    m_buffer->CountDrop(packet.ingressPort, packet.ingressLane, reason);
    Drop(packet, reason);
    GiveBack(port, packet);
}

/** Returns the credits of a packet that was never in the buffer. */
[[gnu::noinline]] void
FabricSwitch::GiveBack(FabricNetDevice& port, const FabricPacket& packet)
{
    const uint8_t lane = packet.ingressLane;
    auto& flowControl = port.GetFlowControl();
    flowControl.NotifyReceived(lane, packet.frameBytes, BufferSignal::CONTINUE, packet.readyPs);
    flowControl.NotifyFreed(lane, packet.frameBytes, BufferSignal::CONTINUE, packet.readyPs);
}

void
FabricSwitch::Forward(FabricPacketPtr packet, uint16_t egress)
{
    const DropReason reason = m_discarded[egress][packet->lane];
    if (reason != DropReason::NONE)
    {
        const int64_t nowPs = packet->readyPs;
        Discard(std::move(packet), egress, reason, nowPs);
        return;
    }
    FabricNetDevice& output = *m_ports[egress];
    if (m_markAtEnqueue)
    {
        MarkComing(output, *packet);
    }
    output.Enqueue(std::move(packet));
}

void
FabricSwitch::Refill(FabricNetDevice&, int64_t)
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
FabricSwitch::BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs)
{
    uint32_t charge = packet.frameBytes;
    if (!m_leavesUnusually)
    {
        Mark(port, packet, startPs);
    }
    else
    {
        charge = LeaveUnusually(port, packet, startPs);
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
FabricSwitch::LeaveUnusually(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs)
{
    if (!m_markAtEnqueue)
    {
        MarkByDepth(port, packet, nowPs);
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
FabricSwitch::Free(uint16_t egress, const FabricPacket& packet, uint32_t charge, int64_t freePs)
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
                        !(m_holder && m_holder->Stops(packet.ingressPort, lane));
    flowControl.NotifyFreed(lane,
                            packet.frameBytes,
                            resume ? BufferSignal::RESUME : BufferSignal::CONTINUE,
                            freePs);
}

void
FabricSwitch::StopIngress(const FabricPacket& packet)
{
    auto& flowControl = m_ports[packet.ingressPort]->GetFlowControl();
    flowControl.NotifyReceived(packet.ingressLane, 0, BufferSignal::STOP, packet.readyPs, &packet);
}

void
FabricSwitch::GoOn(FabricPacketPtr packet, uint16_t egress)
{
    // At most one packet of an ingress is incomplete, so its stage is free.
    if (packet->tailPs <= packet->readyPs || !Store(packet, packet->ingressPort, egress))
    {
        Forward(std::move(packet), egress);
    }
}

void
FabricSwitch::DiscardAll(PacketFifo packets, uint16_t egress, DropReason reason, int64_t nowPs)
{
    while (!packets.IsEmpty())
    {
        Discard(packets.Pop(), egress, reason, nowPs);
    }
}

void
FabricSwitch::Discard(FabricPacketPtr packet, uint16_t egress, DropReason reason, int64_t nowPs)
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
FabricSwitch::Drop(const FabricPacket& packet, DropReason reason)
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

} // namespace ns3
