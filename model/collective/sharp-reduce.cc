// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sharp-reduce.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SharpReduce);

TypeId
SharpReduce::GetTypeId()
{
    static TypeId tid = AddSizes(TypeId("ns3::SharpReduce")
                                     .SetParent<SharpCollective>()
                                     .SetGroupName("AiFabric")
                                     .AddConstructor<SharpReduce>()
                                     .AddAttribute("Root",
                                                   "Rank that gets the result.",
                                                   UintegerValue(0),
                                                   MakeUintegerAccessor(&SharpReduce::m_root),
                                                   MakeUintegerChecker<uint32_t>()));
    return tid;
}

void
SharpReduce::DoAggregate(CommunicationGraph& graph, uint64_t bytes) const
{
    Aggregate(graph, AggregationOperation::REDUCE, bytes, m_root);
}

} // namespace ns3
