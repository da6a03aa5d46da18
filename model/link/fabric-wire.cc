// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The transfer to other domains is in wire-crossing.cc: this keeps the path within a domain fast.

#include "fabric-wire.h"

#include "link-retry.h"

#include "ns3/simulator.h"

namespace ns3
{

FabricWire::Counters
FabricWire::GetCounters(uint32_t side) const
{
    const WireDirection& direction = m_directions[side];
    return {direction.sentPackets,
            direction.receivedPackets,
            direction.loss.GetPackets(),
            direction.sentBytes,
            direction.receivedBytes,
            direction.loss.GetBytes(),
            direction.unchecked ? direction.unchecked->discardedPackets : 0,
            direction.unchecked ? direction.unchecked->discardedBytes : 0};
}

uint64_t
FabricWire::GetInFlight(uint32_t side) const
{
    const WireDirection& direction = m_directions[side];
    uint64_t packets = 0;
    const auto count = [&](const FabricPacket&) { ++packets; };
    direction.data.packets.ForEach(count);
    direction.control.packets.ForEach(count);
    if (direction.unchecked)
    {
        direction.unchecked->packets.ForEach(count);
    }
    return packets + (direction.crossing ? direction.crossing->GetKept() : 0);
}

uint64_t
FabricWire::GetAwaited(uint32_t side) const
{
    const WireDirection& direction = m_directions[side];
    return direction.unchecked ? direction.unchecked->awaited.GetPackets() : 0;
}

uint64_t
FabricWire::GetGivenUp(uint32_t side) const
{
    const WireDirection& direction = m_directions[side];
    return direction.unchecked ? direction.unchecked->givenUpPackets : 0;
}

void
FabricWire::TransmitHopByHop(uint32_t side, FabricPacketPtr packet, int64_t endPs)
{
    WireDirection& direction = m_directions[side];
    FabricPacket& sent = *packet;
    const bool isControl = IsLinkControl(sent.kind);
    ++direction.sentPackets;
    direction.sentBytes += sent.frameBytes;
    sent.tailPs = endPs + m_delayPs + (isControl ? 0 : direction.latencyPs);
    sent.readyPs = sent.tailPs;
    Carry(direction, isControl ? direction.control : direction.data, sent, std::move(packet));
}

void
FabricWire::TransmitNumbered(uint32_t side,
                             FabricPacketPtr&& packet,
                             int64_t startPs,
                             int64_t endPs)
{
    WireDirection& direction = m_directions[side];
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

void
FabricWire::CrossRanks(const WireDirection& direction, FabricPacketPtr packet) const
{
    WireCrossing& crossing = *direction.crossing;
    if (crossing.IsByMessages())
    {
        crossing.SendMessage(*packet, NowTicks() + GetLookAheadTicks());
    }
    else
    {
        crossing.Keep(*packet);
    }
}

int64_t
FabricWire::GetLookAheadTicks() const
{
    const int64_t propagationPs = m_delayPs - m_fecPs;
    const int64_t ticks = m_clock.ToTicks(propagationPs);
    return m_clock.ToPs(ticks) > propagationPs ? ticks - 1 : ticks;
}

void
FabricWire::SetFecPs(int64_t fecPs)
{
    const int64_t propagationPs = m_delayPs - m_fecPs;
    m_fecPs = fecPs;
    SetDelayPs(propagationPs);
}

WireCrossing&
FabricWire::MakeCrossing(uint32_t side)
{
    m_crossings[side] = std::make_unique<WireCrossing>(m_directions[side]);
    m_directions[side].crossing = m_crossings[side].get();
    return *m_crossings[side];
}

} // namespace ns3
