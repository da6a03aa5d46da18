// SPDX-License-Identifier: GPL-2.0-only

#include "ring-all-reduce.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RingAllReduce");

NS_OBJECT_ENSURE_REGISTERED(RingAllReduce);

namespace
{

/** More than that is a mistake: 2^28 nodes take about 20 GB. */
constexpr uint64_t MAX_NODES = uint64_t{1} << 28;

/** @return the index-th of `parts` parts of a length that differ by at most one byte */
uint64_t
Part(uint64_t bytes, uint64_t parts, uint64_t index)
{
    return bytes / parts + (index < bytes % parts ? 1 : 0);
}

/** One slice's way around the ring, starting at the rank with the chunk's number. */
void
AddJourney(CommunicationGraph& graph, uint32_t chunk, uint64_t bytes, uint32_t channel)
{
    const uint32_t ranks = graph.GetRankCount();
    uint32_t available = 0; // the node after which the next rank has what it sends on
    for (uint32_t hop = 0; hop < 2 * (ranks - 1); ++hop)
    {
        const auto from = static_cast<uint32_t>((uint64_t{chunk} + hop) % ranks);
        const uint32_t to = (from + 1) % ranks;
        const auto [send, recv] = graph.AddTransfer(from, to, bytes, channel);
        if (hop > 0)
        {
            graph.AddDependency(available, send);
        }
        available = recv;
        if (hop < ranks - 1)
        {
            available = graph.AddReduce(to, bytes);
            graph.AddDependency(recv, available);
        }
    }
}

} // namespace

TypeId
RingAllReduce::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RingAllReduce")
            .SetParent<CollectiveAlgorithm>()
            .SetGroupName("AiFabric")
            .AddConstructor<RingAllReduce>()
            .AddAttribute("Channels",
                          "How many rings run in parallel, each with an equal share of the bytes "
                          "and its own queue pairs.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RingAllReduce::m_channels),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SliceBytes",
                          "The longest message; longer ones are cut into slices that follow one "
                          "another around the ring. 0: no slicing.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RingAllReduce::m_sliceBytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
RingAllReduce::DoBuild(CommunicationGraph& graph, uint64_t bytes) const
{
    const uint64_t ranks = graph.GetRankCount();
    const uint64_t shares = ranks * m_channels;
    const auto slices = [this](uint64_t shareBytes) {
        return m_sliceBytes == 0 ? 1 : shareBytes / m_sliceBytes + (shareBytes % m_sliceBytes > 0);
    };

    const double nodes = static_cast<double>(std::min(shares, bytes)) *
                         static_cast<double>(slices(Part(bytes, shares, 0))) *
                         (5.0 * static_cast<double>(ranks - 1));
    if (nodes > static_cast<double>(MAX_NODES))
    {
        throw InputError("ns3::RingAllReduce: " + std::to_string(ranks) + " ranks, Channels " +
                         std::to_string(m_channels) + " and SliceBytes " +
                         std::to_string(m_sliceBytes) + " need more than " +
                         std::to_string(MAX_NODES) +
                         " nodes; use fewer ranks or channels, or longer "
                         "slices");
    }

    for (uint32_t chunk = 0; chunk < ranks; ++chunk)
    {
        for (uint32_t channel = 0; channel < m_channels; ++channel)
        {
            const uint64_t shareBytes = Part(bytes, shares, chunk + ranks * channel);
            const uint64_t count = slices(shareBytes);
            for (uint64_t slice = 0; shareBytes > 0 && slice < count; ++slice)
            {
                AddJourney(graph, chunk, Part(shareBytes, count, slice), channel);
            }
        }
    }
}

double
RingAllReduce::DoGetBusFactor(uint32_t ranks) const
{
    return 2.0 * (ranks - 1) / ranks;
}

} // namespace ns3
