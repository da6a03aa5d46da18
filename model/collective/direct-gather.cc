// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "direct-gather.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectGather);

TypeId
DirectGather::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DirectGather")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DirectGather>();
    return tid;
}

void
DirectGather::DoWrite(CollectiveBuilder& builder) const
{
    for (uint32_t i = 1; i < builder.GetRanks(); ++i)
    {
        const uint32_t rank = GetRank(builder, i);
        builder.Send(rank, GetRank(builder, 0), rank);
    }
}

} // namespace ns3
