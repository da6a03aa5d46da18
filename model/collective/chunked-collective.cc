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

namespace
{

constexpr uint64_t TURN_BYTES = 65'536; // magnitude of the shortest rendezvous message of MPI

} // namespace

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

TypeId
ChunkedCollective::AddTurnBytes(TypeId tid)
{
    return tid.AddAttribute(
        "TurnBytes",
        "Messages of at least this size wait until the receiver's message of the previous step has "
        "left its sender, so that a late rank does not delay the others.",
        UintegerValue(TURN_BYTES),
        MakeUintegerAccessor(&ChunkedCollective::m_turnBytes),
        MakeUintegerChecker<uint64_t>());
}

TypeId
ChunkedCollective::AddRendezvousBytes(TypeId tid)
{
    return tid.AddAttribute(
        "RendezvousBytes",
        "Messages of at least this size wait for the clear-to-send of a receiver that is a step "
        "behind, as after folding. To other receivers they wait until the receiver's message of "
        "the previous step has left its sender.",
        UintegerValue(TURN_BYTES),
        MakeUintegerAccessor(&ChunkedCollective::m_turnBytes),
        MakeUintegerChecker<uint64_t>());
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
    return BuildChunks(layout, DoDivide(layout, bytes), data);
}

CommunicationGraph
ChunkedCollective::BuildChunks(const RankLayout& layout,
                               const ChunkSizes& sizes,
                               CollectiveData* data) const
{
    // More channels than bytes of the longest chunk would have no work.
    const auto longest = *std::max_element(sizes.bytes.begin(), sizes.bytes.end());
    const auto channels = static_cast<uint32_t>(std::min<uint64_t>(m_channels, longest));
    CollectiveBuilder builder(layout, sizes, m_channels);
    builder.SetTurns(m_turnBytes);
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

NS_OBJECT_ENSURE_REGISTERED(RootedCollective);

TypeId
RootedCollective::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RootedCollective")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddAttribute("Root",
                                          "Rank that is the source or the destination of all data.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&RootedCollective::m_root),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

uint32_t
RootedCollective::GetRank(const CollectiveBuilder& builder, uint32_t index) const
{
    const uint32_t ranks = builder.GetRanks();
    if (m_root >= ranks)
    {
        Fail("Root " + std::to_string(m_root) + " does not exist; allowed: 0 to " +
             std::to_string(ranks - 1));
    }
    return static_cast<uint32_t>((uint64_t{m_root} + index) % ranks);
}

std::vector<uint32_t>
RootedCollective::GetChain(const CollectiveBuilder& builder) const
{
    auto chain = builder.GetLayout().GetRing(builder.GetChannel());
    std::rotate(chain.begin(),
                std::find(chain.begin(), chain.end(), GetRank(builder, 0)),
                chain.end());
    return chain;
}

} // namespace ns3
