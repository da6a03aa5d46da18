// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/collective-builder.h"
#include "ns3/graph-check.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;
using Dependencies = DependencyList;

/** A builder in its only pass: ranks each in a server of its own, chunks of 10 bytes. */
CollectiveBuilder
Begin(uint32_t ranks, uint32_t chunks)
{
    CollectiveBuilder builder(RankLayout(ranks), {chunks, std::vector<uint64_t>(chunks, 10)}, 1);
    builder.BeginCount(0);
    builder.BeginGraph(nullptr);
    builder.BeginPass(0, 0);
    return builder;
}

TEST(CollectiveBuilder, ASendWaitsForWhoHasWrittenItsChunks)
{
    auto builder = Begin(3, 2);
    builder.Send(0, 1, 0);      // 0, 1
    builder.Send(2, 1, 1);      // 2, 3
    builder.Send(1, 0, {0, 2}); // 4, 5: both chunks, one message
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetNodes()[4].bytes, 20u);
    // Rank 0 may overwrite chunk 0, which it sends, once that has been acknowledged.
    EXPECT_EQ(graph.GetDependencies(), (Dependencies{{1, 4}, {3, 4}, {0, 5}}));
}

TEST(CollectiveBuilder, WhatOverwritesWaitsForReadersAndOnlyThenForTheWriter)
{
    auto builder = Begin(3, 1);
    builder.Send(0, 1, 0); // 0, 1
    builder.Send(1, 2, 0); // 2, 3: after 1
    builder.Send(2, 1, 0); // 4, 5: after 3; its RECV overwrites what 2 reads
    builder.Send(0, 1, 0); // 6, 7: no node has read the data written by 5
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetDependencies(), (Dependencies{{1, 2}, {3, 4}, {2, 5}, {5, 7}}));
}

TEST(CollectiveBuilder, ASumThatComesBackWaitsForNothingElse)
{
    auto builder = Begin(3, 1);
    builder.SendAndReduce(0, 1, 0); // 0, 1, REDUCE 2
    builder.SendAndReduce(1, 2, 0); // 3, 4, REDUCE 5
    builder.Send(2, 0, 0);          // 6, 7: it has gone through 0
    builder.Send(2, 1, 0);          // 8, 9: and through 3
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetNodes()[2].kind, Kind::REDUCE);
    EXPECT_EQ(graph.GetDependencies(), (Dependencies{{1, 2}, {2, 3}, {4, 5}, {5, 6}, {5, 8}}));
}

TEST(CollectiveBuilder, ASumComesBackFromAnExchange)
{
    auto builder = Begin(3, 1);
    builder.SendAndReduce(0, 1, 0);     // 0, 1, REDUCE 2
    builder.ExchangeAndReduce(1, 2, 0); // 3, 4; 5, 6; REDUCE 7 at 2, 8 at 1
    builder.Send(1, 0, 0);              // 9, 10: has gone through 0, so 10 does not wait for it
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetDependencies(),
              (Dependencies{{1, 2}, {2, 3}, {4, 7}, {5, 7}, {3, 8}, {6, 8}, {8, 9}}));
}

TEST(CollectiveBuilder, WhatFollowsFromAnotherDependencyIsLeftOut)
{
    auto builder = Begin(3, 2);
    builder.SendAndReduce(1, 0, {0, 2}); // 0, 1, REDUCE 2
    builder.SendAndReduce(2, 0, 0);      // 3, 4, REDUCE 5: after 2
    builder.Send(0, 1, {0, 2});          // 6, 7: chunk 0 is of 5, chunk 1 of 2
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetDependencies(), (Dependencies{{1, 2}, {2, 5}, {4, 5}, {5, 6}}));
}

TEST(CollectiveBuilder, ACopyReadsItsSourceAndWritesItsTarget)
{
    auto builder = Begin(2, 2);
    builder.Send(0, 1, 0); // 0, 1
    builder.Copy(1, 0, 1); // COPY 2: after 1
    builder.Send(1, 0, 1); // 3, 4: after 2
    builder.Send(0, 1, 0); // 5, 6: its RECV overwrites what 2 reads
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetNodes()[2].kind, Kind::COPY);
    EXPECT_EQ(graph.GetNodes()[2].rank, 1u);
    EXPECT_EQ(graph.GetNodes()[2].bytes, 10u);
    EXPECT_EQ(graph.GetDependencies(), (Dependencies{{1, 2}, {2, 3}, {2, 6}}));
}

