// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A WRITE with immediate takes a receive request, at its last packet (IBTA vol. 1, 9.7.5).

#include "queue-pair-test.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

class WriteImmediateTest : public QueuePairTest
{
};

} // namespace

// One receive request for two WRITEs of three packets each. The second is taken but for its last
// packet: 3000 + 2 * 1024 B. The NIC asks for 0.64 ms of patience (code 12): refused after some us
// and after 0.64 ms, it is taken after 1.28 ms, as a request comes at 1 ms. So its last packet goes
// out three times, and once that of the first. GoBackZero repeats the whole message.
TEST_F(WriteImmediateTest, TakesAReceiveRequestOrIsRefused)
{
    for (const std::string recovery : {"GoBackN", "SelectiveRepeat", "GoBackZero"})
    {
        SCOPED_TRACE(recovery);
        m_completions.clear();
        m_arrivals.clear();
        m_sent = {};
        BuildPair("MtuBytes=1024|RnrTimer=12", {{"LossRecovery", "ns3::" + recovery}});
        const auto queuePair = Connect();
        m_remote->PostReceive(1);
        queuePair->PostWriteWithImmediate(3000, 7, 0);
        queuePair->PostWriteWithImmediate(3000, 8, 1);
        Simulator::Stop(MicroSeconds(100));
        Simulator::Run();
        EXPECT_EQ(m_completions[0].size(), 1U);
        EXPECT_EQ(m_remote->GetDeliveredBytes(), 5048U);
        EXPECT_EQ(m_network.nics[1]->GetCounters().receiverNotReady, 1U);
        Simulator::Schedule(MicroSeconds(900), [this] { m_remote->PostReceive(1); });
        Simulator::Run();
        ExpectAll(0, {3000, 3000});
        EXPECT_EQ(m_arrivals[0][1].immediate, 8U);
        EXPECT_EQ(m_remote->GetDeliveredBytes(), 6000U);
        EXPECT_EQ(m_network.nics[1]->GetCounters().receiverNotReady, 2U);
        EXPECT_EQ(CountSent(0, RdmaOpcode::WRITE_LAST_IMM), 4U);
        EXPECT_EQ(CountSent(0, RdmaOpcode::WRITE_FIRST), recovery == "GoBackZero" ? 4U : 2U);
        Simulator::Destroy();
    }
}

// A WRITE without immediate needs none, and until the first PostReceive() nothing does.
TEST_F(WriteImmediateTest, NothingElseIsRefused)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    queuePair->PostWriteWithImmediate(3000, 7, 0);
    Simulator::Run();
    m_remote->PostReceive(0);
    queuePair->PostWrite(3000, 1);
    Simulator::Run();
    ExpectAll(0, {3000, 3000});
    EXPECT_EQ(m_network.nics[1]->GetCounters().receiverNotReady, 0U);
}

} // namespace ns3
