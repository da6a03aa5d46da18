// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The receiving half of a queue pair alone, without NIC, port or network.

#include "fabric-test.h"
#include "rdma-half.h"
#include "units.h"

#include "ns3/rdma-header.h"

#include <gtest/gtest.h>
#include <memory>

namespace ns3
{

namespace
{

class RdmaResponderTest : public FabricTest
{
  protected:
    RdmaResponderTest()
        : m_responder(m_half.common, m_half)
    {
        RdmaResponder::Settings settings;
        settings.mtuBytes = RdmaHalf::MTU_BYTES;
        settings.acknowledgements = {5, 4, 40};
        m_responder.Start(settings);
    }

    static FabricPacketPtr MakeRequest(RdmaOpcode opcode, uint32_t psn, uint32_t payloadBytes)
    {
        auto packet = RdmaHalf::MakeAnswer(opcode, psn, 0, US);
        packet->payloadBytes = payloadBytes;
        packet->sourceHost = 7;
        return packet;
    }

    void Take(RdmaOpcode opcode, uint32_t psn, uint32_t payloadBytes, bool asks = false)
    {
        const auto packet = MakeRequest(opcode, psn, payloadBytes);
        packet->As<RdmaHeader>().ackRequest = asks;
        m_responder.HandleRequest(*packet);
    }

    /** Expects it to be the only packet that was sent since the last time. */
    void ExpectAnswer(RdmaOpcode opcode, uint32_t psn, uint8_t syndrome)
    {
        ASSERT_EQ(m_half.sent.size(), 1U);
        EXPECT_EQ(m_half.sent[0]->As<RdmaHeader>().opcode, opcode);
        EXPECT_EQ(m_half.sent[0]->As<RdmaHeader>().psn, psn);
        EXPECT_EQ(m_half.sent[0]->As<RdmaHeader>().syndrome, syndrome);
        m_half.sent.clear();
    }

