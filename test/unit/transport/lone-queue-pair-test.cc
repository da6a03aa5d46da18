// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Two queue pairs hand each other their packets, without NIC, port or network.

#include "fabric-test.h"
#include "lone-host.h"

#include <gtest/gtest.h>
#include <utility>

namespace ns3
{

namespace
{

class LoneQueuePairTest : public FabricTest
{
  protected:
    /** Until both are silent. @return packets */
    uint32_t Exchange()
    {
        uint32_t packets = 0;
        for (bool silent = false; !silent;)
        {
            silent = true;
            for (uint32_t host : {0, 1})
            {
                if (auto packet = m_hosts[host].Send())
                {
                    silent = false;
                    ++packets;
                    m_hosts[1 - host].Take(std::move(packet));
                }
            }
        }
        return packets;
    }

    LoneHost m_hosts[2]{LoneHost(0), LoneHost(1)};
};

} // namespace

// 2500 B are three packets and an acknowledgement.
TEST_F(LoneQueuePairTest, MessageIsCompleteAtBothEnds)
{
    m_hosts[0].queuePair->PostWriteWithImmediate(2500, 77, 9);
    EXPECT_EQ(m_hosts[0].queuePair->DescribeWait(), "0 of 2500 B acknowledged, window full");
    EXPECT_EQ(Exchange(), 4U);
    ASSERT_EQ(m_hosts[0].completions.size(), 1U);
    EXPECT_EQ(m_hosts[0].completions[0].workId, 9U);
    EXPECT_EQ(m_hosts[0].completions[0].status, RdmaStatus::SUCCESS);
    ASSERT_EQ(m_hosts[1].arrivals.size(), 1U);
    EXPECT_EQ(m_hosts[1].arrivals[0].immediate, 77U);
    EXPECT_EQ(m_hosts[1].queuePair->GetDeliveredBytes(), 2500U);
    EXPECT_EQ(m_hosts[0].queuePair->DescribeWait(), "no work");
}

// A READ of 2500 B: a request and three packets of response.
TEST_F(LoneQueuePairTest, ReadAndAtomicOperationFetch)
{
    m_hosts[1].memory[8] = 40;
    m_hosts[0].queuePair->PostRead(2500, 0);
    EXPECT_EQ(Exchange(), 4U);
    EXPECT_EQ(m_hosts[0].queuePair->GetDeliveredBytes(), 2500U);
    m_hosts[0].queuePair->PostFetchAdd(8, 2, 1);
    EXPECT_EQ(Exchange(), 2U);
    EXPECT_EQ(m_hosts[1].memory[8], 42U);
    ASSERT_EQ(m_hosts[0].completions.size(), 2U);
    EXPECT_EQ(m_hosts[0].completions[1].original, 40U);
}

TEST_F(LoneQueuePairTest, ErrorStateFlushesAndSaysSo)
{
    m_hosts[0].queuePair->PostWrite(2500, 0);
    m_hosts[0].block = "is paused";
    EXPECT_EQ(m_hosts[0].queuePair->DescribeWait(), "0 of 2500 B acknowledged, port is paused");
    m_hosts[0].queuePair->Modify(RdmaQueuePairState::ERROR);
    m_hosts[0].queuePair->PostWrite(1, 1);
    ASSERT_EQ(m_hosts[0].completions.size(), 2U);
    EXPECT_EQ(m_hosts[0].completions[0].status, RdmaStatus::FLUSHED);
    EXPECT_EQ(m_hosts[0].completions[1].status, RdmaStatus::FLUSHED);
    EXPECT_EQ(m_hosts[0].counters.failedQueuePairs, 1U);
    EXPECT_EQ(Exchange(), 0U);
}

// A marked packet is told of by a packet of InfiniBand's CNP.
TEST_F(LoneQueuePairTest, MarkMakesANotification)
{
    m_hosts[0].queuePair->PostWrite(500, 0);
    auto packet = m_hosts[0].Send();
    ASSERT_TRUE(packet);
    packet->ecn = EcnCodepoint::CE;
    m_hosts[1].Take(std::move(packet));
    ASSERT_EQ(m_hosts[1].sent.size(), 2U);
    EXPECT_EQ(m_hosts[1].sent[0]->As<RdmaHeader>().opcode, RdmaOpcode::CNP_INFINIBAND);
    EXPECT_EQ(m_hosts[1].counters.cnpsSent, 1U);
    EXPECT_EQ(Exchange(), 2U);
    EXPECT_EQ(m_hosts[0].counters.cnpsReceived, 1U);
}

} // namespace ns3
