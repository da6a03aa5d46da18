// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "weight-sync.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(WeightSync);

TypeId
WeightSync::GetTypeId()
{
    static TypeId tid = TypeId("ns3::WeightSync").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

std::vector<uint32_t>
WeightSync::Add(const Layout& layout, const Transfer& transfer) const
{
    Progress progress{transfer, std::vector<std::vector<uint32_t>>(transfer.begin.size())};
    DoAdd(progress, layout);
    std::vector<uint32_t> done;
    for (uint32_t rank = 0; rank < progress.done.size(); ++rank)
    {
        auto& nodes = progress.done[rank];
        nodes.push_back(transfer.begin[rank]);
        done.push_back(transfer.messages.Join(rank, nodes));
    }
    return done;
}

uint32_t
WeightSync::MakeReady(Progress& progress, uint32_t from, uint32_t to)
{
    const auto& [messages, begin, waits] = progress.transfer;
    if (!waits || begin[to] == LoopMessages::NONE)
    {
        return begin[from];
    }
    const auto notice = messages.Send(to, from, LoopMessages::NOTICE_BYTES, begin[to], begin[from]);
    return messages.Join(from, {begin[from], notice.recv});
}

uint32_t
WeightSync::Send(Progress& progress, uint32_t from, uint32_t to, uint64_t bytes)
{
    const auto& transfer = progress.transfer;
    const auto ends =
        transfer.messages.Send(from, to, bytes, MakeReady(progress, from, to), transfer.begin[to]);
    progress.done[from].push_back(ends.send);
    progress.done[to].push_back(ends.recv);
    return ends.recv;
}

void
WeightSync::Broadcast(Progress& progress,
                      const Layout& layout,
                      const Stream& stream,
                      uint32_t after) const
{
    if (std::find(stream.to.begin(), stream.to.end(), stream.from) != stream.to.end())
    {
        throw InputError(GetInstanceTypeId().GetName() +
                         ": a training rank would send weights to itself; expected "
                         "ns3::DirectWeightSync with Colocated");
    }
    const auto& transfer = progress.transfer;
    std::vector<uint32_t> ranks{stream.from};
    std::vector<uint32_t> begins{LoopMessages::NONE};
    std::vector<uint32_t> ready{transfer.begin[stream.from], after};
    for (const uint32_t to : stream.to)
    {
        ready.push_back(MakeReady(progress, stream.from, to));
        ranks.push_back(to);
        begins.push_back(transfer.begin[to]);
    }
    begins.front() = transfer.messages.Join(stream.from, ready);
    const auto done =
        transfer.messages.Append(layout.broadcast(ranks, stream.bytes), ranks, begins);
    for (size_t i = 0; i < ranks.size(); ++i)
    {
        progress.done[ranks[i]].push_back(done[i]);
    }
}

} // namespace ns3
