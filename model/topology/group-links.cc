// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "group-links.h"

namespace ns3
{

void
JoinGroups(FabricTopology& topology,
           uint64_t groups,
           uint64_t ports,
           const std::function<uint32_t(uint64_t group, uint64_t port)>& switchOf,
           uint64_t ratebps,
           int64_t delayPs)
{
    const uint64_t others = groups - 1;
    for (uint64_t copy = 0; copy < ports / others; ++copy)
    {
        for (uint64_t i = 0; i < groups; ++i)
        {
            for (uint64_t j = i + 1; j < groups; ++j)
            {
                topology.AddLink({switchOf(i, copy * others + j - 1),
                                  switchOf(j, copy * others + i),
                                  ratebps,
                                  delayPs});
            }
        }
    }
}

} // namespace ns3
