// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/dctcp.h"
#include "ns3/object-factory.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

Ptr<Dctcp>
StartDctcp()
{
    const auto dctcp = ObjectFactory("ns3::Dctcp").Create<Dctcp>();
    dctcp->Start(PATH_100G);
    return dctcp;
}

} // namespace

TEST(Dctcp, StartsWithTheBandwidthDelayProductAtLineRate)
{
    const auto dctcp = StartDctcp();
    EXPECT_EQ(dctcp->GetWindowBytes(), 100'000u);
    EXPECT_EQ(dctcp->GetRatebps(0), 100 * GBPS);
    EXPECT_EQ(dctcp->GetAlpha(), 1);
    EXPECT_TRUE(dctcp->GetNeeds().marks);
    EXPECT_FALSE(dctcp->GetNeeds().telemetry);
}

TEST(Dctcp, TheFirstMarkHalvesTheWindowAndTheRestOfTheWindowDoesNothing)
{
    const auto dctcp = StartDctcp();
    dctcp->NotifyAck(MarkedAck(US, 99'000));
    EXPECT_EQ(dctcp->GetWindowBytes(), 50'000u); // 1 - alpha/2 = 1/2
    EXPECT_EQ(dctcp->GetRatebps(US), 50 * GBPS); // 50 kB in 8 us
    for (int i = 0; i < 49; ++i)
    {
        dctcp->NotifyAck(MarkedAck(2 * US, 50'000));
        dctcp->NotifyAck(Ack(2 * US, 50'000));
    }
    dctcp->NotifyAck(Ack(3 * US, 50'000)); // 100,000 B: the last byte in flight at the cut
    EXPECT_EQ(dctcp->GetWindowBytes(), 50'000u);
    EXPECT_EQ(dctcp->GetAlpha(), 1);
}

TEST(Dctcp, AlphaFollowsTheFractionOfMarkedBytesAndCutsByHalfOfIt)
{
    const auto dctcp = StartDctcp();
    dctcp->NotifyAck(MarkedAck(US, 99'000));
    for (int i = 0; i < 99; ++i)
    {
        dctcp->NotifyAck(Ack(2 * US, 50'000));
    }
    // The packet that ends the window of data: 1 of 101 packets was marked.
    dctcp->NotifyAck(Ack(9 * US, 50'000));
    const double alpha = 15. / 16 + 1. / 16 / 101;
    EXPECT_NEAR(dctcp->GetAlpha(), alpha, 1e-12);
    EXPECT_EQ(dctcp->GetWindowBytes(), 50'020u); // + 1000 * 1000 / 50,000
    dctcp->NotifyAck(MarkedAck(10 * US, 50'000));
    EXPECT_NEAR(dctcp->GetWindowBytes(), 50'020 * (1 - alpha / 2), 1);
}

TEST(Dctcp, AMarkOnAnAcknowledgementOfNothingCountsAsOnePacketOfALaterOne)
{
    const auto dctcp = StartDctcp();
    dctcp->NotifyAck(MarkedAck(US, 99'000));
    AckEvent overtook = MarkedAck(2 * US, 99'000);
    overtook.ackedBytes = 0;
    dctcp->NotifyAck(overtook);
    for (int i = 0; i < 100; ++i)
    {
        dctcp->NotifyAck(Ack(3 * US, 50'000));
    }
    EXPECT_NEAR(dctcp->GetAlpha(), 15. / 16 + 1. / 16 * 2 / 101, 1e-12); // 2 of 101 packets
}

TEST(Dctcp, AlphaDecaysWithoutMarksAndGrowsWithNothingElse)
{
    const auto dctcp = StartDctcp();
    dctcp->NotifyAck(Ack(0));
    for (int i = 1; i <= 10; ++i)
    {
        dctcp->NotifyAck(Ack(i * US)); // nothing else on the way: each ends a window of data
        EXPECT_NEAR(dctcp->GetAlpha(), std::pow(15. / 16, i), 1e-12);
    }
    const double before = dctcp->GetAlpha();
    dctcp->NotifyAck(MarkedAck(11 * US));
    EXPECT_NEAR(dctcp->GetAlpha(), before * 15 / 16 + 1. / 16, 1e-12);
    // alpha moves first, then the window is cut by it
    EXPECT_NEAR(dctcp->GetWindowBytes(), 100'000 * (1 - dctcp->GetAlpha() / 2), 1);
}

TEST(Dctcp, GrowsByOnePacketPerWindowOfData)
{
    const auto dctcp = StartDctcp();
    dctcp->NotifyAck(MarkedAck(US)); // nothing on the way: the next one may grow the window
    for (int i = 0; i < 50; ++i)
    {
        dctcp->NotifyAck(Ack(2 * US));
    }
    // dW/dacked = MTU/W, so W^2 = 50,000^2 + 2 * 1000 * 50,000.
    EXPECT_NEAR(dctcp->GetWindowBytes(), std::sqrt(2.6e9), 1);
}

TEST(Dctcp, ALossHalvesOncePerWindowOfDataAndAPacketIsTheLeast)
{
    const auto dctcp = StartDctcp();
    dctcp->NotifyAck(Ack(US, 20'000));
    dctcp->NotifyLoss({2 * US, false});
    dctcp->NotifyLoss({2 * US, true});
    EXPECT_EQ(dctcp->GetWindowBytes(), 50'000u);
    for (int i = 0; i < 20; ++i)
    {
        dctcp->NotifyAck(Ack(3 * US));
    }
    dctcp->NotifyLoss({4 * US, true});
    EXPECT_EQ(dctcp->GetWindowBytes(), 25'000u);
    for (int i = 0; i < 20; ++i)
    {
        dctcp->NotifyAck(MarkedAck(5 * US));
        dctcp->NotifyLoss({5 * US, false});
    }
    EXPECT_EQ(dctcp->GetWindowBytes(), 1000u);
    EXPECT_EQ(dctcp->GetRatebps(5 * US), GBPS); // 1000 B in 8 us
}

TEST(Dctcp, NeverExceedsTheBandwidthDelayProduct)
{
    const auto dctcp = StartDctcp();
    for (int i = 0; i < 1000; ++i)
    {
        dctcp->NotifyAck(Ack(i * US));
    }
    EXPECT_EQ(dctcp->GetWindowBytes(), 100'000u);
}
