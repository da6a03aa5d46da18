// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "recursive-halving-reduce-scatter.h"

#include "power-of-two-fold.h"

#include "ns3/uinteger.h"

namespace ns3
{

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
        TypeId("ns3::RecursiveHalvingReduceScatter")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<RecursiveHalvingReduceScatter>()
            .AddAttribute("RendezvousBytes",
                          "Messages of at least this size wait for the clear-to-send of a receiver "
                          "that is a step behind. To other receivers they wait until the "
                          "receiver's message of the previous step has left its sender.",
                          UintegerValue(PowerOfTwoFold::RENDEZVOUS_BYTES),
                          MakeUintegerAccessor(&RecursiveHalvingReduceScatter::m_rendezvousBytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
RecursiveHalvingReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    const bool isPower = PowerOfTwoUpTo(ranks) == ranks;
    const uint64_t rendezvousBytes = isPower ? UINT64_MAX : m_rendezvousBytes;
    builder.SetRendezvous(rendezvousBytes);
    builder.SetTurns(m_rendezvousBytes);
    Scatter(builder, 0, ranks, rendezvousBytes);
}

} // namespace ns3
