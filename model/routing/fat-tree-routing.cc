// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fat-tree-routing.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FatTreeRouting);

TypeId
FatTreeRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FatTreeRouting")
                            .SetParent<LidRoutingEngine>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<FatTreeRouting>();
    return tid;
}

void
FatTreeRouting::DoPrepare()
{
    const auto& topology = GetTopology();
    std::vector<uint32_t> leaves;
    uint32_t hosts = 0;
    m_place.assign(topology.GetHostCount(), 0);
    for (const uint32_t node : GetSwitches())
    {
        const uint32_t before = hosts;
        for (const uint32_t link : GetLinks(node))
        {
            const uint32_t peer = topology.GetPeer(link, node);
            if (topology.IsHost(peer))
            {
                m_place[topology.hostIndex[peer]] = hosts++;
            }
        }
        if (hosts > before)
        {
            leaves.push_back(node);
        }
    }
    if (leaves.empty())
    {
        return; // two hosts without a switch
    }
    m_level = MeasureDistances(leaves);
    std::vector<uint64_t> up; // number of uplinks by level
    std::vector<uint32_t> ranks(m_level.size());
    for (const uint32_t node : GetSwitches())
    {
        const uint32_t level = m_level[node];
        if (level == UpDownOrder::UNREACHED)
        {
            continue; // no host is near, so no packet comes
        }
        uint64_t links = 0;
        for (const uint32_t link : GetLinks(node))
        {
            const uint32_t peer = topology.GetPeer(link, node);
            if (topology.IsHost(peer))
            {
                continue;
            }
            if (m_level[peer] == level)
            {
                Fail(topology,
                     topology.nodes[node].name + " and " + topology.nodes[peer].name +
                         " are linked and both " + std::to_string(level) +
                         " links away from the nearest switch with hosts; expected a fat tree, "
                         "or another routing, such as ns3::UpDownRouting");
            }
            links += m_level[peer] > level ? 1 : 0;
        }
        up.resize(std::max<size_t>(up.size(), level + 1), 1);
        up[level] = std::max(up[level], links);
        ranks[node] = UINT32_MAX - level;
    }
    m_divisor = {1};
    for (const uint64_t links : up)
    {
        m_divisor.push_back(m_divisor.back() * links);
    }
    m_order = UpDownOrder(topology, ranks);
    if (!m_order.Connects(leaves))
    {
        Fail(topology,
             "some pairs of switches with hosts have no path that goes up and then down; expected "
             "a fat tree");
    }
}

LidRoutingEngine::Ways
FatTreeRouting::DoFindWays(uint32_t dest)
{
    return m_order.FindWays(dest);
}

uint32_t
FatTreeRouting::DoChoose(uint32_t node,
                         const std::vector<uint32_t>& links,
                         uint32_t host,
                         uint32_t path)
{
    const uint32_t next = GetTopology().GetPeer(links.front(), node);
    const uint32_t lower = std::min(m_level[node], m_level[next]);
    return links[(m_place[host] + path) / m_divisor[lower] % links.size()];
}

} // namespace ns3
