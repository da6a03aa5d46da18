// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "direct-weight-sync.h"

#include <map>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectWeightSync);

TypeId
DirectWeightSync::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DirectWeightSync")
                            .SetParent<WeightSync>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DirectWeightSync>();
    return tid;
}

void
DirectWeightSync::DoAdd(Progress& progress, const Layout& layout) const
{
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytesOf; // by sender and receiver
    const auto replicas = static_cast<uint32_t>(layout.replicas.size());
    for (const auto& piece : layout.pieces)
    {
        const auto copies = static_cast<uint32_t>(piece.holders.size());
        for (uint32_t replica = 0; replica < replicas; ++replica)
        {
            std::vector<uint32_t> sources;
            for (uint32_t copy = 0; copy < copies; ++copy)
            {
                if (piece.isDivided || copy % replicas == replica || replica % copies == copy)
                {
                    sources.push_back(piece.holders[copy]);
                }
            }
            const uint32_t to = layout.replicas[replica][piece.to];
            for (uint64_t i = 0; i < sources.size(); ++i)
            {
                const uint64_t bytes =
                    piece.bytes * (i + 1) / sources.size() - piece.bytes * i / sources.size();
                if (sources[i] != to && bytes > 0)
                {
                    bytesOf[{sources[i], to}] += bytes;
                }
            }
        }
    }
    for (const auto& [ranks, bytes] : bytesOf)
    {
        Send(progress, ranks.first, ranks.second, bytes);
    }
}

} // namespace ns3
