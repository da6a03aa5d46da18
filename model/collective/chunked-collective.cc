// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "chunked-collective.h"

#include "ns3/graph-limit.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ChunkedCollective);

TypeId
ChunkedCollective::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ChunkedCollective")
            .SetParent<CollectiveAlgorithm>()
            .SetGroupName("AiFabric")
            .AddAttribute("Channels",
                          "Number of parallel instances of the algorithm, each with an equal share "
                          "of the bytes and its own queue pairs.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ChunkedCollective::m_channels),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SliceBytes",
                          "Longest message in bytes; longer messages are cut into slices that "
                          "proceed independently. 0: no slicing.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ChunkedCollective::m_sliceBytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

ChunkSizes
ChunkedCollective::Divide(uint64_t bytes, uint32_t parts)
{
    ChunkSizes sizes{parts, std::vector<uint64_t>(parts)};
    for (uint32_t part = 0; part < parts; ++part)
    {
        sizes.bytes[part] = GetPart(bytes, parts, part);
    }
    return sizes;
}

ChunkSizes
ChunkedCollective::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    return Divide(bytes, layout.GetRanks());
}

CommunicationGraph
ChunkedCollective::DoBuild(const RankLayout& layout, uint64_t bytes, CollectiveData* data) const
{
    const ChunkSizes sizes = DoDivide(layout, bytes);
    // More channels than bytes of the longest chunk would have no work.
    const auto longest = *std::max_element(sizes.bytes.begin(), sizes.bytes.end());
    const auto channels = static_cast<uint32_t>(std::min<uint64_t>(m_channels, longest));
    CollectiveBuilder builder(layout, sizes, m_channels);
    const auto count = [&] {
        for (uint32_t channel = 0; channel < channels; ++channel)
        {
            builder.BeginCount(channel);
            DoWrite(builder);
            if (builder.GetNodeCount() > static_cast<double>(MAX_GRAPH_NODES))
            {
                Fail(std::to_string(layout.GetRanks()) + " ranks, Channels " +
                     std::to_string(m_channels) + " and SliceBytes " +
                     std::to_string(m_sliceBytes) + " need more than " +
                     std::to_string(MAX_GRAPH_NODES) +
                     " nodes; use fewer ranks or channels, or longer slices");
            }
            const std::string shortage =
                DescribeGraphShortage(static_cast<double>(builder.GetNodeCount()));
            if (!shortage.empty())
            {
                Fail(std::to_string(layout.GetRanks()) + " ranks, Channels " +
                     std::to_string(m_channels) + " and SliceBytes " +
                     std::to_string(m_sliceBytes) + " need " + shortage +
                     "; use fewer ranks or channels, or longer slices");
            }
        }
    };
    count();
    if (m_sliceBytes > 0)
    {
        builder.SetLongestMessage(m_sliceBytes);
        count();
    }
    builder.BeginGraph(data);
    for (uint64_t slice = 0; slice < builder.GetSliceCount(); ++slice)
    {
        for (uint32_t channel = 0; channel < channels; ++channel)
        {
            builder.BeginPass(channel, slice);
            DoWrite(builder);
        }
    }
    return builder.TakeGraph();
}

} // namespace ns3
