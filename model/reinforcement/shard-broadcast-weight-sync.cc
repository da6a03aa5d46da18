// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shard-broadcast-weight-sync.h"

#include <map>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ShardBroadcastWeightSync);

TypeId
ShardBroadcastWeightSync::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ShardBroadcastWeightSync")
                            .SetParent<WeightSync>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ShardBroadcastWeightSync>();
    return tid;
}

void
ShardBroadcastWeightSync::DoAdd(Progress& progress, const Layout& layout) const
{
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytesOf; // by holder and GPU of a replica
    for (const auto& piece : layout.pieces)
    {
        const uint64_t copies = piece.holders.size();
        for (uint64_t copy = 0; copy < copies && piece.isDivided; ++copy)
        {
            bytesOf[{piece.holders[copy], piece.to}] +=
                piece.bytes * (copy + 1) / copies - piece.bytes * copy / copies;
        }
        if (!piece.isDivided)
        {
            bytesOf[{piece.holders[piece.to % copies], piece.to}] += piece.bytes;
        }
    }
    for (const auto& [place, bytes] : bytesOf)
    {
        Stream stream{place.first, {}, bytes};
        for (const auto& replica : layout.replicas)
        {
            stream.to.push_back(replica[place.second]);
        }
        if (bytes > 0)
        {
            Broadcast(progress, layout, stream, LoopMessages::NONE);
        }
    }
}

} // namespace ns3
