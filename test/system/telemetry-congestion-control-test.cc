// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Two flows share one link under the congestion controls that live on in-band telemetry.
//
// A WRITE MIDDLE of 1000 B with 42 B of telemetry is a frame of 1104 B and 1124 B on the wire, so a
// full link of 100 Gb/s carries 88.97 Gb/s of payload.

#include "two-flow-test.h"

using namespace ns3;

namespace
{

constexpr double TELEMETRY_FRAME = 1104;
constexpr double TELEMETRY_WIRE = 1124;

using TelemetryCongestionControlTest = TwoFlowTest;

} // namespace

TEST_F(TelemetryCongestionControlTest, HpccLeavesFivePercentFreeAndNoQueue)
{
    // Switches count frames: eta = 0.95 of 100 Gb/s in frames is 86.05 Gb/s of payload. The
    // increase of 80 B per round adds 2 * 80 / 62 kB = 0.3 %.
    BuildStar("RoceFabric", 100, {{"CongestionControl", "ns3::Hpcc"}, {"Marker", "ns3::NoMarker"}});
    StartFlow(0, Seconds(0));
    StartFlow(1, MicroSeconds(200));
    const auto outcome = Measure(MilliSeconds(1), MilliSeconds(3));
    EXPECT_NEAR(outcome.Sum(), 95 * 1000 / TELEMETRY_FRAME, 0.6);
    EXPECT_GT(outcome.Fairness(), 0.95);
    EXPECT_LT(outcome.meanQueueBytes, TELEMETRY_FRAME);
    EXPECT_LE(outcome.mostQueueBytes, 2 * TELEMETRY_FRAME);
}

TEST_F(TelemetryCongestionControlTest, PowerTcpFillsTheLinkOverAShortQueue)
{
    // At rest P = 1 + q/BDP = W / (W - beta), and both windows with their headers are in flight:
    // 2 W TELEMETRY_WIRE/1000 = BDP + q. With beta = BDP/10: 1 + q/BDP = 0.545 / 0.445, q = 0.225
    // BDP. By the round-trip time alone it is the same, as P is then the delay over T.
    for (const std::string name : {"ns3::PowerTcp", "ns3::ThetaPowerTcp"})
    {
        BuildStar("RoceFabric", 100, {{"CongestionControl", name}, {"Marker", "ns3::NoMarker"}});
        StartFlow(0, Seconds(0));
        StartFlow(1, MicroSeconds(200));
        const auto outcome = Measure(MilliSeconds(1), MilliSeconds(3));
        const double bdpBytes = GetBaseRtt() * 100e9 / 8;
        EXPECT_GT(outcome.Sum(), 0.99 * 100 * 1000 / TELEMETRY_WIRE) << name;
        EXPECT_GT(outcome.Fairness(), 0.97) << name;
        EXPECT_NEAR(outcome.meanQueueBytes, 0.225 * bdpBytes, 0.06 * bdpBytes) << name;
        EXPECT_LT(outcome.mostQueueBytes, bdpBytes) << name;
        Simulator::Destroy();
    }
}
