// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-collectives.h"

#include <algorithm>
#include <utility>

namespace ns3
{

TrainingCollectives::TrainingCollectives(Algorithms algorithms, std::vector<uint32_t> serverOfRank)
    : m_algorithms(std::move(algorithms)),
      m_serverOfRank(std::move(serverOfRank))
{
}

const char*
TrainingCollectives::GetName(Operation operation)
{
    static const std::array<const char*, ALGORITHMS + 1> NAMES{"all-reduce",
                                                               "all-gather",
                                                               "reduce-scatter",
                                                               "all-to-all",
                                                               "ring"};
    return NAMES.at(operation);
}

const CommunicationGraph&
TrainingCollectives::Get(Operation operation, const std::vector<uint32_t>& group, uint64_t bytes)
{
    // Groups whose members share servers in the same way have the same graph.
    std::vector<uint32_t> known;
    std::vector<uint32_t> pattern;
    for (const uint32_t rank : group)
    {
        const auto found = std::find(known.begin(), known.end(), m_serverOfRank.at(rank));
        pattern.push_back(static_cast<uint32_t>(found - known.begin()));
        if (found == known.end())
        {
            known.push_back(m_serverOfRank[rank]);
        }
    }
    const auto key = std::make_tuple(operation, pattern, bytes);
    auto place = m_built.find(key);
    if (place == m_built.end())
    {
        place = m_built.emplace(key, Build(operation, pattern, bytes)).first;
    }
    return place->second;
}

CommunicationGraph
TrainingCollectives::Build(Operation operation,
                           const std::vector<uint32_t>& servers,
                           uint64_t bytes) const
{
    if (operation != SHIFT)
    {
        return m_algorithms.at(operation)->Build(RankLayout(servers), bytes);
    }
    const auto ranks = static_cast<uint32_t>(servers.size());
    CommunicationGraph graph(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        graph.AddTransfer(rank, (rank + 1) % ranks, bytes);
    }
    return graph;
}

} // namespace ns3
