// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "binomial-tree-scatter.h"

#include "power-of-two-fold.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BinomialTreeScatter);

TypeId
BinomialTreeScatter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BinomialTreeScatter")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BinomialTreeScatter>();
    return tid;
}

void
BinomialTreeScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = PowerOfTwoUpTo(ranks - 1); distance > 0; distance /= 2)
    {
        for (uint32_t i = 0; i + distance < ranks; i += 2 * distance)
        {
            const uint32_t child = GetRank(builder, i + distance);
            const uint32_t count = std::min(distance, ranks - i - distance);
            builder.Send(GetRank(builder, i), child, {child, count});
            builder.AwaitAll(GetRank(builder, i));
        }
    }
}

} // namespace ns3
