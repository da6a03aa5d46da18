// SPDX-License-Identifier: GPL-2.0-only

#include "collective-algorithm.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CollectiveAlgorithm");

NS_OBJECT_ENSURE_REGISTERED(CollectiveAlgorithm);

TypeId
CollectiveAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CollectiveAlgorithm")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddAttribute("Channels",
                          "How many times the algorithm runs in parallel, each time with an equal "
                          "share of the bytes and its own queue pairs.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&CollectiveAlgorithm::m_channels),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SliceBytes",
                          "The longest message; longer ones are cut into slices that follow one "
                          "another independently. 0: no slicing.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&CollectiveAlgorithm::m_sliceBytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

CommunicationGraph
CollectiveAlgorithm::Build(const RankLayout& layout, uint64_t bytes, CollectiveData* data) const
{
    if (layout.GetRanks() < 2)
    {
        Fail("needs at least 2 ranks, not " + std::to_string(layout.GetRanks()));
    }
    if (bytes == 0)
    {
        Fail("needs at least 1 byte, not 0");
    }
    return DoBuildGraph(layout, bytes, data);
}

void
CollectiveAlgorithm::DoBuild(CollectiveBuilder&) const
{
}

CommunicationGraph
CollectiveAlgorithm::DoBuildGraph(const RankLayout& layout,
                                  uint64_t bytes,
                                  CollectiveData* data) const
{
    const ChunkSizes sizes = DoDivide(layout, bytes);
    // Channels beyond the bytes of the longest chunk have nothing to do.
    const auto longest = *std::max_element(sizes.bytes.begin(), sizes.bytes.end());
    const auto channels = static_cast<uint32_t>(std::min<uint64_t>(m_channels, longest));
    CollectiveBuilder builder(layout, sizes, m_channels);
    const auto count = [&] {
        for (uint32_t channel = 0; channel < channels; ++channel)
        {
            builder.BeginCount(channel);
            DoBuild(builder);
            if (builder.GetNodeCount() > static_cast<double>(MAX_NODES))
            {
                Fail(std::to_string(layout.GetRanks()) + " ranks, Channels " +
                     std::to_string(m_channels) + " and SliceBytes " +
                     std::to_string(m_sliceBytes) + " need more than " + std::to_string(MAX_NODES) +
                     " nodes; use fewer ranks or channels, or longer slices");
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
            DoBuild(builder);
        }
    }
    return builder.TakeGraph();
}

void
CollectiveAlgorithm::Fail(const std::string& problem) const
{
    throw InputError(GetInstanceTypeId().GetName() + ": " + problem);
}

ChunkSizes
CollectiveAlgorithm::Divide(uint64_t bytes, uint32_t parts)
{
    ChunkSizes sizes{parts, std::vector<uint64_t>(parts)};
    for (uint32_t part = 0; part < parts; ++part)
    {
        sizes.bytes[part] = GetPart(bytes, parts, part);
    }
    return sizes;
}

uint32_t
CollectiveAlgorithm::RequireEqualServers(const RankLayout& layout) const
{
    const uint32_t size = layout.GetRanksPerServer();
    if (size == 0)
    {
        Fail("needs as many ranks on every server");
    }
    return size;
}

ChunkSizes
CollectiveAlgorithm::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    return Divide(bytes, layout.GetRanks());
}

uint64_t
CollectiveAlgorithm::DoGetOperationBytes(uint32_t, uint64_t bytes) const
{
    return bytes;
}

} // namespace ns3