TEST(CollectiveBuilder, MessagesThatAreAwaitedShareALink)
{
    // Two messages of 10 bytes from rank 2 are there after 10 bytes each, or after 20 if they share
    // its link. Then rank 0 is behind by more than 15 bytes, and a long message from 3 waits for
    // its clear-to-send; one from 2, who was busy as long, does not.
    for (const bool awaits : {false, true})
    {
        auto builder = Begin(4, 3);
        builder.SetRendezvous(15);
        builder.Send(2, 0, 0);
        builder.Send(2, 1, 0);
        if (awaits)
        {
            builder.AwaitAll(2);
        }
        builder.SendAfter(3, 0, {1, 2}, 0);
        builder.SendAfter(2, 0, {1, 2}, 0);
        uint32_t clears = 0;
        const auto graph = builder.TakeGraph();
        for (const CommunicationGraph::Node& node : graph.GetNodes())
        {
            const bool isClear = node.kind == Kind::SEND && node.rank == 0;
            clears += isClear;
            EXPECT_TRUE(!isClear || node.peer == 3);
        }
        EXPECT_EQ(clears, awaits ? 1U : 0U);
    }
}

TEST(CollectiveBuilder, MessagesToOthersLeaveAfterTheStepBefore)
{
    auto builder = Begin(4, 2);
    builder.Send(1, 0, 0); // 0, 1
    builder.Send(0, 2, 1); // 2, 3: first step of 0
    builder.Send(0, 3, 1); // 4, 5: the same
    builder.Send(0, 3, 0); // 6, 7: second step: behind 2; a queue pair has 4 before it
    builder.Send(0, 1, 0); // 8, 9: second step
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetOrders(), (Dependencies{{2, 6}, {2, 8}, {4, 8}}));
    EXPECT_NO_THROW(CheckGraph(graph));
}

TEST(CollectiveBuilder, OneQueuePairKeepsTheOrderUnlessAMessageIsHeldBack)
{
    auto builder = Begin(3, 3);
    builder.Send(0, 1, 0); // 0, 1
    builder.Send(1, 2, 1); // 2, 3: first step of 1
    builder.Send(1, 0, 0); // 4, 5: second step, which follows 2
    builder.Send(0, 1, 0); // 6, 7: second step of 0, all to 1
    builder.Send(1, 0, 0); // 8, 9: third step, to whom 4 goes, which may be posted late
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetOrders(), (Dependencies{{2, 4}, {4, 8}}));
}

TEST(CollectiveBuilder, LongMessagesWaitForTheirTurn)
{
    for (const uint64_t turnBytes : {10, 11})
    {
        auto builder = Begin(4, 2);
        builder.SetTurns(turnBytes);
        builder.Send(0, 1, 0); // 0, 1: first step of receiver 1
        builder.Send(3, 2, 1); // 2, 3
        builder.Send(2, 1, 1); // the second one, if it is long: behind a message from 0 to 2
        const auto graph = builder.TakeGraph();
        if (turnBytes == 11)
        {
            EXPECT_EQ(graph.GetNodes().size(), 6u);
            EXPECT_TRUE(graph.GetOrders().empty());
            continue;
        }
        ASSERT_EQ(graph.GetNodes().size(), 8u);
        const CommunicationGraph::Node turn = graph.GetNodes()[4];
        EXPECT_EQ(turn.kind, Kind::SEND);
        EXPECT_EQ(turn.rank, 0u);
        EXPECT_EQ(turn.peer, 2u);
        EXPECT_EQ(turn.bytes, CollectiveBuilder::CLEAR_TO_SEND_BYTES);
        EXPECT_EQ(turn.channel, 1u);
        EXPECT_EQ(graph.GetOrders(), (Dependencies{{0, 4}}));
        EXPECT_EQ(graph.GetDependencies(), (Dependencies{{3, 6}, {5, 6}}));
    }
}

TEST(CollectiveBuilder, AnExchangeAddsWhatBothHadBefore)
{
    auto builder = Begin(2, 1);
    builder.ExchangeAndReduce(0, 1, 0); // 0, 1; 2, 3; REDUCE 4 at 1, 5 at 0
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetNodes()[4].rank, 1u);
    EXPECT_EQ(graph.GetNodes()[5].rank, 0u);
    // Each rank adds the message, but only after its own message has left.
    EXPECT_EQ(graph.GetDependencies(), (Dependencies{{1, 4}, {2, 4}, {0, 5}, {3, 5}}));
}

