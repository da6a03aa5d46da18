// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ring-all-gather.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RingAllGather);

TypeId
RingAllGather::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RingAllGather")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RingAllGather>();
    return tid;
}

void
RingAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    const auto ring = builder.GetLayout().GetRing(builder.GetChannel());
    for (uint32_t hop = 0; hop < ranks - 1; ++hop)
    {
        for (uint32_t start = 0; start < ranks; ++start)
        {
            const uint32_t from = ring[(start + hop) % ranks];
            const uint32_t to = ring[(start + hop + 1) % ranks];
            builder.Send(from, to, ring[start]);
        }
    }
}

} // namespace ns3
