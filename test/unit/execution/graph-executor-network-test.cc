// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/collective-workload.h"
#include "ns3/fabric-helper.h"
#include "ns3/incast-workload.h"
#include "ns3/roce-fabric.h"
#include "ns3/star-topology.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

namespace
{

/** Jobs on a switch with a few hosts, RoCEv2. */
class GraphExecutorNetworkTest : public FabricTest
{
  protected:
    void Build(uint32_t hosts, double errorRate = 0)
    {
        const auto generator = CreateObject<StarTopology>();
        generator->SetAttribute("Hosts", UintegerValue(hosts));
        auto topology = generator->Generate();
        topology.links[0].errorRate = errorRate;
        m_network = m_helper.Install(topology);
        m_helper.AssignStreams(m_network, 1);
    }

    Ptr<GraphExecutor> Run(const FabricWorkload& workload)
    {
        const auto executor =
            DynamicCast<GraphExecutor>(m_helper.Install(m_network, workload, 7).Get(0));
        Simulator::Run();
        return executor;
    }

    /** A tick of ns-3 in ps; what waits for a completion starts up to that much late. */
    static int64_t TickPs()
    {
        return std::max<int64_t>(1, TimeStep(1).GetPicoSeconds());
    }

    FabricHelper m_helper{CreateObject<RoceFabric>()};
    FabricNetwork m_network;
};

} // namespace

TEST_F(GraphExecutorNetworkTest, AMessageAloneTakesTheIdealTimeAndTheNextRoundFollows)
{
    Build(2);
    const auto incast = CreateObject<IncastWorkload>();
    incast->SetAttribute("Bytes", UintegerValue(1'000'000));
    incast->SetAttribute("Rounds", UintegerValue(3));
    incast->SetAttribute("Start", StringValue("5us"));
    const auto executor = Run(*incast);

    EXPECT_TRUE(executor->IsFinished());
    EXPECT_FALSE(executor->HasFailed());
    EXPECT_EQ(executor->GetStartPs(), 5'000'000);
    const auto& records = executor->GetRecords();
    ASSERT_EQ(records.size(), 3u);
    const int64_t idealPs = m_network.IdealMessagePs(0, 1, 1'000'000);
    int64_t readyPs = 5'000'000;
    for (const auto& record : records)
    {
        EXPECT_EQ(record.job, 7u);
        EXPECT_EQ(record.sourceHost, 0u);
        EXPECT_EQ(record.destHost, 1u);
        EXPECT_EQ(record.bytes, 1'000'000u);
        EXPECT_EQ(record.failure, nullptr);
        EXPECT_GE(record.startPs, readyPs);
        EXPECT_LT(record.startPs, readyPs + TickPs());
        EXPECT_LT(record.startPs, record.arrivedPs);
        EXPECT_LT(record.arrivedPs, record.finishedPs);
        EXPECT_NEAR(static_cast<double>(record.finishedPs - record.startPs),
                    static_cast<double>(idealPs),
                    static_cast<double>(8 * TickPs())); // an event per hop, there and back
        readyPs = record.finishedPs;
    }
    EXPECT_EQ(executor->GetFinishPs(), readyPs);
    EXPECT_EQ(m_network.nics[0]->GetQueuePairs().size(), 1u); // shared by all rounds
}

TEST_F(GraphExecutorNetworkTest, RingAllReduceEndsOnEveryRank)
{
    Build(4);
    const auto collective = CreateObject<CollectiveWorkload>();
    collective->SetAttribute("Bytes", UintegerValue(400'000));
    collective->SetAttribute("Iterations", UintegerValue(2));
    const auto executor = Run(*collective);
    EXPECT_TRUE(executor->IsFinished());
    EXPECT_EQ(executor->GetCompletedNodes(), executor->GetJob().graph.GetNodes().size());
    // 2 iterations of 4 chunks of 6 hops; a queue pair to the right and one from the left.
    EXPECT_EQ(executor->GetRecords().size(), 48u);
    for (const auto& nic : m_network.nics)
    {
        EXPECT_EQ(nic->GetQueuePairs().size(), 2u);
        EXPECT_EQ(nic->GetCounters().deliveredBytes, 2u * 6 * 100'000);
    }
    // 2 times 3 reductions of 100 kB at 1 TB/s: 600 ns of work per GPU.
    const auto durationPs = static_cast<double>(executor->GetFinishPs());
    EXPECT_NEAR(executor->GetIdleFraction(0), 1 - 600'000 / durationPs, 1e-9);
}

TEST_F(GraphExecutorNetworkTest, AMessageThatFailsFailsTheJobAndTheOthersEnd)
{
    // The link of host 0 loses all but one packet in a million. The first message of 3 rounds is
    // retried in vain; the other rounds depend on it and never start.
    Config::SetDefault("ns3::RdmaNic::RetryCount", UintegerValue(1));
    Build(4, 0.999999);
    const auto incast = CreateObject<IncastWorkload>();
    incast->SetAttribute("Bytes", UintegerValue(10'000));
    incast->SetAttribute("Rounds", UintegerValue(3));
    const auto executor = Run(*incast);
    EXPECT_TRUE(executor->IsFinished());
    EXPECT_TRUE(executor->HasFailed());
    ASSERT_EQ(executor->GetRecords().size(), 1u + 2 * 3);
    for (const auto& record : executor->GetRecords())
    {
        EXPECT_STREQ(record.failure, record.sourceHost == 0 ? "retry-exceeded" : nullptr);
        EXPECT_EQ(record.arrivedPs == MessageRecord::NOT_YET, record.sourceHost == 0);
        EXPECT_GT(record.finishedPs, record.startPs);
    }
    EXPECT_EQ(executor->GetCompletedNodes(), 2u * 3 * 2);
}
