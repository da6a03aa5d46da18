// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregate-runner.h"

#include <algorithm>
#include <utility>

namespace ns3
{

AggregateRunner::~AggregateRunner()
{
    Clear();
}

void
AggregateRunner::SetMembers(Members members, AggregateClient* client)
{
    m_members = std::move(members);
    m_client = client;
    for (const auto& group : m_members)
    {
        for (const auto& member : group)
        {
            member->SetCompletionCallback(MakeCallback(&AggregateRunner::OnCompletion, this));
        }
    }
}

void
AggregateRunner::Clear()
{
    for (const auto& group : m_members)
    {
        for (const auto& member : group)
        {
            member->SetCompletionCallback({});
        }
    }
    m_members.clear();
}

AggregationMember&
AggregateRunner::Find(const CommunicationGraph& graph, uint32_t group, uint32_t rank) const
{
    const auto& ranks = graph.GetGroups()[group].ranks;
    const auto place = std::find(ranks.begin(), ranks.end(), rank);
    return *m_members[group][static_cast<size_t>(place - ranks.begin())];
}

void
AggregateRunner::Start(const CommunicationGraph& graph, uint32_t number)
{
    const auto& node = graph.GetNodes()[number];
    AggregationRequest request;
    request.workId = number;
    request.bytes = node.bytes;
    request.order = node.match + (m_places.empty() ? 0 : m_places[node.channel].shift);
    request.operation = node.operation;
    if (HasRoot(node.operation))
    {
        request.root = Find(graph, node.channel, node.peer).GetSettings().member;
    }
    Find(graph, node.channel, node.rank).Post(request);
}

void
AggregateRunner::Continue(const CommunicationGraph& graph, uint32_t begin, uint32_t end)
{
    if (graph.GetGroups().empty())
    {
        return;
    }

    struct Range
    {
        uint32_t first{UINT32_MAX};
        uint32_t last{0};
    };

    std::vector<Range> ranges(graph.GetGroups().size());
    m_places.resize(ranges.size());
    for (uint32_t number = begin; number < end; ++number)
    {
        const auto& node = graph.GetNodes()[number];
        if (node.kind == CommunicationGraph::Kind::AGGREGATE)
        {
            Range& range = ranges[node.channel];
            range.first = std::min(range.first, node.match);
            range.last = std::max(range.last, node.match);
        }
    }
    for (size_t group = 0; group < ranges.size(); ++group)
    {
        const Range& range = ranges[group];
        if (range.first <= range.last)
        {
            m_places[group].shift = m_places[group].next - range.first;
            m_places[group].next += range.last - range.first + 1;
        }
    }
}

void
AggregateRunner::OnCompletion(const AggregationCompletion& completion)
{
    m_client->OnAggregateDone(static_cast<uint32_t>(completion.workId),
                              completion.finishedPs,
                              completion.success);
}

std::string
AggregateRunner::DescribeWait(const CommunicationGraph& graph, uint32_t number) const
{
    const auto& node = graph.GetNodes()[number];
    return Find(graph, node.channel, node.rank).DescribeWait();
}

} // namespace ns3
