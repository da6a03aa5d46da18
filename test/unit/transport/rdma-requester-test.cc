// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The sending half of a queue pair alone, without NIC, port or network.

#include "fabric-test.h"
#include "rdma-half.h"
#include "units.h"

#include "ns3/rdma-header.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

class RdmaRequesterTest : public FabricTest
{
  protected:
    RdmaRequesterTest()
        : m_requester(m_half.common, m_half)
    {
        m_settings.mtuBytes = RdmaHalf::MTU_BYTES;
        m_settings.ackTimeoutPs = 100 * US;
        m_settings.windowBytes = UINT64_MAX;
    }

    void Post(uint64_t bytes, RdmaOperation operation = RdmaOperation::WRITE)
    {
        RdmaMessage message{};
        message.workId = m_posted++;
        message.bytes = bytes;
        message.operation = operation;
        m_requester.Post(message);
    }

    /** Expects the next packet to be this one. @return whether it asks for an answer */
    bool Expect(RdmaOpcode opcode, uint32_t psn, uint32_t payloadBytes)
    {
        const auto packet = m_requester.MakeNextPacket(0);
        EXPECT_TRUE(packet);
        EXPECT_EQ(packet->As<RdmaHeader>().opcode, opcode);
        EXPECT_EQ(packet->As<RdmaHeader>().psn, psn);
        EXPECT_EQ(packet->payloadBytes, payloadBytes);
        EXPECT_EQ(packet->destHost, 7U);
        EXPECT_EQ(packet->dscp, 26);
        return packet->As<RdmaHeader>().ackRequest;
    }

    void Acknowledge(uint32_t psn, uint8_t syndrome = SYNDROME_ACK)
    {
        m_requester.HandleAcknowledge(
            *RdmaHalf::MakeAnswer(RdmaOpcode::ACKNOWLEDGE, psn, syndrome, 5 * US));
    }

    RdmaHalf m_half;
    RdmaRequester m_requester;
    RdmaRequester::Settings m_settings;
    uint64_t m_posted{0};
};

} // namespace

TEST_F(RdmaRequesterTest, MessageIsCutIntoPackets)
{
    m_requester.Start(m_settings);
    EXPECT_FALSE(m_requester.MakeNextPacket(0));
    Post(2500);
    EXPECT_EQ(m_half.activations, 1U);
    EXPECT_FALSE(Expect(RdmaOpcode::WRITE_FIRST, 0, 1000));
    EXPECT_FALSE(Expect(RdmaOpcode::WRITE_MIDDLE, 1, 1000));
    EXPECT_TRUE(Expect(RdmaOpcode::WRITE_LAST, 2, 500));
    EXPECT_FALSE(m_requester.CanSend());
    EXPECT_EQ(m_requester.DescribeProgress(), "0 of 2500 B acknowledged");
    Acknowledge(1);
    EXPECT_EQ(m_requester.GetAcknowledgedBytes(), 2000U);
    EXPECT_TRUE(m_half.completions.empty());
    Acknowledge(2);
    ASSERT_EQ(m_half.completions.size(), 1U);
    EXPECT_EQ(m_half.completions[0].bytes, 2500U);
    EXPECT_EQ(m_half.completions[0].finishedPs, 5 * US);
    EXPECT_EQ(m_half.completions[0].status, RdmaStatus::SUCCESS);
    EXPECT_FALSE(m_requester.HasWork());
}

// Two packets fill a window of 2000 B; the second one asks, or nothing would ever open it again.
TEST_F(RdmaRequesterTest, WindowHoldsAndItsLastPacketAsks)
{
    m_settings.windowBytes = 2000;
    m_requester.Start(m_settings);
    Post(5000);
    EXPECT_FALSE(Expect(RdmaOpcode::WRITE_FIRST, 0, 1000));
    EXPECT_TRUE(Expect(RdmaOpcode::WRITE_MIDDLE, 1, 1000));
    EXPECT_FALSE(m_requester.MakeNextPacket(0));
    EXPECT_TRUE(m_requester.HasNext());
    Acknowledge(0);
    EXPECT_TRUE(Expect(RdmaOpcode::WRITE_MIDDLE, 2, 1000));
    EXPECT_FALSE(m_requester.CanSend());
}

