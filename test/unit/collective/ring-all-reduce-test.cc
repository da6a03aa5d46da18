// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"

#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/ring-collectives.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;
using Node = CommunicationGraph::Node;

Ptr<CollectiveAlgorithm>
Ring(uint64_t channels = 1, uint64_t sliceBytes = 0)
{
    ObjectFactory factory("ns3::RingAllReduce");
    factory.Set("Channels", UintegerValue(channels));
    factory.Set("SliceBytes", UintegerValue(sliceBytes));
    return factory.Create<CollectiveAlgorithm>();
}

/** @return the bytes that each rank sends */
std::vector<uint64_t>
BytesByRank(const CommunicationGraph& graph)
{
    std::vector<uint64_t> sent(graph.GetRankCount(), 0);
    for (const auto& node : graph.GetNodes())
    {
        sent[node.rank] += node.kind == Kind::SEND ? node.bytes : 0;
    }
    return sent;
}

std::size_t
Count(const CommunicationGraph& graph, Kind kind)
{
    const auto& nodes = graph.GetNodes();
    return static_cast<std::size_t>(
        std::count_if(nodes.begin(), nodes.end(), [kind](const Node& node) {
            return node.kind == kind;
        }));
}

TEST(RingAllReduce, SendsOnlyToTheNextRank)
{
    const CommunicationGraph graph = Ring()->Build(5, 1000);
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            EXPECT_EQ(node.peer, (node.rank + 1) % 5);
        }
    }
}

TEST(RingAllReduce, TwoRanksExchangeHalvesTwice)
{
    // Chunk 0: 0 -> 1, reduced at 1, 1 -> 0. Chunk 1 the other way round.
    const CommunicationGraph graph = Ring()->Build(2, 10);
    const auto& nodes = graph.GetNodes();
    ASSERT_EQ(nodes.size(), 10u);
    // The first step of both comes before the second.
    const std::vector<Kind> kinds{Kind::SEND,
                                  Kind::RECV,
                                  Kind::REDUCE,
                                  Kind::SEND,
                                  Kind::RECV,
                                  Kind::REDUCE,
                                  Kind::SEND,
                                  Kind::RECV,
                                  Kind::SEND,
                                  Kind::RECV};
    const std::vector<uint32_t> ranks{0, 1, 1, 1, 0, 0, 0, 1, 1, 0};
    for (std::size_t i = 0; i < 10; ++i)
    {
        EXPECT_EQ(nodes[i].kind, kinds[i]);
        EXPECT_EQ(nodes[i].rank, ranks[i]);
        EXPECT_EQ(nodes[i].bytes, 5u);
    }
    const DependencyList expected{{1, 2}, {4, 5}, {5, 6}, {2, 8}};
    EXPECT_TRUE(graph.GetOrders().empty()); // a queue pair keeps the order
    EXPECT_EQ(graph.GetDependencies(), expected);
}

TEST(RingAllReduce, EveryRankSendsTheLeastPossible)
{
    // 2 (n - 1)/n S = 2 * 7/8 * 8,000,000
    EXPECT_EQ(BytesByRank(Ring()->Build(8, 8'000'000)), std::vector<uint64_t>(8, 14'000'000));
    EXPECT_EQ(BytesByRank(Ring(4)->Build(8, 8'000'000)), std::vector<uint64_t>(8, 14'000'000));
    EXPECT_EQ(BytesByRank(Ring(1, 4096)->Build(8, 8'000'000)),
              std::vector<uint64_t>(8, 14'000'000));
}

TEST(RingAllReduce, ChunksDifferByAtMostOneByteWhenBytesDoNotDivide)
{
    // 10 bytes over 4 ranks: chunks of 3, 3, 2, 2. Rank r sends every chunk twice but chunks r + 1
    // and r + 2 once: 20 - 3 - 2, 20 - 2 - 2, 20 - 2 - 3, 20 - 3 - 3.
    EXPECT_EQ(BytesByRank(Ring()->Build(4, 10)), (std::vector<uint64_t>{15, 16, 15, 14}));
}

TEST(RingAllReduce, FewerBytesThanRanksMakeFewerChunks)
{
    // 2 bytes over 4 ranks: chunks of 1, 1, 0, 0, two of them with 6 hops and 3 reductions.
    const CommunicationGraph graph = Ring()->Build(4, 2);
    EXPECT_EQ(Count(graph, Kind::SEND), 12u);
    EXPECT_EQ(Count(graph, Kind::RECV), 12u);
    EXPECT_EQ(Count(graph, Kind::REDUCE), 6u);
    EXPECT_EQ(BytesByRank(graph), (std::vector<uint64_t>{3, 4, 3, 2})); // 4 minus the chunks above
}

TEST(RingAllReduce, ChannelsShareTheBytesEqually)
{
    // 1003 bytes, 4 ranks, 2 channels: shares of 126 (3 of them) and 125. Channel 0 has the longer
    // ones, 503 bytes; each byte makes 6 hops.
    const CommunicationGraph graph = Ring(2)->Build(4, 1003);
    std::map<uint32_t, uint64_t> sent;
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            EXPECT_TRUE(node.bytes == 125 || node.bytes == 126);
            sent[node.channel] += node.bytes;
        }
    }
    EXPECT_EQ(sent, (std::map<uint32_t, uint64_t>{{0, 503 * 6}, {1, 500 * 6}}));
}

TEST(RingAllReduce, SlicesAreNoLongerThanAskedAndNearlyEqual)
{
    // Chunks of 250 bytes in slices of at most 100: 84, 83, 83.
    const CommunicationGraph graph = Ring(1, 100)->Build(4, 1000);
    std::multiset<uint64_t> lengths;
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND && node.rank == 2)
        {
            lengths.insert(node.bytes);
        }
    }
    EXPECT_EQ(lengths.size(), 18u); // 6 hops of 3 slices
    EXPECT_EQ(lengths.count(84), 6u);
    EXPECT_EQ(lengths.count(83), 12u);
}

TEST(RingAllReduce, TheLongestChainHasTwiceRanksLessOneMessages)
{
    const CommunicationGraph graph = Ring(2, 100)->Build(6, 5000);
    const auto& nodes = graph.GetNodes();
    std::vector<uint32_t> messages(nodes.size(), 0); // on the longest way to and including a node
    std::vector<std::vector<uint32_t>> before(nodes.size());
    for (const auto& [earlier, later] : graph.GetDependencies())
    {
        before[later].push_back(earlier);
    }
    uint32_t longest = 0;
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        if (nodes[number].kind == Kind::RECV)
        {
            before[number].push_back(nodes[number].match);
        }
        for (const uint32_t earlier : before[number])
        {
            ASSERT_LT(earlier, number); // numbers are a topological order
            messages[number] = std::max(messages[number], messages[earlier]);
        }
        messages[number] += nodes[number].kind == Kind::RECV ? 1 : 0;
        longest = std::max(longest, messages[number]);
    }
    EXPECT_EQ(longest, 10u); // 2 (6 - 1)
}

TEST(RingAllReduce, RejectsMoreNodesThanAGraphMayHave)
{
    EXPECT_EQ(MessageOf<InputError>([] { Ring(1, 1)->Build(8, 10'000'000'000); }),
              "ns3::RingAllReduce: 8 ranks, Channels 1 and SliceBytes 1 need more than 268435456 "
              "nodes; use fewer ranks or channels, or longer slices");
}

} // namespace
