// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lane-gate.h"

namespace ns3
{

uint32_t
LaneGate::DoGetEligible(uint32_t backlog, const std::vector<PacketFifo>&, int64_t)
{
    return backlog;
}

void
LaneGate::DoPush(PacketFifo& queue, FabricPacketPtr packet)
{
    queue.Push(std::move(packet));
}

void
LaneGate::DoNotifyTaken(uint8_t, PacketFifo&, int64_t)
{
}

void
LaneGate::DoNotifySent(const FabricPacket&, int64_t)
{
}

void
LaneGate::DoNotifyReceived(uint8_t, uint32_t, BufferSignal, int64_t, const FabricPacket*)
{
}

void
LaneGate::DoNotifyFreed(uint8_t, uint32_t, BufferSignal, int64_t)
{
}

} // namespace ns3
