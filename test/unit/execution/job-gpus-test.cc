// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/job-gpus.h"
#include "ns3/uinteger.h"

#include <vector>

using namespace ns3;

namespace
{

using Node = CommunicationGraph::Node;
using Kind = CommunicationGraph::Kind;

/** Remembers when the last operation ended. */
struct LastEnd : GpuClient
{
    void OnGpuDone(uint32_t, int64_t, int64_t finishedPs) override
    {
        lastPs = finishedPs;
    }

    int64_t lastPs{-1};
};

/** Rank 0 has a GPU that reduces 1 byte per ps and copies 2, rank 1 has none. */
class JobGpusTest : public FabricTest
{
  protected:
    JobGpusTest()
    {
        m_gpu->SetAttribute("ReduceRate", DataRateValue(DataRate("8000Gbps")));
        m_gpu->SetAttribute("CopyRate", DataRateValue(DataRate("16000Gbps")));
        m_gpus.SetGpus({m_gpu, nullptr});
    }

    static Node MakeNode(Kind kind, uint32_t rank, uint64_t bytes, int64_t timePs)
    {
        Node node{};
        node.kind = kind;
        node.rank = rank;
        node.bytes = bytes;
        node.timePs = timePs;
        return node;
    }

    Ptr<FabricGpu> m_gpu{CreateObject<FabricGpu>()};
    JobGpus m_gpus;
    LastEnd m_client;
};

} // namespace

TEST_F(JobGpusTest, NodesTakeWhatTheirKindTakesOfTheGpu)
{
    EXPECT_EQ(m_gpus.GetDurationPs(MakeNode(Kind::REDUCE, 0, 1000, 7)), 1007);
    EXPECT_EQ(m_gpus.GetDurationPs(MakeNode(Kind::COPY, 0, 1000, 7)), 507);
    EXPECT_EQ(m_gpus.GetDurationPs(MakeNode(Kind::COMPUTE, 0, 0, 7)), 7);
    EXPECT_EQ(m_gpus.GetDurationPs(MakeNode(Kind::SEND, 0, 1000, 7)), 500); // 7: when it starts
    EXPECT_EQ(m_gpus.GetDurationPs(MakeNode(Kind::REDUCE, 1, 1000, 7)), 0);
}

TEST_F(JobGpusTest, WithoutGpuNothingRuns)
{
    m_gpus.Begin(CommunicationGraph(2));
    EXPECT_FALSE(m_gpus.Run(MakeNode(Kind::COMPUTE, 1, 0, 5), 0, &m_client));
    EXPECT_EQ(m_gpus.GetIdleFraction(1, 100), 1);
    EXPECT_EQ(m_gpus.GetRankCount(), 2U);
}

TEST_F(JobGpusTest, IdleIsWhatTheJobItselfLeavesOver)
{
    constexpr int64_t US = 1'000'000;
    m_gpu->Run(1 * US, &m_client, 0); // before the job
    Simulator::Schedule(MicroSeconds(2), [this] {
        m_gpus.Begin(CommunicationGraph(2));
        EXPECT_TRUE(m_gpus.Run(MakeNode(Kind::COMPUTE, 0, 0, 3 * US), 1, &m_client));
    });
    Simulator::Schedule(MicroSeconds(6), [this] {
        EXPECT_EQ(m_gpus.GetIdleFraction(0, 4 * US), 0.25); // 3 of the 4 us since its start
        m_gpus.End();
        m_gpu->Run(2 * US, &m_client, 2); // after the job
    });
    Simulator::Run();
    EXPECT_EQ(m_client.lastPs, 8 * US);
    EXPECT_EQ(m_gpus.GetIdleFraction(0, 4 * US), 0.25);
    EXPECT_EQ(m_gpus.GetIdleFraction(0, 0), 1); // a job that took no time
}

TEST_F(JobGpusTest, AChannelHoldsSmsFromItsFirstMessageToItsLast)
{
    m_gpu->SetAttribute("SmCount", UintegerValue(4));
    m_gpu->SetAttribute("SmsPerChannel", UintegerValue(2));
    m_gpu->SetAttribute("MessagesHoldSms", BooleanValue(true));
    CommunicationGraph graph(2);
    const uint32_t first = graph.AddTransfer(0, 1, 10).first;
    const uint32_t second = graph.AddTransfer(0, 1, 10).first;
    m_gpus.Begin(graph);
    m_gpus.BeginMessage(0, first);
    m_gpus.BeginMessage(0, second); // of the same channel: takes nothing more
    m_gpus.Run(MakeNode(Kind::COMPUTE, 0, 0, 1'000'000), 0, &m_client);
    Simulator::Schedule(NanoSeconds(500), [&] { m_gpus.EndMessage(0, first); });
    Simulator::Schedule(NanoSeconds(1000), [&] { m_gpus.EndMessage(0, second); });
    Simulator::Run();
    EXPECT_EQ(m_client.lastPs, 1'500'000); // 1 us at half the SMs, and the other half in 0.5 us
}
