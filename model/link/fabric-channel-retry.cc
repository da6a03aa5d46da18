// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Support of a FabricChannel for a LinkRetry at its ends; the rest is in fabric-channel.cc.

#include "fabric-channel.h"
#include "fabric-net-device.h"

#include "ns3/event-domain.h"

#include <memory>
#include <utility>

namespace ns3
{

void
FabricChannel::StartRetry()
{
    for (auto& direction : m_directions)
    {
        direction.unchecked = std::make_unique<Unchecked>();
    }
    m_directions[0].unchecked->arrival =
        MakeFabricEvent<FabricChannel, &FabricChannel::Check<0>>(this);
    m_directions[1].unchecked->arrival =
        MakeFabricEvent<FabricChannel, &FabricChannel::Check<1>>(this);
    for (auto& direction : m_directions)
    {
        const uint32_t node = direction.receiver->GetNode()->GetId();
        direction.unchecked->arrival->SetContext(node, EventKind::ARRIVAL);
    }
    UpdateMayLose();
}

void
FabricChannel::UpdateMayLose()
{
    m_mayLose = m_lossy || IsDown() || m_directions[0].unchecked;
}

FabricChannel::Lane&
FabricChannel::GetLane(Direction& direction, PacketKind kind)
{
    if (direction.unchecked && (!IsLinkControl(kind) || kind == LinkRetry::GetReplayKind()))
    {
        return *direction.unchecked;
    }
    return IsLinkControl(kind) ? direction.control : direction.data;
}

void
FabricChannel::TransmitNumbered(uint32_t side,
                                FabricPacketPtr&& packet,
                                int64_t startPs,
                                int64_t endPs)
{
    Direction& direction = m_directions[side];
    FabricPacket& sent = *packet;
    if (sent.kind == LinkRetry::GetReplayKind())
    {
        sent.frameBytes = sent.As<ReplayFrame>().frameBytes; // its length was 0 while it waited
    }
    ++direction.sentPackets;
    direction.sentBytes += sent.frameBytes;
    sent.readyPs = startPs + m_delayPs;
    sent.tailPs = endPs + m_delayPs + direction.latencyPs;
    Carry(direction, *direction.unchecked, sent, std::move(packet));
}

template <uint32_t SIDE>
void
FabricChannel::Check()
{
    Direction& direction = m_directions[SIDE];
    Unchecked& unchecked = *direction.unchecked;
    FabricPacketPtr packet = unchecked.packets.Pop();
    if (!unchecked.packets.IsEmpty())
    {
        unchecked.arrival->Schedule(m_clock.ToTicks(unchecked.packets.Front().readyPs));
    }
    if (IsDown())
    {
        Lose(direction, *packet);
        return;
    }
    const bool isReplay = packet->kind == LinkRetry::GetReplayKind();
    const bool restarts = isReplay && packet->As<ReplayFrame>().restarts;
    // A restart is repeated until it is answered. This is not modelled: a restart is never damaged.
    const bool damaged = m_lossy && !restarts && IsLost(direction, *packet);
    const int64_t endPs = packet->tailPs - direction.latencyPs;
    if (!direction.receiver->GetRetry()->Accept(*packet, endPs, damaged))
    {
        Discard(direction, std::move(packet));
        return;
    }
    if (restarts)
    {
        ++direction.receivedPackets;
        direction.receivedBytes += packet->frameBytes;
        unchecked.givenUpPackets += unchecked.awaited.GetPackets();
        LoseAwaited(direction);
        return;
    }
    if (isReplay)
    {
        FabricPacketPtr original = unchecked.awaited.Pop();
        original->readyPs = packet->readyPs;
        original->tailPs = packet->tailPs;
        packet = std::move(original);
    }
    const bool early = direction.cutThrough && IsForwarded(packet->kind);
    packet->readyPs = early ? packet->readyPs + direction.latencyPs : packet->tailPs;
    const bool first = direction.data.packets.IsEmpty();
    direction.data.packets.Push(std::move(packet));
    if (first)
    {
        direction.data.arrival->Schedule(m_clock.ToTicks(direction.data.packets.Front().readyPs));
    }
}

void
FabricChannel::Discard(Direction& direction, FabricPacketPtr&& packet)
{
    ++direction.unchecked->discardedPackets;
    direction.unchecked->discardedBytes += packet->frameBytes;
    if (!IsLinkControl(packet->kind))
    {
        direction.unchecked->awaited.Push(std::move(packet));
    }
}

void
FabricChannel::LoseAwaited(Direction& direction)
{
    Unchecked& unchecked = *direction.unchecked;
    while (!unchecked.awaited.IsEmpty())
    {
        const FabricPacketPtr packet = unchecked.awaited.Pop();
        --unchecked.discardedPackets;
        unchecked.discardedBytes -= packet->frameBytes;
        Lose(direction, *packet);
    }
}

bool
FabricChannel::EndsHere(Direction& direction, const FabricPacket& packet, bool isControl) const
{
    if (direction.unchecked && !isControl)
    {
        return false; // it was judged when its first bit came
    }
    if ((m_lossy || IsDown()) && IsLost(direction, packet))
    {
        Lose(direction, packet);
        return true;
    }
    if (!direction.unchecked || packet.kind != LinkRetry::GetControlKind())
    {
        return false;
    }
    ++direction.receivedPackets;
    direction.receivedBytes += packet.frameBytes;
    direction.receiver->GetRetry()->ReceiveControl(packet);
    return true;
}

} // namespace ns3
