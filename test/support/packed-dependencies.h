// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKED_DEPENDENCIES_H
#define AI_FABRIC_PACKED_DEPENDENCIES_H

#include "ns3/communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Which nodes wait for which by dependencies, packed by node number. */
struct PackedDependencies
{
    /** @param graph whose dependencies they are */
    explicit PackedDependencies(const CommunicationGraph& graph)
        : first(graph.GetNodes().size() + 1, 0),
          after(graph.GetDependencies().size())
    {
        for (const auto& [before, waiting] : graph.GetDependencies())
        {
            ++first[before + 1];
        }
        for (size_t i = 1; i < first.size(); ++i)
        {
            first[i] += first[i - 1];
        }
        auto next = first;
        for (const auto& [before, waiting] : graph.GetDependencies())
        {
            after[next[before]++] = waiting;
        }
    }

    std::vector<size_t> first;   //!< by node: where its successors begin in after, and the end
    std::vector<uint32_t> after; //!< successors, node by node
};

} // namespace ns3

#endif // AI_FABRIC_PACKED_DEPENDENCIES_H
