// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "halving-doubling-collectives.h"

#include "power-of-two-fold.h"

#include <vector>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HalvingDoublingAllReduce);

TypeId
HalvingDoublingAllReduce::GetTypeId()
{
    static TypeId tid = AddRendezvousBytes(
        MakeTypeId<HalvingDoublingAllReduce, ChunkedCollective>("ns3::HalvingDoublingAllReduce"));
    return tid;
}

ChunkSizes
HalvingDoublingAllReduce::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    return Divide(bytes, PowerOfTwoFold(layout.GetRanks()).GetCount());
}

void
HalvingDoublingAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const PowerOfTwoFold fold(builder.GetRanks());
    const uint32_t count = fold.GetCount();
    builder.SetRendezvous(GetTurnBytes());
    fold.In(builder, {0, count});
    std::vector<uint32_t> first(count, 0); // by rank: first of its `length` chunks with sums
    uint32_t length = count;
    for (uint32_t distance = 1; distance < count; distance *= 2)
    {
        length /= 2;
        for (uint32_t i = 0; i < count; ++i)
        {
            first[i] += (i & distance) == 0 ? 0 : length;
        }
        for (uint32_t i = 0; i < count; ++i)
        {
            const uint32_t other = i ^ distance;
            builder.SendAndReduce(fold.GetRank(i), fold.GetRank(other), {first[other], length});
        }
    }
    for (uint32_t distance = count / 2; distance > 0; distance /= 2)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            builder.Send(fold.GetRank(i), fold.GetRank(i ^ distance), {first[i], length});
        }
        for (uint32_t i = 0; i < count; ++i)
        {
            first[i] -= (i & distance) == 0 ? 0 : length;
        }
        length *= 2;
    }
    fold.Out(builder, {0, count});
}

NS_OBJECT_ENSURE_REGISTERED(RecursiveDoublingAllReduce);

TypeId
RecursiveDoublingAllReduce::GetTypeId()
{
    static TypeId tid =
        AddRendezvousBytes(MakeTypeId<RecursiveDoublingAllReduce, ChunkedCollective>(
            "ns3::RecursiveDoublingAllReduce"));
    return tid;
}

void
RecursiveDoublingAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const PowerOfTwoFold fold(builder.GetRanks());
    const ChunkRange all(0, builder.GetChunks());
    builder.SetRendezvous(GetTurnBytes());
    fold.In(builder, all);
    for (uint32_t distance = 1; distance < fold.GetCount(); distance *= 2)
    {
        for (uint32_t i = 0; i < fold.GetCount(); ++i)
        {
            if ((i & distance) == 0)
            {
                builder.ExchangeAndReduce(fold.GetRank(i), fold.GetRank(i | distance), all);
            }
        }
    }
    fold.Out(builder, all);
}

NS_OBJECT_ENSURE_REGISTERED(RecursiveDoublingAllGather);

namespace
{

/** All-gather of some chunks among the ranks that contribute them. */
void
Gather(CollectiveBuilder& builder, uint32_t first, uint32_t count)
{
    if (count == 1)
    {
        return;
    }
    const uint32_t lower = count - count / 2;
    const uint32_t upper = count / 2;
    Gather(builder, first, lower);
    Gather(builder, first + lower, upper);
    const ChunkRange ofLower(first, lower);
    const ChunkRange ofUpper(first + lower, upper);
    for (uint32_t i = 0; i < upper; ++i)
    {
        const uint32_t rank = first + i;
        const uint32_t partner = first + lower + i;
        builder.SendAfter(rank, partner, ofLower, ofUpper);
        builder.SendAfter(partner, rank, ofUpper, ofLower);
    }
    if (lower > upper)
    {
        const uint32_t last = first + count - 1;
        builder.SendAfter(last, first + lower - 1, ofUpper, ofLower);
        builder.AwaitAll(last); // one more message would make both later
    }
}

} // namespace

TypeId
RecursiveDoublingAllGather::GetTypeId()
{
    static TypeId tid =
        AddRendezvousBytes(MakeTypeId<RecursiveDoublingAllGather, ChunkedCollective>(
            "ns3::RecursiveDoublingAllGather"));
    return tid;
}

void
RecursiveDoublingAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    if (PowerOfTwoUpTo(ranks) != ranks)
    {
        builder.SetRendezvous(GetTurnBytes());
    }
    Gather(builder, 0, ranks);
}

NS_OBJECT_ENSURE_REGISTERED(RecursiveHalvingReduceScatter);

namespace
{

/**
 * Reduce-scatter of some chunks among the ranks that sum them up.
 *
 * @param builder receives the messages
 * @param first first rank
 * @param count number of ranks
 * @param rendezvousBytes shortest message that waits for a clear-to-send
 */
void
Scatter(CollectiveBuilder& builder, uint32_t first, uint32_t count, uint64_t rendezvousBytes)
{
    if (count == 1)
    {
        return;
    }
    const uint32_t lower = count - count / 2;
    const uint32_t upper = count / 2;
    for (uint32_t i = 0; i < upper; ++i)
    {
        const uint32_t rank = first + i;
        const uint32_t partner = first + lower + i;
        builder.SendAndReduce(rank, partner, {first + lower, upper});
        builder.SendAndReduce(partner, rank, {first, lower});
    }
    if (lower > upper)
    {
        // The same amount comes from a rank's partner at the same time, so waiting is unnecessary.
        builder.SetRendezvous(UINT64_MAX);
        for (uint32_t i = 0; i < upper; ++i)
        {
            const uint32_t owner = first + lower + i;
            builder.SendAndReduce(first + lower - 1, owner, owner);
        }
        builder.SetRendezvous(rendezvousBytes);
    }
    Scatter(builder, first, lower, rendezvousBytes);
    Scatter(builder, first + lower, upper, rendezvousBytes);
}

} // namespace

TypeId
RecursiveHalvingReduceScatter::GetTypeId()
{
    static TypeId tid =
        AddRendezvousBytes(MakeTypeId<RecursiveHalvingReduceScatter, ChunkedCollective>(
            "ns3::RecursiveHalvingReduceScatter"));
    return tid;
}

void
RecursiveHalvingReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    const bool isPower = PowerOfTwoUpTo(ranks) == ranks;
    const uint64_t rendezvousBytes = isPower ? UINT64_MAX : GetTurnBytes();
    builder.SetRendezvous(rendezvousBytes);
    Scatter(builder, 0, ranks, rendezvousBytes);
}

} // namespace ns3
