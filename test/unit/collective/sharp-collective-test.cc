// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-case.h"
#include "error-message.h"
#include "has-text.h"

#include "ns3/communication-graph.h"
#include "ns3/graph-check.h"
#include "ns3/input-error.h"
#include "ns3/sharp-collectives.h"
#include "ns3/two-level-collectives.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace
{

using collective::AllReduced;
using collective::Case;
using collective::ExpectRight;
using collective::Make;
using collective::Servers;
using Kind = CommunicationGraph::Kind;
using Operation = AggregationOperation;

/** Expects CheckGraph() to refuse a graph with these words. */
void
ExpectInvalid(const CommunicationGraph& graph, const std::string& words)
{
    const auto message = MessageOf<InputError>([&] { CheckGraph(graph); });
    EXPECT_TRUE(Has(message, words)) << message << "; expected: " << words;
}

TEST(SharpCollectiveTest, AnAllReduceIsOneOperationOfAllRanks)
{
    const auto algorithm = CreateObject<SharpAllReduce>();
    const auto graph = algorithm->Build(5, 1'000'000);
    ASSERT_EQ(graph.GetGroups().size(), 1u);
    EXPECT_TRUE(graph.GetGroups()[0].streaming);
    EXPECT_EQ(graph.GetGroups()[0].ranks, (std::vector<uint32_t>{0, 1, 2, 3, 4}));
    ASSERT_EQ(graph.GetNodes().size(), 5u);
    for (const auto& node : graph.GetNodes())
    {
        EXPECT_EQ(node.kind, Kind::AGGREGATE);
        EXPECT_EQ(node.operation, Operation::ALL_REDUCE);
        EXPECT_EQ(node.bytes, 1'000'000u);
    }
    EXPECT_DOUBLE_EQ(algorithm->GetBusFactor(5), 1.6);
}

TEST(SharpCollectiveTest, SmallOnesUseALowLatencyTree)
{
    const auto algorithm = CreateObject<SharpAllReduce>();
    algorithm->SetAttribute("StreamingBytes", UintegerValue(4096));
    EXPECT_FALSE(algorithm->Build(2, 4095).GetGroups()[0].streaming);
    EXPECT_TRUE(algorithm->Build(2, 4096).GetGroups()[0].streaming);
}

TEST(SharpCollectiveTest, LongOnesAreCutEvenly)
{
    const auto algorithm = CreateObject<SharpAllReduce>();
    algorithm->SetAttribute("MaxMessageBytes", UintegerValue(400));
    const auto graph = algorithm->Build(2, 1000); // three parts: 334, 333, 333
    ASSERT_EQ(graph.GetNodes().size(), 6u);
    EXPECT_EQ(graph.GetNodes()[0].bytes, 334u);
    EXPECT_EQ(graph.GetNodes()[2].bytes, 333u);
    EXPECT_EQ(graph.GetNodes()[4].bytes, 333u);
    EXPECT_EQ(graph.GetGroups()[0].operations, 3u);
}

TEST(SharpCollectiveTest, ReduceAndBroadcastHaveARoot)
{
    const auto reduce = CreateObject<SharpReduce>();
    reduce->SetAttribute("Root", UintegerValue(2));
    EXPECT_EQ(reduce->Build(3, 10).GetNodes()[0].peer, 2u);
    EXPECT_EQ(reduce->Build(3, 10).GetNodes()[0].operation, Operation::REDUCE);
    EXPECT_THROW(reduce->Build(2, 10), InputError);
    const auto broadcast = CreateObject<SharpBroadcast>();
    EXPECT_EQ(broadcast->Build(3, 10).GetNodes()[1].operation, Operation::BROADCAST);
    EXPECT_EQ(CreateObject<SharpBarrier>()->Build(3, 10).GetNodes()[1].bytes, 0u);
}

TEST(SharpCollectiveTest, TwoLevelsGiveTheSumToAll)
{
    const Case twoLevel{"SharpTwoLevelAllReduce", AllReduced, nullptr, nullptr};
    for (const char* slice : {"0", "64"})
    {
        for (const auto& sizes :
             std::vector<std::vector<uint32_t>>{{1, 1}, {2, 2}, {4, 4, 4}, {3, 3, 3, 3, 3}})
        {
            ExpectRight(twoLevel, Servers(sizes), 1000, {{"SliceBytes", slice}});
            ExpectRight(twoLevel,
                        Servers(sizes),
                        1000,
                        {{"SliceBytes", slice}, {"MaxMessageBytes", "100"}});
        }
    }
    EXPECT_THROW(Make(twoLevel)->Build(Servers({2, 1}), 1000), InputError);
}

TEST(SharpCollectiveTest, TwoLevelsHaveAGroupPerRail)
{
    const auto algorithm = CreateObject<SharpTwoLevelAllReduce>();
    const auto graph = algorithm->Build(Servers({4, 4, 4}), 400'000);
    ASSERT_EQ(graph.GetGroups().size(), 4u);
    EXPECT_EQ(graph.GetGroups()[1].ranks, (std::vector<uint32_t>{1, 5, 9}));
    uint64_t sent = 0;
    uint64_t aggregated = 0;
    for (const auto& node : graph.GetNodes())
    {
        sent += node.kind == Kind::SEND ? node.bytes : 0;
        aggregated += node.kind == Kind::AGGREGATE ? node.bytes : 0;
    }
    EXPECT_EQ(sent, 12u * 2 * 3 * 100'000); // to the three others of a server, twice
    EXPECT_EQ(aggregated, 12u * 100'000);
}

TEST(AggregateGraphTest, TheSameGroupIsFoundAgain)
{
    CommunicationGraph graph(4);
    const auto group = graph.AddGroup({{0, 1}, true});
    EXPECT_EQ(graph.AddGroup({{0, 1}, true}), group);
    EXPECT_NE(graph.AddGroup({{0, 1}, false}), group);
    EXPECT_NE(graph.AddGroup({{0, 1}, true, 1}), group);
    EXPECT_NE(graph.AddGroup({{1, 0}, true}), group);
    EXPECT_THROW(graph.AddGroup({{0, 4}, true}), InputError);
    EXPECT_THROW(graph.AddGroup({{3, 3}, true}), InputError);
    EXPECT_THROW(graph.AddGroup({}), InputError);
}

TEST(AggregateGraphTest, AppendedGraphsShareGroups)
{
    CommunicationGraph part(2);
    part.AddAggregate(part.AddGroup({{0, 1}, true}), Operation::BROADCAST, 100, 1);
    CommunicationGraph graph(4);
    const auto first = graph.Append(part, {{3, 1}, {}, 0, 0, 0});
    graph.Append(part, {{3, 1}, first, 0, 0, 0});
    graph.Append(part, {{0, 1}, {}, 0, 0, 0});
    graph.Append(part, {{3, 1}, {}, 7, 0, 0}); // a channel of its own
    CheckGraph(graph);
    ASSERT_EQ(graph.GetGroups().size(), 3u);
    EXPECT_EQ(graph.GetGroups()[0].ranks, (std::vector<uint32_t>{3, 1}));
    EXPECT_EQ(graph.GetGroups()[0].operations, 2u);
    EXPECT_EQ(graph.GetGroups()[2].channel, 7u);
    // Two aggregates and two joins each: node 5 is of rank 1 in the second operation.
    const auto& node = graph.GetNodes()[5];
    EXPECT_EQ(node.kind, Kind::AGGREGATE);
    EXPECT_EQ(node.rank, 1u);
    EXPECT_EQ(node.peer, 1u);
    EXPECT_EQ(node.match, 1u);
    EXPECT_EQ(node.channel, 0u);
}

TEST(AggregateGraphTest, OperationsAreChecked)
{
    CommunicationGraph graph(3);
    const auto group = graph.AddGroup({{0, 1}, true});
    const auto nodes = graph.AddAggregate(group, Operation::ALL_REDUCE, 100);
    CheckGraph(graph);
    graph.Edit(nodes[1], [&](auto& node) { node.bytes = 99; });
    ExpectInvalid(graph, "differs between rank 0 and rank 1");
    graph.Edit(nodes[1], [&](auto& node) { node.bytes = 100; });
    graph.Edit(nodes[1], [&](auto& node) { node.rank = 2; });
    ExpectInvalid(graph, "expected one node per member");
    graph.Edit(nodes[1], [&](auto& node) { node.rank = 1; });
    graph.Edit(nodes[1], [&](auto& node) { node.match = 1; });
    ExpectInvalid(graph, "operation 1 of group 0, which does not exist");

    CommunicationGraph barrier(2);
    barrier.AddAggregate(barrier.AddGroup({{0, 1}}), Operation::BARRIER, 1);
    ExpectInvalid(barrier, "expected 0 for a barrier");

    CommunicationGraph reduce(3);
    reduce.AddAggregate(reduce.AddGroup({{0, 1}}), Operation::REDUCE, 1, 2);
    ExpectInvalid(reduce, "has rank 2 as its root");
}

TEST(AggregateGraphTest, MembersThatWaitForEachOtherAreACycle)
{
    // Rank 0 sends to rank 1 behind the all-reduce what rank 1 wants before it.
    CommunicationGraph graph(2);
    const auto nodes =
        graph.AddAggregate(graph.AddGroup({{0, 1}, true}), Operation::ALL_REDUCE, 100);
    const auto [send, recv] = graph.AddTransfer(0, 1, 10);
    graph.AddDependency(nodes[0], send);
    CheckGraph(graph);
    graph.AddDependency(recv, nodes[1]);
    ExpectInvalid(graph, "which waits for");
}

TEST(AggregateGraphTest, TheOrderInAGroupMayNotBeTurnedRound)
{
    CommunicationGraph graph(2);
    const auto group = graph.AddGroup({{0, 1}, true});
    const auto first = graph.AddAggregate(group, Operation::ALL_REDUCE, 100);
    const auto second = graph.AddAggregate(group, Operation::ALL_REDUCE, 100);
    graph.AddDependency(first[0], second[1]);
    CheckGraph(graph);
    graph.AddDependency(second[1], first[1]);
    ExpectInvalid(graph, "which waits for");
}

} // namespace
} // namespace ns3
