// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "backpressure-flow-control.h"

#include "ns3/byte-image.h"
#include "ns3/derived-headroom.h"
#include "ns3/fabric-net-device.h"
#include "ns3/flow-pause-frame.h"
#include "ns3/log.h"
#include "ns3/pause-frame.h"
#include "ns3/port-headroom.h"
#include "ns3/port-name.h"
#include "ns3/random-draws.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BackpressureFlowControl");

NS_OBJECT_ENSURE_REGISTERED(BackpressureFlowControl);

TypeId
BackpressureFlowControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BackpressureFlowControl")
            .SetParent<LinkFlowControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<BackpressureFlowControl>()
            .AddAttribute("Priority",
                          "Lossless priority whose packets are queued by flow.",
                          UintegerValue(3),
                          ReadOnce(MakeUintegerAccessor(&BackpressureFlowControl::m_priority)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("Queues",
                          "Physical queues of a port of a switch.",
                          UintegerValue(32),
                          ReadOnce(MakeUintegerAccessor(&BackpressureFlowControl::m_queueCount)),
                          MakeUintegerChecker<uint32_t>(1, FlowFilter::BITS))
            .AddAttribute("VirtualFlows",
                          "Flows that a port of a switch can tell apart.",
                          UintegerValue(16384),
                          ReadOnce(MakeUintegerAccessor(&BackpressureFlowControl::m_virtualFlows)),
                          MakeUintegerChecker<uint32_t>(1, 1 << 24))
            .AddAttribute("HopRtt",
                          "Round trip of a link, from the arrival of a packet to the pause that "
                          "it causes; 0: derived from the link.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&BackpressureFlowControl::m_hopRtt)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Interval",
                          "Least time between two frames that pause a queue; 0: half of HopRtt.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&BackpressureFlowControl::m_interval)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StickyHopRtts",
                          "Time, in HopRtt, for which a flow without packets keeps its queue.",
                          UintegerValue(3),
                          ReadOnce(MakeUintegerAccessor(&BackpressureFlowControl::m_stickyHopRtts)),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000))
            .AddTraceSource("Pause",
                            "A pause of a queue, or of the priority, begins or ends, requested "
                            "by this or the other end.",
                            MakeTraceSourceAccessor(&BackpressureFlowControl::m_pauseTrace),
                            "ns3::PauseEvent::TracedCallback");
    return tid;
}

BackpressureFlowControl::BackpressureFlowControl()
    : m_expiry(MakeFabricEvent<BackpressureFlowControl, &BackpressureFlowControl::Expire>(this))
{
    NS_LOG_FUNCTION(this);
    SetSorting();
}

BackpressureFlowControl::~BackpressureFlowControl()
{
    NS_LOG_FUNCTION(this);
    m_expiry->Clear();
}

void
BackpressureFlowControl::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_expiry->Clear();
    m_pauses.Stop();
    m_queues.Clear();
    m_ports.clear();
    LinkFlowControl::DoDispose();
}

int64_t
BackpressureFlowControl::NowPs() const
{
    return GetPort().GetClock().ToPs(NowTicks());
}

const BackpressureFlowControl&
BackpressureFlowControl::GetPeer() const
{
    return static_cast<const BackpressureFlowControl&>(GetPort().GetPeer()->GetFlowControl());
}

void
BackpressureFlowControl::DoStart()
{
    NS_LOG_FUNCTION(this);
    const FabricNetDevice& port = GetPort();
    const TickClock& clock = port.GetClock();
    const uint32_t node = port.GetNode()->GetId();
    m_expiry->SetContext(node);
    const int64_t packetPs = SerializationPs(port.GetMaxWireBytes(), port.GetRatebps());
    const int64_t framePs = SerializationPs(FlowPauseFrame::WIRE_BYTES, port.GetRatebps());
    m_hopPs = m_hopRtt.IsZero()
                  ? 2 * port.GetDelayPs() + port.GetLatencyPs() + 2 * packetPs + framePs
                  : clock.ToPs(m_hopRtt.GetTimeStep());
    m_pauses.Start(GetPort(),
                   m_priority,
                   m_interval.IsZero() ? m_hopPs / 2 : clock.ToPs(m_interval.GetTimeStep()));
    m_stickyPs = m_stickyHopRtts * m_hopPs;
    m_draw = HashDraw(HashDraw(RandomDraws::GetSeed(DrawKind::PATHS), node), port.GetPortNumber());
    m_keepsFlows = port.GetOwner() && port.GetOwner()->KeepsFlows();
    m_queues.SetSize(m_keepsFlows ? FlowFilter::BITS : m_queueCount);
    if (!m_keepsFlows)
    {
        FindPorts();
    }
}

