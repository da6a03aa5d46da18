// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sharp-two-level-all-reduce.h"

#include "server-stages.h"

#include "ns3/graph-limit.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SharpTwoLevelAllReduce);

TypeId
SharpTwoLevelAllReduce::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SharpTwoLevelAllReduce")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<SharpTwoLevelAllReduce>()
            .AddAttribute("StreamingBytes",
                          "Rails whose part has at least this many bytes use a streaming tree, "
                          "others a low-latency tree. The default is an assumption.",
                          UintegerValue(16384),
                          MakeUintegerAccessor(&SharpTwoLevelAllReduce::m_streamingBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("MaxMessageBytes",
                          "Longest operation of a rail, in bytes; longer operations are cut. "
                          "SHARP's library streams at most 1,073,741,792 B at a time.",
                          UintegerValue(1'073'741'792),
                          MakeUintegerAccessor(&SharpTwoLevelAllReduce::m_maxMessageBytes),
                          MakeUintegerChecker<uint64_t>(1));
    return tid;
}

/** @return chunks per rail: as many as its operation must be divided into */
ChunkSizes
SharpTwoLevelAllReduce::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    const uint32_t rails = RequireEqualServers(layout);
    const uint64_t railBytes = (bytes + rails - 1) / rails;
    const uint64_t parts = (railBytes - 1) / m_maxMessageBytes + 1;
    if (parts > MAX_GRAPH_NODES / rails)
    {
        Fail("MaxMessageBytes is " + std::to_string(m_maxMessageBytes) + "; use a larger value");
    }
    return Divide(bytes, static_cast<uint32_t>(rails * parts));
}

void
SharpTwoLevelAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const RankLayout& layout = builder.GetLayout();
    const uint32_t rails = layout.GetRanksPerServer();
    const uint32_t parts = builder.GetChunks() / rails; // chunks of each rail
    ReduceScatterInServers(builder, parts);
    for (uint32_t rail = 0; layout.GetServers() > 1 && rail < rails; ++rail)
    {
        CommunicationGraph::Group group;
        group.ranks = layout.GetRailMembers(rail);
        group.streaming = builder.GetSize({rail * parts, parts}) >= m_streamingBytes;
        for (uint32_t part = 0; part < parts; ++part)
        {
            builder.Aggregate(group, AggregationOperation::ALL_REDUCE, rail * parts + part);
        }
    }
    AllGatherInServers(builder, parts);
}

} // namespace ns3
