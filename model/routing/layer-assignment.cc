// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "layer-assignment.h"

#include <algorithm>

namespace ns3
{

PairDependencies::PairDependencies(const LinearForwardingTables& tables)
    : m_tables(tables),
      m_hostsOn(tables.GetTopology().nodes.size())
{
    for (uint32_t host = 0; host < tables.GetTopology().GetHostCount(); ++host)
    {
        m_hostsOn[tables.GetLeafOfHost(host)].push_back(tables.GetTopology().hosts[host]);
    }
}

/** Collects the dependencies of one path from the hosts of one switch to those of another. */
void
PairDependencies::AddPath(uint32_t source, uint32_t dest, uint32_t path)
{
    const auto& topology = m_tables.GetTopology();
    for (const uint32_t host : m_hostsOn[dest])
    {
        const uint32_t lid = m_tables.GetLid(host) + path;
        uint32_t last = UINT32_MAX;
        for (uint32_t node = source; node != dest;)
        {
            const uint32_t link = m_tables.GetLink(node, lid);
            const uint32_t direction = 2 * link + (topology.links[link].a == node ? 1 : 0);
            if (last != UINT32_MAX)
            {
                m_edges.emplace_back(last, direction);
            }
            last = direction;
            node = topology.GetPeer(link, node);
        }
    }
}

const AcyclicGraph::Edges&
PairDependencies::Find(uint32_t a, uint32_t b, uint32_t path)
{
    m_edges.clear();
    AddPath(a, b, path);
    AddPath(b, a, path);
    std::sort(m_edges.begin(), m_edges.end());
    m_edges.erase(std::unique(m_edges.begin(), m_edges.end()), m_edges.end());
    return m_edges;
}

std::string
DescribeLackOfLayers(uint8_t maxLayers)
{
    return "MaxLayers: shortest paths need more than " + std::to_string(maxLayers) +
           " layers to be free of deadlocks; expected more layers, or another routing, such as "
           "ns3::UpDownRouting";
}

bool
AssignLayers(LinearForwardingTables& tables, uint8_t maxLevels)
{
    const auto& topology = tables.GetTopology();
    const auto& leaves = tables.GetLeaves();
    PairDependencies dependencies(tables);
    std::vector<AcyclicGraph> layers;
    const auto assign = [&](uint32_t a, uint32_t b, uint32_t path) {
        const auto& edges = dependencies.Find(a, b, path);
        size_t level = 0;
        while (level < layers.size() && !layers[level].TryAdd(edges))
        {
            ++level;
        }
        if (level == layers.size())
        {
            if (level == maxLevels)
            {
                return false;
            }
            layers.emplace_back(static_cast<uint32_t>(2 * topology.links.size()));
            if (!layers.back().TryAdd(edges))
            {
                return false;
            }
        }
        tables.SetServiceLevel(a, b, path, static_cast<uint8_t>(level));
        return true;
    };
    for (size_t i = 0; i < leaves.size(); ++i)
    {
        for (size_t j = i + 1; j < leaves.size(); ++j)
        {
            for (uint32_t path = 0; path < tables.GetPathCount(); ++path)
            {
                if (!assign(leaves[i], leaves[j], path))
                {
                    return false;
                }
            }
        }
    }
    return true;
}

} // namespace ns3
