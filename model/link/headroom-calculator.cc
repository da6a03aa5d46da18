// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "headroom-calculator.h"

#include "ns3/fabric-units.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HeadroomCalculator);

TypeId
HeadroomCalculator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HeadroomCalculator").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

std::optional<uint32_t>
PauseReactionQuanta(uint64_t ratebps)
{
    struct Row
    {
        uint64_t mbps;
        uint32_t quanta;
    };

    // The standard ends at 400 Gb/s; SONiC uses that value for 800 Gb/s too.
    constexpr Row table[] = {{100, 1},
                             {1'000, 2},
                             {10'000, 67},
                             {25'000, 80},
                             {40'000, 118},
                             {50'000, 147},
                             {100'000, 394},
                             {200'000, 453},
                             {400'000, 905},
                             {800'000, 905}};
    for (const auto& row : table)
    {
        if (row.mbps * 1'000'000 == ratebps)
        {
            return row.quanta;
        }
    }
    return std::nullopt;
}

uint64_t
GetMostCharged(uint64_t bytes, FrameLimits limits, uint32_t longestBytes, uint32_t cellBytes)
{
    const uint64_t longest = longestBytes;
    const uint64_t shortest = std::min<uint64_t>(limits.leastBytes, longest);
    const uint64_t cell = std::max(1U, cellBytes);
    uint64_t most = 0;
    for (const uint64_t frame : {shortest,
                                 // Shortest frame that has just begun a cell.
                                 (shortest + cell - 2) / cell * cell + 1,
                                 (longest - 1) / cell * cell + 1, // longest such frame
                                 longest})
    {
        if (frame >= shortest && frame <= longest)
        {
            const auto charged = static_cast<Uint128>((frame + cell - 1) / cell * cell) * bytes;
            const uint64_t wire = frame + limits.gapBytes;
            most = std::max(most, static_cast<uint64_t>((charged + wire - 1) / wire));
        }
    }
    return most;
}

} // namespace ns3
