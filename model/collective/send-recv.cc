// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "send-recv.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SendRecv);

TypeId
SendRecv::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SendRecv")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<SendRecv>();
    return tid;
}

ChunkSizes
SendRecv::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return {2, {bytes, bytes}};
}

void
SendRecv::DoWrite(CollectiveBuilder& builder) const
{
    for (uint32_t rank = 0; rank < builder.GetRanks(); ++rank)
    {
        builder.Send(rank, (rank + 1) % builder.GetRanks(), 0, 1);
    }
}

double
SendRecv::DoGetBusFactor(uint32_t) const
{
    return 1;
}

} // namespace ns3
