// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nvls-collective.h"

#include "ns3/graph-limit.h"
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

} // namespace ns3
