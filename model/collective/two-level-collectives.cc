// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "two-level-collectives.h"

#include "ring-collectives.h"

#include "ns3/graph-limit.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

namespace
{

/**
 * Calls a function for every pair of ranks of a server.
 *
 * @param exchange function of the two ranks and the rails of both
 */
template <typename Exchange>
void
ForEachPair(const RankLayout& layout, const Exchange& exchange)
{
    const uint32_t rails = layout.GetRanksPerServer();
    for (uint32_t distance = 1; distance < rails; ++distance)
    {
        for (uint32_t server = 0; server < layout.GetServers(); ++server)
        {
            const auto& members = layout.GetMembers(server);
            for (uint32_t rail = 0; rail < rails; ++rail)
            {
                const uint32_t to = (rail + distance) % rails;
                exchange(members[rail], members[to], rail, to);
            }
        }
    }
}

/** The rank of each rail gets the sum of its chunks, [rail * parts, (rail + 1) * parts). */
void
ReduceScatterInServers(CollectiveBuilder& builder, uint32_t parts)
{
    ForEachPair(builder.GetLayout(), [&](uint32_t from, uint32_t to, uint32_t, uint32_t toRail) {
        builder.SendAndReduce(from, to, {toRail * parts, parts});
    });
}

/** The rank of each rail sends these chunks to all other ranks of its server. */
void
AllGatherInServers(CollectiveBuilder& builder, uint32_t parts)
{
    ForEachPair(builder.GetLayout(), [&](uint32_t from, uint32_t to, uint32_t fromRail, uint32_t) {
        builder.Send(from, to, {fromRail * parts, parts});
    });
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(TwoLevelAllReduce);

TypeId
TwoLevelAllReduce::GetTypeId()
{
    static TypeId tid = MakeTypeId<TwoLevelAllReduce, ChunkedCollective>("ns3::TwoLevelAllReduce");
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

NS_OBJECT_ENSURE_REGISTERED(SharpTwoLevelAllReduce);

TypeId
SharpTwoLevelAllReduce::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<SharpTwoLevelAllReduce, ChunkedCollective>("ns3::SharpTwoLevelAllReduce")
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
