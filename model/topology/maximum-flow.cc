// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "maximum-flow.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t NO_LEVEL = UINT32_MAX;

} // namespace

MaximumFlow::MaximumFlow(std::size_t vertices)
    : m_arcs(vertices)
{
}

void
MaximumFlow::Add(uint32_t a, uint32_t b, double forwards, double backwards)
{
    m_arcs[a].push_back({b, static_cast<uint32_t>(m_arcs[b].size()), forwards});
    m_arcs[b].push_back({a, static_cast<uint32_t>(m_arcs[a].size() - 1), backwards});
    m_least = std::max(m_least, 1e-9 * std::max(forwards, backwards));
}

double
MaximumFlow::Solve(uint32_t source, uint32_t sink)
{
    double total = 0;
    while (FindLevels(source, sink))
    {
        m_next.assign(m_arcs.size(), 0);
        while (const double sent = Push(source, sink))
        {
            total += sent;
        }
    }
    return total;
}

bool
MaximumFlow::FindLevels(uint32_t source, uint32_t sink)
{
    m_level.assign(m_arcs.size(), NO_LEVEL);
    m_level[source] = 0;
    std::vector<uint32_t> queue{source};
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        for (const auto& arc : m_arcs[queue[i]])
        {
            if (arc.left > m_least && m_level[arc.to] == NO_LEVEL)
            {
                m_level[arc.to] = m_level[queue[i]] + 1;
                queue.push_back(arc.to);
            }
        }
    }
    return m_level[sink] != NO_LEVEL;
}

double
MaximumFlow::Push(uint32_t source, uint32_t sink)
{
    std::vector<Arc*> path;
    uint32_t node = source;
    while (node != sink)
    {
        auto& next = m_next[node];
        auto& arcs = m_arcs[node];
        while (next < arcs.size() &&
               !(arcs[next].left > m_least && m_level[arcs[next].to] == m_level[node] + 1))
        {
            ++next;
        }
        if (next < arcs.size())
        {
            path.push_back(&arcs[next]);
            node = arcs[next].to;
        }
        else if (path.empty())
        {
            return 0;
        }
        else
        {
            const auto* last = path.back();
            node = m_arcs[last->to][last->reverse].to;
            path.pop_back();
            ++m_next[node];
        }
    }
    double sent = path.front()->left;
    for (const auto* arc : path)
    {
        sent = std::min(sent, arc->left);
    }
    for (auto* arc : path)
    {
        arc->left -= sent;
        m_arcs[arc->to][arc->reverse].left += sent;
    }
    return sent;
}

} // namespace ns3
