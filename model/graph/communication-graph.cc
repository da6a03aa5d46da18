// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "communication-graph.h"

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
CommunicationGraph::AddTransfer(uint32_t from,
                                uint32_t to,
                                uint64_t bytes,
                                uint32_t channel,
                                uint16_t label)
{
    Node send = MakeNode(Kind::SEND, from, bytes);
    send.peer = to;
    send.channel = channel;
    send.label = label;
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
CommunicationGraph::AddCompute(uint32_t rank, int64_t durationPs, uint16_t label)
{
    Node node = MakeNode(Kind::COMPUTE, rank);
    node.timePs = durationPs;
    node.label = label;
    return Add(node);
}

uint32_t
CommunicationGraph::AddJoin(uint32_t rank, int64_t delayPs, uint16_t label)
{
    Node node = MakeNode(Kind::JOIN, rank);
    node.timePs = delayPs;
    node.label = label;
    return Add(node);
}

uint32_t
CommunicationGraph::AddGroup(const Group& group)
{
    const auto found = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group& other) {
        return other.ranks == group.ranks && other.streaming == group.streaming &&
               other.channel == group.channel;
    });
    if (found != m_groups.end())
    {
        return static_cast<uint32_t>(found - m_groups.begin());
    }
    std::vector<bool> taken(m_ranks, false);
    for (const uint32_t rank : group.ranks)
    {
        if (rank >= m_ranks || taken[rank])
        {
            Fail("a group with rank " + std::to_string(rank) +
                 (rank < m_ranks ? " twice" : ", which does not exist"));
        }
        taken[rank] = true;
    }
    if (group.ranks.empty())
    {
        Fail("a group without ranks; expected at least one");
    }
    m_groups.push_back({group.ranks, group.streaming, group.channel, 0});
    m_isValid = false;
    return static_cast<uint32_t>(m_groups.size() - 1);
}

std::vector<uint32_t>
CommunicationGraph::AddAggregate(uint32_t group,
                                 AggregationOperation operation,
                                 uint64_t bytes,
                                 uint32_t root)
{
    Node node;
    node.kind = Kind::AGGREGATE;
    node.operation = operation;
    node.bytes = bytes;
    node.peer = root;
    node.channel = group;
    node.match = m_groups.at(group).operations++;
    std::vector<uint32_t> numbers;
    for (const uint32_t rank : m_groups[group].ranks)
    {
        node.rank = rank;
        numbers.push_back(Add(node));
    }
    return numbers;
}

uint32_t
CommunicationGraph::AddLaw(const std::shared_ptr<const CommunicationGraph>& law)
{
    const auto found = std::find(m_laws.begin(), m_laws.end(), law);
    const auto number = static_cast<uint32_t>(found - m_laws.begin());
    if (found == m_laws.end())
    {
        m_laws.push_back(law);
    }
    return number;
}

std::vector<uint32_t>
CommunicationGraph::AddCollective(const std::shared_ptr<const CommunicationGraph>& law,
                                  const std::vector<uint32_t>& ranks)
{
    Node node;
    node.kind = Kind::COLLECTIVE;
    node.peer = AddLaw(law);
    node.match = static_cast<uint32_t>(m_nodes.size());
    std::vector<uint32_t> numbers;
    for (const uint32_t rank : ranks)
    {
        node.rank = rank;
        numbers.push_back(Add(node));
    }
    return numbers;
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

/**
 * @return by group of the other graph: its number here as channel, and the operations it had before
 */
std::vector<CommunicationGraph::Group>
CommunicationGraph::AppendGroups(const CommunicationGraph& other, const Placement& placement)
{
    std::vector<Group> groups;
    for (const Group& there : other.m_groups)
    {
        Group here{{}, there.streaming, there.channel + placement.firstChannel, 0};
        for (const uint32_t rank : there.ranks)
        {
            here.ranks.push_back(placement.ranks.at(rank));
        }
        const uint32_t number = AddGroup(here);
        groups.push_back({{}, there.streaming, number, m_groups[number].operations});
        m_groups[number].operations += there.operations;
    }
    return groups;
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
    std::vector<uint32_t> laws; // numbers here
    for (const auto& law : other.m_laws)
    {
        laws.push_back(AddLaw(law));
    }
    for (Node node : other.m_nodes)
    {
        const bool aggregates = node.kind == Kind::AGGREGATE;
        node.match += aggregates           ? groups.at(node.channel).operations
                      : node.MatchesNode() ? base
                                           : 0;
        node.channel =
            aggregates ? groups[node.channel].channel : node.channel + placement.firstChannel;
        node.stream = static_cast<uint8_t>(node.stream + placement.firstStream);
        node.label = labels.at(node.label);
        node.rank = placement.ranks.at(node.rank);
        node.peer = node.kind == Kind::COLLECTIVE     ? laws.at(node.peer)
                    : node.IsTransfer() || aggregates ? placement.ranks.at(node.peer)
                                                      : 0;
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
    // A part of a collective is the only node of its rank, or needs a JOIN like any other node.
    const bool isLaw = other.m_laws.size() == 1 && other.m_nodes.size() == other.m_ranks;
    std::vector<uint32_t> ends;
    for (uint32_t rank = 0; rank < other.m_ranks; ++rank)
    {
        ends.push_back(isLaw ? base + rank : AddJoin(placement.ranks[rank]));
    }
    for (uint32_t number = 0; number < other.m_nodes.size(); ++number)
    {
        const uint32_t rank = other.m_nodes[number].rank;
        if (!isAwaited[number] && !isLaw)
        {
            AddDependency(base + number, ends[rank]);
        }
        if (!waits[number] && !placement.after.empty() && placement.after[rank] != NONE)
        {
            AddDependency(placement.after[rank], base + number);
        }
    }
    return ends;
}

void
CommunicationGraph::AddDependency(uint32_t before, uint32_t after)
{
    m_dependencies.Add(before, after);
    m_isValid = false;
}

void
CommunicationGraph::AddOrder(uint32_t before, uint32_t after)
{
    m_orders.Add(before, after);
    m_isValid = false;
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
