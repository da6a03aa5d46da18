// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/object-factory.h"
#include "ns3/power-tcp.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

Ptr<PowerTcp>
StartPowerTcp()
{
    const auto power = ObjectFactory("ns3::PowerTcp").Create<PowerTcp>();
    power->Start(PATH_100G); // B T = 100,000 B, beta = 10,000 B
    return power;
}

/** 8 us at the only hop, then an acknowledgement. */
void
Step(PowerTcp& power,
     TelemetrySource& hop,
     uint64_t sentBytes,
     uint64_t queueBytes,
     uint64_t inflightBytes = 0,
     int64_t durationPs = 8 * US)
{
    hop.Advance(durationPs);
    hop.Report(0, sentBytes, queueBytes);
    power.NotifyAck(hop.Ack(inflightBytes));
}

} // namespace

TEST(PowerTcp, StartsWithTheBandwidthDelayProductAtLineRate)
{
    const auto power = StartPowerTcp();
    EXPECT_EQ(power->GetWindowBytes(), 100'000u);
    EXPECT_EQ(power->GetRatebps(0), 100 * GBPS);
    EXPECT_TRUE(power->GetNeeds().telemetry);
    EXPECT_FALSE(power->GetNeeds().marks);
}

TEST(PowerTcp, ReactsToTheQueueAndToItsTrend)
{
    const auto power = StartPowerTcp();
    TelemetrySource hop({100 * GBPS});
    Step(*power, hop, 0, 0);
    EXPECT_EQ(power->GetWindowBytes(), 100'000u) << "nothing to compare with";
    // current (100 + 50) / 100, voltage (50 + 100) / 100: power 2.25.
    // W = 0.9 (100,000 / 2.25 + 10,000) + 0.1 * 100,000
    Step(*power, hop, 100'000, 50'000);
    EXPECT_DOUBLE_EQ(power->GetPower(), 2.25);
    EXPECT_NEAR(power->GetWindowBytes(), 59'000, 1);
    EXPECT_NEAR(power->GetRatebps(20 * US), 59e9, 1e6); // W / 8 us
    // The same queue, but falling: current 0.75, voltage 1.25.
    Step(*power, hop, 100'000, 25'000);
    EXPECT_DOUBLE_EQ(power->GetPower(), 0.75 * 1.25);
}

TEST(PowerTcp, OldIsTheWindowOfTheRoundInWhichThePacketWasSent)
{
    const auto power = StartPowerTcp();
    TelemetrySource hop({100 * GBPS});
    Step(*power, hop, 0, 0, 2'000);
    Step(*power, hop, 100'000, 50'000, 2'000);
    EXPECT_NEAR(power->GetWindowBytes(), 59'000, 1);
    // Same round, still the old window: 0.9 (100,000 / 1.5 + 10,000) + 0.1 * 59,000
    Step(*power, hop, 100'000, 50'000, 2'000);
    EXPECT_DOUBLE_EQ(power->GetPower(), 1.5);
    EXPECT_NEAR(power->GetWindowBytes(), 74'900, 1);
    // The round ends. The acknowledged data was sent after the first acknowledgement, when W was
    // 100,000: 0.9 (66,666.67 + 10,000) + 0.1 * 74,900
    Step(*power, hop, 100'000, 50'000, 0);
    EXPECT_NEAR(power->GetWindowBytes(), 76'490, 1);
    // The next one ends: Wold is the window at the end of the round before, 76,490.
    // 0.9 (76,490 / 1.5 + 10,000) + 0.1 * 76,490
    Step(*power, hop, 100'000, 50'000, 0);
    EXPECT_NEAR(power->GetWindowBytes(), 62'543, 1);
}

TEST(PowerTcp, AtPowerOneItGrowsByBetaUpToTheBandwidthDelayProduct)
{
    const auto power = StartPowerTcp();
    TelemetrySource hop({100 * GBPS});
    Step(*power, hop, 0, 0);
    Step(*power, hop, 100'000, 100'000); // power 4: W = 0.9 * 35,000 + 10,000
    EXPECT_NEAR(power->GetWindowBytes(), 41'500, 1);
    Step(*power, hop, 0, 100'000);
    Step(*power, hop, 0, 0); // drains without telling of anything sent: power 0, W at its maximum
    EXPECT_EQ(power->GetWindowBytes(), 100'000u);
    for (int i = 0; i < 20; ++i)
    {
        Step(*power, hop, 100'000, 0);
        EXPECT_DOUBLE_EQ(power->GetPower(), 1);
        EXPECT_EQ(power->GetWindowBytes(), 100'000u);
    }
}

TEST(PowerTcp, SamplesOfLessThanARoundTripAreAveraged)
{
    const auto power = StartPowerTcp();
    TelemetrySource hop({100 * GBPS});
    Step(*power, hop, 0, 0);
    Step(*power, hop, 50'000, 0, 0, 2 * US); // current 2: share 1/4
    EXPECT_DOUBLE_EQ(power->GetPower(), 0.75 * 1 + 0.25 * 2);
}

TEST(PowerTcp, TheHopOfTheLargestPowerCounts)
{
    // 400 Gb/s: B T = 400,000 B; current 0.5, voltage 2: 1. 100 Gb/s: 0.9 * 1.
    const auto power = StartPowerTcp();
    TelemetrySource path({100 * GBPS, 400 * GBPS});
    path.Report(1, 0, 400'000);
    power->NotifyAck(path.Ack());
    path.Advance(8 * US);
    path.Report(0, 90'000, 0);
    path.Report(1, 200'000, 400'000);
    power->NotifyAck(path.Ack());
    EXPECT_DOUBLE_EQ(power->GetPower(), 1);
}

TEST(PowerTcp, AnotherPathIsMeasuredFromItsSecondAck)
{
    const auto power = StartPowerTcp();
    TelemetrySource hop({100 * GBPS});
    Step(*power, hop, 0, 0);
    TelemetrySource other({400 * GBPS});
    other.Advance(100 * US);
    other.Report(0, 1'000'000'000, 50'000);
    power->NotifyAck(other.Ack());
    EXPECT_EQ(power->GetPower(), 1);
    EXPECT_EQ(power->GetWindowBytes(), 100'000u);
}
