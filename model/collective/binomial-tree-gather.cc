// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "binomial-tree-gather.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BinomialTreeGather);

TypeId
BinomialTreeGather::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BinomialTreeGather")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BinomialTreeGather>();
    return tid;
}

void
BinomialTreeGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        for (uint32_t i = 0; i + distance < ranks; i += 2 * distance)
        {
            const uint32_t child = GetRank(builder, i + distance);
            const uint32_t count = std::min(distance, ranks - i - distance);
            builder.Send(child, GetRank(builder, i), {child, count});
        }
    }
}

} // namespace ns3
