// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ring-collectives.h"

namespace ns3
{

namespace
{

/**
 * All ranks send in the order of their places, so the nodes of each hop have the same numbers but
 * for a constant.
 *
 * @param place place in the ring of a rank that sends
 * @param hop number of its message, less than twice the ranks
 * @param ranks number of ranks
 * @return place in the ring where the chunk was at hop 0
 */
uint32_t
GetStart(uint32_t place, uint32_t hop, uint32_t ranks)
{
    return (place + 2 * ranks - hop) % ranks;
}

} // namespace

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
    for (uint32_t hop = 0; hop < CountHops(static_cast<uint32_t>(ring.size())); ++hop)
    {
        WriteHop(builder, ring, hop, firstChunk, 1);
    }
}

void
RingAllReduce::WriteHop(CollectiveBuilder& builder,
                        const std::vector<uint32_t>& ring,
                        uint32_t hop,
                        uint32_t firstChunk,
                        uint32_t chunks)
{
    const auto ranks = static_cast<uint32_t>(ring.size());
    for (uint32_t place = 0; place < ranks; ++place)
    {
        const uint32_t from = ring[place];
        const uint32_t to = ring[(place + 1) % ranks];
        const ChunkRange part{firstChunk + chunks * GetStart(place, hop, ranks), chunks};
        if (hop < CountHops(ranks) / 2)
        {
            builder.SendAndReduce(from, to, part);
        }
        else
        {
            builder.Send(from, to, part);
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
        for (uint32_t place = 0; place < ranks; ++place)
        {
            const uint32_t from = ring[place];
            const uint32_t to = ring[(place + 1) % ranks];
            builder.Send(from, to, ring[GetStart(place, hop, ranks)]);
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
        for (uint32_t place = 0; place < ranks; ++place)
        {
            const uint32_t from = ring[place];
            const uint32_t to = ring[(place + 1) % ranks];
            builder.SendAndReduce(from, to, ring[GetStart(place, hop, ranks)]);
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
