// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "make-object.h"

#include "ns3/collective-algorithm.h"
#include "ns3/collective-law.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <numeric>
#include <string>

using namespace ns3;

namespace
{

constexpr uint64_t RATE_BPS = 80'000'000'000;
constexpr int64_t PS_PER_BYTE = 100; //!< at that rate
constexpr uint64_t PACKET_BYTES = 4096;

/**
 * Hosts on two leaves, host h on leaf h mod 2, that one link in each direction joins. Direction 2 h
 * leaves host h and 2 h + 1 enters it; after those of the hosts come the two between the leaves.
 */
class TwoLeaves final : public LawNetwork
{
  public:
    uint32_t m_hosts{0};
    uint64_t m_middlebps{RATE_BPS}; //!< rate of the links between the leaves
    int64_t m_headPs{1000};
    int64_t m_backPs{0};
    double m_aggregateShare{1};

    const Way& GetWay(uint32_t source, uint32_t dest) const override
    {
        Way& way = m_ways[{source, dest}];
        way.backPs = m_backPs;
        way.links = {{2 * source, 1}};
        if (source % 2 != dest % 2)
        {
            way.links.emplace_back(2 * m_hosts + source % 2, 1);
        }
        way.links.emplace_back(2 * dest + 1, 1);
        return way;
    }

    int64_t GetHeadPs(uint32_t, uint32_t, uint64_t) const override
    {
        return m_headPs;
    }

    uint64_t GetRatebps(uint32_t direction) const override
    {
        return direction < 2 * m_hosts ? RATE_BPS : m_middlebps;
    }

    uint64_t GetWireBytes(uint32_t, uint32_t, uint64_t bytes) const override
    {
        return bytes;
    }

    bool FitsPacket(uint32_t, uint32_t, uint64_t bytes) const override
    {
        return bytes <= PACKET_BYTES;
    }

    double GetAggregateShare(uint32_t, uint32_t) const override
    {
        return m_aggregateShare;
    }

    int64_t GetReducePs(uint32_t, uint64_t bytes) const override
    {
        return static_cast<int64_t>(bytes);
    }

    int64_t GetCopyPs(uint32_t, uint64_t bytes) const override
    {
        return 2 * static_cast<int64_t>(bytes);
    }

  private:
    mutable std::map<std::pair<uint32_t, uint32_t>, Way> m_ways;
};

/** @return a group of the first hosts */
CollectiveLaw::Party
Group(CommunicationGraph graph, std::vector<uint32_t> hosts = {})
{
    if (hosts.empty())
    {
        hosts.resize(graph.GetRankCount());
        std::iota(hosts.begin(), hosts.end(), 0);
    }
    return {std::make_shared<const CommunicationGraph>(std::move(graph)), std::move(hosts)};
}

/** @return rings of equal steps, without reductions */
CommunicationGraph
Ring(uint32_t ranks, uint64_t bytes)
{
    return Make<CollectiveAlgorithm>("RingAllGather")->Build(RankLayout(ranks), bytes);
}

} // namespace

