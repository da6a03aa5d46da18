// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "event-places.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

namespace ns3
{

namespace
{

/** @return number of events of each node that have a place */
std::vector<uint32_t>&
GetCounts()
{
    static std::vector<uint32_t> counts;
    return counts;
}

/**
 * Every event belongs to no node until it is told of one, so that events which nodes make while
 * they run count here in several threads. Those that stay without a node are made before.
 *
 * @return how many events were given a place behind those of all nodes
 */
std::atomic<uint32_t>&
GetCountOfNoNode()
{
    static std::atomic<uint32_t> count{0};
    return count;
}

/** @param context a node's id @return its next number */
uint32_t
CountOfNode(uint32_t context)
{
    std::vector<uint32_t>& counts = GetCounts();
    if (context >= counts.size())
    {
        counts.resize(context + 1);
    }
    return counts[context]++;
}

} // namespace

uint32_t
EventPlaces::GetNext(uint32_t context, EventKind kind)
{
    constexpr uint32_t KIND_SHIFT = 29;
    const uint32_t number = context == Simulator::NO_CONTEXT
                                ? GetCountOfNoNode().fetch_add(1, std::memory_order_relaxed)
                                : CountOfNode(context);
    NS_ABORT_MSG_IF(number >> KIND_SHIFT, "node " << context << " has too many events");
    return static_cast<uint32_t>(kind) << KIND_SHIFT | number;
}

void
EventPlaces::ReserveNodes(uint32_t nodes)
{
    std::vector<uint32_t>& counts = GetCounts();
    counts.resize(std::max<size_t>(counts.size(), nodes));
}

} // namespace ns3
