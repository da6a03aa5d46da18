// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-runner.h"

namespace ns3
{

std::pair<uint32_t, std::vector<int64_t>>
CollectiveRunner::Start(const FabricJob& job, uint32_t number, uint32_t share, int64_t nowPs)
{
    const auto& graph = job.graph;
    const auto node = graph.GetNodes()[number];
    const auto& law = graph.GetLaw(node);
    const uint32_t parts = law->GetRankCount();
    auto& underWay = m_underWay[share];
    const auto entry = underWay.try_emplace(node.match).first;
    Progress& progress = entry->second;
    progress.startsPs.resize(parts);
    progress.startsPs[number - node.match] = nowPs;
    if (++progress.started < parts)
    {
        return {node.match, {}};
    }
    std::vector<uint32_t> hosts;
    for (uint32_t part = 0; part < parts; ++part)
    {
        hosts.push_back(job.hostOfRank[graph.GetNodes()[node.match + part].rank]);
    }
    auto endsPs = m_times->GetEndsPs(law, hosts, progress.startsPs);
    underWay.erase(entry);
    return {node.match, std::move(endsPs)};
}

uint64_t
CollectiveRunner::Forget()
{
    uint64_t started = 0;
    for (auto& share : m_underWay)
    {
        for (const auto& [first, progress] : share)
        {
            started += progress.started;
        }
        share.clear();
    }
    return started;
}

} // namespace ns3
