// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "temporary-file.h"

#include "ns3/boolean.h"
#include "ns3/graph-executor.h"
#include "ns3/input-error.h"
#include "ns3/node.h"

#include <sstream>

using namespace ns3;

namespace
{

/** Jobs whose ranks all live on one host: no network, so that only GPUs take time. */
class GraphExecutorTest : public FabricTest
{
  protected:
    static constexpr int64_t US = 1'000'000; //!< ps

    /** A GPU per rank. Reductions take 1 us per 1000 B, copies twice as long. */
    Ptr<GraphExecutor> Install(const CommunicationGraph& graph, int64_t startPs = 0)
    {
        FabricJob job;
        job.name = "test";
        job.graph = graph;
        job.startPs = startPs;
        job.hostOfRank.assign(graph.GetRankCount(), 0);
        std::vector<Ptr<FabricGpu>> gpus;
        for (uint32_t rank = 0; rank < graph.GetRankCount(); ++rank)
        {
            gpus.push_back(CreateObject<FabricGpu>());
            gpus.back()->SetAttribute("ReduceRate", DataRateValue(DataRate("8Gbps")));
            gpus.back()->SetAttribute("CopyRate", DataRateValue(DataRate("4Gbps")));
        }
        const auto executor = CreateObject<GraphExecutor>();
        executor->SetJob(job, std::vector<HostTransports>(gpus.size()), gpus);
        executor->SetFinishCallback(MakeCallback(&GraphExecutorTest::OnFinish, this));
        const auto node = CreateObject<Node>();
        node->AddApplication(executor);
        return executor;
    }

    void OnFinish(Ptr<GraphExecutor>)
    {
        ++m_finishes;
        m_finishTime = Simulator::Now();
    }

    static std::string Waits(Ptr<GraphExecutor> executor, uint64_t maxLines)
    {
        std::ostringstream out;
        executor->DescribeWaits(out, maxLines);
        return out.str();
    }

    int m_finishes{0};
    Time m_finishTime;
};

} // namespace

