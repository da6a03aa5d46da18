// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-graph.h"

#include <algorithm>
#include <string>

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
      m_last(static_cast<size_t>(TrainingTraffic::COUNT), std::vector<uint32_t>(ranks, NONE))
{
}

uint32_t
TrainingGraph::Join(uint32_t rank, const std::vector<uint32_t>& nodes)
{
    std::vector<uint32_t> real(nodes);
    std::sort(real.begin(), real.end());
    real.erase(std::unique(real.begin(), real.end()), real.end());
    real.erase(std::remove(real.begin(), real.end(), NONE), real.end());
    if (real.size() == 1)
    {
        return real[0];
    }
    const uint32_t join = m_graph.AddJoin(rank);
    for (const uint32_t node : real)
    {
        m_graph.AddDependency(node, join);
    }
    return join;
}

uint32_t
TrainingGraph::Compute(uint32_t rank, int64_t lengthPs, uint16_t label, uint32_t after)
{
    const uint32_t node = m_graph.AddCompute(rank, lengthPs);
    m_graph.Edit(node, [label](auto& compute) { compute.label = label; });
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
    m_compute[rank] = Join(rank, {m_compute[rank], node});
}

std::vector<uint32_t>
TrainingGraph::Collective(TrainingTraffic traffic,
                          CollectiveOperation operation,
                          const std::vector<uint32_t>& group,
                          uint64_t bytes,
                          const std::vector<uint32_t>& after,
                          std::optional<TrainingTraffic> groupsOf)
{
    auto& last = m_last[static_cast<size_t>(traffic)];
    CommunicationGraph::Placement placement;
    placement.ranks = group;
    for (size_t i = 0; i < group.size(); ++i)
    {
        placement.after.push_back(Join(group[i], {after[i], last[group[i]]}));
    }
    if (bytes == 0)
    {
        return placement.after;
    }
    placement.firstChannel = StreamOf(traffic) * CHANNELS;
    placement.firstStream = StreamOf(traffic);
    placement.label =
        m_graph.AddLabel(std::string(GetTrafficName(traffic)) + " " + GetName(operation));
    const auto done =
        m_graph.Append(*m_collectives.Get(groupsOf.value_or(traffic), operation, group, bytes),
                       placement);
    for (size_t i = 0; i < group.size(); ++i)
    {
        last[group[i]] = done[i];
    }
    return done;
}

double
TrainingGraph::CountNodes(TrainingTraffic traffic,
                          CollectiveOperation operation,
                          const std::vector<std::vector<uint32_t>>& groups,
                          uint64_t bytes) const
{
    const auto ranks = static_cast<double>(groups.front().size());
    if (ranks < 2)
    {
        return 0;
    }
    // Predecessor and end of each rank.
    const double nodes =
        bytes == 0
            ? 0
            : static_cast<double>(
                  m_collectives.Get(traffic, operation, groups.front(), bytes)->GetNodes().size()) +
                  ranks;
    return static_cast<double>(groups.size()) * (ranks + nodes);
}

uint32_t
TrainingGraph::Transfer(uint32_t from, uint32_t to, uint64_t bytes, uint16_t label, uint32_t after)
{
    if (const auto timePs = m_collectives.GetTransferPs(from, to, bytes))
    {
        const uint32_t node = m_graph.AddJoin(to, *timePs);
        m_graph.Edit(node, [label](auto& join) { join.label = label; });
        m_graph.AddDependency(after, node);
        return node;
    }
    const auto [send, recv] =
        m_graph.AddTransfer(from, to, bytes, StreamOf(TrainingTraffic::PIPELINE) * CHANNELS);
    for (const uint32_t node : {send, recv})
    {
        m_graph.Edit(node, [label](auto& half) { half.label = label; });
    }
    m_graph.AddDependency(after, send);
    return recv;
}

} // namespace ns3
