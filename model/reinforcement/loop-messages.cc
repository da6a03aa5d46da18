// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "loop-messages.h"

#include "ns3/join-nodes.h"

#include <utility>

namespace ns3
{

LoopMessages::LoopMessages(CommunicationGraph& graph, const std::string& label, uint32_t channel)
    : m_graph(graph),
      m_label(graph.AddLabel(label)),
      m_channel(channel)
{
}

LoopMessages::Ends
LoopMessages::Send(uint32_t from, uint32_t to, uint64_t bytes, uint32_t after, uint32_t wish)
{
    const auto [send, recv] = m_graph.AddTransfer(from, to, bytes, m_channel, m_label);
    if (after != NONE)
    {
        m_graph.AddDependency(after, send);
    }
    if (wish != NONE)
    {
        m_graph.AddDependency(wish, recv);
    }
    m_bytes += bytes;
    return {send, recv};
}

uint32_t
LoopMessages::Join(uint32_t rank, std::vector<uint32_t> nodes)
{
    return JoinNodes(m_graph, rank, std::move(nodes));
}

std::vector<uint32_t>
LoopMessages::Append(const CommunicationGraph& collective,
                     const std::vector<uint32_t>& ranks,
                     const std::vector<uint32_t>& after)
{
    CommunicationGraph::Placement placement;
    placement.ranks = ranks;
    placement.after = after;
    placement.firstChannel = m_channel;
    placement.firstStream = 1; // copies of the collective do not hold up kernels
    placement.label = m_label;
    for (const auto& node : collective.GetNodes())
    {
        m_bytes += node.kind == CommunicationGraph::Kind::SEND ? node.bytes : 0;
    }
    return m_graph.Append(collective, placement);
}

} // namespace ns3
