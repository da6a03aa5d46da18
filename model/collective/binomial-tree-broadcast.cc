// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "binomial-tree-broadcast.h"

#include "power-of-two-fold.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BinomialTreeBroadcast);

TypeId
BinomialTreeBroadcast::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BinomialTreeBroadcast")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BinomialTreeBroadcast>();
    return tid;
}

ChunkSizes
BinomialTreeBroadcast::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return Divide(bytes, 1);
}

void
BinomialTreeBroadcast::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = PowerOfTwoUpTo(ranks - 1); distance > 0; distance /= 2)
    {
        for (uint32_t i = 0; i + distance < ranks; i += 2 * distance)
        {
            builder.Send(GetRank(builder, i), GetRank(builder, i + distance), 0);
            builder.AwaitAll(GetRank(builder, i));
        }
    }
}

} // namespace ns3
