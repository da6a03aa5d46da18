// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-runner.h"

namespace ns3
{

void
CollectiveRunner::Begin(const CommunicationGraph& graph, uint32_t shares)
{
    m_shares.resize(shares);
    m_bytesOfLaw.clear();
    for (const auto& law : graph.GetLaws())
    {
        uint64_t& bytes = m_bytesOfLaw.emplace_back(0);
        for (const auto& node : law->GetNodes())
        {
            const bool travels =
                node.kind == GraphNodeKind::SEND || node.kind == GraphNodeKind::AGGREGATE;
            bytes += travels ? node.bytes : 0;
        }
    }
}

std::vector<uint32_t>
CollectiveRunner::GetHosts(const FabricJob& job, const GraphNode& part)
{
    std::vector<uint32_t> hosts;
    for (uint32_t i = 0; i < job.graph.GetLaw(part)->GetRankCount(); ++i)
    {
        hosts.push_back(job.hostOfRank[job.graph.GetNodes()[part.match + i].rank]);
    }
    return hosts;
}

uint64_t
CollectiveRunner::GetBytes() const
{
    uint64_t bytes = 0;
    for (const auto& share : m_shares)
    {
        bytes += share.bytes;
    }
    return bytes;
}

std::pair<uint32_t, std::vector<int64_t>>
CollectiveRunner::Start(const FabricJob& job, uint32_t number, uint32_t share, int64_t nowPs)
{
    const auto& graph = job.graph;
    const auto node = graph.GetNodes()[number];
    const auto& law = graph.GetLaw(node);
    const uint32_t parts = law->GetRankCount();
    auto& underWay = m_shares[share].underWay;
    const auto entry = underWay.try_emplace(node.match).first;
    Progress& progress = entry->second;
    progress.startsPs.resize(parts);
    progress.startsPs[number - node.match] = nowPs;
    if (++progress.started < parts)
    {
        return {node.match, {}};
    }
    auto endsPs = m_times->GetEndsPs(law, GetHosts(job, node), progress.startsPs);
    underWay.erase(entry);
    m_shares[share].bytes += m_bytesOfLaw[node.peer];
    return {node.match, std::move(endsPs)};
}

uint64_t
CollectiveRunner::Forget()
{
    uint64_t started = 0;
    for (auto& share : m_shares)
    {
        for (const auto& [first, progress] : share.underWay)
        {
            started += progress.started;
        }
        share.underWay.clear();
    }
    return started;
}

} // namespace ns3
