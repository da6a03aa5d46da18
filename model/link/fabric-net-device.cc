// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-net-device.h"

#include "port-name.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricNetDevice");

namespace
{

// Not inlined, so that trace sources without listeners need no registers.

[[gnu::noinline]] void
Push(PacketFifo& queue, FabricPacketPtr&& packet)
{
    queue.Push(std::move(packet));
}

[[gnu::noinline]] void
Tell(const FlaggedTrace<const FabricPacket&, int64_t>& trace,
     const FabricPacket& packet,
     int64_t ps)
{
    trace(packet, ps);
}

// Not inlined, so that ports without an arbiter between inputs need no registers for it.

[[gnu::noinline]] void
ChooseInputs(InputArbiter& arbiter, uint32_t backlog, std::vector<PacketFifo>& queues)
{
    arbiter.Choose(backlog, queues);
}

/** @return the packet, released: a return value of another function is kept out of registers */
[[gnu::noinline]] FabricPacket*
PopChosen(InputArbiter& arbiter, PacketFifo& queue)
{
    return arbiter.Pop(queue).release();
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(FabricNetDevice);

TypeId
FabricNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricNetDevice")
            .SetParent<FabricInterface>()
            .SetGroupName("AiFabric")
            .AddConstructor<FabricNetDevice>()
            .AddAttribute("Mtu",
                          "Payload of a full packet in bytes, as reported to other layers.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&FabricNetDevice::SetMtu, &FabricNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("FlowControl",
                          "Flow control of this end of the link, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricNetDevice::m_flowControl),
                          MakePointerChecker<LinkFlowControl>())
            .AddAttribute("Arbiter",
                          "Arbiter that chooses the next queue, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricNetDevice::m_arbiter),
                          MakePointerChecker<EgressArbiter>())
            .AddAttribute("InputArbiter",
                          "Arbiter that chooses the next input, for config paths; null: the "
                          "inputs are not distinguished.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricNetDevice::m_inputArbiter),
                          MakePointerChecker<InputArbiter>())
            .AddAttribute("Retry",
                          "Retry that sends damaged frames again, for config paths; null: "
                          "damaged frames are lost.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FabricNetDevice::m_retry),
                          MakePointerChecker<LinkRetry>())
            .AddTraceSource("Enqueue",
                            "A packet joins the queue of its priority. Not fired for packets that "
                            "find the port idle; at a NIC all data is queued and sent in its turn.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_enqueueTrace),
                            "ns3::FabricNetDevice::EnqueueTracedCallback")
            .AddTraceSource("Dequeue",
                            "A queued packet is chosen to be sent.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_dequeueTrace),
                            "ns3::FabricNetDevice::DequeueTracedCallback")
            .AddTraceSource("Transmit",
                            "A packet begins to leave; link control packets are included.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_transmitTrace),
                            "ns3::FabricNetDevice::TransmitTracedCallback")
            .AddTraceSource("Receive",
                            "A packet has passed the receiver's pipeline; link control packets "
                            "are included. The time is that of its last bit at the port, earlier "
                            "by the latency; with cut-through it may be in the future.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_receiveTrace),
                            "ns3::FabricNetDevice::ReceiveTracedCallback");
    return tid;
}

FabricNetDevice::FabricNetDevice()
    : m_queues(PRIORITY_COUNT),
      m_transmit(MakeFabricEvent<FabricNetDevice, &FabricNetDevice::TransmitWaiting>(this))
{
    NS_LOG_FUNCTION(this);
}

FabricNetDevice::~FabricNetDevice()
{
    NS_LOG_FUNCTION(this);
    m_transmit->Clear();
}

void
FabricNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_transmit->Clear();
    m_control.Clear();
    for (auto& queue : m_queues)
    {
        queue.Clear();
    }
    m_backlog = 0;
    if (m_flowControl)
    {
        m_flowControl->Dispose();
        m_flowControl = nullptr;
    }
    if (m_retry)
    {
        m_retry->Dispose();
        m_retry = nullptr;
    }
    m_arbiter = nullptr;
    m_inputArbiter = nullptr;
    m_wire = nullptr;
    m_channel = nullptr;
    m_owner = nullptr;
    m_foreignStack = nullptr;
    m_consumers.Clear();
    FabricInterface::DoDispose();
}

void
FabricNetDevice::SetFlowControl(Ptr<LinkFlowControl> flowControl)
{
    NS_LOG_FUNCTION(this << flowControl);
    m_flowControl = flowControl;
    m_flowControl->Attach(this);
    m_queues.resize(m_flowControl->GetLaneCount());
    if (m_flowControl->IsSorting())
    {
        m_watched |= SORTS;
        m_refills = true;
    }
    TellLanes();
}

