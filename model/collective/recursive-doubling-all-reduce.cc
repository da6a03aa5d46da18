// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "recursive-doubling-all-reduce.h"

#include "power-of-two-fold.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RecursiveDoublingAllReduce);

TypeId
RecursiveDoublingAllReduce::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RecursiveDoublingAllReduce")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<RecursiveDoublingAllReduce>()
            .AddAttribute("RendezvousBytes",
                          "Messages of at least this size wait for the clear-to-send of a receiver "
                          "that is a step behind, as after folding. To other receivers they wait "
                          "until the receiver's message of the previous step has left its sender.",
                          UintegerValue(PowerOfTwoFold::RENDEZVOUS_BYTES),
                          MakeUintegerAccessor(&RecursiveDoublingAllReduce::m_rendezvousBytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

ChunkSizes
RecursiveDoublingAllReduce::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return Divide(bytes, 1);
}

void
RecursiveDoublingAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const PowerOfTwoFold fold(builder.GetRanks());
    const ChunkRange all(0, builder.GetChunks());
    builder.SetRendezvous(m_rendezvousBytes);
    builder.SetTurns(m_rendezvousBytes);
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

} // namespace ns3
