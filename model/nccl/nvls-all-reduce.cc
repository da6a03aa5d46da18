// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nvls-all-reduce.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NvlsAllReduce);

TypeId
NvlsAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NvlsAllReduce")
                            .SetParent<NvlsCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NvlsAllReduce>();
    return tid;
}

ChunkSizes
NvlsAllReduce::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    if (layout.GetServers() > 1)
    {
        Fail("its ranks are in " + std::to_string(layout.GetServers()) +
             " servers; expected all ranks in one server, whose NVSwitches reduce");
    }
    return DivideInSteps(bytes, layout.GetRanks());
}

void
NvlsAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const auto& ranks = builder.GetLayout().GetMembers(0);
    const auto groups = MakeGroups(ranks, builder.GetChannel());
    for (uint32_t chunk = 0; chunk < builder.GetChunks(); ++chunk)
    {
        const uint32_t owner = ranks[(chunk + builder.GetChannel()) % ranks.size()];
        builder.Aggregate(groups.reduces, AggregationOperation::REDUCE, chunk, owner);
        builder.Aggregate(groups.broadcasts, AggregationOperation::BROADCAST, chunk, owner);
    }
}

} // namespace ns3
