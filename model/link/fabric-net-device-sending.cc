// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The choice and transmission of the next packet of a FabricNetDevice; the rest is in
// fabric-net-device.cc.

#include "fabric-net-device.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

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

// A link control packet of length 0 holds back all other packets.

void
FabricNetDevice::Hold()
{
    m_control.Push(FabricPacketPool::Make());
}

/** The part of TransmitNext() for waiting link control, which goes first. */
[[gnu::noinline]] void
FabricNetDevice::TransmitControl(int64_t nowPs)
{
    if (m_control.Front().wireBytes > 0)
    {
        Launch(m_control.Pop(), nowPs);
        return;
    }
    // A hold is in force: only link control is sent.
    m_control.Push(m_control.Pop());
    if (m_control.GetPackets() > 1)
    {
        Launch(m_control.Pop(), nowPs);
    }
    else if (m_backlog != 0)
    {
        Stall(nowPs);
    }
}

void
FabricNetDevice::EndHold(int64_t nowPs)
{
    for (uint32_t rest = m_control.GetPackets(); rest > 0; --rest)
    {
        FabricPacketPtr packet = m_control.Pop();
        if (packet->wireBytes > 0)
        {
            m_control.Push(std::move(packet));
        }
    }
    Kick(nowPs);
}

void
FabricNetDevice::DropRetry()
{
    for (uint32_t rest = m_control.GetPackets(); rest > 0; --rest)
    {
        FabricPacketPtr packet = m_control.Pop();
        if (packet->wireBytes > 0 && packet->kind != LinkRetry::GetReplayKind() &&
            packet->kind != LinkRetry::GetControlKind())
        {
            m_control.Push(std::move(packet));
        }
    }
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

} // namespace ns3
