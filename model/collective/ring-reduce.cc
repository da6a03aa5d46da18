// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ring-reduce.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RingReduce);

TypeId
RingReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RingReduce")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RingReduce>();
    return tid;
}

ChunkSizes
RingReduce::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return Divide(bytes, 1);
}

void
RingReduce::DoWrite(CollectiveBuilder& builder) const
{
    const auto chain = GetChain(builder);
    for (uint32_t i = 1; i < builder.GetRanks(); ++i)
    {
        const uint32_t next = (i + 1) % builder.GetRanks();
        builder.SendAndReduce(chain[i], chain[next], 0);
    }
}

} // namespace ns3
