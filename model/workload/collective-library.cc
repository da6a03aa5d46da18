// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-library.h"

#include <utility>

namespace ns3
{

CollectiveLibrary::CollectiveLibrary(Algorithms algorithms, std::vector<uint32_t> serverOfRank)
    : m_algorithms(std::move(algorithms)),
      m_serverOfRank(std::move(serverOfRank))
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
