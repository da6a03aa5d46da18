// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "recursive-doubling-all-gather.h"

#include "power-of-two-fold.h"

#include "ns3/uinteger.h"

namespace ns3
{

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
        TypeId("ns3::RecursiveDoublingAllGather")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<RecursiveDoublingAllGather>()
            .AddAttribute("RendezvousBytes",
                          "Messages of at least this size wait for the clear-to-send of a receiver "
                          "that is a step behind. To other receivers they wait until the "
                          "receiver's message of the previous step has left its sender.",
                          UintegerValue(PowerOfTwoFold::RENDEZVOUS_BYTES),
                          MakeUintegerAccessor(&RecursiveDoublingAllGather::m_rendezvousBytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
RecursiveDoublingAllGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    if (PowerOfTwoUpTo(ranks) != ranks)
    {
        builder.SetRendezvous(m_rendezvousBytes);
    }
    builder.SetTurns(m_rendezvousBytes);
    Gather(builder, 0, ranks);
}

} // namespace ns3
