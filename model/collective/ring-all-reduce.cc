// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ring-all-reduce.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RingAllReduce);

TypeId
RingAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RingAllReduce")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RingAllReduce>();
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

} // namespace ns3
