// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "parallel-grid.h"

#include <map>

namespace ns3
{

ParallelGrid::ParallelGrid(const Numbers& sizes, const std::array<Dimension, DIMENSIONS>& order)
    : m_sizes(sizes)
{
    for (const Dimension dimension : order)
    {
        m_strides[dimension] = m_ranks;
        m_ranks *= sizes[dimension];
    }
}

uint32_t
ParallelGrid::GetRank(const Numbers& indexes) const
{
    uint32_t rank = 0;
    for (size_t i = 0; i < DIMENSIONS; ++i)
    {
        rank += indexes[i] * m_strides[i];
    }
    return rank;
}

std::vector<ParallelGrid::Group>
ParallelGrid::GetGroups(std::initializer_list<Dimension> dimensions) const
{
    std::map<uint32_t, Group> groups; // by first member
    for (uint32_t rank = 0; rank < m_ranks; ++rank)
    {
        uint32_t first = rank;
        for (const Dimension dimension : dimensions)
        {
            first -= GetIndex(rank, dimension) * m_strides[dimension];
        }
        groups[first].push_back(rank);
    }
    std::vector<Group> result;
    for (auto& [first, group] : groups)
    {
        result.push_back(std::move(group));
    }
    return result;
}

ParallelGrid::Group
ParallelGrid::GetStage(uint32_t stage) const
{
    Group ranks;
    for (uint32_t rank = 0; rank < m_ranks; ++rank)
    {
        if (GetIndex(rank, PIPELINE) == stage)
        {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

} // namespace ns3