void
BackpressureFlowControl::FindPorts()
{
    const auto node = GetPort().GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto port = DynamicCast<FabricNetDevice>(node->GetDevice(i));
        auto* const flowControl =
            port ? dynamic_cast<BackpressureFlowControl*>(&port->GetFlowControl()) : nullptr;
        if (flowControl)
        {
            m_ports.resize(std::max<std::size_t>(m_ports.size(), port->GetPortNumber() + 1U));
            m_ports[port->GetPortNumber()] = flowControl;
        }
    }
}

void
BackpressureFlowControl::DoPush(PacketFifo& queue, FabricPacketPtr packet)
{
    if (packet->lane != m_priority)
    {
        queue.Push(std::move(packet));
        return;
    }
    const uint32_t flow = FlowNumberOf(*packet);
    FlowQueueTag tag = FlowQueueTag::Of(*packet);
    if (m_keepsFlows)
    {
        tag.queue = static_cast<uint16_t>(flow % FlowFilter::BITS);
        packet->pathTag = tag.Pack();
        queue.Push(std::move(packet));
        return;
    }
    tag.upstream = tag.queue;
    tag.holds = 0;
    VirtualFlow& known = FindFlow(*packet);
    if (known.packets == 0 && packet->readyPs - known.lastPs > m_stickyPs)
    {
        known.queue = m_queues.Choose(HashDraw(m_draw, flow % m_virtualFlows));
    }
    ++known.packets;
    known.lastPs = packet->readyPs;
    tag.queue = known.queue;
    packet->pathTag = tag.Pack();
    FabricPacket& pushed = *packet;
    m_queues.Push(queue, std::move(packet));
    if (known.packets > 1 && IsForwarded(pushed.kind) &&
        IsAboveThreshold(*m_ports[pushed.ingressPort], tag.queue))
    {
        tag.holds = 1;
        pushed.pathTag = tag.Pack();
        m_ports[pushed.ingressPort]->m_pauses.Hold(tag.upstream, pushed.readyPs, pushed, GetPort());
    }
}

/** @return true if one of our queues is longer than needed for the packets that come by a port */
bool
BackpressureFlowControl::IsAboveThreshold(const BackpressureFlowControl& ingress,
                                          uint16_t queue) const
{
    const uint64_t allBytes =
        BytesInPs(ingress.m_hopPs + ingress.GetIntervalPs(), GetPort().GetRatebps());
    return m_queues.GetBytes(queue) * std::max(m_queues.CountActive(), 1U) > allBytes;
}

void
BackpressureFlowControl::DoNotifySent(const FabricPacket& packet, int64_t nowPs)
{
    if (m_pauses.IsWaiting(packet))
    {
        m_pauses.NotifyTold(nowPs);
        return;
    }
    if (IsLinkControl(packet.kind) || packet.lane != m_priority || m_keepsFlows)
    {
        return;
    }
    m_queues.NotifyPopped(packet);
    Leave(packet, nowPs);
}

/** Counts out a packet that no longer waits. */
void
BackpressureFlowControl::Leave(const FabricPacket& packet, int64_t nowPs)
{
    VirtualFlow& known = FindFlow(packet);
    --known.packets;
    known.lastPs = nowPs;
    const FlowQueueTag tag = FlowQueueTag::Of(packet);
    if (tag.holds)
    {
        m_ports[packet.ingressPort]->m_pauses.Release(tag.upstream, nowPs);
    }
}

