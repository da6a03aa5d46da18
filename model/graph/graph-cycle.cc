// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-cycle.h"

#include "aggregate-operations.h"
#include "neighbour-lists.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

/**
 * All parts of a collective wait for each other, so they are one node in the search.
 *
 * @return number of the first part of the node's collective; the node itself if it is not a part
 */
uint32_t
GetFirstPart(const CommunicationGraph& graph, uint32_t number)
{
    const auto& node = graph.GetNodes().GetRelative(number);
    return node.kind == Kind::COLLECTIVE ? number + node.match : number;
}

/** @return by node: its successors by dependencies, orders and messages */
NeighbourLists
ListSuccessors(const CommunicationGraph& graph)
{
    const AggregateOperations aggregates(graph);
    const auto getFirst = [&](uint32_t number) {
        return graph.GetLaws().empty() ? aggregates.GetFirst(number)
                                       : aggregates.GetFirst(GetFirstPart(graph, number));
    };
    const auto& nodes = graph.GetNodes();
    const auto count = static_cast<uint32_t>(nodes.size());
    return {count, [&](const auto& add) {
                for (const auto& [before, after] : graph.GetDependencies())
                {
                    add(getFirst(before), getFirst(after));
                }
                for (const auto& [before, after] : graph.GetOrders())
                {
                    add(before, after);
                }
                aggregates.ForEachSequel(add);
                for (uint32_t number = 0; number < count; ++number)
                {
                    const auto& node = nodes.GetRelative(number);
                    if (node.kind == Kind::SEND)
                    {
                        add(number, number + node.match);
                    }
                }
            }};
}

/**
 * @param successors graph in which every node of some set has a predecessor in the set
 * @param waiting by node: number of its predecessors in the set; 0 outside the set
 * @return nodes of one cycle, each followed by a node that it waits for
 */
std::vector<uint32_t>
CycleAmong(const NeighbourLists& successors, const std::vector<uint32_t>& waiting)
{
    const auto count = static_cast<uint32_t>(waiting.size());
    std::vector<uint32_t> waitsFor(count, count);
    for (uint32_t number = 0; number < count; ++number)
    {
        if (waiting[number] > 0)
        {
            successors.ForEach(number, [&](uint32_t after) { waitsFor[after] = number; });
        }
    }
    // A walk from each node to a node that it waits for returns after at most `count` steps.
    uint32_t number = 0;
    while (waiting[number] == 0)
    {
        ++number;
    }
    for (uint32_t step = 0; step < count; ++step)
    {
        number = waitsFor[number];
    }
    std::vector<uint32_t> cycle{number};
    for (uint32_t next = waitsFor[number]; next != number; next = waitsFor[next])
    {
        cycle.push_back(next);
    }
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    return cycle;
}

/** @return true if every node waits only for nodes with smaller numbers, so there is no cycle */
bool
IsAscending(const CommunicationGraph& graph)
{
    const auto& nodes = graph.GetNodes();
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto& node = nodes.GetRelative(number);
        const uint32_t match = number + node.match;
        if (node.kind == Kind::SEND && match < number)
        {
            return false;
        }
    }
    const auto& dependencies = graph.GetDependencies();
    const auto& orders = graph.GetOrders();
    const auto isAscending = [&graph](const auto& edge) {
        return edge.first < GetFirstPart(graph, edge.second);
    };
    return graph.GetGroups().empty() &&
           std::all_of(dependencies.begin(), dependencies.end(), isAscending) &&
           std::all_of(orders.begin(), orders.end(), isAscending);
}

} // namespace

/** Kahn's algorithm: removes nodes that wait for nothing until none is left. */
std::vector<uint32_t>
FindGraphCycle(const CommunicationGraph& graph)
{
    if (IsAscending(graph))
    {
        return {};
    }
    const std::size_t count = graph.GetNodes().size();
    const NeighbourLists successors = ListSuccessors(graph);
    std::vector<uint32_t> waiting(count, 0);
    for (uint32_t number = 0; number < count; ++number)
    {
        successors.ForEach(number, [&](uint32_t after) { ++waiting[after]; });
    }
    std::vector<uint32_t> ready;
    for (uint32_t number = 0; number < count; ++number)
    {
        if (waiting[number] == 0)
        {
            ready.push_back(number);
        }
    }
    std::size_t done = 0;
    while (!ready.empty())
    {
        const uint32_t number = ready.back();
        ready.pop_back();
        ++done;
        successors.ForEach(number, [&](uint32_t after) {
            if (--waiting[after] == 0)
            {
                ready.push_back(after);
            }
        });
    }
    return done == count ? std::vector<uint32_t>() : CycleAmong(successors, waiting);
}

} // namespace ns3
