// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nvls-collectives.h"

#include "ns3/graph-limit.h"
#include "ns3/tree-collectives.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NvlsCollective);

TypeId
NvlsCollective::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NvlsCollective")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddAttribute("StepBytes",
                          "Largest number of bytes that an owner reduces and broadcasts at a time "
                          "per channel. The default is not NCCL's: less than an NVLink packet, or "
                          "more than the window of the trees, is slower.",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&NvlsCollective::m_stepBytes),
                          MakeUintegerChecker<uint64_t>(1));
    return tid;
}

ChunkSizes
NvlsCollective::DivideInSteps(uint64_t bytes, uint32_t owners) const
{
    UintegerValue channels; // each channel gets its part of every chunk
    GetAttribute("Channels", channels);
    const uint64_t shareBytes = (bytes - 1) / owners / channels.Get() + 1;
    const uint64_t steps = (shareBytes - 1) / m_stepBytes + 1;
    if (steps > MAX_GRAPH_NODES / owners)
    {
        Fail("StepBytes is " + std::to_string(m_stepBytes) + "; use a larger value");
    }
    return Divide(bytes, static_cast<uint32_t>(owners * steps));
}

NvlsCollective::Groups
NvlsCollective::MakeGroups(const std::vector<uint32_t>& ranks, uint32_t channel)
{
    Groups groups;
    groups.reduces.ranks = ranks;
    groups.reduces.streaming = true;
    groups.reduces.channel = 2 * channel;
    groups.broadcasts = groups.reduces;
    groups.broadcasts.channel = 2 * channel + 1;
    return groups;
}

NS_OBJECT_ENSURE_REGISTERED(NvlsAllReduce);

TypeId
NvlsAllReduce::GetTypeId()
{
    static TypeId tid = MakeTypeId<NvlsAllReduce, NvlsCollective>("ns3::NvlsAllReduce");
    return tid;
}

ChunkSizes
NvlsAllReduce::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    if (layout.GetServers() > 1)
    {
        Fail("its ranks are in " + std::to_string(layout.GetServers()) +
             " servers; expected all ranks in one server, whose NVSwitches reduce");
    }
    return DivideInSteps(bytes, layout.GetRanks());
}

void
NvlsAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const auto& ranks = builder.GetLayout().GetMembers(0);
    const auto groups = MakeGroups(ranks, builder.GetChannel());
    for (uint32_t chunk = 0; chunk < builder.GetChunks(); ++chunk)
    {
        const uint32_t owner = ranks[(chunk + builder.GetChannel()) % ranks.size()];
        builder.Aggregate(groups.reduces, AggregationOperation::REDUCE, chunk, owner);
        builder.Aggregate(groups.broadcasts, AggregationOperation::BROADCAST, chunk, owner);
    }
}

NS_OBJECT_ENSURE_REGISTERED(NvlsTreeAllReduce);

namespace
{

constexpr uint32_t TREES = 2; // over which the steps of a rail take turns

} // namespace

TypeId
NvlsTreeAllReduce::GetTypeId()
{
    static TypeId tid = MakeTypeId<NvlsTreeAllReduce, NvlsCollective>("ns3::NvlsTreeAllReduce");
    return tid;
}

ChunkSizes
NvlsTreeAllReduce::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    const uint32_t rails = RequireEqualServers(layout);
    if (rails < 2)
    {
        Fail("every rank is alone in its server; expected several ranks per server, whose "
             "NVSwitches reduce");
    }
    return DivideInSteps(bytes, rails * TREES);
}

void
NvlsTreeAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const auto& layout = builder.GetLayout();
    const uint32_t rails = layout.GetRanksPerServer();
    std::vector<Groups> groups;
    for (uint32_t server = 0; server < layout.GetServers(); ++server)
    {
        groups.push_back(MakeGroups(layout.GetMembers(server), builder.GetChannel()));
    }
    for (uint32_t chunk = 0; chunk < builder.GetChunks(); ++chunk)
    {
        const auto owners = layout.GetRailMembers((chunk + builder.GetChannel()) % rails);
        for (uint32_t server = 0; server < layout.GetServers(); ++server)
        {
            builder.Aggregate(groups[server].reduces,
                              AggregationOperation::REDUCE,
                              chunk,
                              owners[server]);
        }
        BinaryTree(owners, chunk / rails % TREES == 1).AllReduce(builder, chunk);
        for (uint32_t server = 0; server < layout.GetServers(); ++server)
        {
            builder.Aggregate(groups[server].broadcasts,
                              AggregationOperation::BROADCAST,
                              chunk,
                              owners[server]);
        }
    }
}

} // namespace ns3
