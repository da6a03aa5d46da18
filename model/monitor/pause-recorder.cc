// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pause-recorder.h"

#include "ns3/flow-queues.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PauseRecorder");

namespace
{

/** Calls a function for each packet of a queue, the oldest first. */
template <typename Action>
void
ForEachPacket(const PacketFifo& queue, Action action)
{
    for (const auto* packet = queue.IsEmpty() ? nullptr : &queue.Front(); packet;
         packet = packet->next)
    {
        action(*packet);
    }
}

/** @return true if a packet is in a queue, or the queue is ALL_QUEUES */
bool
IsOf(const FabricPacket& packet, uint16_t queue)
{
    return queue == PauseEvent::ALL_QUEUES || FlowQueueTag::Of(packet).queue == queue;
}

/** @return true if a port traces pauses */
bool
KnowsPauses(const LinkFlowControl& flowControl)
{
    return flowControl.GetInstanceTypeId().LookupTraceSourceByName("Pause") != nullptr;
}

} // namespace

PauseRecorder::PauseRecorder(const FabricParts& parts)
{
    NS_LOG_FUNCTION(this);
    for (const auto& channel : parts.channels)
    {
        for (std::size_t side = 0; side < 2; ++side)
        {
            const auto device = StaticCast<FabricNetDevice>(channel->GetDevice(side));
            m_ids.emplace(PeekPointer(device), m_ports.size());
            const Ptr<LinkFlowControl> flowControl(&device->GetFlowControl());
            m_ports.push_back({device,
                               KnowsPauses(*flowControl) ? flowControl : nullptr,
                               nullptr,
                               nullptr,
                               {},
                               {}});
            m_log.hostOfPort.push_back(NO_HOST);
        }
    }
    for (const auto& fabricSwitch : parts.switches)
    {
        for (const auto& device : fabricSwitch->GetPorts())
        {
            m_ports[GetPortId(*device)].fabricSwitch = PeekPointer(fabricSwitch);
        }
    }
    for (const auto& nic : parts.nics)
    {
        const uint32_t id = GetPortId(nic->GetPort());
        m_ports[id].nic = PeekPointer(nic);
        m_log.hostOfPort[id] = nic->GetHost();
    }
    for (const auto& port : m_ports)
    {
        if (port.flowControl)
        {
            port.flowControl->TraceConnectWithoutContext(
                "Pause",
                MakeCallback(&PauseRecorder::OnPause, this));
        }
    }
}

PauseRecorder::~PauseRecorder()
{
    NS_LOG_FUNCTION(this);
    for (const auto& port : m_ports)
    {
        if (port.flowControl)
        {
            port.flowControl->TraceDisconnectWithoutContext(
                "Pause",
                MakeCallback(&PauseRecorder::OnPause, this));
        }
    }
}

uint32_t
PauseRecorder::GetPortId(const FabricNetDevice& device) const
{
    return m_ids.at(&device);
}

PauseLog
PauseRecorder::Finish(int64_t nowPs)
{
    NS_LOG_FUNCTION(this << nowPs);
    for (auto& port : m_ports)
    {
        for (const auto& [paused, pause] : port.pauses)
        {
            CollectHeld(port, m_log.intervals[pause]);
            m_log.intervals[pause].endPs = nowPs;
        }
        port.pauses.clear();
    }
    return std::exchange(m_log, {});
}

void
PauseRecorder::OnPause(const PauseEvent& event)
{
    const uint32_t id = GetPortId(*event.port);
    Port& port = m_ports[id];
    const Paused paused{event.priority, event.queue};
    switch (event.kind)
    {
    case PauseEvent::Kind::XOFF_SENT:
        m_ports[id ^ 1].reasons[paused] = FindReason(port, event);
        break;
    case PauseEvent::Kind::PAUSED: {
        const Reason& reason = port.reasons[paused];
        PauseInterval interval;
        interval.pausedPort = id;
        interval.priority = event.priority;
        interval.queue = event.queue;
        interval.startPs = event.nowPs;
        interval.hasCause = reason.hasCause;
        interval.cause = reason.cause;
        interval.causeQp = reason.causeQp;
        interval.congestedPort = reason.congestedPort;
        interval.congestedQueue = reason.congestedQueue;
        interval.waitingSincePs = reason.waitingSincePs;
        port.pauses[paused] = m_log.intervals.size();
        m_log.intervals.push_back(std::move(interval));
        break;
    }
    case PauseEvent::Kind::RESUMED: {
        const auto pause = port.pauses.find(paused);
        if (pause != port.pauses.end()) // if not found, the pause began before the recording
        {
            PauseInterval& interval = m_log.intervals[pause->second];
            interval.endPs = event.nowPs;
            interval.ended = true;
            CollectHeld(port, interval);
            port.pauses.erase(pause);
        }
        break;
    }
    case PauseEvent::Kind::XON_SENT:
        break;
    }
}

