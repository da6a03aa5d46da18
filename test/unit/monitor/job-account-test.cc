// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/critical-path.h"
#include "ns3/job-account.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** A graph whose spans are made up, and what the reports say of it. Times in ps, as they come. */
class JobReportTest : public testing::Test
{
  protected:
    explicit JobReportTest(uint32_t ranks = 2)
    {
        m_job.graph = CommunicationGraph(ranks);
        m_job.hostOfRank.resize(ranks);
        std::iota(m_job.hostOfRank.begin(), m_job.hostOfRank.end(), 10);
    }

    /** A kernel on stream 0 that was at work then. */
    uint32_t Kernel(uint32_t rank, int64_t fromPs, int64_t toPs, int64_t nominalPs = 0)
    {
        const uint32_t node = m_job.graph.AddCompute(rank, nominalPs);
        Span(node, fromPs, toPs);
        return node;
    }

    /** A message posted, wanted, arrived and acknowledged then. @return its SEND and RECV */
    std::pair<uint32_t, uint32_t> Message(uint32_t from,
                                          uint32_t to,
                                          const std::string& label,
                                          int64_t postedPs,
                                          int64_t wantedPs,
                                          int64_t arrivedPs,
                                          int64_t acknowledgedPs)
    {
        const auto message = m_job.graph.AddTransfer(from, to, 1000);
        const uint16_t number = m_job.graph.AddLabel(label);
        m_job.graph.Edit(message.first, [&](auto& node) { node.label = number; });
        m_job.graph.Edit(message.second, [&](auto& node) { node.label = number; });
        Span(message.first, postedPs, acknowledgedPs);
        Span(message.second, wantedPs, std::max(wantedPs, arrivedPs));
        return message;
    }

    void Span(uint32_t node, int64_t fromPs, int64_t toPs)
    {
        m_spans.resize(m_job.graph.GetNodes().size());
        m_spans[node] = {fromPs, toPs};
    }

    JobAccount Account(int64_t startPs, int64_t endPs) const
    {
        const JobAccount account(m_job, m_spans, startPs, endPs);
        for (const auto& rank : account.GetRanks())
        {
            EXPECT_EQ(rank.totalPs, endPs - startPs);
            EXPECT_EQ(rank.computePs + rank.GetExposedPs() + rank.idlePs, rank.totalPs);
            for (const auto& kind : rank.communication)
            {
                EXPECT_LE(kind.exposedPs + kind.hiddenPs, kind.inProgressPs);
                EXPECT_LE(kind.lateSenderPs, kind.exposedPs);
                EXPECT_LE(kind.hiddenPs, rank.computePs);
            }
        }
        return account;
    }

    static void Expect(const JobAccount::Communication& found,
                       int64_t inProgressPs,
                       int64_t exposedPs,
                       int64_t lateSenderPs,
                       int64_t hiddenPs)
    {
        EXPECT_EQ(found.inProgressPs, inProgressPs);
        EXPECT_EQ(found.exposedPs, exposedPs);
        EXPECT_EQ(found.lateSenderPs, lateSenderPs);
        EXPECT_EQ(found.hiddenPs, hiddenPs);
    }

    FabricJob m_job;
    std::vector<NodeSpan> m_spans;
};

using JobAccountTest = JobReportTest;

/** Segments as activity, rank, from and to. */
using Path = std::vector<std::tuple<CriticalPath::Activity, uint32_t, int64_t, int64_t>>;

class CriticalPathTest : public JobReportTest
{
  protected:
    CriticalPathTest()
        : JobReportTest(4)
    {
    }

    CriticalPath Walk(int64_t startPs) const
    {
        CriticalPath path(m_job, m_spans, startPs);
        for (size_t i = 1; i < path.GetSegments().size(); ++i)
        {
            EXPECT_EQ(path.GetSegments()[i - 1].toPs, path.GetSegments()[i].fromPs);
        }
        return path;
    }

    static Path Parts(const CriticalPath& path)
    {
        Path parts;
        for (const auto& segment : path.GetSegments())
        {
            parts.emplace_back(segment.activity, segment.rank, segment.fromPs, segment.toPs);
        }
        return parts;
    }