// The third packet asks by the interval, although neither window nor message ends with it.
TEST_F(RdmaRequesterTest, AsksAtTheInterval)
{
    m_settings.ackInterval = 3;
    m_requester.Start(m_settings);
    Post(10'000);
    EXPECT_FALSE(Expect(RdmaOpcode::WRITE_FIRST, 0, 1000));
    EXPECT_FALSE(Expect(RdmaOpcode::WRITE_MIDDLE, 1, 1000));
    EXPECT_TRUE(Expect(RdmaOpcode::WRITE_MIDDLE, 2, 1000));
    EXPECT_FALSE(Expect(RdmaOpcode::WRITE_MIDDLE, 3, 1000));
}

TEST_F(RdmaRequesterTest, SequenceErrorGoesBackToTheMissingPacket)
{
    m_requester.Start(m_settings);
    Post(3000);
    Expect(RdmaOpcode::WRITE_FIRST, 0, 1000);
    Expect(RdmaOpcode::WRITE_MIDDLE, 1, 1000);
    Expect(RdmaOpcode::WRITE_LAST, 2, 1000);
    Acknowledge(1, SYNDROME_NAK_SEQUENCE);
    EXPECT_EQ(m_requester.GetAcknowledgedBytes(), 1000U);
    EXPECT_FALSE(Expect(RdmaOpcode::WRITE_MIDDLE, 1, 1000));
    EXPECT_TRUE(Expect(RdmaOpcode::WRITE_LAST, 2, 1000));
    EXPECT_EQ(m_half.counters.retransmittedPackets, 2U);
    EXPECT_TRUE(m_half.failures.empty());
}

// Sent at 0, it times out at 100 us and, sent again then, at 200 us; one retry is allowed.
TEST_F(RdmaRequesterTest, TimeoutsRepeatAndThenFail)
{
    m_settings.retryCount = 1;
    m_requester.Start(m_settings);
    Post(500);
    EXPECT_TRUE(Expect(RdmaOpcode::WRITE_ONLY, 0, 500));
    Simulator::Schedule(MicroSeconds(99), [this] { EXPECT_FALSE(m_requester.CanSend()); });
    Simulator::Schedule(MicroSeconds(101), [this] {
        EXPECT_EQ(m_half.counters.timeouts, 1U);
        EXPECT_TRUE(m_requester.MakeNextPacket(101 * US));
        EXPECT_TRUE(m_half.failures.empty());
    });
    Simulator::Schedule(MicroSeconds(202), [this] {
        EXPECT_EQ(m_half.failures, std::vector<RdmaStatus>{RdmaStatus::RETRY_EXCEEDED});
    });
    Simulator::Run();
    EXPECT_EQ(m_half.counters.timeouts, 2U);
}

// Packet 0, repeated after a timeout, requests no acknowledgement, since 1 and 2 follow; then NAKs
// report that 1 and 2 have arrived. If packet 0 is lost again, only another timeout detects it.
TEST_F(RdmaRequesterTest, TheTimerRunsWhereNothingIsLeftToRepeat)
{
    RdmaHalf half("SelectiveRepeat");
    RdmaRequester requester(half.common, half);
    requester.Start(m_settings);
    RdmaMessage message{};
    message.bytes = 3000;
    message.operation = RdmaOperation::WRITE;
    requester.Post(message);
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_TRUE(requester.MakeNextPacket(0));
    }
    Simulator::Schedule(MicroSeconds(101), [&] {
        EXPECT_EQ(half.counters.timeouts, 1U);
        const auto again = requester.MakeNextPacket(101 * US);
        ASSERT_TRUE(again);
        EXPECT_EQ(again->As<RdmaHeader>().psn, 0U);
        EXPECT_FALSE(again->As<RdmaHeader>().ackRequest);
        for (const uint32_t arrived : {1, 2})
        {
            const auto nak =
                RdmaHalf::MakeAnswer(RdmaOpcode::ACKNOWLEDGE, 0, SYNDROME_NAK_SEQUENCE, 102 * US);
            nak->As<RdmaHeader>().selective = arrived;
            requester.HandleAcknowledge(*nak);
        }
        EXPECT_FALSE(requester.CanSend());
    });
    // 100 us from the second of them
    Simulator::Schedule(MicroSeconds(203), [&] {
        EXPECT_EQ(half.counters.timeouts, 2U);
        EXPECT_TRUE(requester.CanSend());
    });
    Simulator::Run();
}

