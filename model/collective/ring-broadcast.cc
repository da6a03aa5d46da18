// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ring-broadcast.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RingBroadcast);

TypeId
RingBroadcast::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RingBroadcast")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RingBroadcast>();
    return tid;
}

ChunkSizes
RingBroadcast::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return Divide(bytes, 1);
}

void
RingBroadcast::DoWrite(CollectiveBuilder& builder) const
{
    const auto chain = GetChain(builder);
    for (uint32_t i = 0; i + 1 < builder.GetRanks(); ++i)
    {
        builder.Send(chain[i], chain[i + 1], 0);
    }
}

} // namespace ns3