TEST_F(GraphExecutorTest, AChainTakesTheSumOfItsParts)
{
    // Rank 0 computes for 3 us, sends 1000 B within the host (a copy, 2 us), rank 1 reduces them
    // (1 us): ends at 6 us. GPU 0 works 5 us of them, GPU 1 works 1 us.
    CommunicationGraph graph(2);
    const uint32_t compute = graph.AddCompute(0, 3 * US);
    const auto [send, recv] = graph.AddTransfer(0, 1, 1'000);
    const uint32_t reduce = graph.AddReduce(1, 1'000);
    graph.AddDependency(compute, send);
    graph.AddDependency(recv, reduce);
    const auto executor = Install(graph);
    Simulator::Run();
    EXPECT_TRUE(executor->IsFinished());
    EXPECT_FALSE(executor->HasFailed());
    EXPECT_EQ(m_finishes, 1);
    EXPECT_EQ(m_finishTime, MicroSeconds(6) + PicoSeconds(GraphExecutor::END_NOTICE_PS));
    EXPECT_EQ(executor->GetStartPs(), 0);
    EXPECT_EQ(executor->GetFinishPs(), 6 * US);
    EXPECT_EQ(executor->GetCompletedNodes(), 4u);
    EXPECT_DOUBLE_EQ(executor->GetIdleFraction(0), 1 - 5.0 / 6);
    EXPECT_DOUBLE_EQ(executor->GetIdleFraction(1), 1 - 1.0 / 6);
    EXPECT_TRUE(executor->GetRecords().empty());
}

TEST_F(GraphExecutorTest, AReceiveWaitsForItsPredecessorsToo)
{
    // The message is there at 2 us, the RECV's predecessor ends at 5 us; then 1 us of reduction.
    CommunicationGraph graph(2);
    const auto [send, recv] = graph.AddTransfer(0, 1, 1'000);
    const uint32_t compute = graph.AddCompute(1, 5 * US);
    const uint32_t reduce = graph.AddReduce(1, 1'000);
    graph.AddDependency(compute, recv);
    graph.AddDependency(recv, reduce);
    EXPECT_EQ(send, 0u);
    const auto executor = Install(graph);
    Simulator::Run();
    EXPECT_EQ(executor->GetFinishPs(), 6 * US);
    EXPECT_EQ(executor->GetCompletedNodes(), 4u);
}

TEST_F(GraphExecutorTest, WhatANodeWaitsForIsCountedOnce)
{
    // A diamond with a double edge: 1 us, then two of 1 us on different ranks, then 1 us.
    CommunicationGraph graph(2);
    const uint32_t top = graph.AddCompute(0, US);
    const uint32_t left = graph.AddCompute(0, US);
    const uint32_t right = graph.AddCompute(1, US);
    const uint32_t bottom = graph.AddCompute(0, US);
    graph.AddDependency(top, left);
    graph.AddDependency(top, right);
    graph.AddDependency(left, bottom);
    graph.AddDependency(right, bottom);
    graph.AddDependency(right, bottom);
    const auto executor = Install(graph);
    Simulator::Run();
    EXPECT_EQ(executor->GetFinishPs(), 3 * US);
    EXPECT_EQ(executor->GetCompletedNodes(), 4u);
}

TEST_F(GraphExecutorTest, OneGpuDoesOneThingAtATime)
{
    CommunicationGraph graph(2);
    graph.AddCompute(0, 2 * US);
    graph.AddCopy(0, 500); // 1 us
    graph.AddCompute(1, 2 * US);
    const auto executor = Install(graph);
    Simulator::Run();
    EXPECT_EQ(executor->GetFinishPs(), 3 * US);
    EXPECT_DOUBLE_EQ(executor->GetIdleFraction(0), 0);
}

TEST_F(GraphExecutorTest, StreamsOfAGpuRunAtTheSameTime)
{
    // A computation of 3 us beside a reduction of 2 us on stream 1, which a message within the host
    // (a copy of 2 us on stream 1) follows: the message is there at 4 us. Spans say so, and that
    // the receiver wanted it from the start.
    CommunicationGraph graph(2);
    const uint32_t compute = graph.AddCompute(0, 3 * US);
    const uint32_t reduce = graph.AddReduce(0, 2'000);
    const auto [send, recv] = graph.AddTransfer(0, 1, 1'000);
    const uint32_t join = graph.AddJoin(1);
    graph.Edit(reduce, [&](auto& node) { node.stream = 1; });
    graph.Edit(send, [&](auto& node) { node.stream = 1; });
    graph.AddDependency(recv, join);
    const auto executor = Install(graph);
    executor->SetAttribute("RecordSpans", BooleanValue(true));
    Simulator::Run();
    EXPECT_EQ(executor->GetFinishPs(), 4 * US);
    EXPECT_DOUBLE_EQ(executor->GetIdleFraction(0), 0.25);
    const auto expect = [&](uint32_t node, int64_t startPs, int64_t endPs) {
        EXPECT_EQ(executor->GetSpans().at(node).startPs, startPs) << node;
        EXPECT_EQ(executor->GetSpans().at(node).endPs, endPs) << node;
    };
    expect(compute, 0, 3 * US);
    expect(reduce, 0, 2 * US);
    expect(send, 2 * US, 4 * US);
    expect(recv, 0, 4 * US);
    expect(join, 4 * US, 4 * US);
}

TEST_F(GraphExecutorTest, SendsHaveStartTimesAfterThatOfTheJob)
{
    // Job at 10 us. Sends at 7 us and, later in the list, at 4 us after it, 1 us of copying each;
    // the third must wait for a computation of 9 us, long after its time.
    CommunicationGraph graph(4);
    const uint32_t late = graph.AddTransfer(0, 3, 500).first;
    const uint32_t early = graph.AddTransfer(1, 3, 500).first;
    const uint32_t bound = graph.AddTransfer(2, 3, 500).first;
    graph.Edit(late, [&](auto& node) { node.timePs = 7 * US; });
    graph.Edit(early, [&](auto& node) { node.timePs = 4 * US; });
    graph.Edit(bound, [&](auto& node) { node.timePs = 4 * US; });
    graph.AddDependency(graph.AddCompute(2, 9 * US), bound);
    const auto executor = Install(graph, 10 * US);
    std::vector<uint64_t> completed; // at 14.9, 15.1, 17.9, 18.1, 19.9 and 20.1 us
    for (const int64_t ns : {14'900, 15'100, 17'900, 18'100, 19'900, 20'100})
    {
        Simulator::Schedule(NanoSeconds(ns),
                            [&, executor] { completed.push_back(executor->GetCompletedNodes()); });
    }
    Simulator::Run();
    EXPECT_EQ(completed, (std::vector<uint64_t>{0, 2, 2, 4, 5, 7}));
    EXPECT_EQ(executor->GetStartPs(), 10 * US);
    EXPECT_EQ(executor->GetFinishPs(), 20 * US);
}

TEST_F(GraphExecutorTest, NothingStartsAfterTheStopTime)
{
    // Computations of 2 us one after the other, stopped at 3 us: the second ends, the third and
    // the message of 1 s never start.
    CommunicationGraph graph(2);
    const uint32_t first = graph.AddCompute(0, 2 * US);
    const uint32_t second = graph.AddCompute(0, 2 * US);
    const uint32_t third = graph.AddCompute(0, 2 * US);
    graph.AddDependency(first, second);
    graph.AddDependency(second, third);
    graph.Edit(graph.AddTransfer(0, 1, 500).first,
               [&](auto& node) { node.timePs = PS_PER_SECOND; });
    const auto executor = Install(graph);
    executor->SetStopTime(MicroSeconds(3));
    Simulator::Run();
    EXPECT_TRUE(executor->IsFinished());
    EXPECT_FALSE(executor->HasFailed());
    EXPECT_EQ(m_finishes, 1);
    EXPECT_EQ(executor->GetCompletedNodes(), 2u);
    EXPECT_EQ(executor->GetJob().graph.GetNodes().size(), 5u);
    EXPECT_EQ(executor->GetFinishPs(), 4 * US);
    EXPECT_EQ(m_finishTime, MicroSeconds(4) + PicoSeconds(GraphExecutor::END_NOTICE_PS));
}

TEST_F(GraphExecutorTest, MessagesThatNeverStartKeepNoSimulationGoing)
{
    CommunicationGraph graph(2);
    for (int64_t second = 1; second <= 3; ++second)
    {
        graph.Edit(graph.AddTransfer(0, 1, 500).first,
                   [&](auto& node) { node.timePs = second * PS_PER_SECOND; });
    }
    const auto executor = Install(graph);
    executor->SetStopTime(MicroSeconds(3));
    Simulator::Run();
    EXPECT_TRUE(executor->IsFinished());
    EXPECT_LE(Simulator::Now(), Seconds(1)); // the entry of the first one is not removed
}

TEST_F(GraphExecutorTest, ALongChainOfNothingNeedsNoStack)
{
    CommunicationGraph graph(1);
    uint32_t previous = graph.AddCompute(0, 0);
    for (int i = 1; i < 1'000'000; ++i)
    {
        const uint32_t next = graph.AddCompute(0, 0);
        graph.AddDependency(previous, next);
        previous = next;
    }
    const auto executor = Install(graph);
    Simulator::Run();
    EXPECT_EQ(executor->GetCompletedNodes(), 1'000'000u);
    EXPECT_EQ(executor->GetFinishPs(), 0);
}

TEST_F(GraphExecutorTest, AnEmptyJobIsOverAtOnce)
{
    const auto executor = Install(CommunicationGraph(2), 5 * US);
    Simulator::Run();
    EXPECT_EQ(m_finishes, 1);
    EXPECT_EQ(executor->GetFinishPs(), 5 * US);
    EXPECT_DOUBLE_EQ(executor->GetIdleFraction(0), 1);
}

TEST_F(GraphExecutorTest, SaysWhoWaitsForWhat)
{
    CommunicationGraph graph(3);
    graph.AddTransfer(2, 1, 1'048'576);
    graph.AddReduce(0, 1'000);
    const uint32_t compute = graph.AddCompute(0, 20 * US);
    graph.AddDependency(compute, graph.AddTransfer(0, 1, 500).first);
    const auto executor = Install(graph);
    EXPECT_EQ(Waits(executor, 10), "");
    std::string all;
    std::string two;
    Simulator::Schedule(NanoSeconds(500), [&] {
        all = Waits(executor, 10);
        two = Waits(executor, 2);
    });
    Simulator::Run();
    const std::string firstTwo = "rank 2 (host 0) sends 1,048,576 B to rank 1 (host 0)\n"
                                 "rank 1 (host 0) waits for 1,048,576 B from rank 2 (host 0)\n";
    EXPECT_EQ(all,
              firstTwo + "rank 0 (host 0) reduces 1,000 B\n"
                         "rank 0 (host 0) computes for 20000000 ps\n"
                         "rank 1 (host 0) waits for 500 B from rank 0 (host 0)\n");
    EXPECT_EQ(two, firstTwo + "... and 3 more\n");
    EXPECT_EQ(Waits(executor, 10), "");
}

TEST_F(GraphExecutorTest, RanksHostsNicsAndGpusMustBeAsMany)
{
    const auto message = MessageOf<InputError>([] {
        FabricJob job;
        job.name = "odd";
        job.graph = CommunicationGraph(3);
        job.hostOfRank = {0, 1, 2};
        CreateObject<GraphExecutor>()->SetJob(job,
                                              std::vector<HostTransports>(2),
                                              std::vector<Ptr<FabricGpu>>(3));
    });
    EXPECT_EQ(message,
              "job odd: 3 ranks on 3 hosts with 2 NICs and 3 GPUs; expected one of each per rank");
}
