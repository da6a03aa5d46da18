// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"
#include "units.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/patched-timely.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/** Feeds samples to a TIMELY on 10 Gb/s that begins with 5 Gb/s. */
class Feed
{
  public:
    explicit Feed(const char* type)
        : Feed(ObjectFactory(type))
    {
    }

    explicit Feed(ObjectFactory factory)
    {
        factory.Set("InitialRate", DoubleValue(0.5));
        m_timely = factory.Create<RdmaTimely>();
        m_timely->Start({0, 10 * GBPS, 8 * US, 1000});
    }

    /**
     * A segment is complete, 20 us after the last one.
     *
     * @param rttUs its RTT
     * @return the rate
     */
    uint64_t Sample(double rttUs)
    {
        m_nowPs += 20 * US;
        return Sample(rttUs, 16'000);
    }

    /**
     * @param rttUs its RTT
     * @param bytes acknowledged now
     * @return the rate
     */
    uint64_t Sample(double rttUs, uint64_t bytes)
    {
        m_timely->NotifyAck({m_nowPs, static_cast<int64_t>(rttUs * US), bytes, 0, false, nullptr});
        return m_timely->GetRatebps(m_nowPs);
    }

    Ptr<RdmaTimely> m_timely;
    int64_t m_nowPs{0};
};

} // namespace

TEST(RdmaTimely, StartsWithItsInitialRateAndAnOpenWindow)
{
    const Feed feed("ns3::Timely");
    EXPECT_EQ(feed.m_timely->GetRatebps(0), 5 * GBPS);
    EXPECT_EQ(feed.m_timely->GetWindowBytes(), UINT64_MAX);
    EXPECT_FALSE(feed.m_timely->GetNeeds().marks);
    EXPECT_FALSE(feed.m_timely->GetNeeds().telemetry);
}

TEST(RdmaTimely, BelowTheLowThresholdTheRateGrowsWhateverTheGradient)
{
    Feed feed("ns3::Timely");
    EXPECT_EQ(feed.Sample(10), 5000 * MBPS); // the first sample only starts the differences
    EXPECT_EQ(feed.Sample(49), 5010 * MBPS);
    EXPECT_EQ(feed.Sample(20), 5020 * MBPS);
}

TEST(RdmaTimely, APositiveGradientCutsInProportion)
{
    Feed feed("ns3::Timely");
    feed.Sample(30);
    EXPECT_EQ(feed.Sample(40), 5010 * MBPS);
    // diff = 0.125 * 0.875 * 10 + 0.875 * 20 = 18.59375 us, gradient / 20 us = 0.9296875,
    // factor 1 - 0.8 * 0.9296875 = 0.25625
    EXPECT_NEAR(feed.Sample(60), 5.01e9 * 0.25625, 1);
}

TEST(RdmaTimely, AboveTheHighThresholdTheRateFallsWhateverTheGradient)
{
    Feed feed("ns3::Timely");
    feed.Sample(2000);
    EXPECT_EQ(feed.Sample(1000), 3000 * MBPS); // 1 - 0.8 (1 - 500/1000) = 0.6
}

TEST(RdmaTimely, FromTheFifthUpdateWithoutPositiveGradientOnItIsHyperactive)
{
    Feed feed("ns3::Timely");
    feed.Sample(100);
    for (uint64_t i = 1; i <= 4; ++i)
    {
        EXPECT_EQ(feed.Sample(100), (5000 + 10 * i) * MBPS);
    }
    EXPECT_EQ(feed.Sample(100), 5090 * MBPS);
    EXPECT_EQ(feed.Sample(100), 5140 * MBPS);
    // diff = 0.875 * 0.2 us, gradient 0.00875, factor 1 - 0.007; then it counts anew.
    EXPECT_NEAR(feed.Sample(100.2), 5.14e9 * 0.993, 1000); // a ps of the sample is 180 bit/s
    const auto ratebps = feed.m_timely->GetRatebps(feed.m_nowPs);
    EXPECT_NEAR(feed.Sample(90), ratebps + 1e7, 1);
}

TEST(RdmaTimely, HyperStepsSayFromWhichUpdateOnAndHyperFactorByHowMuch)
{
    ObjectFactory factory("ns3::Timely");
    factory.Set("HyperSteps", UintegerValue(2));
    factory.Set("HyperFactor", UintegerValue(3));
    Feed feed(factory);
    feed.Sample(100);
    EXPECT_EQ(feed.Sample(100), 5010 * MBPS);
    EXPECT_EQ(feed.Sample(100), 5040 * MBPS);
    EXPECT_EQ(feed.Sample(100), 5070 * MBPS);
}

TEST(RdmaTimely, OneUpdatePerSegmentAndPerMinRtt)
{
    Feed feed("ns3::Timely");
    feed.Sample(10);
    feed.m_nowPs += 20 * US;
    EXPECT_EQ(feed.Sample(10, 15'999), 5000 * MBPS);
    EXPECT_EQ(feed.Sample(10, 1), 5010 * MBPS); // the segment is complete
    feed.m_nowPs += 20 * US - 1;
    EXPECT_EQ(feed.Sample(10, 64'000), 5010 * MBPS); // too soon
    feed.m_nowPs += 1;
    EXPECT_EQ(feed.Sample(10, 1), 5020 * MBPS);
}

TEST(RdmaTimely, StaysBetweenMinRateAndLineRate)
{
    Feed feed("ns3::Timely");
    feed.Sample(100);
    feed.Sample(400); // gradient 13: the factor would be negative
    EXPECT_EQ(feed.m_timely->GetRatebps(feed.m_nowPs), 100 * MBPS);
    for (int i = 0; i < 2000; ++i)
    {
        feed.Sample(10);
    }
    EXPECT_EQ(feed.m_timely->GetRatebps(feed.m_nowPs), 10 * GBPS);
}

TEST(PatchedTimely, RestsAtItsFixedPoint)
{
    // Two flows of 5 Gb/s: RTT = 50 us (1 + 2 * 10 Mb/s / (0.008 * 10 Gb/s)) = 62.5 us.
    Feed feed("ns3::PatchedTimely");
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_NEAR(feed.Sample(62.5), 5e9, 1);
    }
    // Above it w = 1/2 and error = 1: 5 Mb/s - 5 Gb/s * 0.004.
    Feed above("ns3::PatchedTimely");
    above.Sample(100);
    EXPECT_NEAR(above.Sample(100), 5e9 + 5e6 - 2e7, 1);
}

TEST(PatchedTimely, WeighsByTheGradient)
{
    Feed rising("ns3::PatchedTimely");
    rising.Sample(60);
    EXPECT_NEAR(rising.Sample(100), 5e9 * (1 - 0.008), 1); // g = 1.75, w = 1, error = 1
    Feed falling("ns3::PatchedTimely");
    falling.Sample(100);
    EXPECT_EQ(falling.Sample(60), 5010 * MBPS); // g = -1.75, w = 0
    Feed slowly("ns3::PatchedTimely");
    slowly.Sample(98);
    // diff 1.75 us, g = 0.0875, w = 0.675, error 1: 0.325 * 10 Mb/s - 5 Gb/s * 0.0054
    EXPECT_NEAR(slowly.Sample(100), 5e9 + 3.25e6 - 2.7e7, 1);
}

TEST(PatchedTimely, IsTimelyOutsideTheThresholds)
{
    Feed feed("ns3::PatchedTimely");
    feed.Sample(10);
    EXPECT_EQ(feed.Sample(40), 5010 * MBPS);
    EXPECT_NEAR(feed.Sample(1000), 5.01e9 * (1 - 0.008 * 0.5), 1);
}
