// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bruck-reduce-scatter.h"

#include "power-of-two-fold.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BruckReduceScatter);

TypeId
BruckReduceScatter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BruckReduceScatter")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BruckReduceScatter>();
    return tid;
}

void
BruckReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = PowerOfTwoUpTo(ranks - 1); distance > 0; distance /= 2)
    {
        const uint32_t count = std::min(distance, ranks - distance);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t to = (rank + distance) % ranks;
            builder.SendAndReduce(rank, to, {to, count});
        }
    }
}

} // namespace ns3
