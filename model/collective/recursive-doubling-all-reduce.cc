// SPDX-License-Identifier: GPL-2.0-only

#include "recursive-doubling-all-reduce.h"

#include "power-of-two-fold.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RecursiveDoublingAllReduce);

TypeId
RecursiveDoublingAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RecursiveDoublingAllReduce")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RecursiveDoublingAllReduce>();
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
