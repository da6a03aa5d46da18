// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/communication-graph.h"
#include "ns3/dependency-counter.h"
#include "ns3/graph-node-list.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;

namespace
{

/** Any node of few values, so that many are alike. */
GraphNode
MakeNode(std::mt19937& random, uint32_t nodes)
{
    GraphNode node;
    node.kind = static_cast<GraphNodeKind>(random() % 7);
    node.bytes = random() % 2 ? 1000 : uint64_t{1} << 40;
    node.timePs = static_cast<int64_t>(random() % 2);
    node.rank = random() % 3;
    node.peer = random() % 3;
    node.match = random() % nodes;
    node.channel = random() % 2;
    node.stream = static_cast<uint8_t>(random() % 2);
    node.serviceLevel = static_cast<int16_t>(random() % 2) - 1;
    node.label = static_cast<uint16_t>(random() % 2);
    node.operation = random() % 2 ? AggregationOperation::BARRIER : AggregationOperation::BROADCAST;
    return node;
}

} // namespace

/** Whatever is added and changed, the list holds what a vector of nodes would. */
TEST(GraphNodeList, IsLikeAVector)
{
    constexpr uint32_t NODES = 3000;
    std::mt19937 random(1);
    GraphNodeList list;
    std::vector<GraphNode> nodes;
    for (uint32_t i = 0; i < NODES; ++i)
    {
        nodes.push_back(MakeNode(random, NODES));
        list.Add(nodes.back());
        const uint32_t changed = random() % nodes.size();
        nodes[changed] = MakeNode(random, NODES);
        list.Set(changed, nodes[changed]);
        if (i == NODES / 2)
        {
            list.Settle();
        }
    }
    ASSERT_EQ(list.size(), nodes.size());
    for (uint32_t i = 0; i < NODES; ++i)
    {
        ASSERT_TRUE(list[i] == nodes[i]) << i;
        GraphNode shape = list.GetRelative(i);
        shape.match += shape.IsTransfer() ? i : 0;
        ASSERT_TRUE(shape == nodes[i]) << i;
    }
    uint32_t number = 0;
    for (const auto& node : list)
    {
        ASSERT_TRUE(node == nodes[number++]);
    }
    EXPECT_EQ(number, NODES);
    EXPECT_TRUE(list.back() == nodes.back());
    EXPECT_THROW(list.at(NODES), std::out_of_range);
    const GraphNodeList copy = list;
    list.Set(0, GraphNode());
    EXPECT_TRUE(copy[0] == nodes[0]);
}

/**
 * Ring among n ranks, h hops of each of n chunks: messages of a rank to its neighbour are alike, so
 * there are n SENDs and n RECVs, and with nodes changed one by one in between no more.
 */
TEST(GraphNodeList, RepeatedNodesAreKeptOnce)
{
    constexpr uint32_t RANKS = 8;
    CommunicationGraph graph(RANKS);
    for (uint32_t chunk = 0; chunk < RANKS; ++chunk)
    {
        for (uint32_t hop = 0; hop < 20; ++hop)
        {
            graph.AddTransfer((chunk + hop) % RANKS, (chunk + hop + 1) % RANKS, 1000);
        }
    }
    EXPECT_EQ(graph.GetNodes().size(), 2 * 20 * RANKS);
    EXPECT_EQ(graph.GetNodes().GetShapeCount(), 2 * RANKS);
    EXPECT_EQ(graph.GetNodes().GetShapeOf(0), graph.GetNodes().GetShapeOf(2 * RANKS));
    EXPECT_EQ(graph.GetNode(2 * RANKS).match, 2 * RANKS + 1);
}

/** Layers of a model: the same nodes for each of 12 layers, of which the last one has one more. */
TEST(GraphNodeList, LayersShareNodes)
{
    constexpr uint32_t RANKS = 600;
    CommunicationGraph graph(RANKS);
    const uint16_t label = graph.AddLabel("forward");
    for (uint32_t layer = 0; layer < 12; ++layer)
    {
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            graph.AddCompute(rank, 1000, label);
        }
    }
    EXPECT_EQ(graph.GetNodes().GetShapeCount(), RANKS);
}

