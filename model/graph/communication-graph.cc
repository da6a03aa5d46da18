// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "communication-graph.h"

#include "aggregate-operations.h"

#include "ns3/input-error.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;
using Node = CommunicationGraph::Node;

[[noreturn]] void
Fail(const std::string& problem)
{
    throw InputError("communication graph: " + problem);
}

[[noreturn]] void
Fail(uint32_t number, const Node& node, const std::string& problem)
{
    Fail("node " + std::to_string(number) + " (rank " + std::to_string(node.rank) +
         "): " + problem);
}

std::string
UpTo(std::size_t count)
{
    return "; allowed: 0 to " + std::to_string(count - 1);
}

Node
MakeNode(Kind kind, uint32_t rank, uint64_t bytes = 0)
{
    Node node;
    node.kind = kind;
    node.rank = rank;
    node.bytes = bytes;
    return node;
}

/** Checks that both halves of a message name each other and agree on ranks and length. */
void
CheckTransfer(uint32_t number, const CommunicationGraph::Nodes& nodes, uint32_t ranks)
{
    const Node node = nodes[number];
    const bool send = node.kind == Kind::SEND;
    if (node.peer >= ranks)
    {
        Fail(number, node, "peer " + std::to_string(node.peer) + " does not exist" + UpTo(ranks));
    }
    if (node.peer == node.rank)
    {
        Fail(number, node, "a message from a rank to itself; use a copy");
    }
    if (node.bytes == 0)
    {
        Fail(number, node, "a message of 0 bytes; expected at least 1");
    }
    const char* const wanted = send ? "RECV" : "SEND";
    if (node.match >= nodes.size() || nodes[node.match].kind != (send ? Kind::RECV : Kind::SEND))
    {
        Fail(number,
             node,
             "its match, node " + std::to_string(node.match) + ", is not a " + wanted);
    }
    const Node other = nodes[node.match];
    const auto where = [&] {
        return std::string("its ") + wanted + ", node " + std::to_string(node.match) + ", ";
    };
    if (other.match != number)
    {
        Fail(number, node, where() + "matches node " + std::to_string(other.match));
    }
    if (other.rank != node.peer || other.peer != node.rank)
    {
        Fail(number,
             node,
             where() + "is at rank " + std::to_string(other.rank) + " with peer " +
                 std::to_string(other.peer));
    }
    if (other.bytes != node.bytes)
    {
        Fail(number,
             node,
             where() + "has " + std::to_string(other.bytes) + " bytes instead of " +
                 std::to_string(node.bytes));
    }
}

/** Checks the places of the other graph's `other` ranks among `ranks`. */
void
CheckPlacement(const CommunicationGraph::Placement& placement, uint32_t other, uint32_t ranks)
{
    if (placement.ranks.size() != other)
    {
        Fail("a part of " + std::to_string(other) + " ranks is placed on " +
             std::to_string(placement.ranks.size()));
    }
    if (!placement.after.empty() && placement.after.size() != other)
    {
        Fail("a part of " + std::to_string(other) + " ranks, of which " +
             std::to_string(placement.after.size()) + " wait; expected all or none");
    }
    std::vector<bool> taken(ranks, false);
    for (const uint32_t rank : placement.ranks)
    {
        if (rank >= ranks)
        {
            Fail("a part is placed at rank " + std::to_string(rank) + ", which does not exist" +
                 UpTo(ranks));
        }
        if (taken[rank])
        {
            Fail("two ranks of a part are placed at rank " + std::to_string(rank));
        }
        taken[rank] = true;
    }
}

void
CheckAcyclic(const CommunicationGraph& graph)
{
    const std::vector<uint32_t> cycle = graph.FindCycle();
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
    Fail(cycle[0], graph.GetNodes()[cycle[0]], "waits for " + path);
}

} // namespace

CommunicationGraph::CommunicationGraph(uint32_t ranks)
    : m_ranks(ranks)
{
}

