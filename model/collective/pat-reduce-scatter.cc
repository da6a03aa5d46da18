// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pat-reduce-scatter.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PatReduceScatter);

TypeId
PatReduceScatter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PatReduceScatter")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<PatReduceScatter>()
            .AddAttribute(
                "TurnBytes",
                "Messages of at least this size wait until the receiver's message of the previous "
                "step has left its sender, so that a late rank does not delay the others.",
                UintegerValue(CollectiveBuilder::TURN_BYTES),
                MakeUintegerAccessor(&PatReduceScatter::m_turnBytes),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("Aggregation",
                          "Largest number of chunks in a message; 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PatReduceScatter::m_aggregation),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
PatReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    builder.SetTurns(m_turnBytes);
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        const uint32_t stride = 2 * distance;
        const uint32_t chunks = (ranks - distance + stride - 1) / stride;
        const uint32_t most = m_aggregation > 0 ? m_aggregation : chunks;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t to = (rank + ranks - distance) % ranks;
            for (uint32_t begin = 0; begin < chunks; begin += most)
            {
                const uint32_t count = std::min(most, chunks - begin);
                const uint32_t first = to + ranks - (begin + count - 1) * stride;
                builder.SendAndReduce(rank, to, {first % ranks, count, stride});
            }
        }
    }
}

} // namespace ns3
