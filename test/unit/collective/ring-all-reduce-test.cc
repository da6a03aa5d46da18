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
#include <random>
#include <set>
#include <string>
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

/**
 * Carries numbers through a graph in a random order that its dependencies allow.
 *
 * Nothing in a graph says which data a node works on. But all-reduce moves every piece of data from
 * node to node, so a piece is what can be reached from one SEND that waits for nothing. Each rank
 * starts with a random number for each piece. A RECV that a REDUCE waits for fills a scratch
 * buffer which the REDUCE adds; any other RECV overwrites the rank's number.
 */
class AbstractExecutor
{
  public:
    AbstractExecutor(const CommunicationGraph& graph, uint64_t seed)
        : m_graph(graph),
          m_nodes(graph.GetNodes()),
          m_random(seed),
          m_before(m_nodes.size()),
          m_after(m_nodes.size()),
          m_waiting(m_nodes.size(), 0),
          m_sent(m_nodes.size(), 0),
          m_pieceOf(m_nodes.size(), UINT32_MAX)
    {
        for (const auto& [before, after] : graph.GetDependencies())
        {
            m_before[after].push_back(before);
            m_after[before].push_back(after);
            ++m_waiting[after];
        }
    }

    /** Runs it and expects the sum of all ranks' inputs in every piece of every rank. */
    void Run()
    {
        std::vector<uint32_t> ready;
        for (uint32_t number = 0; number < m_nodes.size(); ++number)
        {
            if (m_waiting[number] == 0 && m_nodes[number].kind != Kind::RECV)
            {
                ready.push_back(number);
            }
        }
        std::size_t done = 0;
        while (!ready.empty())
        {
            std::swap(ready[m_random() % ready.size()], ready.back());
            const uint32_t number = ready.back();
            ready.pop_back();
            const Node& node = m_nodes[number];
            ASSERT_TRUE(node.kind == Kind::SEND || node.kind == Kind::RECV ||
                        node.kind == Kind::REDUCE);
            if (node.kind == Kind::SEND)
            {
                // The message is under way; both halves complete when it arrives.
                Send(number);
                ASSERT_TRUE(m_before[node.match].empty());
                ready.push_back(node.match);
                continue;
            }
            node.kind == Kind::RECV ? Receive(number) : Reduce(number);
            done += node.kind == Kind::RECV ? 2 : 1;
            Complete(number, ready);
            if (node.kind == Kind::RECV)
            {
                Complete(node.match, ready);
            }
        }
        ASSERT_EQ(done, m_nodes.size());
        for (uint32_t piece = 0; piece < m_values.size(); ++piece)
        {
            for (uint32_t rank = 0; rank < m_graph.GetRankCount(); ++rank)
            {
                ASSERT_EQ(m_values[piece][rank], m_sums[piece])
                    << "piece " << piece << " at rank " << rank;
            }
        }
    }

    /** @return bytes of all pieces together */
    uint64_t GetPieceBytes() const
    {
        uint64_t sum = 0;
        for (const uint64_t bytes : m_pieceBytes)
        {
            sum += bytes;
        }
        return sum;
    }

  private:
    void Send(uint32_t number)
    {
        if (m_before[number].empty())
        {
            AddPiece(m_nodes[number].bytes);
            m_pieceOf[number] = static_cast<uint32_t>(m_values.size() - 1);
        }
        else
        {
            ASSERT_EQ(m_before[number].size(), 1u);
            m_pieceOf[number] = m_pieceOf[m_before[number][0]];
        }
        m_sent[number] = Value(number);
    }

    void Receive(uint32_t number)
    {
        const uint32_t send = m_nodes[number].match;
        m_pieceOf[number] = m_pieceOf[send];
        ASSERT_EQ(m_nodes[number].bytes, m_pieceBytes[m_pieceOf[number]]);
        ASSERT_EQ(Value(send), m_sent[send]) << "overwritten while it was sent";
        const bool reduced =
            std::any_of(m_after[number].begin(), m_after[number].end(), [this](uint32_t after) {
                return m_nodes[after].kind == Kind::REDUCE;
            });
        if (!reduced)
        {
            Value(number) = m_sent[send];
        }
    }

    void Reduce(uint32_t number)
    {
        ASSERT_EQ(m_before[number].size(), 1u);
        const uint32_t recv = m_before[number][0];
        ASSERT_EQ(m_nodes[recv].kind, Kind::RECV);
        ASSERT_EQ(m_nodes[recv].rank, m_nodes[number].rank);
        ASSERT_EQ(m_nodes[recv].bytes, m_nodes[number].bytes);
        m_pieceOf[number] = m_pieceOf[recv];
        Value(number) += m_sent[m_nodes[recv].match];
    }

