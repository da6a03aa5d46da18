// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-collectives.h"

#include <utility>

namespace ns3
{

namespace
{

/** @return graph in which all ranks finish a time after the last one has begun */
CommunicationGraph
MakeDelay(uint32_t ranks, int64_t timePs)
{
    CommunicationGraph graph(ranks);
    std::vector<uint32_t> begins;
    for (uint32_t rank = 0; rank < ranks && ranks > 1; ++rank)
    {
        begins.push_back(graph.AddJoin(rank));
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const uint32_t end = graph.AddJoin(rank, timePs);
        for (const uint32_t begin : begins)
        {
            graph.AddDependency(begin, end);
        }
    }
    return graph;
}

} // namespace

SentCollectives::SentCollectives(CollectiveLibrary& library)
    : m_library(library)
{
}

std::shared_ptr<const CommunicationGraph>
SentCollectives::Get(TrainingTraffic,
                     CollectiveOperation operation,
                     const std::vector<uint32_t>& group,
                     uint64_t bytes,
                     const Routing& routing)
{
    return m_library.Get(operation, group, bytes, routing);
}

std::optional<int64_t>
SentCollectives::GetTransferPs(uint32_t, uint32_t, uint64_t)
{
    return std::nullopt;
}

LawCollectives::LawCollectives(const TrainingGroups& groups,
                               const std::vector<uint32_t>& hostOfRank,
                               CollectiveLibrary& library,
                               const LawNetwork& network)
    : m_groups(groups),
      m_hostOfRank(hostOfRank),
      m_library(library),
      m_law(network)
{
}

std::vector<TrainingGroups::Group>
LawCollectives::FindGroups(TrainingTraffic traffic, const std::vector<uint32_t>& stages) const
{
    std::vector<TrainingGroups::Group> found;
    if (traffic == TrainingTraffic::EMBEDDING)
    {
        for (uint32_t i = 0; i < m_groups.GetRanks(stages.front()).size(); ++i)
        {
            auto& group = found.emplace_back();
            for (const uint32_t stage : stages)
            {
                group.push_back(m_groups.GetRanks(stage)[i]);
            }
        }
        return found;
    }
    if (stages.size() == 1)
    {
        for (uint32_t stage = 0; stage < m_groups.GetStageCount(); ++stage)
        {
            const auto& groups = m_groups.Get(stage, traffic);
            found.insert(found.end(), groups.begin(), groups.end());
        }
        return found;
    }
    for (const uint32_t stage : stages)
    {
        const auto& groups = m_groups.Get(stage, traffic);
        found.resize(groups.size());
        for (size_t i = 0; i < groups.size(); ++i)
        {
            found[i].insert(found[i].end(), groups[i].begin(), groups[i].end());
        }
    }
    return found;
}

std::shared_ptr<const CommunicationGraph>
LawCollectives::Get(TrainingTraffic traffic,
                    CollectiveOperation operation,
                    const std::vector<uint32_t>& stages,
                    uint64_t bytes,
                    const Routing& routing)
{
    Key key{traffic, operation, stages, bytes, routing};
    if (stages.size() == 1)
    {
        std::get<2>(key).clear(); // the same in all stages
    }
    auto& graph = m_known[std::move(key)];
    if (!graph)
    {
        std::vector<CollectiveLaw::Party> parties;
        for (const auto& group : FindGroups(traffic, stages))
        {
            CollectiveLaw::Party party{m_library.Get(operation, group, bytes, routing), {}};
            for (const uint32_t rank : group)
            {
                party.hosts.push_back(m_hostOfRank[rank]);
            }
            parties.push_back(std::move(party));
        }
        graph = std::make_shared<const CommunicationGraph>(
            MakeDelay(static_cast<uint32_t>(stages.size()), m_law.GetPs(parties)));
    }
    return graph;
}

std::optional<int64_t>
LawCollectives::GetTransferPs(uint32_t from, uint32_t to, uint64_t bytes)
{
    const int64_t distance = int64_t{to} - from;
    const auto [entry, isNew] = m_transfers.try_emplace({distance, bytes}, 0);
    if (isNew)
    {
        std::vector<std::pair<uint32_t, uint32_t>> pairs;
        const auto stages = static_cast<int64_t>(m_groups.GetStageCount());
        for (int64_t stage = 0; stage < stages; ++stage)
        {
            const int64_t other = stage + distance;
            if (other < 0 || other >= stages)
            {
                continue;
            }
            const auto& sources = m_groups.GetRanks(static_cast<uint32_t>(stage));
            const auto& dests = m_groups.GetRanks(static_cast<uint32_t>(other));
            for (size_t i = 0; i < sources.size(); ++i)
            {
                pairs.emplace_back(m_hostOfRank[sources[i]], m_hostOfRank[dests[i]]);
            }
        }
        entry->second = m_law.GetTransferPs(pairs, bytes);
    }
    return entry->second;
}

} // namespace ns3
