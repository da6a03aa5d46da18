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
Tell(const WatchedTrace<const FabricPacket&, int64_t>& trace,
     const FabricPacket& packet,
     int64_t ps)
{
    trace(packet, ps);
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
    m_consumers.clear();
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
 * sorts is called when it leaves.
 */
void
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
    if (PacketConsumer* const consumer = FindConsumer(packet.kind))
    {
        consumer->NotifyConsumerSent(*this, packet, startPs);
    }
}

void
FabricNetDevice::SetConsumer(PacketKind kind, PacketConsumer* consumer)
{
    m_consumers.emplace_back(kind, consumer);
}

/** @return consumer of packets of a kind; null: none */
PacketConsumer*
FabricNetDevice::FindConsumer(PacketKind kind) const
{
    for (const auto& [consumed, consumer] : m_consumers)
    {
        if (consumed == kind)
        {
            return consumer;
        }
    }
    return nullptr;
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
        PacketConsumer* const consumer = FindConsumer(packet->kind);
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