void
BackpressureFlowControl::DoNotifyTaken(uint8_t lane, PacketFifo& packets, int64_t nowPs)
{
    if (lane != m_priority || m_keepsFlows || packets.IsEmpty())
    {
        return;
    }
    m_queues.Clear();
    FabricPacket* packet = packets.GetFirst();
    for (uint32_t left = packets.GetPackets(); left > 0; --left, packet = packet->next)
    {
        Leave(*packet, nowPs);
        FlowQueueTag arrived{};
        arrived.queue = FlowQueueTag::Of(*packet).upstream;
        packet->pathTag = arrived.Pack();
    }
    CountBlock(false, nowPs);
}

uint32_t
BackpressureFlowControl::DoGetEligible(uint32_t backlog,
                                       const std::vector<PacketFifo>&,
                                       int64_t nowPs)
{
    if (m_keepsFlows || !(backlog & GetBit()))
    {
        return backlog;
    }
    const bool open = m_queues.IsOpen();
    CountBlock(!open, nowPs);
    return open ? backlog : backlog & ~uint32_t{GetBit()};
}

void
BackpressureFlowControl::DoReceiveControl(const FabricPacket& packet)
{
    if (packet.kind != FlowPauseFrame::GetKind())
    {
        return; // opcode without an entry in IEEE 802.3, 31.5.3
    }
    const auto& pause = packet.As<FlowPauseFrame>();
    if (pause.priority == m_priority)
    {
        Obey(static_cast<const FlowPauseFilter&>(*packet.extras).paused,
             pause.everything,
             packet.readyPs);
    }
}

void
BackpressureFlowControl::Obey(const FlowFilter& paused, bool everything, int64_t nowPs)
{
    FabricNetDevice& port = GetPort();
    if (everything || !paused.IsEmpty())
    {
        // Each of three frames comes an interval after the one before, and may wait for a packet.
        const int64_t lifetimePs = 3 * (GetPeer().GetIntervalPs() +
                                        SerializationPs(port.GetMaxWireBytes(), port.GetRatebps()));
        m_expiry->Schedule(port.GetClock().ToTicks(nowPs + lifetimePs));
    }
    else
    {
        m_expiry->Clear();
    }
    const bool changes = !paused.IsEmpty() || !GetPaused().IsEmpty(); // or there are new flows
    if (!m_pauseTrace.IsEmpty())
    {
        TraceChanges(paused, everything, nowPs);
    }
    m_pausedMask = everything ? GetBit() : 0;
    m_queues.SetPaused(paused);
    const bool waits = !m_keepsFlows && (port.GetBacklog() & GetBit());
    CountBlock(everything || (waits && !m_queues.IsOpen()), nowPs);
    if (m_keepsFlows && changes)
    {
        port.GetOwner()->PauseFlows(m_priority, paused, nowPs);
    }
    port.Kick(nowPs);
}

void
BackpressureFlowControl::TraceChanges(const FlowFilter& paused, bool everything, int64_t nowPs)
{
    const auto trace = [&](bool stops, uint16_t queue) {
        const auto kind = stops ? PauseEvent::Kind::PAUSED : PauseEvent::Kind::RESUMED;
        m_pauseTrace({kind, m_priority, nowPs, 0, nullptr, &GetPort(), queue});
    };
    if (everything != (m_pausedMask != 0))
    {
        trace(everything, PauseEvent::ALL_QUEUES);
    }
    for (uint16_t queue = 0; queue < FlowFilter::BITS; ++queue)
    {
        if (paused.Has(queue) != GetPaused().Has(queue))
        {
            trace(paused.Has(queue), queue);
        }
    }
}

void
BackpressureFlowControl::Expire()
{
    NS_LOG_LOGIC(PortName(GetPort()) << ": pauses run out");
    Obey({}, false, NowPs());
}

