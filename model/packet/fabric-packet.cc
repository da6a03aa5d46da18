// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-packet.h"

#include <deque>
#include <vector>

namespace ns3
{

FabricPacket* FabricPacketPool::m_free = nullptr;
uint64_t FabricPacketPool::m_live = 0;

void
FabricPacketPool::Grow()
{
    constexpr std::size_t chunkPackets = 1024;
    static std::deque<std::vector<FabricPacket>> chunks;
    for (auto& packet : chunks.emplace_back(chunkPackets))
    {
        packet.next = m_free;
        m_free = &packet;
    }
}

} // namespace ns3
