// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "tree-collectives.h"

#include "power-of-two-fold.h"

#include <algorithm>

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

NS_OBJECT_ENSURE_REGISTERED(BinaryTreeAllReduce);

TypeId
BinaryTreeAllReduce::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<BinaryTreeAllReduce, ChunkedCollective>("ns3::BinaryTreeAllReduce");
    return tid;
}

void
BinaryTreeAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    BinaryTree(builder.GetLayout(), builder.GetChannel()).AllReduce(builder, 0);
}

NS_OBJECT_ENSURE_REGISTERED(DoubleBinaryTreeAllReduce);

TypeId
DoubleBinaryTreeAllReduce::GetTypeId()
{
    static TypeId tid = AddTurnBytes(
        MakeTypeId<DoubleBinaryTreeAllReduce, ChunkedCollective>("ns3::DoubleBinaryTreeAllReduce"));
    return tid;
}

ChunkSizes
DoubleBinaryTreeAllReduce::DoDivide(const RankLayout&, uint64_t bytes) const
{
    return Divide(bytes, 2);
}

void
DoubleBinaryTreeAllReduce::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t first = builder.GetChannel();
    const uint32_t second = builder.GetChannels() + builder.GetChannel();
    BinaryTree::AllReduce(
        builder,
        {BinaryTree(builder.GetLayout(), first), BinaryTree(builder.GetLayout(), second, true)},
        0);
}

NS_OBJECT_ENSURE_REGISTERED(BinomialTreeBroadcast);

TypeId
BinomialTreeBroadcast::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<BinomialTreeBroadcast, RootedCollective>("ns3::BinomialTreeBroadcast");
    return tid;
}

void
BinomialTreeBroadcast::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = PowerOfTwoUpTo(ranks - 1); distance > 0; distance /= 2)
    {
        for (uint32_t i = 0; i + distance < ranks; i += 2 * distance)
        {
            builder.Send(GetRank(builder, i), GetRank(builder, i + distance), 0);
            builder.AwaitAll(GetRank(builder, i));
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(BinomialTreeReduce);

TypeId
BinomialTreeReduce::GetTypeId()
{
    static TypeId tid = MakeTypeId<BinomialTreeReduce, RootedCollective>("ns3::BinomialTreeReduce");
    return tid;
}

void
BinomialTreeReduce::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        for (uint32_t i = 0; i + distance < ranks; i += 2 * distance)
        {
            builder.SendAndReduce(GetRank(builder, i + distance), GetRank(builder, i), 0);
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(BinomialTreeGather);

TypeId
BinomialTreeGather::GetTypeId()
{
    static TypeId tid = MakeTypeId<BinomialTreeGather, RootedCollective>("ns3::BinomialTreeGather");
    return tid;
}

void
BinomialTreeGather::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = 1; distance < ranks; distance *= 2)
    {
        for (uint32_t i = 0; i + distance < ranks; i += 2 * distance)
        {
            const uint32_t child = GetRank(builder, i + distance);
            const uint32_t count = std::min(distance, ranks - i - distance);
            builder.Send(child, GetRank(builder, i), {child, count});
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(BinomialTreeScatter);

TypeId
BinomialTreeScatter::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<BinomialTreeScatter, RootedCollective>("ns3::BinomialTreeScatter");
    return tid;
}

void
BinomialTreeScatter::DoWrite(CollectiveBuilder& builder) const
{
    const uint32_t ranks = builder.GetRanks();
    for (uint32_t distance = PowerOfTwoUpTo(ranks - 1); distance > 0; distance /= 2)
    {
        for (uint32_t i = 0; i + distance < ranks; i += 2 * distance)
        {
            const uint32_t child = GetRank(builder, i + distance);
            const uint32_t count = std::min(distance, ranks - i - distance);
            builder.Send(GetRank(builder, i), child, {child, count});
            builder.AwaitAll(GetRank(builder, i));
        }
    }
}

} // namespace ns3
