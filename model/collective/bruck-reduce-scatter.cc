// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bruck-reduce-scatter.h"

#include "power-of-two-fold.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BruckReduceScatter);

TypeId
BruckReduceScatter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BruckReduceScatter")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<BruckReduceScatter>()
            .AddAttribute(
                "TurnBytes",
                "Messages of at least this size wait until the receiver's message of the previous "
                "step has left its sender, so that a late rank does not delay the others.",
                UintegerValue(CollectiveBuilder::TURN_BYTES),
                MakeUintegerAccessor(&BruckReduceScatter::m_turnBytes),
                MakeUintegerChecker<uint64_t>());
    return tid;
}

void
BruckReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    builder.SetTurns(m_turnBytes);
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
