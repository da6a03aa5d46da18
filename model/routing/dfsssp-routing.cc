// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dfsssp-routing.h"

#include "layer-assignment.h"
#include "layer-breaking.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DfssspRouting);

namespace
{

constexpr uint64_t LINK_WEIGHT = uint64_t{1} << 44; // weight of an idle link

} // namespace

TypeId
DfssspRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DfssspRouting")
            .SetParent<LidRoutingEngine>()
            .SetGroupName("AiFabric")
            .AddConstructor<DfssspRouting>()
            .AddAttribute(
                "MaxLayers",
                "Largest number of service levels, each with its own virtual lane; links must have "
                "as many data lanes (CreditFlowControl::DataLanes)",
                UintegerValue(8),
                MakeUintegerAccessor(&DfssspRouting::m_maxLayers),
                MakeUintegerChecker<uint8_t>(1, LinearForwardingTables::MAX_SERVICE_LEVELS));
    return tid;
}

uint32_t
DfssspRouting::GetDirection(uint32_t link, uint32_t from) const
{
    return 2 * link + (GetTopology().links[link].a == from ? 0 : 1);
}

void
DfssspRouting::DoPrepare()
{
    const auto& topology = GetTopology();
    m_weights.assign(2 * topology.links.size(), LINK_WEIGHT);
    m_hostsOn.assign(topology.nodes.size(), 0);
    for (const uint32_t node : GetSwitches())
    {
        for (const uint32_t link : GetLinks(node))
        {
            m_hostsOn[node] += topology.IsHost(topology.GetPeer(link, node)) ? 1 : 0;
        }
    }
}

DfssspRouting::Tree
DfssspRouting::GrowTree(uint32_t dest, std::vector<uint32_t>& order) const
{
    const auto& topology = GetTopology();
    using Reached = std::tuple<uint64_t, uint32_t>; // weight of the rest of the path, node
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> pending;
    std::vector<uint64_t> weightOf(topology.nodes.size(), UINT64_MAX);
    std::vector<bool> done(topology.nodes.size());
    Tree tree(topology.nodes.size(), LinearForwardingTables::NO_LINK);
    weightOf[dest] = 0;
    pending.emplace(0, dest);
    while (!pending.empty())
    {
        const auto [weight, node] = pending.top();
        pending.pop();
        if (done[node])
        {
            continue;
        }
        done[node] = true;
        order.push_back(node);
        for (const uint32_t link : GetLinks(node))
        {
            const uint32_t before = topology.GetPeer(link, node);
            const uint64_t sum = weight + m_weights[GetDirection(link, before)];
            if (!topology.IsHost(before) && sum < weightOf[before])
            {
                weightOf[before] = sum;
                tree[before] = link;
                pending.emplace(sum, before);
            }
        }
    }
    std::reverse(order.begin(), order.end());
    return tree;
}

void
DfssspRouting::AddWeights(const Tree& tree, const std::vector<uint32_t>& order, uint32_t dest)
{
    std::vector<uint64_t> pathsAt = m_hostsOn; // by node id: paths that begin there or behind it
    for (const uint32_t node : order)
    {
        if (node != dest)
        {
            m_weights[GetDirection(tree[node], node)] += pathsAt[node];
            pathsAt[GetTopology().GetPeer(tree[node], node)] += pathsAt[node];
        }
    }
}

LidRoutingEngine::Ways
DfssspRouting::DoFindWays(uint32_t dest)
{
    const auto& topology = GetTopology();
    m_trees.assign(topology.GetHostCount(), {});
    for (const uint32_t hostLink : GetLinks(dest))
    {
        const uint32_t end = topology.GetPeer(hostLink, dest);
        if (!topology.IsHost(end))
        {
            continue;
        }
        auto& trees = m_trees[topology.hostIndex[end]];
        for (uint32_t path = 0; path < GetPathCount(); ++path)
        {
            std::vector<uint32_t> order;
            trees.push_back(GrowTree(dest, order));
            AddWeights(trees.back(), order, dest);
        }
    }
    return FindShortestWays(dest);
}

uint32_t
DfssspRouting::DoChoose(uint32_t node,
                        const std::vector<uint32_t>& /* links */,
                        uint32_t host,
                        uint32_t path)
{
    return m_trees[host][path][node];
}

void
DfssspRouting::DoAssignServiceLevels(LinearForwardingTables& tables)
{
    m_trees.clear();
    if (!BreakIntoLayers(tables, m_maxLayers))
    {
        Fail(GetTopology(), DescribeLackOfLayers(m_maxLayers));
    }
}

} // namespace ns3
