// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-library.h"

#include "ns3/all-to-all-collectives.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
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
           operation == CollectiveOperation::ALL_TO_ALL ||
           operation == CollectiveOperation::DISPATCH || operation == CollectiveOperation::COMBINE;
}

} // namespace

CollectiveLibrary::CollectiveLibrary(Algorithms algorithms,
                                     std::vector<uint32_t> serverOfRank,
                                     bool isLawInServer,
                                     std::vector<uint32_t> regionOfRank)
    : m_algorithms(std::move(algorithms)),
      m_serverOfRank(std::move(serverOfRank)),
      m_regionOfRank(std::move(regionOfRank)),
      m_isLawInServer(isLawInServer)
{
}

std::shared_ptr<const CommunicationGraph>
CollectiveLibrary::Get(CollectiveOperation operation,
                       const std::vector<uint32_t>& group,
                       uint64_t bytes,
                       const Routing& routing)
{
    auto pattern = GetPattern(group);
    auto& graph = m_built[{operation, pattern, bytes, routing}];
    if (!graph)
    {
        graph = std::make_shared<const CommunicationGraph>(
            routing ? BuildExchange(operation, pattern, bytes, routing)
                    : Build(operation, pattern, bytes));
        const auto& servers = pattern.first;
        const bool isInServer = *std::max_element(servers.begin(), servers.end()) == 0;
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

/** @return server and region of each member, numbered in the order of first occurrence */
CollectiveLibrary::Pattern
CollectiveLibrary::GetPattern(const std::vector<uint32_t>& group) const
{
    const auto number = [&group](const std::vector<uint32_t>& ofRank) {
        std::vector<uint32_t> values;
        values.reserve(group.size());
        for (size_t i = 0; i < group.size() && !ofRank.empty(); ++i)
        {
            values.push_back(ofRank.at(group[i]));
        }
        return RankLayout::NumberByOccurrence(values);
    };
    return {number(m_serverOfRank), number(m_regionOfRank)};
}

CommunicationGraph
CollectiveLibrary::Build(CollectiveOperation operation,
                         const Pattern& pattern,
                         uint64_t bytes) const
{
    if (operation != CollectiveOperation::SHIFT)
    {
        return m_algorithms.at(static_cast<std::size_t>(operation))
            ->Build(RankLayout(pattern.first, pattern.second), bytes);
    }
    const auto ranks = static_cast<uint32_t>(pattern.first.size());
    CommunicationGraph graph(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        graph.AddTransfer(rank, (rank + 1) % ranks, bytes);
    }
    return graph;
}

CommunicationGraph
CollectiveLibrary::BuildExchange(CollectiveOperation operation,
                                 const Pattern& pattern,
                                 uint64_t bytes,
                                 const Routing& routing)
{
    const RankLayout layout(pattern.first, pattern.second);
    const auto [entry, isNew] = m_copies.try_emplace({routing, pattern});
    if (isNew)
    {
        entry->second = routing->GetCopies(layout);
    }
    const TokenCopies& copies = entry->second;
    const bool isBack = operation == CollectiveOperation::COMBINE;
    if (routing->IsOnePerServer())
    {
        return isBack ? BuildCombine(layout, copies, bytes) : BuildDispatch(layout, copies, bytes);
    }
    const auto& algorithm =
        m_algorithms.at(static_cast<std::size_t>(CollectiveOperation::ALL_TO_ALL));
    const auto allToAll = DynamicCast<const AllToAll>(algorithm);
    if (!allToAll)
    {
        throw InputError("AllToAll: " + algorithm->GetInstanceTypeId().GetName() +
                         " has equal blocks; experts that are not chosen equally often need "
                         "direct-all-to-all, pairwise-all-to-all or two-level-all-to-all, or "
                         "Copies per-server of ExpertRouter");
    }
    std::vector<uint64_t> bytesOfPair;
    for (uint32_t from = 0; from < layout.GetRanks(); ++from)
    {
        for (uint32_t to = 0; to < layout.GetRanks(); ++to)
        {
            bytesOfPair.push_back(static_cast<uint64_t>(
                std::llround(static_cast<double>(bytes) * copies.toRank[isBack ? from : to])));
        }
    }
    return allToAll->BuildPairs(layout, bytesOfPair);
}

} // namespace ns3
