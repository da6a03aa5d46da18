// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bruck-all-gather.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BruckAllGather);

TypeId
BruckAllGather::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BruckAllGather")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<BruckAllGather>()
            .AddAttribute(
                "TurnBytes",
                "Messages of at least this size wait until the receiver's message of the previous "
                "step has left its sender, so that a late rank does not delay the others.",
                UintegerValue(CollectiveBuilder::TURN_BYTES),
                MakeUintegerAccessor(&BruckAllGather::m_turnBytes),
                MakeUintegerChecker<uint64_t>());
    return tid;
}

void
BruckAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    builder.SetTurns(m_turnBytes);
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
