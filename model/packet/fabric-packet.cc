// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-packet.h"

namespace ns3
{

RecycledPool FabricPacketPool::m_pool(sizeof(FabricPacket),
                                      []() -> RecycledShelf& { return m_shelf; });
__thread RecycledShelf FabricPacketPool::m_shelf;

uint64_t
FabricPacketPool::GetLiveCount()
{
    return m_pool.GetLiveCount();
}

} // namespace ns3