void
BackpressureFlowControl::CountBlock(bool blocked, int64_t nowPs)
{
    if (!blocked)
    {
        m_block.End(nowPs);
    }
    else if (!m_block.isBlocked)
    {
        m_block.Begin(nowPs);
    }
}

void
BackpressureFlowControl::DoNotifyLink(bool down, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << down << nowPs);
    // As with PFC, pauses end with the link, and both ends agree again when it comes back.
    const auto& peer = GetPeer();
    Obey(down ? FlowFilter() : peer.GetHeld(), !down && peer.IsStopped(m_priority), nowPs);
}

// The backstop

void
BackpressureFlowControl::DoNotifyReceived(uint8_t lane,
                                          uint32_t,
                                          BufferSignal signal,
                                          int64_t nowPs,
                                          const FabricPacket* packet)
{
    if (signal == BufferSignal::STOP && lane == m_priority && !IsStopped(lane))
    {
        m_stoppedMask = GetBit();
        m_pauses.SendAll(nowPs, packet);
    }
}

void
BackpressureFlowControl::DoNotifyFreed(uint8_t lane, uint32_t, BufferSignal signal, int64_t nowPs)
{
    if (signal == BufferSignal::RESUME && lane == m_priority && IsStopped(lane))
    {
        m_stoppedMask = 0;
        m_pauses.SendAll(nowPs, nullptr);
    }
}

bool
BackpressureFlowControl::DoIsLossless(uint8_t lane) const
{
    return lane == m_priority;
}

/** Headroom for one frame: if a frame waits already, that frame stops the whole priority. */
uint64_t
BackpressureFlowControl::DoGetReservedBytes() const
{
    constexpr uint32_t pauseBytes = PauseFrame::WIRE_BYTES;
    const FabricNetDevice& port = GetPort();
    const auto headroom = CreateObject<DerivedHeadroom>();
    const uint32_t pauses = (FlowPauseFrame::WIRE_BYTES + pauseBytes - 1) / pauseBytes;
    return headroom->GetHeadroomBytes(GetHeadroomLink(port, 0, pauses, GetCellBytes())) +
           GetReplayBytes(port, GetCellBytes());
}

int64_t
BackpressureFlowControl::DoGetBlockedPs(uint8_t lane, int64_t nowPs) const
{
    return lane == m_priority ? m_block.GetTotalPs(nowPs) : 0;
}

std::string
BackpressureFlowControl::DoDescribeBlock(uint8_t lane) const
{
    if (lane != m_priority || !m_block.isBlocked)
    {
        return {};
    }
    const uint32_t queues = m_queues.CountOccupied();
    return "paused by BFC since " + std::to_string(m_block.sincePs / 1000) + " ns, " +
           (m_pausedMask ? "everything"
                         : std::to_string(queues) + (queues == 1 ? " queue" : " queues"));
}

std::vector<std::string>
BackpressureFlowControl::DoAudit() const
{
    std::vector<std::string> violations;
    const auto& holders = m_pauses.GetHolders();
    for (uint32_t queue = 0; queue < holders.size(); ++queue)
    {
        if (holders[queue] > 0)
        {
            violations.push_back(PortName(GetPort()) + ": queue " + std::to_string(queue) +
                                 " of the other end is held by " + std::to_string(holders[queue]) +
                                 " packets, and none is there");
        }
    }
    if (m_queues.CountOccupied() > 0)
    {
        violations.push_back(PortName(GetPort()) + ": " + std::to_string(m_queues.CountOccupied()) +
                             " queues have packets, and none is there");
    }
    return violations;
}

void
BackpressureFlowControl::DoSaveForPeer(std::string& to) const
{
    SaveValue(to, m_stoppedMask);
    SaveValue(to, GetHeld().words);
}

void
BackpressureFlowControl::DoLoadForPeer(const char*& from)
{
    m_stoppedMask = LoadValue<uint8_t>(from);
    FlowFilter held;
    held.words = LoadValue<decltype(FlowFilter::words)>(from);
    m_pauses.SetHeld(held);
}

} // namespace ns3