PauseRecorder::Reason
PauseRecorder::FindReason(const Port& ingress, const PauseEvent& event)
{
    Reason reason;
    reason.waitingSincePs = event.nowPs;
    if (!event.cause)
    {
        return reason;
    }
    reason.hasCause = true;
    reason.cause = {event.cause->sourceHost, event.cause->destHost};
    reason.causeQp = event.cause->destEndpoint;
    if (!ingress.fabricSwitch)
    {
        return reason;
    }
    if (event.egress)
    {
        reason.congestedPort = GetPortId(*event.egress);
        reason.congestedQueue = FlowQueueTag::Of(*event.cause).queue;
        ForEachPacket(event.egress->GetQueue(event.priority), [&](const FabricPacket& packet) {
            if (IsOf(packet, reason.congestedQueue))
            {
                reason.waitingSincePs = std::min(reason.waitingSincePs, packet.readyPs);
            }
        });
        NoteQueued(*event.egress, event.priority);
        return reason;
    }
    // The packet itself is charged but not queued yet. If no other packet of its ingress waits, the
    // pool is the cause, and with it the longest queue.
    const uint16_t number = ingress.device->GetPortNumber();
    std::pair<uint64_t, uint64_t> mostBytes{0, 0}; // bytes of this ingress, bytes of the queue
    Ptr<FabricNetDevice> congested;
    for (const auto& egress : ingress.fabricSwitch->GetPorts())
    {
        const PacketFifo& queue = egress->GetQueue(event.priority);
        uint64_t bytes = 0;
        int64_t sincePs = event.nowPs;
        ForEachPacket(queue, [&](const FabricPacket& packet) {
            if (packet.ingressPort == number)
            {
                bytes += packet.frameBytes;
                sincePs = std::min(sincePs, packet.readyPs);
            }
        });
        if (std::make_pair(bytes, queue.GetBytes()) > mostBytes)
        {
            mostBytes = {bytes, queue.GetBytes()};
            congested = egress;
            reason.waitingSincePs = bytes > 0 ? sincePs : queue.Front().readyPs;
        }
    }
    if (congested)
    {
        reason.congestedPort = GetPortId(*congested);
        NoteQueued(*congested, event.priority);
    }
    return reason;
}

void
PauseRecorder::NoteQueued(const FabricNetDevice& egress, uint8_t priority)
{
    auto& queued = m_log.queued[{GetPortId(egress), priority}];
    ForEachPacket(egress.GetQueue(priority), [&queued](const FabricPacket& packet) {
        if (packet.payloadBytes > 0)
        {
            queued.insert({packet.sourceHost, packet.destHost});
        }
    });
}

void
PauseRecorder::CollectHeld(const Port& port, PauseInterval& interval) const
{
    ForEachPacket(port.device->GetQueue(interval.priority), [&](const FabricPacket& packet) {
        if (!IsOf(packet, interval.queue))
        {
            return;
        }
        interval.heldBytes += packet.frameBytes;
        if (packet.payloadBytes > 0)
        {
            interval.held.insert({packet.sourceHost, packet.destHost});
        }
    });
    if (!port.nic)
    {
        return;
    }
    for (const auto& queuePair : port.nic->GetQueuePairs())
    {
        const auto flow = static_cast<const PacketSource&>(*queuePair).GetFlow();
        const bool isPaused = interval.queue == PauseEvent::ALL_QUEUES ||
                              (flow && *flow % FlowFilter::BITS == interval.queue);
        if (isPaused && queuePair->HasWork() && queuePair->GetLane() == interval.priority)
        {
            interval.held.insert({port.nic->GetHost(), queuePair->GetRemoteHost()});
        }
    }
}

} // namespace ns3
