// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "all-to-all.h"

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

double
AllToAll::DoGetBusFactor(uint32_t ranks) const
{
    return 1.0 * (ranks - 1) / ranks;
}

uint64_t
AllToAll::DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const
{
    const std::vector<uint64_t> table = GetTable(ranks);
    const uint64_t sum = std::accumulate(table.begin(), table.end(), uint64_t{0});
    return table.empty() ? bytes : sum / ranks;
}

} // namespace ns3
