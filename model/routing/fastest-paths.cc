// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fastest-paths.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace ns3
{

FastestPaths::FastestPaths(const FabricTopology& topology)
    : m_access(topology.hosts.size()),
      m_hosts(topology.hosts),
      m_ways(topology.nodes.size()),
      m_links(topology.links)
{
    for (uint32_t id = 0; id < m_links.size(); ++id)
    {
        const auto& link = m_links[id];
        bool between = true;
        for (const uint32_t node : {link.a, link.b})
        {
            if (topology.IsHost(node))
            {
                m_access[topology.hostIndex[node]] = {topology.GetPeer(id, node),
                                                      link.ratebps,
                                                      link.delayPs};
                between = false;
            }
        }
        if (between)
        {
            m_ways[link.a].emplace_back(id, link.b);
            m_ways[link.b].emplace_back(id, link.a);
            m_rates.push_back(link.ratebps);
        }
    }
    std::sort(m_rates.begin(), m_rates.end());
    m_rates.erase(std::unique(m_rates.begin(), m_rates.end()), m_rates.end());
}

const FastestPaths::Delays&
FastestPaths::Search(uint32_t node) const
{
    const auto [entry, isNew] = m_delays.try_emplace(node);
    Delays& delays = entry->second;
    if (!isNew)
    {
        return delays;
    }
    for (const uint64_t ratebps : m_rates)
    {
        auto& delay = delays.emplace_back(m_ways.size(), NEVER_PS);
        using Entry = std::pair<int64_t, uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next;
        delay[node] = 0;
        next.emplace(0, node);
        while (!next.empty())
        {
            const auto [soFarPs, at] = next.top();
            next.pop();
            if (soFarPs > delay[at])
            {
                continue;
            }
            for (const auto& [link, peer] : m_ways[at])
            {
                const int64_t therePs = soFarPs + m_links[link].delayPs;
                if (m_links[link].ratebps >= ratebps && therePs < delay[peer])
                {
                    delay[peer] = therePs;
                    next.emplace(therePs, peer);
                }
            }
        }
    }
    return delays;
}

int64_t
FastestPaths::GetPs(uint32_t source, uint32_t dest, uint64_t bytes) const
{
    const Access& from = m_access[source];
    const Access& to = m_access[dest];
    const uint64_t ends = std::min(from.ratebps, to.ratebps);
    if (from.node == m_hosts[dest]) // no switch between them
    {
        return SerializationPs(bytes, ends) + 2 * from.delayPs;
    }
    const int64_t endsPs = from.delayPs + to.delayPs;
    if (from.node == to.node)
    {
        return SerializationPs(bytes, ends) + 2 * endsPs;
    }
    const Delays& delays = Search(from.node);
    int64_t leastPs = NEVER_PS;
    int64_t backPs = NEVER_PS;
    for (size_t i = 0; i < m_rates.size(); ++i)
    {
        const int64_t delayPs = delays[i][to.node];
        if (delayPs < NEVER_PS)
        {
            backPs = std::min(backPs, delayPs);
            leastPs =
                std::min(leastPs, SerializationPs(bytes, std::min(ends, m_rates[i])) + delayPs);
        }
    }
    return backPs < NEVER_PS ? leastPs + backPs + 2 * endsPs : NEVER_PS;
}

} // namespace ns3
