// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ring-reduce-scatter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RingReduceScatter);

TypeId
RingReduceScatter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RingReduceScatter")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RingReduceScatter>();
    return tid;
}

void
RingReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    const auto ring = builder.GetLayout().GetRing(builder.GetChannel());
    for (uint32_t hop = 1; hop < ranks; ++hop)
    {
        for (uint32_t end = 0; end < ranks; ++end)
        {
            const uint32_t from = ring[(end + hop) % ranks];
            const uint32_t to = ring[(end + hop + 1) % ranks];
            builder.SendAndReduce(from, to, ring[end]);
        }
    }
}

} // namespace ns3
