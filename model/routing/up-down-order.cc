// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "up-down-order.h"

#include <algorithm>
#include <utility>

namespace ns3
{

UpDownOrder::UpDownOrder(const FabricTopology& topology, std::vector<uint32_t> ranks)
    : m_topology(&topology),
      m_ranks(std::move(ranks)),
      m_linksByNode(topology.GetLinksByNode())
{
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (!topology.IsHost(node))
        {
            m_fromTop.push_back(node);
        }
    }
    std::stable_sort(m_fromTop.begin(), m_fromTop.end(), [this](uint32_t a, uint32_t b) {
        return m_ranks[a] < m_ranks[b];
    });
}

std::vector<std::vector<uint32_t>>
UpDownOrder::FindWays(uint32_t dest) const
{
    std::vector<std::vector<uint32_t>> ways(m_ranks.size());
    std::vector<uint32_t> down(m_ranks.size(), UNREACHED); // D
    std::vector<uint32_t> pending{dest};
    down[dest] = 0;
    for (size_t i = 0; i < pending.size(); ++i)
    {
        const uint32_t node = pending[i];
        for (const uint32_t link : m_linksByNode[node])
        {
            const uint32_t above = m_topology->GetPeer(link, node);
            if (m_topology->IsHost(above) || !IsUp(node, above))
            {
                continue;
            }
            if (down[above] == UNREACHED)
            {
                down[above] = down[node] + 1;
                pending.push_back(above);
            }
            if (down[above] == down[node] + 1)
            {
                ways[above].push_back(link);
            }
        }
    }
    std::vector<uint32_t> total = down; // T
    for (const uint32_t node : m_fromTop)
    {
        if (down[node] != UNREACHED)
        {
            std::sort(ways[node].begin(), ways[node].end());
            continue;
        }
        for (const uint32_t link : m_linksByNode[node])
        {
            const uint32_t above = m_topology->GetPeer(link, node);
            if (m_topology->IsHost(above) || !IsUp(node, above) || total[above] == UNREACHED)
            {
                continue;
            }
            if (total[above] + 1 < total[node])
            {
                total[node] = total[above] + 1;
                ways[node].clear();
            }
            if (total[above] + 1 == total[node])
            {
                ways[node].push_back(link);
            }
        }
    }
    return ways;
}

bool
UpDownOrder::Connects(const std::vector<uint32_t>& leaves) const
{
    return std::all_of(leaves.begin(), leaves.end(), [&](uint32_t dest) {
        const auto ways = FindWays(dest);
        return std::all_of(leaves.begin(), leaves.end(), [&](uint32_t leaf) {
            return leaf == dest || !ways[leaf].empty();
        });
    });
}

} // namespace ns3
