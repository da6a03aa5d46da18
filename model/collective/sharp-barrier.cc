// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sharp-barrier.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SharpBarrier);

TypeId
SharpBarrier::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SharpBarrier")
                            .SetParent<SharpCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<SharpBarrier>();
    return tid;
}

void
SharpBarrier::DoAggregate(CommunicationGraph& graph, uint64_t) const
{
    Aggregate(graph, AggregationOperation::BARRIER, 0);
}

double
SharpBarrier::DoGetBusFactor(uint32_t) const
{
    return 0;
}

uint64_t
SharpBarrier::DoGetOperationBytes(uint32_t, uint64_t) const
{
    return 0;
}

} // namespace ns3
