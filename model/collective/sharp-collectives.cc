// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sharp-collectives.h"

#include "chunk-range.h"

#include "ns3/graph-limit.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SharpCollective);

TypeId
SharpCollective::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SharpCollective").SetParent<CollectiveAlgorithm>().SetGroupName("AiFabric");
    return tid;
}

TypeId
SharpCollective::AddSizes(TypeId tid)
{
    return tid
        .AddAttribute("StreamingBytes",
                      "Operations of at least this many bytes use a streaming tree, smaller ones a "
                      "low-latency tree. The default is an assumption.",
                      UintegerValue(16384),
                      MakeUintegerAccessor(&SharpCollective::m_streamingBytes),
                      MakeUintegerChecker<uint64_t>())
        .AddAttribute("MaxMessageBytes",
                      "Longest operation in the network, in bytes; longer operations are cut. "
                      "SHARP's library streams at most 1,073,741,792 B at a time.",
                      UintegerValue(1'073'741'792),
                      MakeUintegerAccessor(&SharpCollective::m_maxMessageBytes),
                      MakeUintegerChecker<uint64_t>(1));
}

TypeId
SharpCollective::AddRoot(TypeId tid)
{
    return tid.AddAttribute("Root",
                            "Rank that has the data, or gets the result.",
                            UintegerValue(0),
                            MakeUintegerAccessor(&SharpCollective::m_root),
                            MakeUintegerChecker<uint32_t>());
}

void
SharpCollective::Aggregate(CommunicationGraph& graph,
                           AggregationOperation operation,
                           uint64_t bytes) const
{
    const uint32_t ranks = graph.GetRankCount();
    if (m_root >= ranks)
    {
        Fail("Root is " + std::to_string(m_root) + "; expected 0 to " + std::to_string(ranks - 1));
    }
    CommunicationGraph::Group group;
    group.ranks.resize(ranks);
    std::iota(group.ranks.begin(), group.ranks.end(), 0);
    group.streaming = bytes > 0 && bytes >= m_streamingBytes;
    const uint32_t number = graph.AddGroup(group);
    const uint64_t parts =
        std::max<uint64_t>(1, bytes / m_maxMessageBytes + (bytes % m_maxMessageBytes > 0 ? 1 : 0));
    const std::string shortage =
        DescribeGraphShortage(static_cast<double>(parts) * graph.GetRankCount());
    if (!shortage.empty())
    {
        Fail(std::to_string(bytes) + " B in operations of at most " +
             std::to_string(m_maxMessageBytes) + " B (MaxMessageBytes) need " + shortage +
             "; use fewer bytes");
    }
    for (uint64_t part = 0; part < parts; ++part)
    {
        graph.AddAggregate(number, operation, GetPart(bytes, parts, part), m_root);
    }
}

CommunicationGraph
SharpCollective::DoBuild(const RankLayout& layout, uint64_t bytes, CollectiveData* data) const
{
    if (data)
    {
        Fail("cannot check its data: the network works on the data, not the nodes");
    }
    CommunicationGraph graph(layout.GetRanks());
    DoAggregate(graph, bytes);
    return graph;
}

NS_OBJECT_ENSURE_REGISTERED(SharpAllReduce);

TypeId
SharpAllReduce::GetTypeId()
{
    static TypeId tid =
        AddSizes(MakeTypeId<SharpAllReduce, SharpCollective>("ns3::SharpAllReduce"));
    return tid;
}

void
SharpAllReduce::DoAggregate(CommunicationGraph& graph, uint64_t bytes) const
{
    Aggregate(graph, AggregationOperation::ALL_REDUCE, bytes);
}

NS_OBJECT_ENSURE_REGISTERED(SharpReduce);

TypeId
SharpReduce::GetTypeId()
{
    static TypeId tid =
        AddRoot(AddSizes(MakeTypeId<SharpReduce, SharpCollective>("ns3::SharpReduce")));
    return tid;
}

void
SharpReduce::DoAggregate(CommunicationGraph& graph, uint64_t bytes) const
{
    Aggregate(graph, AggregationOperation::REDUCE, bytes);
}

NS_OBJECT_ENSURE_REGISTERED(SharpBroadcast);

TypeId
SharpBroadcast::GetTypeId()
{
    static TypeId tid =
        AddRoot(AddSizes(MakeTypeId<SharpBroadcast, SharpCollective>("ns3::SharpBroadcast")));
    return tid;
}

void
SharpBroadcast::DoAggregate(CommunicationGraph& graph, uint64_t bytes) const
{
    Aggregate(graph, AggregationOperation::BROADCAST, bytes);
}

NS_OBJECT_ENSURE_REGISTERED(SharpBarrier);

TypeId
SharpBarrier::GetTypeId()
{
    static TypeId tid = MakeTypeId<SharpBarrier, SharpCollective>("ns3::SharpBarrier");
    return tid;
}

void
SharpBarrier::DoAggregate(CommunicationGraph& graph, uint64_t) const
{
    Aggregate(graph, AggregationOperation::BARRIER, 0);
}

} // namespace ns3