void
FabricNetDevice::SetRetry(Ptr<LinkRetry> retry)
{
    NS_LOG_FUNCTION(this << retry);
    m_retry = retry;
    m_retry->Attach(this);
    m_watched |= RETRIES;
}

void
FabricNetDevice::SetArbiter(Ptr<EgressArbiter> arbiter)
{
    NS_LOG_FUNCTION(this << arbiter);
    m_arbiter = arbiter;
    TellLanes();
}

/** Gives the lanes of the flow control to the arbiter. */
void
FabricNetDevice::TellLanes()
{
    if (m_flowControl && m_arbiter)
    {
        m_arbiter->SetDataLanes(m_flowControl->GetDataLanes());
    }
}

void
FabricNetDevice::SetPipeline(int64_t latencyPs, bool cutThrough)
{
    NS_LOG_FUNCTION(this << latencyPs << cutThrough);
    m_latencyPs = latencyPs;
    m_cutThrough = cutThrough;
    if (m_wire)
    {
        m_wire->SetPipeline(1 - m_side, latencyPs, cutThrough);
    }
}

void
FabricNetDevice::AttachChannel(Ptr<Channel> channel, FabricWire& wire, uint32_t side)
{
    NS_LOG_FUNCTION(this << channel << side);
    m_channel = channel;
    m_wire = &wire;
    m_side = side;
    m_wire->SetPipeline(1 - side, m_latencyPs, m_cutThrough);
    m_wireTimer.SetRate(wire.GetRatebps());
    m_transmit->SetContext(GetNode()->GetId(), EventKind::TRANSMISSION);
}

void
FabricNetDevice::SetRatebps(uint64_t ratebps)
{
    NS_LOG_FUNCTION(this << ratebps);
    m_wireTimer.SetRate(ratebps);
}

void
FabricNetDevice::Start()
{
    NS_LOG_FUNCTION(this);
    if (m_retry)
    {
        m_retry->Start(PeekPointer(GetPeer()->GetRetry()));
    }
    m_flowControl->Start();
    m_wire->NotifyRead("its link was completed");
}

Ptr<FabricNetDevice>
FabricNetDevice::GetPeer() const
{
    return StaticCast<FabricNetDevice>(m_channel->GetDevice(1 - m_side));
}

/** Not inlined, so that ports without an arbiter stay small enough to be inlined. */
void
FabricNetDevice::PutWatched(PacketFifo& queue, FabricPacketPtr&& packet)
{
    if (__builtin_expect((m_watched & (ENQUEUE | SORTS)) == 0, 1))
    {
        m_inputArbiter->Push(queue, std::move(packet));
    }
    else
    {
        PutTold(queue, std::move(packet));
    }
}

void
FabricNetDevice::PutTold(PacketFifo& queue, FabricPacketPtr&& packet)
{
    if ((m_watched & ENQUEUE) != 0)
    {
        Tell(m_enqueueTrace, *packet, packet->readyPs);
    }
    if ((m_watched & SORTS) != 0)
    {
        m_flowControl->Push(queue, std::move(packet));
    }
    else if (m_inputArbiter)
    {
        m_inputArbiter->Push(queue, std::move(packet));
    }
    else
    {
        Push(queue, std::move(packet));
    }
}

void
FabricNetDevice::SendFirst(FabricPacketPtr packet, int64_t nowPs)
{
    packet->readyPs = nowPs;
    m_control.Push(std::move(packet));
    Kick(nowPs);
}

/**
 * Sends a packet that is consumed at the next hop. It is counted like forwarded packets, but the
 * port's owner is not called. Link control is not counted and takes no credits; a flow control that
 * sorts is called when it leaves. Not inlined, so that forwarded packets need no registers for it.
 */
[[gnu::noinline]] void
FabricNetDevice::LaunchHopByHop(const FabricPacket& packet, int64_t startPs)
{
    if (IsLinkControl(packet.kind))
    {
        if ((m_watched & SORTS) != 0)
        {
            m_flowControl->NotifySent(packet, startPs);
        }
        return;
    }
    m_counters.Count(packet);
    m_flowControl->NotifySent(packet, startPs);
    if (PacketConsumer* const consumer = m_consumers.Find(packet.kind))
    {
        consumer->NotifyConsumerSent(*this, packet, startPs);
    }
}

