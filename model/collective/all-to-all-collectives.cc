// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "all-to-all-collectives.h"

#include "ns3/boolean.h"
#include "ns3/file-checker.h"
#include "ns3/string.h"
#include "ns3/text-reader.h"

#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AllToAll);

TypeId
AllToAll::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AllToAll")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddAttribute(
                "Table",
                "File with the bytes from each rank to each other rank: a line per sender, a "
                "number per receiver; # begins a comment. Empty: blocks of equal length.",
                StringValue(""),
                MakeStringAccessor(&AllToAll::m_tableFile),
                MakeFileChecker());
    return tid;
}

void
AllToAll::SendDirectly(CollectiveBuilder& builder)
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            SendBlock(builder, rank, (rank + distance) % ranks);
        }
    }
}

ChunkSizes
AllToAll::DoArrange(const RankLayout& layout, const std::vector<uint64_t>& bytesOfPair) const
{
    const size_t ranks = layout.GetRanks();
    ChunkSizes sizes{2 * layout.GetRanks(), std::vector<uint64_t>(2 * ranks * ranks)};
    for (uint32_t from = 0; from < ranks; ++from)
    {
        for (uint32_t to = 0; to < ranks; ++to)
        {
            const uint64_t bytes = bytesOfPair[from * ranks + to];
            sizes.bytes[from * 2 * ranks + GetInput(layout, to)] = bytes;
            sizes.bytes[to * 2 * ranks + GetOutput(layout, from)] = bytes;
        }
    }
    return sizes;
}

/** @return table with ranks^2 entries, or empty */
std::vector<uint64_t>
AllToAll::GetTable(uint32_t ranks) const
{
    const size_t entries = size_t{ranks} * ranks;
    if (!m_table.empty() && m_table.size() != entries)
    {
        Fail("a table of " + std::to_string(m_table.size()) + " entries for " +
             std::to_string(ranks) + " ranks; expected " + std::to_string(entries));
    }
    if (!m_table.empty() || m_tableFile.empty())
    {
        return m_table;
    }
    TextReader reader(m_tableFile);
    reader.SkipComments('#');
    std::vector<uint64_t> table;
    for (uint32_t from = 0; from < ranks; ++from)
    {
        reader.BeginRecord();
        for (uint32_t to = 0; to < ranks; ++to)
        {
            table.push_back(reader.ReadUnsigned("bytes", 0, uint64_t{1} << 40));
        }
        reader.EndRecord();
    }
    reader.ExpectEndOrLegend("bytes", std::to_string(ranks) + " lines, one per rank");
    return table;
}

ChunkSizes
AllToAll::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    const uint32_t ranks = layout.GetRanks();
    std::vector<uint64_t> table = GetTable(ranks);
    for (uint32_t i = 0; table.size() < size_t{ranks} * ranks; ++i)
    {
        table.push_back(GetPart(bytes, ranks, i % ranks));
    }
    return DoArrange(layout, table);
}

uint64_t
AllToAll::DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const
{
    const std::vector<uint64_t> table = GetTable(ranks);
    const uint64_t sum = std::accumulate(table.begin(), table.end(), uint64_t{0});
    return table.empty() ? bytes : sum / ranks;
}

NS_OBJECT_ENSURE_REGISTERED(DirectAllToAll);

TypeId
DirectAllToAll::GetTypeId()
{
    static TypeId tid = MakeTypeId<DirectAllToAll, AllToAll>("ns3::DirectAllToAll");
    return tid;
}

void
DirectAllToAll::DoWrite(CollectiveBuilder& builder) const
{
    SendDirectly(builder);
}

NS_OBJECT_ENSURE_REGISTERED(PairwiseAllToAll);

TypeId
PairwiseAllToAll::GetTypeId()
{
    static TypeId tid =
        AddTurnBytes(MakeTypeId<PairwiseAllToAll, AllToAll>("ns3::PairwiseAllToAll"));
    return tid;
}

void
PairwiseAllToAll::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            SendBlock(builder, rank, (rank + distance) % ranks);
        }
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            builder.AwaitAll(rank);
        }
    }
}

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
        MakeTypeId<TwoLevelAllToAll, AllToAll>("ns3::TwoLevelAllToAll")
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
