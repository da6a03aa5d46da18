// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "halving-doubling-all-reduce.h"

#include "power-of-two-fold.h"

#include "ns3/uinteger.h"

#include <vector>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HalvingDoublingAllReduce);

TypeId
HalvingDoublingAllReduce::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HalvingDoublingAllReduce")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<HalvingDoublingAllReduce>()
            .AddAttribute("RendezvousBytes",
                          "Messages of at least this size wait for the clear-to-send of a receiver "
                          "that is a step behind, as after folding. To other receivers they wait "
                          "until the receiver's message of the previous step has left its sender.",
                          UintegerValue(PowerOfTwoFold::RENDEZVOUS_BYTES),
                          MakeUintegerAccessor(&HalvingDoublingAllReduce::m_rendezvousBytes),
                          MakeUintegerChecker<uint64_t>());
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
    builder.SetRendezvous(m_rendezvousBytes);
    builder.SetTurns(m_rendezvousBytes);
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

} // namespace ns3
