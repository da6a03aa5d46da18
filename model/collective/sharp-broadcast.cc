// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sharp-broadcast.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SharpBroadcast);

TypeId
SharpBroadcast::GetTypeId()
{
    static TypeId tid = AddSizes(TypeId("ns3::SharpBroadcast")
                                     .SetParent<SharpCollective>()
                                     .SetGroupName("AiFabric")
                                     .AddConstructor<SharpBroadcast>()
                                     .AddAttribute("Root",
                                                   "Rank that has the data.",
                                                   UintegerValue(0),
                                                   MakeUintegerAccessor(&SharpBroadcast::m_root),
                                                   MakeUintegerChecker<uint32_t>()));
    return tid;
}

void
SharpBroadcast::DoAggregate(CommunicationGraph& graph, uint64_t bytes) const
{
    Aggregate(graph, AggregationOperation::BROADCAST, bytes, m_root);
}

} // namespace ns3
