// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "logarithmic-collectives.h"

#include "power-of-two-fold.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <vector>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BruckAllGather);

TypeId
BruckAllGather::GetTypeId()
{
    static TypeId tid =
        AddTurnBytes(MakeTypeId<BruckAllGather, ChunkedCollective>("ns3::BruckAllGather"));
    return tid;
}

void
BruckAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        const uint32_t count = std::min(distance, ranks - distance);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            builder.Send(rank, (rank + ranks - distance) % ranks, {rank, count});
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(BruckReduceScatter);

TypeId
BruckReduceScatter::GetTypeId()
{
    static TypeId tid =
        AddTurnBytes(MakeTypeId<BruckReduceScatter, ChunkedCollective>("ns3::BruckReduceScatter"));
    return tid;
}

void
BruckReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
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

TypeId
PatCollective::AddPatAttributes(TypeId tid)
{
    return AddTurnBytes(tid).AddAttribute("Aggregation",
                                          "Largest number of chunks in a message; 0: no limit.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&PatCollective::m_aggregation),
                                          MakeUintegerChecker<uint32_t>());
}

std::vector<ChunkRange>
PatCollective::GetMessages(uint32_t ranks, uint32_t distance, uint32_t last) const
{
    const uint32_t stride = 2 * distance;
    const uint32_t chunks = (ranks - distance + stride - 1) / stride;
    const uint32_t most = m_aggregation > 0 ? m_aggregation : chunks;
    std::vector<ChunkRange> messages;
    for (uint32_t begin = 0; begin < chunks; begin += most)
    {
        const uint32_t count = std::min(most, chunks - begin);
        const uint32_t first = last + ranks - (begin + count - 1) * stride;
        messages.emplace_back(first % ranks, count, stride);
    }
    return messages;
}

NS_OBJECT_ENSURE_REGISTERED(PatAllGather);

TypeId
PatAllGather::GetTypeId()
{
    static TypeId tid =
        AddPatAttributes(MakeTypeId<PatAllGather, ChunkedCollective>("ns3::PatAllGather"));
    return tid;
}

void
PatAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = PowerOfTwoUpTo(ranks - 1); distance > 0; distance /= 2)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            for (const ChunkRange& chunks : GetMessages(ranks, distance, rank))
            {
                builder.Send(rank, (rank + distance) % ranks, chunks);
            }
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(PatReduceScatter);

TypeId
PatReduceScatter::GetTypeId()
{
    static TypeId tid =
        AddPatAttributes(MakeTypeId<PatReduceScatter, ChunkedCollective>("ns3::PatReduceScatter"));
    return tid;
}

void
PatReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t to = (rank + ranks - distance) % ranks;
            for (const ChunkRange& chunks : GetMessages(ranks, distance, to))
            {
                builder.SendAndReduce(rank, to, chunks);
            }
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(DisseminationBarrier);

TypeId
DisseminationBarrier::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<DisseminationBarrier, ChunkedCollective>("ns3::DisseminationBarrier")
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

} // namespace ns3