    RdmaHalf m_half;
    RdmaResponder m_responder;
};

} // namespace

TEST_F(RdmaResponderTest, MessageArrivesAndIsAcknowledgedOnce)
{
    Take(RdmaOpcode::WRITE_FIRST, 0, 1000);
    Take(RdmaOpcode::WRITE_MIDDLE, 1, 1000);
    EXPECT_TRUE(m_half.sent.empty());
    EXPECT_TRUE(m_half.arrivals.empty());
    Take(RdmaOpcode::WRITE_LAST_IMM, 2, 500, true);
    ASSERT_EQ(m_half.sent.size(), 1U);
    // 66 B of an acknowledgement and 20 B of preamble and gap; in the class of acknowledgements.
    EXPECT_EQ(m_half.sent[0]->wireBytes, 86U);
    EXPECT_EQ(m_half.sent[0]->serviceLevel, 5);
    EXPECT_EQ(m_half.sent[0]->lane, 4);
    EXPECT_EQ(m_half.sent[0]->dscp, 40);
    ExpectAnswer(RdmaOpcode::ACKNOWLEDGE, 2, SYNDROME_ACK);
    ASSERT_EQ(m_half.arrivals.size(), 1U);
    EXPECT_EQ(m_half.arrivals[0].bytes, 2500U);
    EXPECT_TRUE(m_half.arrivals[0].hasImmediate);
    EXPECT_EQ(m_half.arrivals[0].sourceHost, 7U);
    EXPECT_EQ(m_responder.GetDeliveredBytes(), 2500U);
    EXPECT_EQ(m_half.counters.deliveredBytes, 2500U);
}

TEST_F(RdmaResponderTest, GapIsAskedForOnce)
{
    Take(RdmaOpcode::WRITE_FIRST, 0, 1000);
    Take(RdmaOpcode::WRITE_MIDDLE, 2, 1000);
    ExpectAnswer(RdmaOpcode::ACKNOWLEDGE, 1, SYNDROME_NAK_SEQUENCE);
    Take(RdmaOpcode::WRITE_MIDDLE, 3, 1000);
    EXPECT_TRUE(m_half.sent.empty());
    EXPECT_EQ(m_half.counters.naksSent, 1U);
    EXPECT_EQ(m_responder.GetDeliveredBytes(), 1000U);
}

TEST_F(RdmaResponderTest, SendWithoutReceiveRequestIsRefused)
{
    m_responder.PostReceive(1);
    Take(RdmaOpcode::SEND_ONLY, 0, 100);
    ExpectAnswer(RdmaOpcode::ACKNOWLEDGE, 0, SYNDROME_ACK);
    Take(RdmaOpcode::SEND_ONLY, 1, 100);
    ExpectAnswer(RdmaOpcode::ACKNOWLEDGE, 1, SYNDROME_KIND_RNR | 12);
    EXPECT_EQ(m_half.counters.receiverNotReady, 1U);
    EXPECT_EQ(m_half.arrivals.size(), 1U);
}

// A request that comes again is answered again, but does not run again.
TEST_F(RdmaResponderTest, AtomicOperationRunsOnce)
{
    m_half.memory[64] = 5;
    for (int i = 0; i < 2; ++i)
    {
        const auto packet = MakeRequest(RdmaOpcode::FETCH_ADD, 0, 0);
        packet->As<RdmaHeader>().address = 64;
        auto operands = std::make_unique<AtomicOperands>();
        operands->swapOrAdd = 3;
        packet->extras = std::move(operands);
        m_responder.HandleRequest(*packet);
        ASSERT_EQ(m_half.sent.size(), 1U);
        EXPECT_EQ(static_cast<AtomicOperands&>(*m_half.sent[0]->extras).original, 5U);
        ExpectAnswer(RdmaOpcode::ATOMIC_ACKNOWLEDGE, 0, SYNDROME_ACK);
        EXPECT_EQ(m_half.memory[64], 8U);
    }
}

// 2500 B are three packets; the acknowledgement of a WRITE behind the READ waits for them.
TEST_F(RdmaResponderTest, ResponsesGoInTurnAndAnswersBehindThem)
{
    const auto packet = MakeRequest(RdmaOpcode::READ_REQUEST, 0, 0);
    packet->As<RdmaHeader>().length = 2500;
    m_responder.HandleRequest(*packet);
    EXPECT_EQ(m_half.activations, 1U);
    Take(RdmaOpcode::WRITE_ONLY, 3, 100, true);
    EXPECT_TRUE(m_half.sent.empty());
    const auto expect = [this](RdmaOpcode opcode, uint32_t psn, uint32_t payloadBytes) {
        ASSERT_TRUE(m_responder.HasAnswers());
        const auto answer = m_responder.MakeNextPacket(2 * US);
        EXPECT_EQ(answer->As<RdmaHeader>().opcode, opcode);
        EXPECT_EQ(answer->As<RdmaHeader>().psn, psn);
        EXPECT_EQ(answer->payloadBytes, payloadBytes);
        EXPECT_EQ(answer->lane, 3); // as the data, since a READ was served
    };
    expect(RdmaOpcode::READ_RESPONSE_FIRST, 0, 1000);
    expect(RdmaOpcode::READ_RESPONSE_MIDDLE, 1, 1000);
    expect(RdmaOpcode::READ_RESPONSE_LAST, 2, 500);
    expect(RdmaOpcode::ACKNOWLEDGE, 3, 0);
    EXPECT_FALSE(m_responder.HasAnswers());
}

TEST_F(RdmaResponderTest, AcknowledgementTellsOfAMarkOnce)
{
    m_half.common.notificationPoint.Start({4 * US, false, true});
    EXPECT_TRUE(m_half.common.notificationPoint.DecideCnp(US, true));
    Take(RdmaOpcode::WRITE_ONLY, 0, 100);
    Take(RdmaOpcode::WRITE_ONLY, 1, 100);
    ASSERT_EQ(m_half.sent.size(), 2U);
    EXPECT_TRUE(m_half.sent[0]->As<RdmaHeader>().becn);
    EXPECT_FALSE(m_half.sent[1]->As<RdmaHeader>().becn);
}

// Marks at 1, 3 and 5 us: the second comes too early for a CNP, 4 us behind the first one is 5.
TEST(NotificationPointTest, KeepsTheInterval)
{
    NotificationPoint point;
    point.Start({4 * US, false, false});
    EXPECT_TRUE(point.DecideCnp(1 * US, true));
    EXPECT_FALSE(point.DecideCnp(3 * US, true));
    EXPECT_TRUE(point.DecideCnp(5 * US, true));
    EXPECT_FALSE(point.TakeEcho());
    // On acknowledgements only: a CNP just for what nobody acknowledges.
    point.Start({4 * US, true, true});
    EXPECT_FALSE(point.DecideCnp(1 * US, true));
    EXPECT_TRUE(point.TakeEcho());
    EXPECT_TRUE(point.DecideCnp(1 * US, false));
}

} // namespace ns3
