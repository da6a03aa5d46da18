// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/object-factory.h"
#include "ns3/theta-power-tcp.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

Ptr<ThetaPowerTcp>
StartThetaPowerTcp()
{
    const auto theta = ObjectFactory("ns3::ThetaPowerTcp").Create<ThetaPowerTcp>();
    theta->Start(PATH_100G); // B T = 100,000 B, beta = 10,000 B
    return theta;
}

/** An acknowledgement of 1000 B. */
void
Answer(ThetaPowerTcp& theta, int64_t nowPs, int64_t rttPs, uint64_t inflightBytes = 0)
{
    AckEvent event = Ack(nowPs, inflightBytes);
    event.rttPs = rttPs;
    theta.NotifyAck(event);
}

} // namespace

TEST(ThetaPowerTcp, StartsWithTheBandwidthDelayProductAtLineRate)
{
    const auto theta = StartThetaPowerTcp();
    EXPECT_EQ(theta->GetWindowBytes(), 100'000u);
    EXPECT_EQ(theta->GetRatebps(0), 100 * GBPS);
    EXPECT_FALSE(theta->GetNeeds().telemetry);
    EXPECT_FALSE(theta->GetNeeds().marks);
    EXPECT_TRUE(theta->GetNeeds().delay);
}

TEST(ThetaPowerTcp, ReactsToTheDelayAndToItsGradient)
{
    const auto theta = StartThetaPowerTcp();
    Answer(*theta, 10 * US, 8 * US);
    EXPECT_EQ(theta->GetWindowBytes(), 100'000u) << "nothing to compare with";
    // Gradient 4 / 8, delay 12 / 8: power 2.25.
    // W = 0.9 (100,000 / 2.25 + 10,000) + 0.1 * 100,000
    Answer(*theta, 18 * US, 12 * US);
    EXPECT_DOUBLE_EQ(theta->GetPower(), 2.25);
    EXPECT_NEAR(theta->GetWindowBytes(), 59'000, 1);
    EXPECT_NEAR(theta->GetRatebps(18 * US), 59e9, 1e6); // W / 8 us
    // Shorter again: 0.75 of what leaves arrives, delay 10 / 8.
    // W = 0.9 (59,000 / 0.9375 + 10,000) + 0.1 * 59,000
    Answer(*theta, 26 * US, 10 * US);
    EXPECT_DOUBLE_EQ(theta->GetPower(), 0.9375);
    EXPECT_NEAR(theta->GetWindowBytes(), 71'540, 1);
}

TEST(ThetaPowerTcp, TheWindowMovesOncePerRoundTrip)
{
    const auto theta = StartThetaPowerTcp();
    Answer(*theta, 8 * US, 8 * US, 3'000);
    // Sent before the round began: P moves, a quarter of a round trip at a time, W does not.
    Answer(*theta, 10 * US, 10 * US, 3'000); // (1 + 2 / 2) * 10 / 8
    EXPECT_DOUBLE_EQ(theta->GetPower(), 0.75 * 1 + 0.25 * 2.5);
    Answer(*theta, 12 * US, 10 * US, 3'000); // 10 / 8
    EXPECT_DOUBLE_EQ(theta->GetPower(), 0.75 * 1.375 + 0.25 * 1.25);
    Answer(*theta, 14 * US, 10 * US, 3'000);
    EXPECT_EQ(theta->GetWindowBytes(), 100'000u);
    const double power = 0.75 * (0.75 * 1.375 + 0.25 * 1.25) + 0.25 * 1.25;
    EXPECT_DOUBLE_EQ(theta->GetPower(), power);
    // This acknowledgement is for data sent after the first acknowledgement had come.
    Answer(*theta, 22 * US, 8 * US, 3'000); // (1 - 2 / 8) * 8 / 8
    EXPECT_DOUBLE_EQ(theta->GetPower(), 0.75);
    // 0.9 (100,000 / 0.75 + 10,000) + 0.1 * 100,000 is more than there can be.
    EXPECT_EQ(theta->GetWindowBytes(), 100'000u);
}

TEST(ThetaPowerTcp, OfAcknowledgementsAtOneTimeTheFirstCounts)
{
    const auto theta = StartThetaPowerTcp();
    Answer(*theta, 8 * US, 8 * US);
    Answer(*theta, 16 * US, 8 * US);
    EXPECT_DOUBLE_EQ(theta->GetPower(), 1);
    Answer(*theta, 16 * US, 20 * US);
    EXPECT_DOUBLE_EQ(theta->GetPower(), 1);
    Answer(*theta, 24 * US, 8 * US);
    EXPECT_DOUBLE_EQ(theta->GetPower(), 1) << "against the first of the two";
}

/** Where nothing changes P is the delay over T, and W comes to rest where W (1 - 1 / P) is beta. */
TEST(ThetaPowerTcp, IsAtRestWhereTheQueueIsTheSumOfBeta)
{
    for (const int64_t rttUs : {10, 16, 40})
    {
        const auto theta = StartThetaPowerTcp();
        for (int64_t i = 1; i <= 200; ++i)
        {
            Answer(*theta, i * rttUs * US, rttUs * US);
        }
        const double power = rttUs / 8.0;
        EXPECT_DOUBLE_EQ(theta->GetPower(), power);
        EXPECT_NEAR(theta->GetWindowBytes(), 10'000 / (1 - 1 / power), 2);
    }
}

TEST(ThetaPowerTcp, WindowStaysBetweenAByteAndTheBandwidthDelayProduct)
{
    const auto theta = StartThetaPowerTcp();
    int64_t nowPs = 8 * US;
    Answer(*theta, nowPs, 8 * US);
    for (int i = 0; i < 50; ++i)
    {
        nowPs += 8 * US;
        Answer(*theta, nowPs, (i % 2 == 0 ? 8'000 : 8) * US);
        EXPECT_GE(theta->GetWindowBytes(), 1u);
        EXPECT_LE(theta->GetWindowBytes(), 100'000u);
        EXPECT_GE(theta->GetPower(), 1e-6);
    }
}
