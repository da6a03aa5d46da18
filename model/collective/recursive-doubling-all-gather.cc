// SPDX-License-Identifier: GPL-2.0-only

#include "recursive-doubling-all-gather.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RecursiveDoublingAllGather);

namespace
{

/** All-gather of some chunks among the ranks that bring them. */
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
    for (uint32_t i = 0; i < lower; ++i)
    {
        const uint32_t rank = first + i;
        const uint32_t partner = first + lower + std::min(i, upper - 1);
        if (i < upper)
        {
            builder.Send(rank, partner, {first, lower});
        }
        builder.Send(partner, rank, {first + lower, upper});
    }
}

} // namespace

TypeId
RecursiveDoublingAllGather::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RecursiveDoublingAllGather")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RecursiveDoublingAllGather>();
    return tid;
}

void
RecursiveDoublingAllGather::DoWrite(CollectiveBuilder& builder) const
{
    Gather(builder, 0, builder.GetRanks());
}

} // namespace ns3
