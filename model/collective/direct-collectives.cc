// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "direct-collectives.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectAllGather);

TypeId
DirectAllGather::GetTypeId()
{
    static TypeId tid = MakeTypeId<DirectAllGather, ChunkedCollective>("ns3::DirectAllGather");
    return tid;
}

void
DirectAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            builder.Send(rank, (rank + distance) % ranks, rank);
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(DirectReduceScatter);

TypeId
DirectReduceScatter::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<DirectReduceScatter, ChunkedCollective>("ns3::DirectReduceScatter");
    return tid;
}

void
DirectReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t to = (rank + distance) % ranks;
            builder.SendAndReduce(rank, to, to);
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(DirectGather);

TypeId
DirectGather::GetTypeId()
{
    static TypeId tid = MakeTypeId<DirectGather, RootedCollective>("ns3::DirectGather");
    return tid;
}

void
DirectGather::DoWrite(CollectiveBuilder& builder) const
{
    for (uint32_t i = 1; i < builder.GetRanks(); ++i)
    {
        const uint32_t rank = GetRank(builder, i);
        builder.Send(rank, GetRank(builder, 0), rank);
    }
}

NS_OBJECT_ENSURE_REGISTERED(DirectScatter);

TypeId
DirectScatter::GetTypeId()
{
    static TypeId tid = MakeTypeId<DirectScatter, RootedCollective>("ns3::DirectScatter");
    return tid;
}

void
DirectScatter::DoWrite(CollectiveBuilder& builder) const
{
    for (uint32_t i = 1; i < builder.GetRanks(); ++i)
    {
        const uint32_t rank = GetRank(builder, i);
        builder.Send(GetRank(builder, 0), rank, rank);
    }
}

NS_OBJECT_ENSURE_REGISTERED(SendRecv);

TypeId
SendRecv::GetTypeId()
{
    static TypeId tid = MakeTypeId<SendRecv, ChunkedCollective>("ns3::SendRecv");
    return tid;
}

ChunkSizes
SendRecv::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return {2, {bytes, bytes}};
}

void
SendRecv::DoWrite(CollectiveBuilder& builder) const
{
    for (uint32_t rank = 0; rank < builder.GetRanks(); ++rank)
    {
        builder.Send(rank, (rank + 1) % builder.GetRanks(), 0, 1);
    }
}

} // namespace ns3
