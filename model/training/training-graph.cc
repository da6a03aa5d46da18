// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-graph.h"

#include "ns3/join-nodes.h"

#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** Number of queue pairs that one traffic may have between two ranks. */
constexpr uint32_t CHANNELS = 64;

} // namespace

TrainingGraph::TrainingGraph(uint32_t ranks, TrainingCollectives& collectives)
    : m_collectives(collectives),
      m_graph(ranks),
      m_compute(ranks, NONE),
      m_last(static_cast<size_t>(TrainingTraffic::COUNT), std::vector<uint32_t>(ranks, NONE)),
      m_isHeld(m_last.size(), std::vector<bool>(ranks, false)),
      m_behind(ranks, {NONE, NONE})
{
}

uint32_t
TrainingGraph::Join(uint32_t rank, const std::vector<uint32_t>& nodes)
{
    const uint32_t joined = JoinNodes(m_graph, rank, nodes);
    return joined == NONE ? m_graph.AddJoin(rank) : joined;
}

uint32_t
TrainingGraph::Compute(uint32_t rank, int64_t lengthPs, uint16_t label, uint32_t after)
{
    const uint32_t node = m_graph.AddCompute(rank, lengthPs, label);
    if (after != NONE)
    {
        m_graph.AddDependency(after, node);
    }
    if (m_compute[rank] != NONE && m_compute[rank] != after)
    {
        m_graph.AddDependency(m_compute[rank], node);
    }
    m_compute[rank] = node;
    return node;
}

void
TrainingGraph::Hold(uint32_t rank, uint32_t node)
{
    const bool isBehind = m_behind[rank] == std::make_pair(node, m_compute[rank]);
    m_compute[rank] = isBehind ? node : Join(rank, {m_compute[rank], node});
    for (size_t traffic = 0; traffic < m_last.size(); ++traffic)
    {
        m_isHeld[traffic][rank] = m_isHeld[traffic][rank] || m_last[traffic][rank] == node;
    }
}

std::vector<uint32_t>
TrainingGraph::Collective(TrainingTraffic traffic,
                          CollectiveOperation operation,
                          const std::vector<uint32_t>& group,
                          uint64_t bytes,
                          const std::vector<uint32_t>& after,
                          std::optional<TrainingTraffic> groupsOf,
                          const TrainingOperation::Routing& routing)
{
    auto& last = m_last[static_cast<size_t>(traffic)];
    auto& held = m_isHeld[static_cast<size_t>(traffic)];
    CommunicationGraph::Placement placement;
    placement.ranks = group;
    for (size_t i = 0; i < group.size(); ++i)
    {
        const uint32_t rank = group[i];
        const bool isKnown = after[i] == m_compute[rank] && held[rank];
        placement.after.push_back(isKnown ? after[i] : Join(rank, {after[i], last[rank]}));
    }
    if (bytes == 0)
    {
        return placement.after;
    }
    placement.firstChannel = StreamOf(traffic) * CHANNELS;
    placement.firstStream = StreamOf(traffic);
    placement.label =
        m_graph.AddLabel(std::string(GetTrafficName(traffic)) + " " + GetName(operation));
    const auto graph =
        m_collectives.Get(groupsOf.value_or(traffic), operation, group, bytes, routing);
    const auto done = m_graph.Append(*graph, placement);
    for (size_t i = 0; i < group.size(); ++i)
    {
        last[group[i]] = done[i];
        held[group[i]] = false;
        m_behind[group[i]] = {done[i], after[i]};
    }
    return done;
}

double
TrainingGraph::CountNodes(TrainingTraffic traffic,
                          CollectiveOperation operation,
                          const std::vector<std::vector<uint32_t>>& groups,
                          uint64_t bytes,
                          bool isJoined,
                          const TrainingOperation::Routing& routing) const
{
    const auto ranks = static_cast<double>(groups.front().size());
    if (ranks < 2)
    {
        return 0;
    }
    double nodes = isJoined ? ranks : 0;
    if (bytes > 0)
    {
        const auto graph = m_collectives.Get(traffic, operation, groups.front(), bytes, routing);
        nodes += static_cast<double>(graph->GetNodes().size());
        nodes += graph->GetLaws().empty() ? ranks : 0; // ends of the ranks
    }
    return static_cast<double>(groups.size()) * nodes;
}

uint32_t
TrainingGraph::Transfer(uint32_t from, uint32_t to, uint64_t bytes, uint16_t label, uint32_t after)
{
    if (const auto timePs = m_collectives.GetTransferPs(from, to, bytes))
    {
        const uint32_t node = m_graph.AddJoin(to, *timePs, label);
        m_graph.AddDependency(after, node);
        return node;
    }
    const auto [send, recv] =
        m_graph.AddTransfer(from, to, bytes, StreamOf(TrainingTraffic::PIPELINE) * CHANNELS, label);
    m_graph.AddDependency(after, send);
    return recv;
}

} // namespace ns3
