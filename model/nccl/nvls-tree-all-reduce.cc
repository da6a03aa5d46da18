// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nvls-tree-all-reduce.h"

#include "ns3/binary-tree.h"

#include <string>
#include <vector>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NvlsTreeAllReduce);

namespace
{

constexpr uint32_t TREES = 2; // over which the steps of a rail take turns

} // namespace

TypeId
NvlsTreeAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NvlsTreeAllReduce")
                            .SetParent<NvlsCollective>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NvlsTreeAllReduce>();
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
