// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "region-all-reduce.h"

#include "ring-collectives.h"

#include <string>
#include <vector>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RegionAllReduce);

TypeId
RegionAllReduce::GetTypeId()
{
    static TypeId tid = MakeTypeId<RegionAllReduce, ChunkedCollective>("ns3::RegionAllReduce");
    return tid;
}

void
RegionAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const RankLayout& layout = builder.GetLayout();
    std::vector<std::vector<uint32_t>> rings(layout.GetRegions());
    for (const uint32_t rank : layout.GetRing(builder.GetChannel()))
    {
        rings[layout.GetRegion(rank)].push_back(rank);
    }
    const auto regions = static_cast<uint32_t>(rings.size());
    const auto ranks = static_cast<uint32_t>(rings[0].size());
    for (const auto& ring : rings)
    {
        if (ring.size() != ranks)
        {
            Fail("regions have " + std::to_string(ranks) + " and " + std::to_string(ring.size()) +
                 " ranks; expected the same number in each");
        }
    }
    const auto writeHops = [&](uint32_t firstHop, uint32_t endHop) {
        for (uint32_t hop = firstHop; hop < endHop; ++hop)
        {
            for (const auto& ring : rings)
            {
                RingAllReduce::WriteHop(builder, ring, hop, 0, regions);
            }
        }
    };
    const uint32_t hops = RingAllReduce::CountHops(ranks);
    writeHops(0, hops / 2);
    const uint64_t turnBytes = builder.GetTurns();
    builder.SetTurns(UINT64_MAX);
    for (uint32_t place = 0; place < ranks && regions > 1; ++place)
    {
        std::vector<uint32_t> ring; // the ranks that have this place's part
        for (const auto& ofRegion : rings)
        {
            ring.push_back(ofRegion[place]);
        }
        const uint32_t part = (place + 1) % ranks; // the last hop brought it here
        RingAllReduce::Write(builder, ring, part * regions);
    }
    builder.SetTurns(turnBytes);
    writeHops(hops / 2, hops);
}

} // namespace ns3
