// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-swift.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/** W = 100 packets; target 25 + 8 us plus flow scaling, which is 0 from 100 packets on. */
Ptr<RdmaSwift>
StartSwift(const ObjectFactory& factory = ObjectFactory("ns3::Swift"))
{
    const auto swift = factory.Create<RdmaSwift>();
    swift->Start(PATH_100G);
    return swift;
}

/** @return an acknowledgement of 1000 B with that delay */
AckEvent
Sample(int64_t nowPs, int64_t rttPs)
{
    return {nowPs, rttPs, 1000, 0, false, nullptr};
}

} // namespace

TEST(RdmaSwift, StartsWithTheBandwidthDelayProductAtLineRate)
{
    const auto swift = StartSwift();
    EXPECT_EQ(swift->GetWindowBytes(), 100'000u);
    EXPECT_EQ(swift->GetRatebps(0), 100 * GBPS);
    EXPECT_NEAR(swift->GetTargetPs(), 33e6, 1);
    EXPECT_FALSE(swift->GetNeeds().marks);
    EXPECT_FALSE(swift->GetNeeds().telemetry);
}

TEST(RdmaSwift, GrowsByOnePacketPerWindowBelowTheTarget)
{
    const auto swift = StartSwift();
    swift->NotifyAck(Sample(US, 20 * US));
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), 100.01);
    for (int i = 0; i < 99; ++i)
    {
        swift->NotifyAck(Sample(US, 33 * US - 1));
    }
    // dW/dn = 1/W: W^2 = 100^2 + 2 * 100
    EXPECT_NEAR(swift->GetWindowPackets(), std::sqrt(10'200.), 1e-3);
    EXPECT_EQ(swift->GetWindowBytes(), 100'995u);
}

TEST(RdmaSwift, FallsByTheExcessOfTheDelayOncePerRtt)
{
    const auto swift = StartSwift();
    swift->NotifyAck(Sample(100 * US, 66 * US)); // 1 - 0.8 * 33/66
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), 60);
    swift->NotifyAck(Sample(166 * US - 1, 66 * US));
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), 60);
    const double targetUs = swift->GetTargetPs() / US;
    swift->NotifyAck(Sample(166 * US, 66 * US));
    EXPECT_NEAR(swift->GetWindowPackets(), 60 * (1 - 0.8 * (66 - targetUs) / 66), 1e-9);
    const double before = swift->GetWindowPackets();
    swift->NotifyAck(Sample(2000 * US, 1000 * US));
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), before / 2) << "MaxDecrease";
}

TEST(RdmaSwift, SmallWindowsGetALargerTarget)
{
    // a = 125 / (1/sqrt(0.1) - 1/10) = 40.8193 us, b = -4.08193 us
    const auto swift = StartSwift();
    swift->NotifyAck(Sample(100 * US, 66 * US)); // 60 packets
    EXPECT_NEAR(swift->GetTargetPs() / US, 33 + 40.8193 / std::sqrt(60.) - 4.08193, 1e-3);
    int64_t nowPs = 100 * US;
    while (swift->GetWindowPackets() > 0.1)
    {
        nowPs += PS_PER_SECOND;
        swift->NotifyAck(Sample(nowPs, PS_PER_SECOND));
    }
    EXPECT_NEAR(swift->GetTargetPs() / US, 33 + 125, 1e-3);
}

TEST(RdmaSwift, BelowOnePacketItIsPaced)
{
    const auto swift = StartSwift();
    int64_t nowPs = 0;
    while (swift->GetWindowPackets() >= 1)
    {
        nowPs += 1000 * US;
        swift->NotifyAck(Sample(nowPs, 1000 * US));
    }
    // Seven halvings: 100 / 128 packets; one packet of 1000 B in 1000 us / 0.78125.
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), 100. / 128);
    EXPECT_EQ(swift->GetWindowBytes(), 1000u);
    EXPECT_EQ(swift->GetRatebps(nowPs), 6'250'000u);
    swift->NotifyAck(Sample(nowPs, 20 * US)); // grows by a whole packet per packet
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), 100. / 128 + 1);
    EXPECT_EQ(swift->GetRatebps(nowPs), 100 * GBPS);
}

TEST(RdmaSwift, LossesHalveOncePerRttAndManyTimeoutsStartOver)
{
    const auto swift = StartSwift();
    swift->NotifyAck(Sample(US, 20 * US));
    swift->NotifyLoss({2 * US, false});
    swift->NotifyLoss({3 * US, false});
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), 50.005);
    for (uint32_t packet = 0; packet < 10; ++packet) // of one window
    {
        swift->NotifyLoss({4 * US, true, 0, 0, false, 1});
    }
    swift->NotifyLoss({4 * US, true, 0, 0, false, 4});
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), 50.005);
    swift->NotifyLoss({5 * US, true, 0, 0, false, 5});
    EXPECT_DOUBLE_EQ(swift->GetWindowPackets(), 0.001);
}

TEST(RdmaSwift, TheLargestWindowIsWhatTheLineCarriesInTheTarget)
{
    const auto swift = StartSwift();
    for (int i = 0; i < 200'000; ++i)
    {
        swift->NotifyAck(Sample(i, US));
    }
    EXPECT_NEAR(swift->GetWindowPackets(), 412.5, 1e-9); // 33 us at 100 Gb/s
    ObjectFactory factory("ns3::Swift");
    factory.Set("MaxWindow", DoubleValue(50));
    EXPECT_DOUBLE_EQ(StartSwift(factory)->GetWindowPackets(), 50);
}
