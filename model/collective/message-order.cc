// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "message-order.h"

#include <algorithm>
#include <utility>

namespace ns3
{

bool
MessageOrder::Steps::Begin(uint32_t next)
{
    if (next > depth)
    {
        last = std::exchange(latest, {});
        depth = next;
    }
    return next == depth;
}

void
MessageOrder::BeginPass(uint32_t ranks)
{
    m_sends.assign(ranks, Steps());
    m_receives.assign(ranks, Steps());
}

uint32_t
MessageOrder::GetDepth(const std::vector<uint32_t>& nodes) const
{
    uint32_t depth = 0;
    for (const uint32_t node : nodes)
    {
        depth = std::max(depth, m_depth[node]);
    }
    return depth;
}

void
MessageOrder::Raise(uint32_t node, uint32_t depth)
{
    m_depth.resize(std::max<size_t>(m_depth.size(), size_t{node} + 1), 0);
    m_depth[node] = std::max(m_depth[node], depth);
}

const std::vector<MessageOrder::Message>&
MessageOrder::GetReceivedBefore(uint32_t to, uint32_t depth)
{
    Steps& receives = m_receives[to];
    receives.Begin(std::max(depth, receives.depth));
    return receives.last;
}

void
MessageOrder::Add(CommunicationGraph& graph,
                  const RankLayout& layout,
                  uint32_t send,
                  uint32_t depth,
                  bool hasTurns)
{
    const auto node = graph.GetNode(send);
    const auto isInServer = [&layout, &node](uint32_t peer) {
        return layout.GetServer(node.rank) == layout.GetServer(peer);
    };
    // With turns, a statement never belongs to an earlier step than the statement before it.
    Steps& sends = m_sends[node.rank];
    bool hasOrder = false;
    if (sends.Begin(hasTurns ? std::max(m_depth[send], sends.depth) : m_depth[send]))
    {
        for (const Message& last : sends.last)
        {
            // A queue pair keeps the order by itself if both messages use it; NVLink shares no link
            // with the network between servers.
            if (isInServer(last.peer) == isInServer(node.peer) &&
                (last.peer != node.peer || last.hasOrder))
            {
                graph.AddOrder(last.send, send);
                hasOrder = true;
            }
        }
        sends.latest.push_back({send, node.peer, hasOrder});
    }
    if (hasTurns)
    {
        Steps& receives = m_receives[node.peer];
        receives.Begin(std::max({depth, m_depth[send], receives.depth}));
        receives.latest.push_back({send, node.rank, hasOrder});
    }
}

} // namespace ns3
