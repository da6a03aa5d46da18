// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/ack-round.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(AckRound, EndsWithTheFirstByteSentAfterItsBegin)
{
    AckRound round;
    EXPECT_FALSE(round.Update(Ack(0, 3000))); // acked 1000, sent 4000: begins
    EXPECT_FALSE(round.Update(Ack(0, 3000))); // 2000 of 4000
    EXPECT_FALSE(round.Update(Ack(0, 3000))); // 3000
    EXPECT_FALSE(round.Update(Ack(0, 2000))); // 4000: the last packet in flight then
    EXPECT_TRUE(round.Update(Ack(0, 1000)));  // 5000; 6000 are sent
    EXPECT_FALSE(round.Update(Ack(0, 0)));
    EXPECT_EQ(round.GetAckedBytes(), 6000u);
    EXPECT_TRUE(round.Update(Ack(0, 0)));
}

TEST(AckRound, EveryAckEndsARoundIfNothingElseIsOnTheWay)
{
    AckRound round;
    EXPECT_FALSE(round.Update(Ack(0)));
    EXPECT_TRUE(round.Update(Ack(0)));
    EXPECT_TRUE(round.Update(Ack(0)));
}
