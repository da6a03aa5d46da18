// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "two-level-all-reduce.h"

#include "ring-all-reduce.h"
#include "server-stages.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TwoLevelAllReduce);

TypeId
TwoLevelAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TwoLevelAllReduce")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<TwoLevelAllReduce>();
    return tid;
}

void
TwoLevelAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const RankLayout& layout = builder.GetLayout();
    const uint32_t rails = RequireEqualServers(layout);
    const uint32_t servers = layout.GetServers();
    ReduceScatterInServers(builder, servers);
    for (uint32_t rail = 0; rail < rails; ++rail)
    {
        RingAllReduce::Write(builder, layout.GetRailMembers(rail), rail * servers);
    }
    AllGatherInServers(builder, servers);
}

} // namespace ns3
