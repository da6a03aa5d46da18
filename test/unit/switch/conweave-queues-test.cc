// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "units.h"

#include "ns3/conweave-queues.h"

#include <cstdint>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Packets that come to the reordering queues of a last leaf whose port 1 leads to host 7. */
class ConweaveQueuesTest : public FabricTest
{
  protected:
    ConweaveQueuesTest()
    {
        m_queues.Configure({16 * US, 200 * US, 2'000 * US, 1}, 2);
    }

    /** @return whether a packet that is sent and comes at these times has to wait */
    bool Arrive(int64_t nowPs, ConweaveTag tag, int64_t stampPs, uint32_t flow = 5)
    {
        return Arrive(nowPs, nowPs, tag, stampPs, flow);
    }

    /** As the other one. @param tailPs when its last bit comes */
    bool Arrive(int64_t nowPs, int64_t tailPs, ConweaveTag tag, int64_t stampPs, uint32_t flow = 5)
    {
        auto packet = FabricPacketPool::Make();
        tag.used = 1;
        tag.stamp = ConweaveTag::MakeStamp(stampPs);
        packet->readyPs = nowPs;
        packet->tailPs = tailPs;
        packet->entropy = flow;
        packet->destHost = 7;
        packet->lane = m_lane;
        packet->payloadBytes = ++m_sent;
        packet->pathTag = tag.Pack();
        if (!m_queues.Arrive(*packet, 1))
        {
            m_order.push_back(packet->payloadBytes);
            return false;
        }
        m_queues.Hold(std::move(packet));
        return true;
    }

    /** Empties the queues that are due. @return number of first packets whose TAIL was overdue */
    uint32_t Flush(int64_t nowPs)
    {
        uint32_t overdue = 0;
        m_queues.Flush(TickClock().ToTicks(nowPs),
                       [&](FabricPacketPtr packet, uint16_t egress, bool first) {
                           EXPECT_EQ(egress, 1);
                           overdue += first ? 1 : 0;
                           m_order.push_back(packet->payloadBytes);
                       });
        return overdue;
    }

    static ConweaveTag Old(uint8_t epoch, ConweaveTag::Ask ask = ConweaveTag::NOTHING)
    {
        ConweaveTag tag{};
        tag.epoch = epoch;
        tag.ask = ask;
        return tag;
    }

    static ConweaveTag New(uint8_t epoch)
    {
        ConweaveTag tag = Old(epoch);
        tag.rerouted = 1;
        return tag;
    }

    int64_t GetDuePs() const
    {
        return TickClock().ToPs(m_queues.GetDueTicks());
    }

    ConweaveQueues m_queues;
    uint8_t m_lane{3};             //!< of packets
    uint32_t m_sent{0};            //!< packets; their payload is their number, from 1 on
    std::vector<uint32_t> m_order; //!< in which they go on
};

} // namespace

TEST_F(ConweaveQueuesTest, WhatOvertakesTheTailWaitsForIt)
{
    EXPECT_FALSE(Arrive(10 * US, Old(3, ConweaveTag::REPLY), 4 * US)); // 1
    EXPECT_TRUE(Arrive(11 * US, New(3), 6 * US));                      // 2
    EXPECT_TRUE(Arrive(11 * US + 1, New(3), 6 * US));                  // 3
    EXPECT_FALSE(Arrive(11 * US + 2, Old(3), 5 * US));                 // 4
    EXPECT_EQ(m_queues.GetFree(1), 0u);
    EXPECT_FALSE(Arrive(12 * US, Old(3, ConweaveTag::CLEAR), 6 * US)); // 5
    EXPECT_TRUE(Arrive(12 * US, New(3), 6 * US)) << "it must not overtake those that wait";
    EXPECT_GT(GetDuePs(), 12 * US);
    EXPECT_LE(GetDuePs(), 12 * US + 1'000) << "right behind the TAIL, by a tick";
    EXPECT_EQ(Flush(GetDuePs()), 0u);
    EXPECT_FALSE(Arrive(13 * US, New(3), 6 * US)); // 7
    EXPECT_EQ(m_order, (std::vector<uint32_t>{1, 4, 5, 2, 3, 6, 7}));
    EXPECT_EQ(m_queues.GetFree(1), 1u);
    EXPECT_EQ(m_queues.GetTimeouts(), 0u);
    EXPECT_EQ(m_queues.GetHeld(), 3u);
}

TEST_F(ConweaveQueuesTest, ATailIsOverdueByWhatThePacketsBeforeItTook)
{
    Arrive(10 * US, Old(3, ConweaveTag::REPLY), 4 * US);
    Arrive(11 * US, New(3), 7 * US);
    // The TAIL was sent 3 us behind the last packet of the old path: 10 + 3 + 16 us, and a stamp.
    EXPECT_NEAR(GetDuePs(), 29 * US, 2'048);
    Arrive(14 * US, Old(3), 6 * US);
    Flush(29 * US + 2'048); // a later packet has put it off: 14 + 1 + 16 us
    EXPECT_NEAR(GetDuePs(), 31 * US, 2'048);
    EXPECT_EQ(m_queues.GetTimeouts(), 0u);
    EXPECT_EQ(Flush(31 * US + 2'048), 1u);
    EXPECT_EQ(m_queues.GetTimeouts(), 1u);
    EXPECT_FALSE(Arrive(33 * US, New(3), 7 * US)) << "the TAIL is given up";
    EXPECT_EQ(m_order, (std::vector<uint32_t>{1, 3, 2, 4}));
}

TEST_F(ConweaveQueuesTest, WithoutAPacketOnTheOldPathTheWaitIsTheDefault)
{
    Arrive(11 * US, New(9), 7 * US);
    EXPECT_EQ(GetDuePs(), 211 * US);
    // The first packet on the old path gives a better estimate: 50 + (7 - 1) + 16 us.
    Arrive(50 * US, Old(9, ConweaveTag::REPLY), 1 * US);
    Flush(60 * US);
    EXPECT_TRUE(Arrive(61 * US, New(9), 7 * US));
    EXPECT_EQ(Flush(72 * US + 2'048), 1u);
}

TEST_F(ConweaveQueuesTest, EpochsGoRoundAndEarlierOnesPass)
{
    Arrive(1 * US, Old(15), 0);
    EXPECT_TRUE(Arrive(2 * US, New(15), 0));
    // Epoch 0 begins behind 15: nothing of that is to come, and what waits goes first.
    EXPECT_TRUE(Arrive(3 * US, Old(0, ConweaveTag::REPLY), 0));
    EXPECT_FALSE(Arrive(3 * US, Old(15), 0));
    Flush(4 * US);
    EXPECT_EQ(m_order, (std::vector<uint32_t>{1, 4, 2, 3}));
}

TEST_F(ConweaveQueuesTest, WithoutAQueuePacketsGoOn)
{
    EXPECT_TRUE(Arrive(1 * US, New(1), 0, 5));
    EXPECT_FALSE(Arrive(1 * US, New(1), 0, 6));
    EXPECT_EQ(m_queues.GetOverflows(), 1u);
    Flush(201 * US);
    EXPECT_TRUE(Arrive(202 * US, New(2), 0, 6)) << "it is free again";
}

// At 100 Gb/s a switch that cuts through has a packet of 1,082 B 86.56 ns before its last bit.
TEST_F(ConweaveQueuesTest, IncompletePacketsDoNotPutTheDeadlineOff)
{
    constexpr int64_t frame = 86'560;
    EXPECT_TRUE(Arrive(1 * US, 1 * US + frame, New(9), 0));
    int64_t nowPs = 1 * US + frame;
    for (; nowPs < 201 * US; nowPs += frame)
    {
        EXPECT_TRUE(Arrive(nowPs, nowPs + frame, New(9), 0));
        EXPECT_EQ(GetDuePs(), 201 * US);
    }
    EXPECT_EQ(Flush(201 * US), 1u);
    EXPECT_EQ(m_order.size(), m_sent) << "the last one too, whose last bit is to come";
    EXPECT_FALSE(Arrive(nowPs, nowPs + frame, New(9), 0));
}

TEST_F(ConweaveQueuesTest, AQueueThatIsBeingEmptiedIsNotTaken)
{
    Arrive(1 * US, Old(3, ConweaveTag::REPLY), 0);
    EXPECT_TRUE(Arrive(2 * US, New(3), 1 * US));
    EXPECT_EQ(m_queues.GetFree(1), 0u);
    EXPECT_FALSE(Arrive(3 * US, 3 * US + 50'000, Old(3, ConweaveTag::CLEAR), 1 * US));
    EXPECT_EQ(m_queues.GetFree(1), 1u);
    EXPECT_TRUE(Arrive(3 * US + 1'000, New(1), 0, 6)) << "another flow may have it";
    EXPECT_EQ(m_queues.GetFree(1), 0u);
    EXPECT_EQ(Flush(3 * US + 52'000), 0u);
    EXPECT_EQ(m_order, (std::vector<uint32_t>{1, 3, 2}));
    EXPECT_EQ(m_queues.GetFree(1), 0u);
    Flush(204 * US);
    EXPECT_EQ(m_queues.GetFree(1), 1u);
}

// Epochs 4 to 12 got lost: 13 is 10 ahead of 3, which looks like 6 behind.
TEST_F(ConweaveQueuesTest, OfAnIdleFlowEpochsMayHaveGoneRound)
{
    Arrive(1 * US, Old(3, ConweaveTag::REPLY), 0);
    Arrive(2 * US, Old(3, ConweaveTag::CLEAR), 0);
    EXPECT_FALSE(Arrive(2'002 * US, New(13), 0)) << "2 ms later it is still of an earlier epoch";
    Arrive(2'003 * US, Old(13, ConweaveTag::REPLY), 2'000 * US);
    EXPECT_TRUE(Arrive(2'004 * US, New(13), 2'001 * US));
    Flush(2'300 * US);
    // All 16 got lost: only who begins an epoch says that it is not the one before.
    EXPECT_FALSE(Arrive(5'000 * US, New(13), 2'001 * US)) << "its TAIL was given up";
    Arrive(8'000 * US, Old(13, ConweaveTag::REPLY), 7'990 * US);
    EXPECT_TRUE(Arrive(8'001 * US, New(13), 7'991 * US));
}

TEST_F(ConweaveQueuesTest, WhatIsTakenIsForgotten)
{
    Arrive(1 * US, Old(3, ConweaveTag::REPLY), 0);
    EXPECT_TRUE(Arrive(2 * US, New(3), 1 * US));
    EXPECT_TRUE(Arrive(2 * US, New(3), 1 * US));
    EXPECT_EQ(m_queues.Take(1, 2).GetPackets(), 0u);
    EXPECT_EQ(m_queues.Take(0, 3).GetPackets(), 0u);
    EXPECT_EQ(m_queues.GetFree(1), 0u);
    EXPECT_EQ(m_queues.Take(1, 3).GetPackets(), 2u);
    EXPECT_EQ(m_queues.GetFree(1), 1u);
    EXPECT_EQ(Flush(1'000 * US), 0u);
    EXPECT_EQ(m_queues.GetTimeouts(), 0u);
    EXPECT_TRUE(Arrive(1'001 * US, New(1), 0)) << "of any epoch";
    m_lane = 2;
    EXPECT_TRUE(Arrive(1'001 * US, New(1), 0));
    EXPECT_EQ(m_queues.Take(1, 3).GetPackets(), 1u);
    Flush(2'000 * US);
    EXPECT_EQ(m_order, (std::vector<uint32_t>{1, 5})) << "other lanes are left alone";
}