TEST(CollectiveBuilder, CopiesReadAndWrite)
{
    auto builder = Begin(2, 4);
    builder.Send(1, 0, 0);           // 0, 1
    builder.Copy(0, {0, 2}, {2, 2}); // 2: chunks 0 and 1 to 2 and 3
    builder.Send(0, 1, 2);           // 3, 4
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetNodes()[2].kind, Kind::COPY);
    EXPECT_EQ(graph.GetNodes()[2].bytes, 20u);
    EXPECT_EQ(graph.GetDependencies(), (Dependencies{{1, 2}, {2, 3}}));
}

TEST(CollectiveBuilder, RanksWaitWhenTold)
{
    auto builder = Begin(3, 3);
    builder.Send(0, 1, 0);    // 0, 1
    builder.Send(2, 0, 2);    // 2, 3
    builder.AwaitArrivals(0); // 3
    builder.Send(0, 1, 1);    // 4, 5
    builder.AwaitAll(0);      // 0 and 4, which has waited for 3
    builder.Send(0, 2, 0);    // 6, 7
    builder.Send(1, 2, 1);    // 8, 9: not told to wait, but sends what 5 has written
    const auto graph = builder.TakeGraph();
    EXPECT_EQ(graph.GetDependencies(), (Dependencies{{3, 4}, {0, 6}, {4, 6}, {5, 8}}));
}

TEST(CollectiveBuilder, RangesGoRoundAndHaveStrides)
{
    auto builder = Begin(2, 5);
    builder.Send(0, 1, {3, 3, 2}); // chunks 3, 0, 2
    builder.Send(1, 0, 0);
    builder.Send(1, 0, 1);
    builder.Send(1, 0, 2);
    builder.Send(1, 0, 3);
    builder.Send(1, 0, 4);
    const auto graph = builder.TakeGraph();
    // Those that were sent wait for the RECV, node 1; overwriting waits for the SEND, node 0.
    EXPECT_EQ(graph.GetDependencies(),
              (Dependencies{{1, 2}, {0, 3}, {1, 6}, {0, 7}, {1, 8}, {0, 9}}));
}

TEST(RankLayout, RanksWithoutServersAreAloneAndTheirRingIsTheirOrder)
{
    const RankLayout layout(4);
    EXPECT_EQ(layout.GetServers(), 4u);
    EXPECT_EQ(layout.GetRanksPerServer(), 1u);
    EXPECT_EQ(layout.GetRail(3), 0u);
    EXPECT_EQ(layout.GetRing(0), (std::vector<uint32_t>{0, 1, 2, 3}));
    EXPECT_EQ(layout.GetRing(5), (std::vector<uint32_t>{0, 1, 2, 3}));
}

TEST(RankLayout, RailsArePlacesInAServer)
{
    const RankLayout layout({9, 4, 9, 4, 4});
    EXPECT_EQ(layout.GetServers(), 2u);
    EXPECT_EQ(layout.GetRanksPerServer(), 0u); // 2 and 3
    EXPECT_EQ(layout.GetServer(1), 1u);
    EXPECT_EQ(layout.GetRail(4), 2u);
    EXPECT_EQ(layout.GetMembers(1), (std::vector<uint32_t>{1, 3, 4}));
    EXPECT_EQ(layout.GetPosition(2), 1u);
    EXPECT_EQ(layout.GetPosition(1), 2u);
}

TEST(RankLayout, RingsTurnWithTheChannelAndStayOnRails)
{
    const RankLayout layout({0, 0, 0, 0, 1, 1, 1, 1});
    EXPECT_EQ(layout.GetRing(0), (std::vector<uint32_t>{0, 1, 2, 3, 7, 6, 5, 4}));
    EXPECT_EQ(layout.GetRing(1), (std::vector<uint32_t>{1, 2, 3, 0, 4, 7, 6, 5}));
    EXPECT_EQ(layout.GetRing(4), layout.GetRing(0));
    for (uint32_t channel = 0; channel < 4; ++channel)
    {
        const auto ring = layout.GetRing(channel);
        EXPECT_EQ(layout.GetRail(ring[3]), layout.GetRail(ring[4]));
        EXPECT_EQ(layout.GetRail(ring[7]), layout.GetRail(ring[0]));
    }
}

} // namespace
