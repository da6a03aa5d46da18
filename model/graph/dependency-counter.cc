// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dependency-counter.h"

namespace ns3
{

DependencyCounter::DependencyCounter(const CommunicationGraph& graph)
    : m_few(graph.GetNodes().size(), 0)
{
    const auto makeLists = [this](const DependencyList& pairs) {
        for (const auto& [before, after] : pairs)
        {
            Add(after);
        }
        return NeighbourLists(static_cast<uint32_t>(m_few.size()), [&pairs](const auto& add) {
            for (const auto& [before, after] : pairs)
            {
                add(before, after);
            }
        });
    };
    m_successors = makeLists(graph.GetDependencies());
    if (!graph.GetOrders().empty())
    {
        m_followers = makeLists(graph.GetOrders());
    }
}

void
DependencyCounter::Recount()
{
    m_few.assign(m_few.size(), 0);
    m_many.clear();
    for (uint32_t node = 0; node < m_few.size(); ++node)
    {
        m_successors.ForEach(node, [this](uint32_t next) { Add(next); });
        m_followers.ForEach(node, [this](uint32_t next) { Add(next); });
    }
}

} // namespace ns3
