// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dissemination-barrier.h"

#include "ns3/uinteger.h"

#include <vector>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DisseminationBarrier);

TypeId
DisseminationBarrier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DisseminationBarrier")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<DisseminationBarrier>()
            .AddAttribute("MessageBytes",
                          "Bytes of each message of a barrier.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&DisseminationBarrier::m_messageBytes),
                          MakeUintegerChecker<uint64_t>(1));
    return tid;
}

ChunkSizes
DisseminationBarrier::DoDivide(const RankLayout& layout, uint64_t) const
{
    uint32_t steps = 0;
    while (uint64_t{1} << steps < layout.GetRanks())
    {
        ++steps;
    }
    return {steps + 1, std::vector<uint64_t>(steps + 1, m_messageBytes)};
}

void
DisseminationBarrier::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    uint32_t step = 0;
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        ++step;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            builder.Send(rank, (rank + distance) % ranks, 0, step);
        }
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            builder.AwaitArrivals(rank);
        }
    }
}

double
DisseminationBarrier::DoGetBusFactor(uint32_t) const
{
    return 0;
}

uint64_t
DisseminationBarrier::DoGetOperationBytes(uint32_t, uint64_t) const
{
    return 0;
}

} // namespace ns3
