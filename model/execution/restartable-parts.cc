// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "restartable-parts.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

RestartableParts::RestartableParts(const std::vector<uint32_t>& begins,
                                   const DependencyCounter& dependencies,
                                   uint32_t nodeCount)
    : m_partOfNode(nodeCount),
      m_waitsAtFirst(nodeCount)
{
    for (uint32_t node = 0; node < nodeCount; ++node)
    {
        m_waitsAtFirst[node] = dependencies.GetCount(node);
    }
    for (size_t part = 0; part < begins.size(); ++part)
    {
        const uint32_t begin = begins[part];
        const uint32_t end = part + 1 < begins.size() ? begins[part + 1] : nodeCount;
        m_parts.push_back({{begin, end}, 0});
        std::fill(m_partOfNode.begin() + begin,
                  m_partOfNode.begin() + end,
                  static_cast<uint32_t>(part));
    }
}

RestartableParts::Range
RestartableParts::Start(uint32_t part)
{
    auto& [nodes, left] = m_parts[part];
    NS_ASSERT_MSG(left == 0 && nodes.end > nodes.begin, "a part that is at work, or an empty one");
    left = nodes.end - nodes.begin;
    ++m_atWork;
    return nodes;
}

void
RestartableParts::GiveUp()
{
    for (auto& part : m_parts)
    {
        part.left = 0;
    }
    m_atWork = 0;
}

bool
RestartableParts::Complete(uint32_t node)
{
    if (--m_parts[m_partOfNode[node]].left > 0)
    {
        return false;
    }
    --m_atWork;
    return true;
}

} // namespace ns3
