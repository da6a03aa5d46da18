// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pairwise-all-to-all.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PairwiseAllToAll);

TypeId
PairwiseAllToAll::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PairwiseAllToAll")
            .SetParent<AllToAll>()
            .SetGroupName("AiFabric")
            .AddConstructor<PairwiseAllToAll>()
            .AddAttribute(
                "TurnBytes",
                "Messages of at least this size wait until the receiver's message of the previous "
                "step has left its sender, so that a late rank does not delay the others.",
                UintegerValue(CollectiveBuilder::TURN_BYTES),
                MakeUintegerAccessor(&PairwiseAllToAll::m_turnBytes),
                MakeUintegerChecker<uint64_t>());
    return tid;
}

void
PairwiseAllToAll::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    builder.SetTurns(m_turnBytes);
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            SendBlock(builder, rank, (rank + distance) % ranks);
        }
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            builder.AwaitAll(rank);
        }
    }
}

} // namespace ns3
