// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sharp-all-reduce.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SharpAllReduce);

TypeId
SharpAllReduce::GetTypeId()
{
    static TypeId tid = AddSizes(TypeId("ns3::SharpAllReduce")
                                     .SetParent<SharpCollective>()
                                     .SetGroupName("AiFabric")
                                     .AddConstructor<SharpAllReduce>());
    return tid;
}

void
SharpAllReduce::DoAggregate(CommunicationGraph& graph, uint64_t bytes) const
{
    Aggregate(graph, AggregationOperation::ALL_REDUCE, bytes);
}

} // namespace ns3
