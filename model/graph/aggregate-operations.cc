// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregate-operations.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace ns3
{

using Kind = CommunicationGraph::Kind;

AggregateOperations::AggregateOperations(const CommunicationGraph& graph)
    : m_graph(graph)
{
    const auto& groups = graph.GetGroups();
    const auto& nodes = graph.GetNodes();
    for (const auto& group : groups)
    {
        m_nodes.emplace_back(group.operations);
    }
    if (groups.empty())
    {
        return;
    }
    m_first.resize(nodes.size());
    std::iota(m_first.begin(), m_first.end(), 0);
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto& node = nodes[number];
        if (node.kind == Kind::AGGREGATE && node.channel < groups.size() &&
            node.match < groups[node.channel].operations)
        {
            auto& operation = m_nodes[node.channel][node.match];
            operation.push_back(number);
            m_first[number] = operation.front();
        }
    }
}

uint32_t
AggregateOperations::GetEnd(uint32_t number) const
{
    const auto& node = m_graph.GetNodes()[number];
    return node.kind == Kind::AGGREGATE ? m_nodes[node.channel][node.match].back() + 1 : number + 1;
}

void
AggregateOperations::Check() const
{
    const auto& nodes = m_graph.GetNodes();
    const auto& groups = m_graph.GetGroups();
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto& node = nodes.GetRelative(number); // no RECV or SEND: match is absolute
        if (node.kind == Kind::AGGREGATE &&
            (node.channel >= groups.size() || node.match >= groups[node.channel].operations))
        {
            throw InputError("communication graph: node " + std::to_string(number) +
                             " belongs to operation " + std::to_string(node.match) + " of group " +
                             std::to_string(node.channel) + ", which does not exist");
        }
    }
    for (uint32_t group = 0; group < groups.size(); ++group)
    {
        for (uint32_t operation = 0; operation < groups[group].operations; ++operation)
        {
            CheckOperation(group, operation);
        }
    }
}

void
AggregateOperations::CheckOperation(uint32_t group, uint32_t operation) const
{
    const auto fail = [&](const std::string& problem) {
        throw InputError("communication graph: operation " + std::to_string(operation) +
                         " of group " + std::to_string(group) + " " + problem);
    };
    const auto& nodes = m_graph.GetNodes();
    const auto& numbers = m_nodes[group][operation];
    std::vector<uint32_t> ranks;
    for (const uint32_t number : numbers)
    {
        const auto& node = nodes[number];
        const auto& first = nodes[numbers.front()];
        ranks.push_back(node.rank);
        if (node.bytes != first.bytes || node.operation != first.operation ||
            node.peer != first.peer)
        {
            fail("differs between rank " + std::to_string(first.rank) + " and rank " +
                 std::to_string(node.rank));
        }
        if ((node.operation == AggregationOperation::BARRIER) != (node.bytes == 0))
        {
            fail("is a " + std::string(ToString(node.operation)) + " of " +
                 std::to_string(node.bytes) +
                 " bytes; expected 0 for a barrier, at least 1 otherwise");
        }
    }
    auto members = m_graph.GetGroups()[group].ranks;
    std::sort(members.begin(), members.end());
    std::sort(ranks.begin(), ranks.end());
    if (ranks != members)
    {
        fail("has " + std::to_string(ranks.size()) + " nodes for " +
             std::to_string(members.size()) + " members; expected one node per member");
    }
    const auto& first = nodes[numbers.front()];
    if (HasRoot(first.operation) && !std::binary_search(members.begin(), members.end(), first.peer))
    {
        fail("has rank " + std::to_string(first.peer) + " as its root; expected a member");
    }
}

} // namespace ns3
