// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "direct-reduce-scatter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectReduceScatter);

TypeId
DirectReduceScatter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DirectReduceScatter")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DirectReduceScatter>();
    return tid;
}

void
DirectReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t to = (rank + distance) % ranks;
            builder.SendAndReduce(rank, to, to);
        }
    }
}

} // namespace ns3
