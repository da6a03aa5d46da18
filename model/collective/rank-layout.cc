// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rank-layout.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ns3
{

namespace
{

std::vector<uint32_t>
Numbers(uint32_t count)
{
    std::vector<uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

} // namespace

RankLayout::RankLayout(uint32_t ranks)
    : RankLayout(Numbers(ranks))
{
}

RankLayout::RankLayout(const std::vector<uint32_t>& serverOfRank,
                       const std::vector<uint32_t>& regionOfRank)
    : m_server(NumberByOccurrence(serverOfRank)),
      m_region(NumberByOccurrence(regionOfRank)),
      m_position(serverOfRank.size())
{
    if (!m_region.empty())
    {
        m_regions = *std::max_element(m_region.begin(), m_region.end()) + 1;
    }
    for (uint32_t rank = 0; rank < m_server.size(); ++rank)
    {
        m_members.resize(std::max<size_t>(m_members.size(), m_server[rank] + 1));
        auto& members = m_members[m_server[rank]];
        m_rail.push_back(static_cast<uint32_t>(members.size()));
        members.push_back(rank);
    }
    uint32_t position = 0;
    for (const auto& members : m_members)
    {
        for (const uint32_t rank : members)
        {
            m_position[rank] = position++;
        }
    }
    const bool alike = std::all_of(m_members.begin(), m_members.end(), [this](const auto& members) {
        return members.size() == m_members[0].size();
    });
    m_ranksPerServer = alike && !m_members.empty() ? static_cast<uint32_t>(m_members[0].size()) : 0;
}

std::vector<uint32_t>
RankLayout::NumberByOccurrence(const std::vector<uint32_t>& values)
{
    std::map<uint32_t, uint32_t> numberOf;
    std::vector<uint32_t> numbers;
    numbers.reserve(values.size());
    for (const uint32_t value : values)
    {
        const auto next = static_cast<uint32_t>(numberOf.size());
        numbers.push_back(numberOf.emplace(value, next).first->second);
    }
    return numbers;
}

std::vector<uint32_t>
RankLayout::GetRailMembers(uint32_t rail) const
{
    std::vector<uint32_t> ranks;
    for (const auto& members : m_members)
    {
        ranks.push_back(members[rail]);
    }
    return ranks;
}

std::vector<uint32_t>
RankLayout::GetRing(uint32_t channel) const
{
    std::vector<uint32_t> ring;
    ring.reserve(GetRanks());
    for (uint32_t server = 0; server < GetServers(); ++server)
    {
        std::vector<uint32_t> members = m_members[server];
        std::rotate(members.begin(), members.begin() + channel % members.size(), members.end());
        if (server % 2 == 1 && !m_ringsChangeRail)
        {
            std::reverse(members.begin(), members.end());
        }
        ring.insert(ring.end(), members.begin(), members.end());
    }
    return ring;
}

} // namespace ns3
