// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/credit-flow-control.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TEST(CreditCountsTest, SendsUpToItsLimitAndNoFurther)
{
    CreditLane lane;
    lane.sent = 90;
    lane.limit = 100;
    EXPECT_EQ(lane.GetCredits(), 10U);
    EXPECT_TRUE(lane.MaySend(10));
    EXPECT_FALSE(lane.MaySend(11)); // (100 - 90 - 11) mod 4096 = 4095 > 2048
}

TEST(CreditCountsTest, AdvertisesFreeBlocksAndAtMost2048)
{
    CreditLane lane;
    lane.received = 1000;
    lane.occupied = 30;
    EXPECT_EQ(lane.GetLimit(100), 1070U);  // 1000 received + 70 free
    EXPECT_EQ(lane.GetLimit(4096), 3048U); // 4066 are free, 2048 may be told
}

TEST(CreditCountsTest, LimitGrowsAcrossTheWrapOfTwelveBits)
{
    CreditLane lane;
    lane.limit = 4090;
    EXPECT_TRUE(lane.RaiseLimit(4)); // 4100 mod 4096
    EXPECT_EQ(lane.limit, 4100U);
    EXPECT_FALSE(lane.RaiseLimit(4));    // nothing new
    EXPECT_FALSE(lane.RaiseLimit(4090)); // behind by 10: an old packet
    EXPECT_EQ(lane.limit, 4100U);
}

TEST(CreditCountsTest, WhatWasSentAndIsNotComingIsLost)
{
    CreditLane lane;
    lane.received = 4094;
    EXPECT_EQ(lane.CountLost(6, 0), 8U); // 4102 sent, 4094 received
    EXPECT_EQ(lane.CountLost(6, 5), 3U); // of the 8 that lack five are on their way
    EXPECT_EQ(lane.CountLost(6, 9), 0U); // more came than had been sent then
    EXPECT_EQ(lane.CountLost(4094, 0), 0U);
}

TEST(CreditCountsTest, BlockedTimeAddsUpWithTheBlockThatLasts)
{
    CreditLane lane;
    lane.block.Begin(100);
    EXPECT_EQ(lane.block.GetTotalPs(130), 30);
    lane.block.End(150);
    lane.block.Begin(400);
    EXPECT_EQ(lane.block.GetTotalPs(420), 70); // 50 + 20
}

} // namespace
