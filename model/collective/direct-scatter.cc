// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "direct-scatter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectScatter);

TypeId
DirectScatter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DirectScatter")
                            .SetParent<RootedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DirectScatter>();
    return tid;
}

void
DirectScatter::DoWrite(CollectiveBuilder& builder) const
{
    for (uint32_t i = 1; i < builder.GetRanks(); ++i)
    {
        const uint32_t rank = GetRank(builder, i);
        builder.Send(GetRank(builder, 0), rank, rank);
    }
}

} // namespace ns3
