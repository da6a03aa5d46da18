// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/credit-lane.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TEST(CreditLaneTest, SendsUpToItsLimitAndNoFurther)
{
    CreditLane lane;
    lane.fctbs = 90;
    lane.fccl = 100;
    EXPECT_EQ(lane.GetCredits(), 10U);
    EXPECT_TRUE(lane.MaySend(10));
    EXPECT_FALSE(lane.MaySend(11)); // (100 - 90 - 11) mod 4096 = 4095 > 2048
}

TEST(CreditLaneTest, AdvertisesFreeBlocksAndAtMost2048)
{
    CreditLane lane;
    lane.abr = 1000;
    lane.occupied = 30;
    EXPECT_EQ(lane.GetFccl(100), 1070U);  // 1000 received + 70 free
    EXPECT_EQ(lane.GetFccl(4096), 3048U); // 4066 are free, 2048 may be told
}

TEST(CreditLaneTest, LimitGrowsAcrossTheWrapOfTwelveBits)
{
    CreditLane lane;
    lane.fccl = 4090;
    EXPECT_TRUE(lane.RaiseLimit(4)); // 4100 mod 4096
    EXPECT_EQ(lane.fccl, 4100U);
    EXPECT_FALSE(lane.RaiseLimit(4));    // nothing new
    EXPECT_FALSE(lane.RaiseLimit(4090)); // behind by 10: an old packet
    EXPECT_EQ(lane.fccl, 4100U);
}

TEST(CreditLaneTest, WhatWasSentAndIsNotComingIsLost)
{
    CreditLane lane;
    lane.abr = 4094;
    EXPECT_EQ(lane.CountLost(6, 0), 8U); // 4102 sent, 4094 received
    EXPECT_EQ(lane.CountLost(6, 5), 3U); // of the 8 that lack five are on their way
    EXPECT_EQ(lane.CountLost(6, 9), 0U); // more came than had been sent then
    EXPECT_EQ(lane.CountLost(4094, 0), 0U);
}

TEST(CreditLaneTest, BlockedTimeAddsUpWithTheBlockThatLasts)
{
    CreditLane lane;
    lane.block.Begin(100);
    EXPECT_EQ(lane.block.GetTotalPs(130), 30);
    lane.block.End(150);
    lane.block.Begin(400);
    EXPECT_EQ(lane.block.GetTotalPs(420), 70); // 50 + 20
}

} // namespace