    static constexpr auto COMPUTE = CriticalPath::Activity::COMPUTE;
    static constexpr auto COMMUNICATION = CriticalPath::Activity::COMMUNICATION;
    static constexpr auto WAIT = CriticalPath::Activity::WAIT;
};

} // namespace

TEST_F(JobAccountTest, ComputingExposedHiddenAndIdleAddUp)
{
    // Rank 0: kernel 100-200, message posted 150, acknowledged 260; kernel 300-400. Of the message
    // 50 are hidden, 60 exposed; then 40 of nothing; and nothing from 400 to 500.
    // Rank 1 wants it from 100; it is sent at 150 (50 of late sender) and there at 250.
    Kernel(0, 100, 200);
    Kernel(0, 300, 400);
    Message(0, 1, "gradients", 150, 100, 250, 260);
    const auto account = Account(100, 500);
    ASSERT_EQ(account.GetKinds(), std::vector<std::string>{"gradients"});
    const auto& sender = account.GetRanks().at(0);
    EXPECT_EQ(sender.computePs, 200);
    EXPECT_EQ(sender.idlePs, 140);
    Expect(sender.communication[0], 110, 60, 0, 50);
    const auto& receiver = account.GetRanks().at(1);
    EXPECT_EQ(receiver.computePs, 0);
    EXPECT_EQ(receiver.idlePs, 250);
    Expect(receiver.communication[0], 150, 150, 50, 0);
    Expect(account.GetSum().communication[0], 260, 210, 50, 50);
    EXPECT_DOUBLE_EQ(account.GetIdleFraction(), 1 - 200.0 / 800);
}

TEST_F(JobAccountTest, OfSeveralKindsTheOneThatHasMovedForLongestGetsTheTime)
{
    // Rank 0 sends a from 0 to 40 and from 60 to 90, b from 20 to 80: a has 0-40, b 40-80 (it was
    // there before a came again), a 80-90. The wait for c, wanted from 0 and sent at 100, has only
    // what nothing else has: 90-100 as a late sender; it moves from 100 to 120.
    Message(0, 1, "a", 0, 0, 40, 40);
    Message(0, 1, "b", 20, 20, 80, 80);
    Message(0, 1, "a", 60, 60, 90, 90);
    Message(1, 0, "c", 100, 0, 120, 120);
    const auto account = Account(0, 120);
    const auto& rank = account.GetRanks().at(0);
    Expect(rank.communication[0], 70, 50, 0, 0);
    Expect(rank.communication[1], 60, 40, 0, 0);
    Expect(rank.communication[2], 120, 30, 10, 0);
    EXPECT_EQ(rank.idlePs, 0);
}

TEST_F(JobAccountTest, OtherStreamsCommunicateAndAMessageThatWasThereIsNotWaitedFor)
{
    // A reduction on stream 1 from 0 to 30 beside a kernel from 10 to 20: exposed 20, hidden 10.
    // The message of rank 1 was there at 40, wanted at 50: no time.
    Kernel(0, 10, 20);
    const uint32_t reduce = m_job.graph.AddReduce(0, 8);
    m_job.graph.Edit(reduce, [&](auto& node) { node.stream = 1; });
    Span(reduce, 0, 30);
    Message(1, 0, "", 0, 50, 40, 60);
    const auto account = Account(0, 60);
    EXPECT_EQ(account.GetKinds(), std::vector<std::string>{"communication"});
    Expect(account.GetRanks()[0].communication[0], 30, 20, 0, 10);
    EXPECT_EQ(account.GetRanks()[0].idlePs, 30);
}

