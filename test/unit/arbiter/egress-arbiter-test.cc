// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "has-text.h"
#include "port-pair.h"
#include "temporary-file.h"

#include "ns3/dwrr-arbiter.h"
#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Eight queues and an arbiter that serves them. */
class EgressArbiterTest : public FabricTest
{
  protected:
    void Fill(uint32_t queue, uint32_t packets, uint32_t bytes)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            m_queues[queue].Push(MakeDataPacket(0, bytes, queue));
        }
    }

    static Ptr<DwrrArbiter> MakeDwrr(const std::string& weights, uint32_t quantumBytes)
    {
        const auto arbiter = CreateObject<DwrrArbiter>();
        arbiter->SetAttribute("Weights", StringValue(weights));
        arbiter->SetAttribute("QuantumBytes", UintegerValue(quantumBytes));
        return arbiter;
    }

    /** @param mask which queues may send @return the queue that sent */
    uint32_t Serve(EgressArbiter& arbiter, uint32_t mask = 0xff)
    {
        uint32_t eligible = 0;
        for (uint32_t queue = 0; queue < PRIORITY_COUNT; ++queue)
        {
            eligible |= (m_queues[queue].IsEmpty() ? 0U : 1U) << queue;
        }
        const uint32_t queue = arbiter.Select(eligible & mask, m_queues);
        EXPECT_TRUE((eligible & mask) >> queue & 1);
        m_sentBytes[queue] += m_queues[queue].Pop()->frameBytes;
        return queue;
    }

    std::string Serve(EgressArbiter& arbiter, uint32_t packets, uint32_t mask)
    {
        std::string order;
        while (packets-- > 0)
        {
            order += std::to_string(Serve(arbiter, mask));
        }
        return order;
    }

    std::vector<PacketFifo> m_queues{PRIORITY_COUNT};
    std::array<uint64_t, PRIORITY_COUNT> m_sentBytes{};
};

} // namespace

