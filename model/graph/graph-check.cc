// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-check.h"

#include "aggregate-operations.h"
#include "graph-cycle.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;
using Node = CommunicationGraph::Node;

[[noreturn]] void
Refuse(const std::string& problem)
{
    throw InputError("communication graph: " + problem);
}

[[noreturn]] void
Refuse(uint32_t number, const Node& node, const std::string& problem)
{
    Refuse("node " + std::to_string(number) + " (rank " + std::to_string(node.rank) +
           "): " + problem);
}

std::string
UpToLast(std::size_t count)
{
    return "; allowed: 0 to " + std::to_string(count - 1);
}

/** Checks that both halves of a message name each other and agree on ranks and length. */
void
CheckTransfer(uint32_t number, const CommunicationGraph::Nodes& nodes, uint32_t ranks)
{
    const Node node = nodes[number];
    const bool send = node.kind == Kind::SEND;
    if (node.peer >= ranks)
    {
        Refuse(number,
               node,
               "peer " + std::to_string(node.peer) + " does not exist" + UpToLast(ranks));
    }
    if (node.peer == node.rank)
    {
        Refuse(number, node, "a message from a rank to itself; use a copy");
    }
    if (node.bytes == 0)
    {
        Refuse(number, node, "a message of 0 bytes; expected at least 1");
    }
    const char* const wanted = send ? "RECV" : "SEND";
    if (node.match >= nodes.size() || nodes[node.match].kind != (send ? Kind::RECV : Kind::SEND))
    {
        Refuse(number,
               node,
               "its match, node " + std::to_string(node.match) + ", is not a " + wanted);
    }
    const Node other = nodes[node.match];
    const auto where = [&] {
        return std::string("its ") + wanted + ", node " + std::to_string(node.match) + ", ";
    };
    if (other.match != number)
    {
        Refuse(number, node, where() + "matches node " + std::to_string(other.match));
    }
    if (other.rank != node.peer || other.peer != node.rank)
    {
        Refuse(number,
               node,
               where() + "is at rank " + std::to_string(other.rank) + " with peer " +
                   std::to_string(other.peer));
    }
    if (other.bytes != node.bytes)
    {
        Refuse(number,
               node,
               where() + "has " + std::to_string(other.bytes) + " bytes instead of " +
                   std::to_string(node.bytes));
    }
}

/**
 * A property of one node holds for all nodes of its shape; whether a node and its match fit each
 * other depends on the shapes of both.
 */
void
CheckNodes(const CommunicationGraph& graph)
{
    const auto& nodes = graph.GetNodes();
    const uint32_t ranks = graph.GetRankCount();
    if (ranks == 0 && !nodes.empty())
    {
        Refuse("it has nodes but no ranks");
    }
    std::vector<bool> isChecked(nodes.GetShapeCount(), false);
    std::vector<uint32_t> matchOfShape(nodes.GetShapeCount(),
                                       CommunicationGraph::NONE); // shape that fits
    const auto count = static_cast<uint32_t>(nodes.size());
    for (uint32_t number = 0; number < count; ++number)
    {
        const uint32_t shape = nodes.GetShapeOf(number);
        const Node& node = nodes.GetRelative(number);
        if (!isChecked[shape])
        {
            if (node.rank >= ranks)
            {
                Refuse(number, node, "this rank does not exist" + UpToLast(ranks));
            }
            if (node.timePs < 0)
            {
                Refuse(number, node, "a negative time, " + std::to_string(node.timePs) + " ps");
            }
            isChecked[shape] = true;
        }
        if (node.IsTransfer())
        {
            const uint32_t match = number + node.match;
            if (match >= count || nodes.GetShapeOf(match) != matchOfShape[shape])
            {
                CheckTransfer(number, nodes, ranks);
                matchOfShape[shape] = nodes.GetShapeOf(match);
            }
        }
    }
}

/** Checks the collectives that laws compute: each rank has one part, and the parts are in a row. */
void
CheckCollectives(const CommunicationGraph& graph)
{
    const auto& nodes = graph.GetNodes();
    for (uint32_t number = 0; number < nodes.size() && !graph.GetLaws().empty(); ++number)
    {
        const Node node = nodes[number];
        if (node.kind != Kind::COLLECTIVE)
        {
            continue;
        }
        if (node.peer >= graph.GetLaws().size())
        {
            Refuse(number, node, "its collective has no law");
        }
        const uint32_t parts = graph.GetLaw(node)->GetRankCount();
        std::set<uint32_t> ranks;
        for (uint32_t part = number; part < nodes.size() && part - number < parts; ++part)
        {
            const Node other = nodes[part];
            if (other.kind == Kind::COLLECTIVE && other.match == number && other.peer == node.peer)
            {
                ranks.insert(other.rank);
            }
        }
        if (node.match != number || ranks.size() != parts)
        {
            Refuse(number,
                   node,
                   "its collective has parts of " + std::to_string(ranks.size()) +
                       " ranks in a row; expected " + std::to_string(parts));
        }
        number += parts - 1;
    }
}

void
CheckOrders(const CommunicationGraph& graph)
{
    const auto& nodes = graph.GetNodes();
    for (const auto& [before, after] : graph.GetOrders())
    {
        for (const uint32_t number : {before, after})
        {
            if (number >= nodes.size() || nodes[number].kind != Kind::SEND)
            {
                Refuse("order of nodes " + std::to_string(before) + " and " +
                       std::to_string(after) + ": node " + std::to_string(number) +
                       " is not a SEND");
            }
        }
        if (nodes[before].rank != nodes[after].rank)
        {
            Refuse("order of nodes " + std::to_string(before) + " and " + std::to_string(after) +
                   ": the nodes belong to ranks " + std::to_string(nodes[before].rank) + " and " +
                   std::to_string(nodes[after].rank) + "; expected one rank");
        }
    }
}

void
CheckAcyclic(const CommunicationGraph& graph)
{
    const std::vector<uint32_t> cycle = FindGraphCycle(graph);
    if (cycle.empty())
    {
        return;
    }
    constexpr std::size_t SHOWN = 8;
    std::string path;
    for (std::size_t i = 1; i < std::min(cycle.size(), SHOWN); ++i)
    {
        path += "node " + std::to_string(cycle[i]) + ", which waits for ";
    }
    path += cycle.size() > SHOWN ? "more, which wait for " : "";
    path += cycle.size() > 1 ? "it" : "itself";
    Refuse(cycle[0], graph.GetNodes()[cycle[0]], "waits for " + path);
}

} // namespace

void
CheckGraph(const CommunicationGraph& graph)
{
    if (graph.IsKnownValid())
    {
        return;
    }
    const auto& nodes = graph.GetNodes();
    CheckNodes(graph);
    for (const auto& [before, after] : graph.GetDependencies())
    {
        if (before >= nodes.size() || after >= nodes.size())
        {
            Refuse("dependency of node " + std::to_string(after) + " on node " +
                   std::to_string(before) + ": there is no such node" +
                   (nodes.empty() ? "; the graph has no nodes" : UpToLast(nodes.size())));
        }
    }
    CheckOrders(graph);
    CheckCollectives(graph);
    AggregateOperations(graph).Check();
    CheckAcyclic(graph);
    graph.NoteValid();
}

} // namespace ns3