TEST_F(JobAccountTest, WhatHasNotEndedCountsToTheEnd)
{
    // A message sent at 20 that never arrives, wanted from 10, and one that is never sent.
    Message(0, 1, "lost", 20, 10, NodeSpan::NOT_YET, NodeSpan::NOT_YET);
    m_spans[1].endPs = NodeSpan::NOT_YET;
    Message(1, 0, "unsent", NodeSpan::NOT_YET, 0, NodeSpan::NOT_YET, NodeSpan::NOT_YET);
    m_spans[3].endPs = NodeSpan::NOT_YET;
    const auto account = Account(0, 100);
    Expect(account.GetRanks()[0].communication[0], 80, 80, 0, 0);
    Expect(account.GetRanks()[0].communication[1], 100, 20, 20, 0);
    Expect(account.GetRanks()[1].communication[0], 90, 90, 10, 0);
    Expect(account.GetRanks()[1].communication[1], 0, 0, 0, 0);
}

TEST_F(JobAccountTest, AnOperationOfTheNetworkMovesWhenItsLastMemberHasStarted)
{
    // Rank 0 starts at 10, rank 1 at 40, both have the result at 70; of a second operation rank 1
    // never starts its part: rank 0 waits for it from 80 to the end.
    const uint32_t group = m_job.graph.AddGroup({{0, 1}, false, 0, 0});
    const auto first = m_job.graph.AddAggregate(group, AggregationOperation::BARRIER, 0);
    const auto second = m_job.graph.AddAggregate(group, AggregationOperation::BARRIER, 0);
    Span(first[0], 10, 70);
    Span(first[1], 40, 70);
    Span(second[0], 80, NodeSpan::NOT_YET);
    Span(second[1], NodeSpan::NOT_YET, NodeSpan::NOT_YET);
    const auto account = Account(0, 100);
    Expect(account.GetRanks()[0].communication[0], 80, 80, 30 + 20, 0);
    Expect(account.GetRanks()[1].communication[0], 30, 30, 0, 0);
}

TEST_F(JobAccountTest, NamesTheRankThatComputesLongest)
{
    Kernel(0, 0, 20);
    Kernel(1, 0, 50);
    const auto account = Account(0, 50);
    EXPECT_EQ(account.GetSlowestRank(), 1u);
    EXPECT_DOUBLE_EQ(account.GetSlowestRatio(), 2.5); // of the lower of the two medians
}

TEST_F(CriticalPathTest, FollowsWhateverWasWaitedForLast)
{
    // Rank 0 computes 0-100, then sends, which takes to 150 and is acknowledged at 160. Rank 1
    // computes 0-90 and 90-120 on its stream, wants the message from 120, has it at 150 and
    // computes to 200. So: kernel of rank 0, message, last kernel.
    const uint32_t first = Kernel(0, 0, 100);
    Kernel(1, 0, 90);
    const uint32_t second = Kernel(1, 90, 120);
    const auto [send, recv] = Message(0, 1, "activations", 100, 120, 150, 160);
    const uint32_t last = Kernel(1, 150, 200);
    m_job.graph.AddDependency(first, send);
    m_job.graph.AddDependency(second, recv);
    m_job.graph.AddDependency(recv, last);
    const auto path = Walk(0);
    EXPECT_EQ(Parts(path),
              (Path{{COMPUTE, 0, 0, 100}, {COMMUNICATION, 0, 100, 150}, {COMPUTE, 1, 150, 200}}));
    EXPECT_EQ(path.GetTotalPs(), 200);
    EXPECT_EQ(path.GetSegments()[1].peer, 1u);
    EXPECT_EQ(path.GetName(path.GetSegments()[1]), "activations");
    EXPECT_EQ(
        path.GetShares(),
        (std::vector<std::pair<std::string, int64_t>>{{"compute", 150}, {"activations", 50}}));
}

TEST_F(CriticalPathTest, AStreamIsWaitedForAndAMessageThatWasThereIsNot)
{
    // The kernel 100-200 depends on a message that was there at 50 and wanted at 60, and waited for
    // the kernel 40-100 before it on its stream; that one started at 40, nobody knows why.
    Kernel(1, 40, 100);
    const auto recv = Message(0, 1, "early", 0, 60, 50, 70).second;
    const uint32_t last = Kernel(1, 100, 200);
    m_job.graph.AddDependency(recv, last);
    EXPECT_EQ(Parts(Walk(10)),
              (Path{{WAIT, 1, 10, 40}, {COMPUTE, 1, 40, 100}, {COMPUTE, 1, 100, 200}}));
}