TEST_F(EgressArbiterTest, StrictTakesTheHighestThatMay)
{
    const auto arbiter = CreateObject<StrictArbiter>();
    for (uint32_t queue = 0; queue < PRIORITY_COUNT; ++queue)
    {
        Fill(queue, 2, 100);
    }
    EXPECT_EQ(Serve(*arbiter, 3, 0b1000'1010), "773");
    EXPECT_EQ(Serve(*arbiter, 4, 0xff), "6655");
    EXPECT_EQ(Serve(*arbiter, 7, 0xff), "4432211");
}

TEST_F(EgressArbiterTest, DwrrSharesByWeight)
{
    const auto arbiter = MakeDwrr("1 3 0 0 0 0 0 0", 1'000);
    Fill(0, 20, 1'000);
    Fill(1, 20, 1'000);
    EXPECT_EQ(Serve(*arbiter, 12, 0xff), "011101110111");
}

TEST_F(EgressArbiterTest, DwrrCountsBytesNotPackets)
{
    // Quantum 1500 each: one frame of 1500 B against five of 300 B.
    const auto arbiter = MakeDwrr("1 1 1 1 1 1 1 1", 1'500);
    Fill(2, 20, 1'500);
    Fill(5, 50, 300);
    EXPECT_EQ(Serve(*arbiter, 12, 0xff), "255555255555");
}

TEST_F(EgressArbiterTest, DwrrSavesUpForALongFrame)
{
    // A quantum of 500 covers a frame of 1200 at the third turn, with 300 left over.
    const auto arbiter = MakeDwrr("1 1 1 1 1 1 1 1", 500);
    Fill(0, 20, 1'200);
    Fill(1, 50, 500);
    EXPECT_EQ(Serve(*arbiter, 5, 0xff), "11011");
}

TEST_F(EgressArbiterTest, DwrrDiffersFromTheRatioByLessThanAQuantumAndAFrame)
{
    constexpr uint32_t QUANTUM = 700;
    const std::array<uint32_t, 4> weights{1, 2, 5, 11};
    const std::array<uint32_t, 4> frames{1'111, 64, 1'500, 333};
    const auto arbiter = MakeDwrr("1,2,5,11,1,1,1,1", QUANTUM);
    for (uint32_t queue = 0; queue < 4; ++queue)
    {
        Fill(queue, 2'000'000 * weights[queue] / 11 / frames[queue] + 100, frames[queue]);
    }
    for (uint32_t step = 0; step < 6'000; ++step)
    {
        Serve(*arbiter);
        // Per unit of weight all have had the same number of turns, give or take one; what a queue
        // has been granted and not used is less than a frame.
        double least = 1e18;
        double most = 0;
        for (uint32_t queue = 0; queue < 4; ++queue)
        {
            const double frame = static_cast<double>(frames[queue]) / weights[queue];
            const double share = static_cast<double>(m_sentBytes[queue]) / weights[queue];
            least = std::min(least, share + frame);
            most = std::max(most, share);
        }
        ASSERT_LE(most - least, QUANTUM) << step;
    }
    EXPECT_NEAR(static_cast<double>(m_sentBytes[3]) / m_sentBytes[1], 5.5, 0.1);
}

TEST_F(EgressArbiterTest, DwrrQueuesOfWeightZeroAreStrictAndFirst)
{
    const auto arbiter = MakeDwrr("0 1 1 1 1 1 1 0", 1'000);
    Fill(0, 2, 100);
    Fill(7, 2, 100);
    Fill(3, 2, 1'000);
    Fill(4, 2, 1'000);
    EXPECT_EQ(Serve(*arbiter, 8, 0xff), "77003434");
}

TEST_F(EgressArbiterTest, DwrrKeepsNoCreditForAQueueThatMayNotSend)
{
    const auto arbiter = MakeDwrr("1 1 1 1 1 1 1 1", 1'000);
    Fill(0, 40, 1'000);
    Fill(1, 40, 1'000);
    EXPECT_EQ(Serve(*arbiter, 10, 0b01), "0000000000"); // queue 1 is paused
    // Afterwards they alternate: what queue 1 did not use is gone.
    const std::string order = Serve(*arbiter, 10, 0xff);
    EXPECT_EQ(std::count(order.begin(), order.end(), '1'), 5);
    EXPECT_FALSE(Has(order, "11"));
}

TEST_F(EgressArbiterTest, DwrrWithAllWeightsZeroIsStrict)
{
    const auto arbiter = MakeDwrr("0 0 0 0 0 0 0 0", 1'000);
    Fill(2, 1, 100);
    Fill(6, 1, 100);
    EXPECT_EQ(Serve(*arbiter, 2, 0xff), "62");
}

TEST_F(EgressArbiterTest, WeightsAreReadBackAsTheyWere)
{
    StringValue weights;
    MakeDwrr("1, 2,3 4 5 6 255 0", 1'000)->GetAttribute("Weights", weights);
    EXPECT_EQ(weights.Get(), "1 2 3 4 5 6 255 0");
}

TEST_F(EgressArbiterTest, MalformedWeightsAreRefused)
{
    const auto arbiter = CreateObject<DwrrArbiter>();
    const auto set = [&](const std::string& weights) {
        return MessageOf<InputError>(
            [&] { arbiter->SetAttribute("Weights", StringValue(weights)); });
    };
    for (const char* weights : {"",
                                "1 2 3",
                                "1 2 3 4 5 6 7",
                                "1 2 3 4 5 6 7 256",
                                "1 2 3 4 5 6 7 -1",
                                "a b c d e f g h",
                                "1.5 1 1 1 1 1 1 1",
                                "99999999999999999999 1 1 1 1 1 1 1"})
    {
        EXPECT_EQ(set(weights),
                  std::string("DwrrArbiter Weights \"") + weights +
                      "\": eight numbers from 0 to 255 are needed");
    }
    for (const char* weights : {"1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 8x", "1 2 3 4 5 6 7 8.5"})
    {
        EXPECT_EQ(set(weights),
                  std::string("DwrrArbiter Weights \"") + weights + "\": more than eight numbers");
    }
    // The refused values changed nothing.
    StringValue kept;
    arbiter->GetAttribute("Weights", kept);
    EXPECT_EQ(kept.Get(), "1 1 1 1 1 1 0 0");
}