/** Takes a packet from a queue, with the trace source Dequeue. */
[[gnu::noinline]] FabricPacketPtr
FabricNetDevice::PopWatched(PacketFifo& queue, int64_t nowPs)
{
    FabricPacketPtr packet = m_inputArbiter ? m_inputArbiter->Pop(queue) : queue.Pop();
    m_dequeueTrace(*packet, nowPs);
    return packet;
}

void
FabricNetDevice::TransmitWaiting()
{
    TransmitNext(m_busyUntilPs);
}

void
FabricNetDevice::Launch(FabricPacketPtr&& packet, int64_t nowPs)
{
    FabricPacket& launched = *packet;
    const int64_t startPs = std::max({nowPs, launched.readyPs, m_busyUntilPs});
    m_busyUntilPs = std::max(startPs + m_wireTimer.Take(launched.wireBytes), launched.tailPs);
    const bool forwarded = IsForwarded(launched.kind);
    if (forwarded)
    {
        m_counters.Count(launched);
        m_flowControl->NotifySent(launched, startPs);
        m_owner->BeforeTransmit(*this, launched, startPs);
    }
    else
    {
        LaunchHopByHop(launched, startPs);
    }
    if (__builtin_expect((m_watched & (TRANSMIT | RETRIES)) != 0, 0))
    {
        LaunchWatched(std::move(packet), startPs);
    }
    else if (__builtin_expect(forwarded, 1))
    {
        m_wire->Transmit(m_side, std::move(packet), startPs, m_busyUntilPs);
    }
    else
    {
        m_wire->TransmitHopByHop(m_side, std::move(packet), m_busyUntilPs);
    }
    // The only place where waiting sources are asked again, whatever has just taken the wire.
    if ((m_backlog | m_ownerWaits) != 0 || !m_control.IsEmpty())
    {
        m_transmit->Schedule(m_clock.ToTicks(m_busyUntilPs));
    }
}

/** The end of Launch(), with the trace source Transmit or a LinkRetry. */
[[gnu::noinline]] void
FabricNetDevice::LaunchWatched(FabricPacketPtr packet, int64_t startPs)
{
    const FabricPacket& launched = *packet;
    const bool repeats = m_retry && launched.kind == LinkRetry::GetReplayKind();
    const bool answers = m_retry && launched.kind == LinkRetry::GetControlKind();
    if ((m_watched & TRANSMIT) != 0 && !repeats && !answers)
    {
        m_transmitTrace(launched, startPs);
    }
    if (m_retry && (repeats || !IsLinkControl(launched.kind)))
    {
        if (!m_wire->IsDown())
        {
            m_retry->NotifySent(launched, startPs, m_busyUntilPs);
        }
        m_wire->TransmitNumbered(m_side, std::move(packet), startPs, m_busyUntilPs);
    }
    else if (IsForwarded(launched.kind))
    {
        m_wire->Transmit(m_side, std::move(packet), startPs, m_busyUntilPs);
    }
    else
    {
        m_wire->TransmitHopByHop(m_side, std::move(packet), m_busyUntilPs);
    }
}

/** The part of TransmitNext() for waiting link control, which goes first. */
[[gnu::noinline]] void
FabricNetDevice::TransmitControl(int64_t nowPs)
{
    if (FabricPacketPtr packet = m_control.Pop())
    {
        Launch(std::move(packet), nowPs);
    }
    else if (m_backlog != 0)
    {
        Stall(nowPs);
    }
}

void
FabricNetDevice::EndHold(int64_t nowPs)
{
    m_control.EndHold();
    Kick(nowPs);
}

/**
 * The same as Enqueue(), for an idle port whose flow control counts. The packet may leave at once,
 * but it needs credits, and it takes a turn of its lane and its input.
 */
[[gnu::flatten]] void
FabricNetDevice::LaunchAlone(FabricPacketPtr&& packet, int64_t nowPs)
{
    const uint32_t lane = packet->lane;
    PacketFifo& queue = m_queues[lane];
    queue.Push(std::move(packet));
    m_counters.NoteQueue(queue.GetBytes());
    if (m_flowControl->GetEligible(1U << lane, m_queues, nowPs) == 0)
    {
        m_backlog = 1U << lane;
        Stall(nowPs);
        return;
    }
    m_arbiter->Select(1U << lane, m_queues);
    if (m_inputArbiter)
    {
        m_inputArbiter->NotifyAlone(queue.Front());
    }
    Launch(queue.Pop(), nowPs);
}