TEST_F(CriticalPathTest, AnOperationOfTheNetworkWaitsForItsLastMember)
{
    // Ranks 0 and 1 start their parts at 20 and 50, after kernels; both have the result at 80. The
    // path goes through rank 1 though rank 0 goes on.
    const uint32_t early = Kernel(0, 0, 20);
    const uint32_t late = Kernel(1, 0, 50);
    const uint32_t group = m_job.graph.AddGroup({{0, 1}, false, 0, 0});
    const auto parts = m_job.graph.AddAggregate(group, AggregationOperation::BARRIER, 0);
    Span(parts[0], 20, 80);
    Span(parts[1], 50, 80);
    const uint32_t last = Kernel(0, 80, 90);
    m_job.graph.AddDependency(early, parts[0]);
    m_job.graph.AddDependency(late, parts[1]);
    m_job.graph.AddDependency(parts[0], last);
    EXPECT_EQ(Parts(Walk(0)),
              (Path{{COMPUTE, 1, 0, 50}, {COMMUNICATION, 1, 50, 80}, {COMPUTE, 0, 80, 90}}));
}

TEST_F(CriticalPathTest, OperationsOfNoLengthDelayNothing)
{
    // Two kernels of no length at 50, numbered against their order, after one that ends at 50.
    const uint32_t late = Kernel(0, 50, 50);
    const uint32_t early = Kernel(0, 50, 50);
    const uint32_t first = Kernel(0, 0, 50);
    m_job.graph.AddDependency(first, early);
    m_job.graph.AddDependency(early, late);
    const uint32_t last = Kernel(0, 50, 80);
    m_job.graph.AddDependency(late, last);
    EXPECT_EQ(Parts(Walk(0)), (Path{{COMPUTE, 0, 0, 50}, {COMPUTE, 0, 50, 80}}));
}

TEST_F(CriticalPathTest, NamesWhoTookLongerThanItsLike)
{
    // Kernels of nominal 100: 100, 100, 210 and 100 of four ranks. The slow one sends to rank 3,
    // which takes 60 instead of the 20 of two others. Excess: 110 of 210, and 40 of 60.
    const uint16_t label = m_job.graph.AddLabel("forward layer 3");
    uint32_t slow = 0;
    for (uint32_t rank = 0; rank < 4; ++rank)
    {
        const uint32_t node = Kernel(rank, 0, rank == 2 ? 210 : 100, 100);
        m_job.graph.Edit(node, [label](auto& labelled) { labelled.label = label; });
        slow = rank == 2 ? node : slow;
    }
    Message(0, 1, "gradients", 100, 100, 119, 120);
    Message(1, 0, "gradients", 100, 100, 119, 120);
    const auto send = Message(2, 3, "gradients", 210, 100, 269, 270).first;
    m_job.graph.AddDependency(slow, send);
    const auto path = Walk(0);
    EXPECT_EQ(Parts(path), (Path{{COMPUTE, 2, 0, 210}, {COMMUNICATION, 2, 210, 270}}));
    const auto culprits = path.GetCulprits();
    ASSERT_EQ(culprits.size(), 2u);
    EXPECT_EQ(culprits[0].excessPs, 110);
    EXPECT_EQ(culprits[1].excessPs, 40);
    EXPECT_EQ(path.Describe(culprits[0]),
              "operations of rank 2 (host 12) take 2.10 times as long as the median of their kind, "
              "0.000 us more on the critical path; most in 'forward layer 3'");
    EXPECT_EQ(path.Describe(culprits[1]),
              "messages from rank 2 (host 12) to rank 3 (host 13) take 3.00 times as long as the "
              "median of their kind, 0.000 us more on the critical path; most in 'gradients'");
}

TEST_F(CriticalPathTest, NothingEndedNoPath)
{
    Kernel(0, 0, NodeSpan::NOT_YET);
    EXPECT_TRUE(Walk(0).GetSegments().empty());
    EXPECT_EQ(Walk(0).GetTotalPs(), 0);
    EXPECT_TRUE(Walk(0).GetCulprits().empty());
}
