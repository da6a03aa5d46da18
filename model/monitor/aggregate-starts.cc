// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregate-starts.h"

namespace ns3
{

AggregateStarts::AggregateStarts(const CommunicationGraph& graph,
                                 const std::vector<NodeSpan>& spans)
    : m_graph(&graph),
      m_spans(&spans)
{
    size_t operations = 0;
    for (const auto& group : graph.GetGroups())
    {
        m_first.push_back(operations);
        operations += group.operations;
    }
    if (operations == 0)
    {
        return;
    }
    m_last.assign(operations, CommunicationGraph::NONE);
    std::vector<bool> isWaited(operations, false); // true: a member has not started
    const auto& nodes = graph.GetNodes();
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        if (nodes[number].kind != CommunicationGraph::Kind::AGGREGATE)
        {
            continue;
        }
        const size_t operation = m_first[nodes[number].channel] + nodes[number].match;
        auto& last = m_last[operation];
        if (spans[number].startPs == NodeSpan::NOT_YET)
        {
            isWaited[operation] = true;
        }
        else if (last == CommunicationGraph::NONE || spans[number].startPs > spans[last].startPs)
        {
            last = number;
        }
    }
    for (size_t operation = 0; operation < operations; ++operation)
    {
        if (isWaited[operation])
        {
            m_last[operation] = CommunicationGraph::NONE;
        }
    }
}

uint32_t
AggregateStarts::GetLast(const CommunicationGraph::Node& node) const
{
    using Kind = CommunicationGraph::Kind;
    if (node.kind == Kind::AGGREGATE)
    {
        return m_last[m_first[node.channel] + node.match];
    }
    if (node.kind != Kind::COLLECTIVE)
    {
        return CommunicationGraph::NONE;
    }
    uint32_t last = node.match;
    for (uint32_t i = 0; i < m_graph->GetLaw(node)->GetRankCount(); ++i)
    {
        const uint32_t part = node.match + i;
        if ((*m_spans)[part].startPs == NodeSpan::NOT_YET)
        {
            return CommunicationGraph::NONE;
        }
        last = (*m_spans)[part].startPs > (*m_spans)[last].startPs ? part : last;
    }
    return last;
}

} // namespace ns3