/** The shape of a single node is changed in place, any number of times: one more shape. */
TEST(GraphNodeList, ChangesTakeNoMemory)
{
    CommunicationGraph graph(2);
    const uint32_t first = graph.AddCompute(0, 1);
    graph.AddCompute(0, 1);
    for (int64_t timePs = 2; timePs < 1000; ++timePs)
    {
        graph.Edit(first, [timePs](auto& node) { node.timePs = timePs; });
    }
    EXPECT_EQ(graph.GetNode(first).timePs, 999);
    EXPECT_EQ(graph.GetNode(first + 1).timePs, 1);
    EXPECT_EQ(graph.GetNodes().GetShapeCount(), 2u);
}

/** The numbers that a byte holds, and those behind them. */
TEST(DependencyCounter, CountsFewAndMany)
{
    const std::vector<uint32_t> counts{1, 253, 254, 255, 256, 257, 1000};
    CommunicationGraph graph(1);
    for (uint32_t i = 0; i < 1000 + counts.size(); ++i)
    {
        graph.AddJoin(0);
    }
    for (size_t i = 0; i < counts.size(); ++i)
    {
        for (uint32_t before = 0; before < counts[i]; ++before)
        {
            graph.AddDependency(before, static_cast<uint32_t>(1000 + i));
        }
    }
    DependencyCounter counter(graph);
    for (size_t i = 0; i < counts.size(); ++i)
    {
        SCOPED_TRACE(counts[i]);
        const auto node = static_cast<uint32_t>(1000 + i);
        EXPECT_EQ(counter.GetCount(node), counts[i]);
        counter.Add(node);
        EXPECT_EQ(counter.GetCount(node), counts[i] + 1);
        const auto releaseAll = [&] {
            for (uint32_t left = counts[i]; left > 0; --left)
            {
                ASSERT_FALSE(counter.Release(node));
                ASSERT_EQ(counter.GetCount(node), left);
            }
            EXPECT_TRUE(counter.Release(node));
            EXPECT_TRUE(counter.IsReady(node));
        };
        releaseAll();
        counter.Reset(node, counts[i] + 1);
        releaseAll();
    }
}

TEST(DependencyCounter, CountsWhatHasToLeaveBefore)
{
    CommunicationGraph graph(2);
    for (uint32_t i = 0; i < 3; ++i)
    {
        graph.AddTransfer(0, 1, 1); // SENDs 0, 2, 4
    }
    graph.AddOrder(0, 4);
    graph.AddOrder(0, 2);
    graph.AddDependency(1, 4);
    const DependencyCounter counter(graph);
    EXPECT_EQ(counter.GetCount(2), 1u);
    EXPECT_EQ(counter.GetCount(4), 2u);
    const uint32_t* const followers = counter.GetFollowers().Get(0);
    EXPECT_EQ(std::vector<uint32_t>(followers, followers + 3), (std::vector<uint32_t>{2, 2, 4}));
    EXPECT_EQ(counter.GetFollowers().Get(1)[0], 0u);
    EXPECT_EQ(DependencyCounter(CommunicationGraph(1)).GetFollowers().Get(0)[0], 0u);
}

/** 0 -> 1, 2, 3 and 4 -> 5, 6, 7 are lists that are alike; successors come in ascending order. */
TEST(DependencyCounter, CompletesInOrder)
{
    CommunicationGraph graph(1);
    for (uint32_t i = 0; i < 8; ++i)
    {
        graph.AddJoin(0);
    }
    for (const uint32_t after : {3, 1, 2})
    {
        graph.AddDependency(0, after);
        graph.AddDependency(4, after + 4);
    }
    graph.AddDependency(5, 1); // backwards
    DependencyCounter counter(graph);
    EXPECT_TRUE(counter.IsReady(0));
    EXPECT_EQ(counter.GetCount(1), 2u);
    std::vector<uint32_t> ready;
    counter.Complete(4, ready);
    EXPECT_EQ(ready, (std::vector<uint32_t>{5, 6, 7}));
    counter.Complete(0, ready);
    EXPECT_EQ(ready, (std::vector<uint32_t>{5, 6, 7, 2, 3}));
    counter.Complete(5, ready);
    EXPECT_EQ(ready, (std::vector<uint32_t>{5, 6, 7, 2, 3, 1}));
    counter.Complete(7, ready);
    EXPECT_EQ(ready.size(), 6u);
}
