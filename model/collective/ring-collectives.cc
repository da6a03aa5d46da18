// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ring-collectives.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RingAllReduce);

TypeId
RingAllReduce::GetTypeId()
{
    static TypeId tid = MakeTypeId<RingAllReduce, ChunkedCollective>("ns3::RingAllReduce");
    return tid;
}

void
RingAllReduce::Write(CollectiveBuilder& builder,
                     const std::vector<uint32_t>& ring,
                     uint32_t firstChunk)
{
    const auto ranks = static_cast<uint32_t>(ring.size());
    for (uint32_t hop = 0; hop < 2 * (ranks - 1); ++hop)
    {
        for (uint32_t start = 0; start < ranks; ++start)
        {
            const uint32_t from = ring[(start + hop) % ranks];
            const uint32_t to = ring[(start + hop + 1) % ranks];
            if (hop < ranks - 1)
            {
                builder.SendAndReduce(from, to, firstChunk + start);
            }
            else
            {
                builder.Send(from, to, firstChunk + start);
            }
        }
    }
}

void
RingAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    Write(builder, builder.GetLayout().GetRing(builder.GetChannel()), 0);
}

NS_OBJECT_ENSURE_REGISTERED(RingAllGather);

TypeId
RingAllGather::GetTypeId()
{
    static TypeId tid = MakeTypeId<RingAllGather, ChunkedCollective>("ns3::RingAllGather");
    return tid;
}

void
RingAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    const auto ring = builder.GetLayout().GetRing(builder.GetChannel());
    for (uint32_t hop = 0; hop < ranks - 1; ++hop)
    {
        for (uint32_t start = 0; start < ranks; ++start)
        {
            const uint32_t from = ring[(start + hop) % ranks];
            const uint32_t to = ring[(start + hop + 1) % ranks];
            builder.Send(from, to, ring[start]);
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(RingReduceScatter);

TypeId
RingReduceScatter::GetTypeId()
{
    static TypeId tid = MakeTypeId<RingReduceScatter, ChunkedCollective>("ns3::RingReduceScatter");
    return tid;
}

void
RingReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    const auto ring = builder.GetLayout().GetRing(builder.GetChannel());
    for (uint32_t hop = 1; hop < ranks; ++hop)
    {
        for (uint32_t end = 0; end < ranks; ++end)
        {
            const uint32_t from = ring[(end + hop) % ranks];
            const uint32_t to = ring[(end + hop + 1) % ranks];
            builder.SendAndReduce(from, to, ring[end]);
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(RingBroadcast);

TypeId
RingBroadcast::GetTypeId()
{
    static TypeId tid = MakeTypeId<RingBroadcast, RootedCollective>("ns3::RingBroadcast");
    return tid;
}

void
RingBroadcast::DoWrite(CollectiveBuilder& builder) const
{
    const auto chain = GetChain(builder);
    for (uint32_t i = 0; i + 1 < builder.GetRanks(); ++i)
    {
        builder.Send(chain[i], chain[i + 1], 0);
    }
}

NS_OBJECT_ENSURE_REGISTERED(RingReduce);

TypeId
RingReduce::GetTypeId()
{
    static TypeId tid = MakeTypeId<RingReduce, RootedCollective>("ns3::RingReduce");
    return tid;
}

void
RingReduce::DoWrite(CollectiveBuilder& builder) const
{
    const auto chain = GetChain(builder);
    for (uint32_t i = 1; i < builder.GetRanks(); ++i)
    {
        const uint32_t next = (i + 1) % builder.GetRanks();
        builder.SendAndReduce(chain[i], chain[next], 0);
    }
}

} // namespace ns3
