// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "direct-all-gather.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectAllGather);

TypeId
DirectAllGather::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DirectAllGather")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DirectAllGather>();
    return tid;
}

void
DirectAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            builder.Send(rank, (rank + distance) % ranks, rank);
        }
    }
}

} // namespace ns3
