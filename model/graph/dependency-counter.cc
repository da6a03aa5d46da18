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
        return NeighbourLists(static_cast<uint32_t>(m_few.size()),
                              NeighbourLists::Order::ASCENDING,
                              [&pairs](const auto& add) {
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

} // namespace ns3
