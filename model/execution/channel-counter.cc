// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "channel-counter.h"

#include <algorithm>
#include <utility>

namespace ns3
{

ChannelCounter::ChannelCounter(const CommunicationGraph& graph)
    : m_channelOfNode(graph.GetNodes().size(), 0)
{
    const auto& nodes = graph.GetNodes();
    std::vector<std::pair<uint32_t, uint32_t>> channels; // rank and channel
    for (const auto& node : nodes)
    {
        if (node.kind == CommunicationGraph::Kind::SEND)
        {
            channels.emplace_back(node.rank, node.channel);
        }
    }
    std::sort(channels.begin(), channels.end());
    channels.erase(std::unique(channels.begin(), channels.end()), channels.end());
    m_inFlight.assign(channels.size(), 0);
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        if (nodes[number].kind == CommunicationGraph::Kind::SEND)
        {
            const auto place =
                std::lower_bound(channels.begin(),
                                 channels.end(),
                                 std::make_pair(nodes[number].rank, nodes[number].channel));
            m_channelOfNode[number] = static_cast<uint32_t>(place - channels.begin());
        }
    }
}

} // namespace ns3
