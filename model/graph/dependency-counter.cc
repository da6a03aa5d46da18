// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dependency-counter.h"

#include <algorithm>

namespace ns3
{

DependencyCounter::DependencyCounter(const CommunicationGraph& graph)
    : m_waitingFor(graph.GetNodes().size(), 0),
      m_first(graph.GetNodes().size() + 1, 0),
      m_after(graph.GetDependencies().size())
{
    for (const auto& [before, after] : graph.GetDependencies())
    {
        ++m_first[before + 1];
        ++m_waitingFor[after];
    }
    for (size_t i = 1; i < m_first.size(); ++i)
    {
        m_first[i] += m_first[i - 1];
    }
    std::vector<size_t> next(m_first.begin(), m_first.end() - 1);
    for (const auto& [before, after] : graph.GetDependencies())
    {
        m_after[next[before]++] = after;
    }
    for (size_t i = 0; i + 1 < m_first.size(); ++i)
    {
        std::sort(m_after.begin() + static_cast<std::ptrdiff_t>(m_first[i]),
                  m_after.begin() + static_cast<std::ptrdiff_t>(m_first[i + 1]));
    }
}

} // namespace ns3