bool
CommunicationGraph::HasKernels() const
{
    bool found = false;
    for (size_t number = 0; number < m_nodes.size() && !found; ++number)
    {
        found = m_nodes.GetRelative(number).kind == Kind::COMPUTE;
    }
    return found;
}

std::pair<uint32_t, uint32_t>
CommunicationGraph::AddTransfer(uint32_t from, uint32_t to, uint64_t bytes, uint32_t channel)
{
    Node send = MakeNode(Kind::SEND, from, bytes);
    send.peer = to;
    send.channel = channel;
    send.match = static_cast<uint32_t>(m_nodes.size()) + 1;
    const uint32_t sendNumber = Add(send);

    Node recv = send;
    recv.kind = Kind::RECV;
    recv.rank = to;
    recv.peer = from;
    recv.match = sendNumber;
    return {sendNumber, Add(recv)};
}

uint32_t
CommunicationGraph::AddReduce(uint32_t rank, uint64_t bytes)
{
    return Add(MakeNode(Kind::REDUCE, rank, bytes));
}

uint32_t
CommunicationGraph::AddCopy(uint32_t rank, uint64_t bytes)
{
    return Add(MakeNode(Kind::COPY, rank, bytes));
}

uint32_t
CommunicationGraph::AddCompute(uint32_t rank, int64_t durationPs)
{
    Node node = MakeNode(Kind::COMPUTE, rank);
    node.timePs = durationPs;
    return Add(node);
}

uint32_t
CommunicationGraph::AddJoin(uint32_t rank, int64_t delayPs)
{
    Node node = MakeNode(Kind::JOIN, rank);
    node.timePs = delayPs;
    return Add(node);
}

uint16_t
CommunicationGraph::AddLabel(const std::string& text)
{
    const auto found = std::find(m_labels.begin(), m_labels.end(), text);
    if (found == m_labels.end() && m_labels.size() > UINT16_MAX)
    {
        Fail("too many labels; expected at most " + std::to_string(UINT16_MAX));
    }
    const auto number = static_cast<uint16_t>(found - m_labels.begin());
    if (found == m_labels.end())
    {
        m_labels.push_back(text);
    }
    return number;
}

std::vector<uint32_t>
CommunicationGraph::Append(const CommunicationGraph& other, const Placement& placement)
{
    CheckPlacement(placement, other.m_ranks, m_ranks);
    std::vector<uint16_t> labels(other.m_labels.size(), placement.label);
    for (std::size_t i = 0; placement.label == 0 && i < labels.size(); ++i)
    {
        labels[i] = AddLabel(other.m_labels[i]);
    }

    const auto base = static_cast<uint32_t>(m_nodes.size());
    const auto groups = AppendGroups(other, placement);
    for (Node node : other.m_nodes)
    {
        const bool aggregates = node.kind == Kind::AGGREGATE;
        node.match += aggregates ? groups.at(node.channel).operations : base;
        node.channel =
            aggregates ? groups[node.channel].channel : node.channel + placement.firstChannel;
        node.stream = static_cast<uint8_t>(node.stream + placement.firstStream);
        node.label = labels.at(node.label);
        node.rank = placement.ranks.at(node.rank);
        node.peer = node.IsTransfer() || aggregates ? placement.ranks.at(node.peer) : 0;
        Add(node);
    }

    std::vector<bool> waits(other.m_nodes.size(), false);
    std::vector<bool> isAwaited(other.m_nodes.size(), false);
    for (const auto& [before, after] : other.m_dependencies)
    {
        AddDependency(base + before, base + after);
        isAwaited.at(before) = true;
        waits.at(after) = true;
    }
    for (const auto& [before, after] : other.m_orders)
    {
        AddOrder(base + before, base + after);
    }
    std::vector<uint32_t> joins;
    for (const uint32_t rank : placement.ranks)
    {
        joins.push_back(AddJoin(rank));
    }
    for (uint32_t number = 0; number < other.m_nodes.size(); ++number)
    {
        const uint32_t rank = other.m_nodes[number].rank;
        if (!isAwaited[number])
        {
            AddDependency(base + number, joins[rank]);
        }
        if (!waits[number] && !placement.after.empty() && placement.after[rank] != NONE)
        {
            AddDependency(placement.after[rank], base + number);
        }
    }
    return joins;
}

