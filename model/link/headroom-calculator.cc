// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "headroom-calculator.h"

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

    // The standard ends at 400 Gb/s; SONiC takes that value for 800 Gb/s too.
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

} // namespace ns3