/** Notes that packets wait and none may leave, from now on or since an earlier time. */
[[gnu::noinline]] void
FabricNetDevice::Stall(int64_t nowPs)
{
    if (m_inputArbiter)
    {
        m_inputArbiter->Choose(m_backlog, m_queues);
    }
    m_stalledSincePs = std::min(m_stalledSincePs, nowPs);
}

/** Inlines Launch(): every packet that had to wait passes here, and a call costs an eighth. */
[[gnu::flatten]] void
FabricNetDevice::TransmitNext(int64_t nowPs)
{
    if (!m_control.IsEmpty())
    {
        TransmitControl(nowPs);
        return;
    }
    if (m_refills)
    {
        m_owner->Refill(*this, nowPs);
    }
    if (m_backlog == 0)
    {
        return;
    }
    if (m_inputArbiter)
    {
        ChooseInputs(*m_inputArbiter, m_backlog, m_queues);
    }
    const uint32_t eligible = m_flowControl->GetEligible(m_backlog, m_queues, nowPs);
    if (eligible == 0)
    {
        Stall(nowPs);
        return;
    }
    if (m_stalledSincePs != NEVER_PS)
    {
        m_counters.stalledPs += nowPs - m_stalledSincePs;
        m_stalledSincePs = NEVER_PS;
    }
    const uint32_t lane = m_arbiter->Select(eligible, m_queues);
    PacketFifo& queue = m_queues[lane];
    FabricPacketPtr packet((m_watched & (ARBITRATES | DEQUEUE)) == 0 ? queue.Pop().release()
                           : (m_watched & DEQUEUE) == 0 ? PopChosen(*m_inputArbiter, queue)
                                                        : PopWatched(queue, nowPs).release());
    if (queue.IsEmpty())
    {
        m_backlog &= ~(1U << lane);
    }
    Launch(std::move(packet), nowPs);
}

PacketFifo
FabricNetDevice::TakeQueue(uint8_t lane, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << +lane << nowPs);
    m_backlog &= ~(1U << lane);
    if (m_backlog == 0 && m_stalledSincePs != NEVER_PS)
    {
        m_counters.stalledPs += nowPs - m_stalledSincePs;
        m_stalledSincePs = NEVER_PS;
    }
    if (m_inputArbiter)
    {
        m_inputArbiter->Forget(lane);
    }
    if ((m_watched & SORTS) != 0)
    {
        m_flowControl->NotifyTaken(lane, m_queues[lane], nowPs);
    }
    return std::move(m_queues[lane]);
}

void
FabricNetDevice::TraceReceive(const FabricPacket& packet)
{
    // Link control ends before the pipeline.
    const int64_t latencyPs = IsLinkControl(packet.kind) ? 0 : m_latencyPs;
    m_receiveTrace(packet, packet.tailPs - latencyPs);
}

void
FabricNetDevice::ReceiveOther(FabricPacketPtr&& packet)
{
    if (IsLinkControl(packet->kind))
    {
        m_flowControl->ReceiveControl(*packet);
    }
    else if (!IsForwarded(packet->kind))
    {
        PacketConsumer* const consumer = m_consumers.Find(packet->kind);
        NS_ABORT_MSG_UNLESS(consumer, PortName(*this) << ": takes no " << ToString(packet->kind));
        consumer->Consume(*this, std::move(packet));
    }
    else if (IsTrimmed(packet->kind))
    {
        m_owner->ReceiveTrimmed(*this, std::move(packet));
    }
    else if (m_foreignStack)
    {
        m_foreignStack->Deliver(std::move(packet));
    }
    else
    {
        m_owner->Receive(*this, std::move(packet));
    }
}

FabricNetDevice::Counters
FabricNetDevice::GetCounters(int64_t nowPs) const
{
    Counters counters = m_counters;
    if (m_stalledSincePs != NEVER_PS)
    {
        counters.stalledPs += nowPs - m_stalledSincePs;
    }
    return counters;
}

Ptr<Channel>
FabricNetDevice::GetChannel() const
{
    return m_channel;
}

bool
FabricNetDevice::IsLinkUp() const
{
    return m_channel != nullptr;
}

bool
FabricNetDevice::SendFrom(Ptr<Packet> packet,
                          const Address& source,
                          const Address& dest,
                          uint16_t protocolNumber)
{
    return m_foreignStack && m_foreignStack->Send(packet,
                                                  Mac48Address::ConvertFrom(source),
                                                  Mac48Address::ConvertFrom(dest),
                                                  protocolNumber);
}

} // namespace ns3
