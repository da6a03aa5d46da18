// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "layer-assignment.h"

#include "acyclic-graph.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/** Collects what one path from the hosts of one switch to those of another one depends on. */
void
AddPath(const LinearForwardingTables& tables,
        const std::vector<uint32_t>& hostsOfDest,
        uint32_t source,
        uint32_t dest,
        uint32_t path,
        AcyclicGraph::Edges& edges)
{
    const auto& topology = tables.GetTopology();
    for (const uint32_t host : hostsOfDest)
    {
        const uint32_t lid = tables.GetLid(host) + path;
        uint32_t last = UINT32_MAX;
        for (uint32_t node = source; node != dest;)
        {
            const uint32_t link = tables.GetLink(node, lid);
            const uint32_t direction = 2 * link + (topology.links[link].a == node ? 1 : 0);
            if (last != UINT32_MAX)
            {
                edges.emplace_back(last, direction);
            }
            last = direction;
            node = topology.GetPeer(link, node);
        }
    }
}

} // namespace

bool
AssignLayers(LinearForwardingTables& tables, uint8_t maxLevels)
{
    const auto& topology = tables.GetTopology();
    const auto& leaves = tables.GetLeaves();
    std::vector<std::vector<uint32_t>> hostsOn(topology.nodes.size()); // node ids
    for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
    {
        hostsOn[tables.GetLeafOfHost(host)].push_back(topology.hosts[host]);
    }
    std::vector<AcyclicGraph> layers;
    AcyclicGraph::Edges edges;
    const auto assign = [&](uint32_t a, uint32_t b, uint32_t path) {
        edges.clear();
        AddPath(tables, hostsOn[b], a, b, path, edges);
        AddPath(tables, hostsOn[a], b, a, path, edges);
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
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