TEST(CollectiveLaw, ARingTakesItsSteps)
{
    for (const uint32_t ranks : {2U, 3U, 17U})
    {
        TwoLeaves network;
        network.m_hosts = ranks;
        network.m_middlebps = 100 * RATE_BPS;
        const int64_t stepPs = network.m_headPs + 10'000 * PS_PER_BYTE;
        CollectiveLaw law(network);
        EXPECT_EQ(law.GetPs({Group(Ring(ranks, 10'000 * ranks))}), (ranks - 1) * stepPs) << ranks;
    }
}

TEST(CollectiveLaw, TheLastSenderWaitsForItsAnswer)
{
    TwoLeaves network;
    network.m_hosts = 2;
    network.m_backPs = 700;
    CollectiveLaw law(network);
    EXPECT_EQ(law.GetPs({Group(Ring(2, 20'000))}), 1000 + 10'000 * PS_PER_BYTE + 700);
}

TEST(CollectiveLaw, MessagesOfAStepShareTheLinkBetweenLeaves)
{
    // Hosts alternate between the leaves, so three messages cross in each direction at every step.
    TwoLeaves network;
    network.m_hosts = 6;
    CollectiveLaw law(network);
    EXPECT_EQ(law.GetPs({Group(Ring(6, 60'000))}), 5 * (1000 + 3 * 10'000 * PS_PER_BYTE));
    // Each of two groups of three has one message across in each direction.
    const auto graph = std::make_shared<const CommunicationGraph>(Ring(3, 30'000));
    EXPECT_EQ(law.GetPs({{graph, {0, 1, 2}}}), 2 * (1000 + 10'000 * PS_PER_BYTE));
    EXPECT_EQ(law.GetPs({{graph, {0, 1, 2}}, {graph, {3, 4, 5}}}),
              2 * (1000 + 2 * 10'000 * PS_PER_BYTE));
    // A pair within a leaf is not slower for the others.
    EXPECT_EQ(law.GetPs({{graph, {0, 2, 4}}, {Group(Ring(2, 20'000)).graph, {1, 3}}}),
              2 * (1000 + 10'000 * PS_PER_BYTE));
}

TEST(CollectiveLaw, ReductionsOfMessagesThatArriveTogetherWaitForEachOther)
{
    // Seven messages of 80,000 B leave a rank together and share its link, so that all end nearly
    // at once. Then come seven reductions.
    TwoLeaves network;
    network.m_hosts = 16;
    network.m_headPs = 0;
    const auto party =
        Group(Make<CollectiveAlgorithm>("DirectReduceScatter")->Build(RankLayout(8), 640'000),
              {0, 2, 4, 6, 8, 10, 12, 14});
    CollectiveLaw law(network);
    constexpr int64_t SENT_PS = 7 * 80'000 * PS_PER_BYTE;
    constexpr int64_t REDUCED_PS = 7 * 80'000;
    EXPECT_NEAR(law.GetPs({party}), SENT_PS + REDUCED_PS, SENT_PS * 0.002);
}

TEST(CollectiveLaw, AnIncastTakesTheReceiversLink)
{
    TwoLeaves network;
    network.m_hosts = 4;
    network.m_middlebps = 100 * RATE_BPS;
    CommunicationGraph graph(4);
    for (const uint32_t sender : {1, 2, 3})
    {
        graph.AddTransfer(sender, 0, 10'000);
    }
    EXPECT_EQ(CollectiveLaw(network).GetPs({Group(std::move(graph))}),
              1000 + 3 * 10'000 * PS_PER_BYTE);
}

TEST(CollectiveLaw, AShortMessageDoesNotWaitForALongOne)
{
    TwoLeaves network;
    network.m_hosts = 3;
    CommunicationGraph graph(3);
    graph.AddTransfer(0, 1, 1'000'000);
    const auto [send, recv] = graph.AddTransfer(0, 2, 64);
    const uint32_t answer = graph.AddCompute(2, 300'000'000);
    graph.AddDependency(recv, answer);
    EXPECT_EQ(CollectiveLaw(network).GetPs({Group(std::move(graph))}),
              1000 + 64 * PS_PER_BYTE + 300'000'000);
}

TEST(CollectiveLaw, OrdersLetAMessageWaitUntilAnotherHasLeft)
{
    TwoLeaves network;
    network.m_hosts = 3;
    CommunicationGraph graph(3);
    const auto [first, arrival] = graph.AddTransfer(0, 1, 10'000);
    const auto [second, end] = graph.AddTransfer(0, 2, 64);
    graph.AddOrder(first, second);
    network.m_backPs = 0;
    EXPECT_EQ(CollectiveLaw(network).GetPs({Group(std::move(graph))}),
              10'000 * PS_PER_BYTE + 64 * PS_PER_BYTE + 1000);
}

TEST(CollectiveLaw, GpusWorkOneOperationOfAStreamAtATime)
{
    TwoLeaves network;
    network.m_hosts = 2;
    CommunicationGraph graph(2);
    graph.AddReduce(0, 1000);
    graph.AddReduce(0, 1000);
    graph.AddCopy(1, 700);
    EXPECT_EQ(CollectiveLaw(network).GetPs({Group(std::move(graph))}), 2000);
}

TEST(CollectiveLaw, SwitchesReduceAtTheirShareOfTheLinks)
{
    TwoLeaves network;
    network.m_hosts = 4;
    network.m_aggregateShare = 0.5;
    CommunicationGraph graph(4);
    const uint32_t group = graph.AddGroup({{0, 1, 2, 3}, true, 0, 0});
    graph.AddAggregate(group, AggregationOperation::ALL_REDUCE, 10'000);
    graph.AddAggregate(group, AggregationOperation::ALL_REDUCE, 10'000);
    EXPECT_EQ(CollectiveLaw(network).GetPs({Group(std::move(graph))}),
              1000 + 2 * 2 * 10'000 * PS_PER_BYTE);
}

TEST(CollectiveLaw, TransfersShareLinksAndEndWithTheirArrival)
{
    TwoLeaves network;
    network.m_hosts = 8;
    network.m_backPs = 5000;
    CollectiveLaw law(network);
    EXPECT_EQ(law.GetTransferPs({{0, 2}, {4, 6}}, 10'000), 1000 + 10'000 * PS_PER_BYTE);
    EXPECT_EQ(law.GetTransferPs({{0, 1}, {2, 3}, {4, 5}}, 10'000), 1000 + 3 * 10'000 * PS_PER_BYTE);
}

TEST(CollectiveLaw, MessagesThatBeginTogetherAreServedInTurn)
{
    // Two senders begin with the same receiver, so that one after another would take 3 messages;
    // in turn each link carries its two.
    TwoLeaves network;
    network.m_hosts = 8;
    CommunicationGraph graph(8);
    for (const uint32_t to : {4, 6})
    {
        graph.AddTransfer(0, to, 10'000);
        graph.AddTransfer(2, to, 10'000);
    }
    EXPECT_EQ(CollectiveLaw(network).GetPs({Group(std::move(graph))}),
              1000 + 2 * 10'000 * PS_PER_BYTE);
    EXPECT_EQ(CollectiveLaw(network).GetTransferPs({{0, 4}, {2, 4}, {0, 6}, {2, 6}}, 10'000),
              1000 + 2 * 10'000 * PS_PER_BYTE);
}
