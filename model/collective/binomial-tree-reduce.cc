// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "binomial-tree-reduce.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BinomialTreeReduce);

TypeId
BinomialTreeReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BinomialTreeReduce")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BinomialTreeReduce>();
    return tid;
}

ChunkSizes
BinomialTreeReduce::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return Divide(bytes, 1);
}

void
BinomialTreeReduce::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        for (uint32_t i = 0; i + distance < ranks; i += 2 * distance)
        {
            builder.SendAndReduce(GetRank(builder, i + distance), GetRank(builder, i), 0);
        }
    }
}

} // namespace ns3