void
CommunicationGraph::AddDependency(uint32_t before, uint32_t after)
{
    m_dependencies.emplace_back(before, after);
    m_isValid = false;
}

void
CommunicationGraph::AddOrder(uint32_t before, uint32_t after)
{
    m_orders.emplace_back(before, after);
    m_isValid = false;
}

void
CommunicationGraph::Validate() const
{
    if (m_isValid)
    {
        return;
    }
    CheckNodes();
    for (const auto& [before, after] : m_dependencies)
    {
        if (before >= m_nodes.size() || after >= m_nodes.size())
        {
            Fail("dependency of node " + std::to_string(after) + " on node " +
                 std::to_string(before) + ": there is no such node" +
                 (m_nodes.empty() ? "; the graph has no nodes" : UpTo(m_nodes.size())));
        }
    }
    CheckOrders();
    AggregateOperations(*this).Check();
    CheckAcyclic(*this);
    m_isValid = true;
}

/**
 * A property of one node holds for all nodes of its shape; whether a node and its match fit each
 * other depends on the shapes of both.
 */
void
CommunicationGraph::CheckNodes() const
{
    if (m_ranks == 0 && !m_nodes.empty())
    {
        Fail("it has nodes but no ranks");
    }
    std::vector<bool> isChecked(m_nodes.GetShapeCount(), false);
    std::vector<uint32_t> matchOfShape(m_nodes.GetShapeCount(), NONE); // shape that fits
    const auto count = static_cast<uint32_t>(m_nodes.size());
    for (uint32_t number = 0; number < count; ++number)
    {
        const uint32_t shape = m_nodes.GetShapeOf(number);
        const Node& node = m_nodes.GetRelative(number);
        if (!isChecked[shape])
        {
            if (node.rank >= m_ranks)
            {
                Fail(number, node, "this rank does not exist" + UpTo(m_ranks));
            }
            if (node.timePs < 0)
            {
                Fail(number, node, "a negative time, " + std::to_string(node.timePs) + " ps");
            }
            isChecked[shape] = true;
        }
        if (node.IsTransfer())
        {
            const uint32_t match = number + node.match;
            if (match >= count || m_nodes.GetShapeOf(match) != matchOfShape[shape])
            {
                CheckTransfer(number, m_nodes, m_ranks);
                matchOfShape[shape] = m_nodes.GetShapeOf(match);
            }
        }
    }
}

void
CommunicationGraph::CheckOrders() const
{
    for (const auto& [before, after] : m_orders)
    {
        for (const uint32_t number : {before, after})
        {
            if (number >= m_nodes.size() || m_nodes[number].kind != Kind::SEND)
            {
                Fail("order of nodes " + std::to_string(before) + " and " + std::to_string(after) +
                     ": node " + std::to_string(number) + " is not a SEND");
            }
        }
        if (m_nodes[before].rank != m_nodes[after].rank)
        {
            Fail("order of nodes " + std::to_string(before) + " and " + std::to_string(after) +
                 ": the nodes belong to ranks " + std::to_string(m_nodes[before].rank) + " and " +
                 std::to_string(m_nodes[after].rank) + "; expected one rank");
        }
    }
}

uint32_t
CommunicationGraph::Add(const Node& node)
{
    if (m_nodes.size() >= UINT32_MAX)
    {
        Fail("too many nodes; expected at most " + std::to_string(UINT32_MAX));
    }
    m_nodes.Add(node);
    m_isValid = false;
    return static_cast<uint32_t>(m_nodes.size() - 1);
}

} // namespace ns3
