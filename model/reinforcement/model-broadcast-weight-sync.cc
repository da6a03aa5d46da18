// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "model-broadcast-weight-sync.h"

#include <map>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ModelBroadcastWeightSync);

TypeId
ModelBroadcastWeightSync::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ModelBroadcastWeightSync")
                            .SetParent<WeightSync>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ModelBroadcastWeightSync>();
    return tid;
}

void
ModelBroadcastWeightSync::DoAdd(Progress& progress, const Layout& layout) const
{
    constexpr uint32_t ROOT = 0;
    std::map<uint32_t, uint64_t> bytesOf; // by holder
    uint64_t whole = 0;
    for (const auto& piece : layout.pieces)
    {
        const uint64_t parts = piece.isDivided ? piece.holders.size() : 1;
        for (uint64_t part = 0; part < parts && !piece.isRepeated; ++part)
        {
            bytesOf[piece.holders[part]] +=
                piece.bytes * (part + 1) / parts - piece.bytes * part / parts;
        }
        whole += piece.isRepeated ? 0 : piece.bytes;
    }
    std::vector<uint32_t> gathered;
    for (const auto& [rank, bytes] : bytesOf)
    {
        if (rank != ROOT && bytes > 0)
        {
            gathered.push_back(Send(progress, rank, ROOT, bytes));
        }
    }
    Stream stream{ROOT, {}, whole};
    for (const auto& replica : layout.replicas)
    {
        stream.to.insert(stream.to.end(), replica.begin(), replica.end());
    }
    Broadcast(progress, layout, stream, progress.transfer.messages.Join(ROOT, gathered));
}

} // namespace ns3
