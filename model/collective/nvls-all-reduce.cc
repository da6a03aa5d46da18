// SPDX-License-Identifier: GPL-2.0-only

#include "nvls-all-reduce.h"

#include "ns3/uinteger.h"

#include <numeric>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NvlsAllReduce);

TypeId
NvlsAllReduce::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NvlsAllReduce")
            .SetParent<ChunkedCollective>()
            .SetGroupName("AiFabric")
            .AddConstructor<NvlsAllReduce>()
            .AddAttribute("StepBytes",
                          "What an owner reduces and broadcasts at a time and channel, at most. "
                          "The default is ours: less than a packet of NVLink or more than the "
                          "window of the trees slows down.",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&NvlsAllReduce::m_stepBytes),
                          MakeUintegerChecker<uint64_t>(1));
    return tid;
}

/** @return a chunk per step and owner: those of the first step, by rank, then the next step's */
ChunkSizes
NvlsAllReduce::DoDivide(const RankLayout& layout, uint64_t bytes) const
{
    const uint32_t ranks = layout.GetRanks();
    if (layout.GetServers() > 1)
    {
        Fail("its ranks are in " + std::to_string(layout.GetServers()) +
             " servers; expected all in one, whose NVSwitches do it");
    }
    UintegerValue channels; // of which each gets its part of every chunk
    GetAttribute("Channels", channels);
    const uint64_t shareBytes = (bytes - 1) / ranks / channels.Get() + 1;
    const uint64_t steps = (shareBytes - 1) / m_stepBytes + 1;
    if (steps > MAX_NODES / ranks)
    {
        Fail("StepBytes is " + std::to_string(m_stepBytes) + "; use more");
    }
    return Divide(bytes, static_cast<uint32_t>(ranks * steps));
}

void
NvlsAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    CommunicationGraph::Group reduces;
    reduces.ranks.resize(ranks);
    std::iota(reduces.ranks.begin(), reduces.ranks.end(), 0);
    reduces.streaming = true;
    CommunicationGraph::Group broadcasts = reduces;
    broadcasts.channel = 1;
    for (uint32_t chunk = 0; chunk < builder.GetChunks(); ++chunk)
    {
        const uint32_t owner = chunk % ranks;
        builder.Aggregate(reduces, AggregationOperation::REDUCE, chunk, owner);
        builder.Aggregate(broadcasts, AggregationOperation::BROADCAST, chunk, owner);
    }
}

double
NvlsAllReduce::DoGetBusFactor(uint32_t ranks) const
{
    return 2.0 * (ranks - 1) / ranks;
}

} // namespace ns3
