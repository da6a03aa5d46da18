// SPDX-License-Identifier: GPL-2.0-only

#include "error-message.h"
#include "symbolic-executor.h"

#include "ns3/communication-graph.h"
#include "ns3/input-error.h"
#include "ns3/nvls-all-reduce.h"
#include "ns3/sharp-all-reduce.h"
#include "ns3/sharp-barrier.h"
#include "ns3/sharp-broadcast.h"
#include "ns3/sharp-reduce.h"
#include "ns3/sharp-two-level-all-reduce.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace
{

using Kind = CommunicationGraph::Kind;
using Operation = AggregationOperation;

/** Expects Validate() to refuse a graph with these words. */
void
ExpectInvalid(const CommunicationGraph& graph, const std::string& words)
{
    const auto message = MessageOf<InputError>([&] { graph.Validate(); });
    EXPECT_NE(message.find(words), std::string::npos) << message << "; expected: " << words;
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

/** Servers of as many ranks. */
RankLayout
Servers(uint32_t servers, uint32_t size)
{
    std::vector<uint32_t> serverOfRank;
    for (uint32_t server = 0; server < servers; ++server)
    {
        serverOfRank.insert(serverOfRank.end(), size, server);
    }
    return RankLayout(serverOfRank);
}

/** Follows the data: every rank has the sum of all, whatever happens first. */
void
ExpectRight(const CollectiveAlgorithm& algorithm, const RankLayout& layout, uint64_t bytes)
{
    CollectiveData data;
    const auto graph = algorithm.Build(layout, bytes, &data);
    graph.Validate();
    SymbolicExecutor executor(graph, data);
    executor.ExpectBytes();
    ASSERT_EQ(executor.FindRace(), "");
    using Order = SymbolicExecutor::Order;
    uint64_t seed = 0;
    for (const Order order : {Order::EARLIEST, Order::LATEST, Order::RANDOM, Order::RANDOM})
    {
        const auto completed = executor.Run(order, ++seed);
        uint64_t nodes = 0;
        for (uint32_t rank = 0; rank < layout.GetRanks(); ++rank)
        {
            nodes += completed[rank];
        }
        ASSERT_EQ(nodes, graph.GetNodes().size());
        for (uint32_t pass = 0; pass < data.passes.size(); ++pass)
        {
            for (uint32_t chunk = 0; chunk < data.passes[pass].chunks; ++chunk)
            {
                uint64_t wanted = 0;
                for (uint32_t rank = 0; rank < layout.GetRanks(); ++rank)
                {
                    wanted += executor.Initial(pass, rank, chunk);
                }
                for (uint32_t rank = 0; rank < layout.GetRanks(); ++rank)
                {
                    if (data.passes[pass].Get(rank, chunk) > 0)
                    {
                        ASSERT_EQ(executor.Final(pass, rank, chunk), wanted) << "rank " << rank;
                    }
                }
            }
        }
    }
}

TEST(SharpCollectiveTest, TwoLevelsGiveTheSumToAll)
{
    for (const uint32_t slice : {0, 64})
    {
        for (const auto& [servers, size] :
             std::vector<std::pair<uint32_t, uint32_t>>{{2, 1}, {2, 2}, {3, 4}, {5, 3}})
        {
            const auto algorithm = CreateObject<SharpTwoLevelAllReduce>();
            algorithm->SetAttribute("SliceBytes", UintegerValue(slice));
            ExpectRight(*algorithm, Servers(servers, size), 1000);
            algorithm->SetAttribute("MaxMessageBytes", UintegerValue(100));
            ExpectRight(*algorithm, Servers(servers, size), 1000);
        }
    }
    EXPECT_THROW(
        CreateObject<SharpTwoLevelAllReduce>()->Build(RankLayout(std::vector<uint32_t>{0, 0, 1}),
                                                      1000),
        InputError);
}

TEST(SharpCollectiveTest, TwoLevelsHaveAGroupPerRail)
{
    const auto algorithm = CreateObject<SharpTwoLevelAllReduce>();
    const auto graph = algorithm->Build(Servers(3, 4), 400'000);
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

TEST(NvlsAllReduceTest, EveryRankGetsTheSumOfAll)
{
    const auto algorithm = CreateObject<NvlsAllReduce>();
    for (const uint32_t step : {1000, 64, 7})
    {
        algorithm->SetAttribute("StepBytes", UintegerValue(step));
        for (const uint32_t ranks : {2, 3, 8})
        {
            ExpectRight(*algorithm, Servers(1, ranks), 1000);
            ExpectRight(*algorithm, Servers(1, ranks), 1); // most ranks own nothing
        }
    }
    algorithm->SetAttribute("Channels", UintegerValue(3));
    algorithm->SetAttribute("SliceBytes", UintegerValue(20));
    ExpectRight(*algorithm, Servers(1, 4), 1000);
}

TEST(NvlsAllReduceTest, EachRankOwnsAShardWhichIsReducedAndBroadcastInSteps)
{
    const auto algorithm = CreateObject<NvlsAllReduce>();
    algorithm->SetAttribute("StepBytes", UintegerValue(100));
    const auto graph = algorithm->Build(Servers(1, 4), 1200); // 3 steps of 100 B for each owner
    ASSERT_EQ(graph.GetGroups().size(), 2u);
    EXPECT_TRUE(graph.GetGroups()[0].streaming && graph.GetGroups()[1].streaming);
    EXPECT_EQ(graph.GetGroups()[0].operations, 12u);
    EXPECT_EQ(graph.GetGroups()[1].operations, 12u);
    std::vector<uint64_t> up(4, 0);
    std::vector<uint64_t> down(4, 0);
    for (const auto& node : graph.GetNodes())
    {
        ASSERT_EQ(node.kind, Kind::AGGREGATE);
        const bool owns = node.rank == node.peer;
        const bool reduce = node.operation == Operation::REDUCE;
        up[node.rank] += reduce || owns ? node.bytes : 0;
        down[node.rank] += !reduce || owns ? node.bytes : 0;
    }
    // S + S/n in either direction.
    EXPECT_EQ(up, std::vector<uint64_t>(4, 1500));
    EXPECT_EQ(down, std::vector<uint64_t>(4, 1500));
    EXPECT_DOUBLE_EQ(algorithm->GetBusFactor(4), 1.5);
}

TEST(NvlsAllReduceTest, TwoServersAreRefused)
{
    EXPECT_EQ(
        MessageOf<InputError>([] { CreateObject<NvlsAllReduce>()->Build(Servers(2, 4), 1000); }),
        "ns3::NvlsAllReduce: its ranks are in 2 servers; expected all in one, whose "
        "NVSwitches do it");
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
    graph.Validate();
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
    graph.Validate();
    graph.GetNode(nodes[1]).bytes = 99;
    ExpectInvalid(graph, "is not the same for rank 0 and rank 1");
    graph.GetNode(nodes[1]).bytes = 100;
    graph.GetNode(nodes[1]).rank = 2;
    ExpectInvalid(graph, "expected one of each");
    graph.GetNode(nodes[1]).rank = 1;
    graph.GetNode(nodes[1]).match = 1;
    ExpectInvalid(graph, "operation 1 of group 0, which does not exist");

    CommunicationGraph barrier(2);
    barrier.AddAggregate(barrier.AddGroup({{0, 1}}), Operation::BARRIER, 1);
    ExpectInvalid(barrier, "expected none for a barrier");

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
    graph.Validate();
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
    graph.Validate();
    graph.AddDependency(second[1], first[1]);
    ExpectInvalid(graph, "which waits for");
}

} // namespace
} // namespace ns3
