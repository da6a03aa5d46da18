// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bruck-all-gather.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BruckAllGather);

TypeId
BruckAllGather::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BruckAllGather")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BruckAllGather>();
    return tid;
}

void
BruckAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        const uint32_t count = std::min(distance, ranks - distance);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            builder.Send(rank, (rank + ranks - distance) % ranks, {rank, count});
        }
    }
}

} // namespace ns3
