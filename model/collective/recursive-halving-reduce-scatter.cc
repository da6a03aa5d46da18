// SPDX-License-Identifier: GPL-2.0-only

#include "recursive-halving-reduce-scatter.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RecursiveHalvingReduceScatter);

namespace
{

/** Reduce-scatter of some chunks among the ranks where their sums belong. */
void
Scatter(CollectiveBuilder& builder, uint32_t first, uint32_t count)
{
    if (count == 1)
    {
        return;
    }
    const uint32_t lower = count - count / 2;
    const uint32_t upper = count / 2;
    for (uint32_t i = 0; i < lower; ++i)
    {
        const uint32_t rank = first + i;
        const uint32_t partner = first + lower + std::min(i, upper - 1);
        builder.SendAndReduce(rank, partner, {first + lower, upper});
        if (i < upper)
        {
            builder.SendAndReduce(partner, rank, {first, lower});
        }
    }
    Scatter(builder, first, lower);
    Scatter(builder, first + lower, upper);
}

} // namespace

TypeId
RecursiveHalvingReduceScatter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RecursiveHalvingReduceScatter")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RecursiveHalvingReduceScatter>();
    return tid;
}

void
RecursiveHalvingReduceScatter::DoWrite(CollectiveBuilder& builder) const
{
    Scatter(builder, 0, builder.GetRanks());
}

} // namespace ns3