// Code 12 is 0.64 ms (IBTA vol. 1, table 45).
TEST_F(RdmaRequesterTest, ReceiverThatIsNotReadyHoldsThePacer)
{
    m_requester.Start(m_settings);
    Post(500, RdmaOperation::SEND);
    EXPECT_TRUE(Expect(RdmaOpcode::SEND_ONLY, 0, 500));
    Acknowledge(0, SYNDROME_KIND_RNR | 12);
    EXPECT_EQ(m_half.pacer.GetDuePs(), 5 * US + 640 * US);
    EXPECT_TRUE(m_requester.CanSend());
}

// A READ of three packets is one request; a response that skips one asks for it again.
TEST_F(RdmaRequesterTest, ReadTakesItsResponseInOrder)
{
    m_requester.Start(m_settings);
    Post(2500, RdmaOperation::READ);
    EXPECT_TRUE(Expect(RdmaOpcode::READ_REQUEST, 0, 0));
    EXPECT_FALSE(m_requester.CanSend());
    const auto answer = [this](RdmaOpcode opcode, uint32_t psn, uint32_t payloadBytes) {
        const auto packet = RdmaHalf::MakeAnswer(opcode, psn, SYNDROME_ACK, 5 * US);
        packet->payloadBytes = payloadBytes;
        m_requester.HandleReadResponse(*packet);
    };
    answer(RdmaOpcode::READ_RESPONSE_FIRST, 0, 1000);
    answer(RdmaOpcode::READ_RESPONSE_LAST, 2, 500);
    EXPECT_EQ(m_requester.GetReadBytes(), 1000U);
    const auto rest = m_requester.MakeNextPacket(5 * US);
    ASSERT_TRUE(rest);
    EXPECT_EQ(rest->As<RdmaHeader>().psn, 1U);
    EXPECT_EQ(rest->As<RdmaHeader>().length, 1500U);
    answer(RdmaOpcode::READ_RESPONSE_FIRST, 1, 1000);
    answer(RdmaOpcode::READ_RESPONSE_LAST, 2, 500);
    EXPECT_EQ(m_requester.GetReadBytes(), 2500U);
    ASSERT_EQ(m_half.completions.size(), 1U);
    EXPECT_EQ(m_half.completions[0].status, RdmaStatus::SUCCESS);
}

TEST_F(RdmaRequesterTest, DrainingBeginsNoMessage)
{
    m_requester.Start(m_settings);
    Post(2000);
    Post(1000);
    Expect(RdmaOpcode::WRITE_FIRST, 0, 1000);
    m_requester.SetDraining(true);
    Expect(RdmaOpcode::WRITE_LAST, 1, 1000);
    EXPECT_FALSE(m_requester.CanSend());
    m_requester.SetDraining(false);
    EXPECT_TRUE(m_requester.CanSend());
}

TEST_F(RdmaRequesterTest, FlushEndsEverything)
{
    m_requester.Start(m_settings);
    Post(2000);
    Post(1000);
    m_requester.Flush(US, RdmaStatus::RETRY_EXCEEDED);
    ASSERT_EQ(m_half.completions.size(), 2U);
    EXPECT_EQ(m_half.completions[0].status, RdmaStatus::RETRY_EXCEEDED);
    EXPECT_EQ(m_half.completions[1].status, RdmaStatus::FLUSHED);
    EXPECT_FALSE(m_requester.HasWork());
}

} // namespace ns3
