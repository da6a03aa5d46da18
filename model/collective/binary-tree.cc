// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "binary-tree.h"

namespace ns3
{

BinaryTree::BinaryTree(const RankLayout& layout, uint32_t channel, bool second)
{
    const auto rankOf = [&layout, channel](uint32_t server, uint32_t link) {
        const auto& members = layout.GetMembers(server);
        return members[(uint64_t{channel} + link) % members.size()];
    };
    std::vector<uint32_t> heads;
    for (uint32_t server = 0; server < layout.GetServers(); ++server)
    {
        for (auto link = static_cast<uint32_t>(layout.GetMembers(server).size() - 1); link > 0;
             --link)
        {
            m_edges.push_back({rankOf(server, link), rankOf(server, link - 1)});
        }
        heads.push_back(rankOf(server, 0));
    }
    AddTree(heads, second);
}

BinaryTree::BinaryTree(const std::vector<uint32_t>& ranks, bool second)
{
    AddTree(ranks, second);
}

void
BinaryTree::AddTree(const std::vector<uint32_t>& heads, bool second)
{
    const uint64_t servers = heads.size();
    const auto headAt = [&heads, servers, second](uint64_t place) {
        const uint64_t other = servers % 2 == 0 ? servers - 1 - place : (place + 1) % servers;
        return heads[second ? other : place];
    };
    for (uint64_t bit = 1; bit < servers; bit *= 2)
    {
        for (uint64_t place = bit; place < servers; place += 2 * bit)
        {
            const uint64_t parent =
                ((place - bit) | (2 * bit)) < servers ? ((place - bit) | (2 * bit)) : place - bit;
            m_edges.push_back({headAt(place), headAt(parent)});
        }
    }
}

void
BinaryTree::AllReduce(CollectiveBuilder& builder,
                      const std::vector<BinaryTree>& trees,
                      uint32_t firstChunk)
{
    const size_t edges = trees.front().m_edges.size();
    const auto count = static_cast<uint32_t>(trees.size());
    for (size_t i = 0; i < edges; ++i)
    {
        for (uint32_t tree = 0; tree < count; ++tree)
        {
            const Edge& edge = trees[tree].m_edges[i];
            builder.SendAndReduce(edge.child, edge.parent, firstChunk + tree);
        }
    }
    for (size_t i = edges; i > 0; --i)
    {
        for (uint32_t tree = 0; tree < count; ++tree)
        {
            const Edge& edge = trees[tree].m_edges[i - 1];
            builder.Send(edge.parent, edge.child, firstChunk + tree);
        }
    }
}

} // namespace ns3
