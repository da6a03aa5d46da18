// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-limit.h"

#include "ns3/memory-limit.h"

namespace ns3
{

std::string
DescribeGraphShortage(double nodes)
{
    // With recorded times and reports; measured are 35 B where nodes repeat, as in steps of
    // training.
    constexpr double NODE_BYTES = 60;
    constexpr double SMALL = 1 << 20; // fewer nodes are not checked
    if (nodes > static_cast<double>(MAX_GRAPH_NODES))
    {
        return "more than " + std::to_string(MAX_GRAPH_NODES) + " nodes of a graph";
    }
    const std::string shortage = nodes > SMALL ? DescribeMemoryShortage(nodes * NODE_BYTES) : "";
    return shortage.empty()
               ? ""
               : std::to_string(static_cast<uint64_t>(nodes)) + " nodes of a graph, " + shortage;
}

} // namespace ns3
