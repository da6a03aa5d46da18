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
    : m_position(serverOfRank.size())
{
    std::map<uint32_t, uint32_t> numberOfRegion;
    for (const uint32_t region : regionOfRank)
    {
        const auto next = static_cast<uint32_t>(numberOfRegion.size());
        m_region.push_back(numberOfRegion.emplace(region, next).first->second);
    }
    m_regions = std::max<uint32_t>(1, static_cast<uint32_t>(numberOfRegion.size()));
    std::map<uint32_t, uint32_t> numberOf;
    for (uint32_t rank = 0; rank < serverOfRank.size(); ++rank)
    {
        const auto next = static_cast<uint32_t>(m_members.size());
        const auto [server, isNew] = numberOf.emplace(serverOfRank[rank], next);
        if (isNew)
        {
            m_members.emplace_back();
        }
        auto& members = m_members[server->second];
        m_server.push_back(server->second);
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
        if (server % 2 == 1)
        {
            std::reverse(members.begin(), members.end());
        }
        ring.insert(ring.end(), members.begin(), members.end());
    }
    return ring;
}

} // namespace ns3
