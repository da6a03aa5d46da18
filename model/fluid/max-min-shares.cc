// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "max-min-shares.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace ns3
{

uint32_t
MaxMinShares::AddLink(double capacity)
{
    m_links.push_back({capacity, 0, {}, 0});
    return static_cast<uint32_t>(m_links.size() - 1);
}

void
MaxMinShares::AddFlow(const std::vector<std::pair<uint32_t, double>>& usage)
{
    const auto flow = static_cast<uint32_t>(m_usage.size());
    for (const auto& [link, share] : usage)
    {
        m_links[link].weight += share;
        m_links[link].flows.push_back(flow);
        ++m_links[link].open;
    }
    m_usage.push_back(usage);
    m_rates.push_back(-1);
}

void
MaxMinShares::Keep(uint32_t flow, double rate)
{
    m_rates[flow] = rate;
    for (const auto& [link, share] : m_usage[flow])
    {
        m_links[link].left = std::max(0.0, m_links[link].left - share * rate);
        m_links[link].weight -= share;
        --m_links[link].open;
    }
}

std::vector<double>
MaxMinShares::Solve()
{
    using Entry = std::pair<double, uint32_t>; // level, link
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> full;
    const auto getLevel = [this](uint32_t link) {
        return m_links[link].left / m_links[link].weight;
    };
    for (uint32_t link = 0; link < m_links.size(); ++link)
    {
        if (m_links[link].open > 0)
        {
            full.emplace(getLevel(link), link);
        }
    }
    while (!full.empty())
    {
        const auto [level, number] = full.top();
        full.pop();
        const Link& link = m_links[number];
        if (link.open == 0)
        {
            continue;
        }
        const double present = getLevel(number);
        if (present > level)
        {
            full.emplace(present, number);
            continue;
        }
        for (const uint32_t flow : link.flows)
        {
            if (m_rates[flow] < 0)
            {
                Keep(flow, level);
            }
        }
    }
    return m_rates;
}

} // namespace ns3
