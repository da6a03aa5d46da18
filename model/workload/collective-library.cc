// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-library.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/** @return true if each rank needs data of all others, so that none ends before all have begun */
bool
NeedsAllRanks(CollectiveOperation operation)
{
    return operation == CollectiveOperation::ALL_REDUCE ||
           operation == CollectiveOperation::ALL_GATHER ||
           operation == CollectiveOperation::REDUCE_SCATTER ||
           operation == CollectiveOperation::ALL_TO_ALL;
}

} // namespace

CollectiveLibrary::CollectiveLibrary(Algorithms algorithms,
                                     std::vector<uint32_t> serverOfRank,
                                     bool isLawInServer)
    : m_algorithms(std::move(algorithms)),
      m_serverOfRank(std::move(serverOfRank)),
      m_isLawInServer(isLawInServer)
{
}

std::shared_ptr<const CommunicationGraph>
CollectiveLibrary::Get(CollectiveOperation operation,
                       const std::vector<uint32_t>& group,
                       uint64_t bytes)
{
    auto pattern = GetPattern(group);
    auto& graph = m_built[{operation, pattern, bytes}];
    if (!graph)
    {
        graph = std::make_shared<const CommunicationGraph>(Build(operation, pattern, bytes));
        const bool isInServer = *std::max_element(pattern.begin(), pattern.end()) == 0;
        if (m_isLawInServer && isInServer && NeedsAllRanks(operation))
        {
            CommunicationGraph parts(graph->GetRankCount());
            std::vector<uint32_t> ranks(graph->GetRankCount());
            std::iota(ranks.begin(), ranks.end(), 0);
            parts.AddCollective(graph, ranks);
            graph = std::make_shared<const CommunicationGraph>(std::move(parts));
        }
    }
    return graph;
}

/** @return server of each member, numbered in the order of first occurrence */
std::vector<uint32_t>
CollectiveLibrary::GetPattern(const std::vector<uint32_t>& group) const
{
    std::map<uint32_t, uint32_t> numberOf;
    std::vector<uint32_t> pattern;
    pattern.reserve(group.size());
    for (const uint32_t rank : group)
    {
        const auto next = static_cast<uint32_t>(numberOf.size());
        pattern.push_back(numberOf.emplace(m_serverOfRank.at(rank), next).first->second);
    }
    return pattern;
}

CommunicationGraph
CollectiveLibrary::Build(CollectiveOperation operation,
                         const std::vector<uint32_t>& pattern,
                         uint64_t bytes) const
{
    if (operation != CollectiveOperation::SHIFT)
    {
        return m_algorithms.at(static_cast<std::size_t>(operation))
            ->Build(RankLayout(pattern), bytes);
    }
    const auto ranks = static_cast<uint32_t>(pattern.size());
    CommunicationGraph graph(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        graph.AddTransfer(rank, (rank + 1) % ranks, bytes);
    }
    return graph;
}

} // namespace ns3