    void Complete(uint32_t number, std::vector<uint32_t>& ready)
    {
        for (const uint32_t after : m_after[number])
        {
            if (--m_waiting[after] == 0)
            {
                ready.push_back(after);
            }
        }
    }

    void AddPiece(uint64_t bytes)
    {
        std::vector<uint64_t> inputs(m_graph.GetRankCount());
        uint64_t sum = 0;
        for (uint64_t& input : inputs)
        {
            input = m_random();
            sum += input;
        }
        m_values.push_back(inputs);
        m_sums.push_back(sum);
        m_pieceBytes.push_back(bytes);
    }

    uint64_t& Value(uint32_t number)
    {
        return m_values[m_pieceOf[number]][m_nodes[number].rank];
    }

    const CommunicationGraph& m_graph;
    const CommunicationGraph::Nodes& m_nodes;
    std::mt19937_64 m_random;
    std::vector<std::vector<uint32_t>> m_before;
    std::vector<std::vector<uint32_t>> m_after;
    std::vector<uint32_t> m_waiting;
    std::vector<uint64_t> m_sent; //!< by SEND: the number under way
    std::vector<uint32_t> m_pieceOf;
    std::vector<std::vector<uint64_t>> m_values; //!< by piece and rank
    std::vector<uint64_t> m_sums;
    std::vector<uint64_t> m_pieceBytes;
};

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

TEST(RingAllReduce, EveryRankEndsWithTheSumOfAllInputsInAnyOrder)
{
    for (const uint32_t ranks : {2u, 3u, 4u, 7u, 16u})
    {
        for (const uint64_t bytes : {1ul, 2ul, 5ul, 16ul, 1000ul, 1048576ul, 10000019ul})
        {
            for (const auto& [channels, sliceBytes] :
                 std::vector<std::pair<uint64_t, uint64_t>>{{1, 0},
                                                            {2, 0},
                                                            {1, 100'000},
                                                            {3, 65'536}})
            {
                SCOPED_TRACE(std::to_string(ranks) + " ranks, " + std::to_string(bytes) +
                             " bytes, " + std::to_string(channels) + " channels, slices of " +
                             std::to_string(sliceBytes));
                const CommunicationGraph graph = Ring(channels, sliceBytes)->Build(ranks, bytes);
                for (uint64_t seed = 1; seed <= 3; ++seed)
                {
                    AbstractExecutor executor(graph, seed);
                    executor.Run();
                    ASSERT_FALSE(HasFatalFailure());
                    ASSERT_EQ(executor.GetPieceBytes(), bytes);
                }
            }
        }
    }
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
    const std::vector<uint32_t> ranks{0, 1, 1, 1, 0, 0, 1, 0, 0, 1};
    for (std::size_t i = 0; i < 10; ++i)
    {
        EXPECT_EQ(nodes[i].kind, kinds[i]);
        EXPECT_EQ(nodes[i].rank, ranks[i]);
        EXPECT_EQ(nodes[i].bytes, 5u);
    }
    const std::vector<std::pair<uint32_t, uint32_t>> expected{{1, 2}, {4, 5}, {2, 6}, {5, 8}};
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

TEST(RingAllReduce, BusFactorIsThatOfNcclTests)
{
    EXPECT_DOUBLE_EQ(Ring()->GetBusFactor(2), 1.0);
    EXPECT_DOUBLE_EQ(Ring()->GetBusFactor(8), 1.75);
}

TEST(RingAllReduce, RejectsWhatItCannotServe)
{
    const auto complaint = [](uint64_t sliceBytes, uint32_t ranks, uint64_t bytes) {
        return MessageOf<InputError>([&] { Ring(1, sliceBytes)->Build(ranks, bytes); });
    };
    EXPECT_EQ(complaint(0, 1, 10), "ns3::RingAllReduce: needs at least 2 ranks, not 1");
    EXPECT_EQ(complaint(0, 2, 0), "ns3::RingAllReduce: needs at least 1 byte, not 0");
    EXPECT_EQ(complaint(1, 8, 10'000'000'000),
              "ns3::RingAllReduce: 8 ranks, Channels 1 and SliceBytes 1 need more than 268435456 "
              "nodes; use fewer ranks or channels, or longer slices");
}

} // namespace
