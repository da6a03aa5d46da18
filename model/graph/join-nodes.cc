// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "join-nodes.h"

#include <algorithm>

namespace ns3
{

uint32_t
JoinNodes(CommunicationGraph& graph, uint32_t rank, std::vector<uint32_t> nodes)
{
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    nodes.erase(std::remove(nodes.begin(), nodes.end(), CommunicationGraph::NONE), nodes.end());
    if (nodes.size() < 2)
    {
        return nodes.empty() ? CommunicationGraph::NONE : nodes.front();
    }
    const uint32_t join = graph.AddJoin(rank);
    for (const uint32_t node : nodes)
    {
        graph.AddDependency(node, join);
    }
    return join;
}

} // namespace ns3
