// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "two-level-all-to-all.h"

#include "ns3/boolean.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TwoLevelAllToAll);

namespace
{

/** @return rank that forwards the data of `rank` for `dest`; `dest` itself in the same server */
uint32_t
GetProxy(const RankLayout& layout, uint32_t rank, uint32_t dest)
{
    const uint32_t server = layout.GetServer(rank);
    return layout.GetMembers(server)[layout.GetRail(dest)];
}

/** @return chunk of the proxy for this data, by server of `dest` and rail of `rank` */
uint32_t
GetStaged(const RankLayout& layout, uint32_t rank, uint32_t dest)
{
    const uint32_t rails = layout.GetRanksPerServer();
    return 2 * layout.GetRanks() + layout.GetServer(dest) * rails + layout.GetRail(rank);
}

} // namespace

TypeId
TwoLevelAllToAll::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TwoLevelAllToAll")
            .SetParent<AllToAll>()
            .SetGroupName("AiFabric")
            .AddConstructor<TwoLevelAllToAll>()
            .AddAttribute("Aggregate",
                          "A proxy sends all data of its server for a rank in one message.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TwoLevelAllToAll::m_aggregate),
                          MakeBooleanChecker())
            .AddAttribute("OnlyIfRailsApart",
                          "Data leave on the rail of their destination only if rails have no other "
                          "path to each other; otherwise ranks send to each other directly.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TwoLevelAllToAll::m_onlyIfApart),
                          MakeBooleanChecker());
    return tid;
}

bool
TwoLevelAllToAll::IsDirect(const RankLayout& layout) const
{
    const bool crosses = layout.GetServers() > 1 && layout.GetServers() < layout.GetRanks();
    return m_onlyIfApart && !(GetLinks().railsApart && crosses);
}

ChunkSizes
TwoLevelAllToAll::DoArrange(const RankLayout& layout,
                            const std::vector<uint64_t>& bytesOfPair) const
{
    if (IsDirect(layout))
    {
        return AllToAll::DoArrange(layout, bytesOfPair);
    }
    RequireEqualServers(layout);
    const ChunkSizes ends = AllToAll::DoArrange(layout, bytesOfPair);
    const uint32_t ranks = layout.GetRanks();
    ChunkSizes sizes{3 * ranks, {}};
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const auto begin = ends.bytes.begin() + std::ptrdiff_t{2} * ranks * rank;
        sizes.bytes.insert(sizes.bytes.end(), begin, begin + std::ptrdiff_t{2} * ranks);
        sizes.bytes.resize(sizes.bytes.size() + ranks, 0);
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        for (uint32_t dest = 0; dest < ranks; ++dest)
        {
            const uint32_t proxy = GetProxy(layout, rank, dest);
            if (proxy != rank && proxy != dest)
            {
                sizes.bytes[size_t{proxy} * sizes.chunks + GetStaged(layout, rank, dest)] =
                    bytesOfPair[size_t{rank} * ranks + dest];
            }
        }
    }
    return sizes;
}

void
TwoLevelAllToAll::DoWrite(CollectiveBuilder& builder) const
{
    const RankLayout& layout = builder.GetLayout();
    if (IsDirect(layout))
    {
        SendDirectly(builder);
        return;
    }
    const uint32_t rails = RequireEqualServers(layout);
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t dest = (rank + distance) % ranks;
            const uint32_t proxy = GetProxy(layout, rank, dest);
            if (proxy == rank || proxy == dest)
            {
                SendBlock(builder, rank, dest);
            }
            else
            {
                builder.Send(rank, proxy, GetInput(layout, dest), GetStaged(layout, rank, dest));
            }
        }
    }
    for (uint32_t distance = 1; distance < layout.GetServers(); ++distance)
    {
        for (uint32_t proxy = 0; proxy < ranks; ++proxy)
        {
            const uint32_t server = layout.GetServer(proxy);
            const uint32_t to = (server + distance) % layout.GetServers();
            const uint32_t dest = layout.GetMembers(to)[layout.GetRail(proxy)];
            const auto& sources = layout.GetMembers(server);
            const uint32_t staged = GetStaged(layout, sources[0], dest);
            const uint32_t output = GetOutput(layout, sources[0]);
            const uint32_t count = m_aggregate ? rails : 1;
            for (uint32_t rail = 0; rail < rails; rail += count)
            {
                builder.Send(proxy, dest, {staged + rail, count}, {output + rail, count});
            }
        }
    }
}

} // namespace ns3
