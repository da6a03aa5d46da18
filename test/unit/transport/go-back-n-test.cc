// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/go-back-n.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Verdict = LossRecovery::Verdict;

/** A packet from the middle of a message. */
Verdict
Arrive(const Ptr<LossRecovery>& responder, uint64_t packet)
{
    return responder->NotifyArrival({packet, 1, false, false, true});
}

} // namespace

TEST(GoBackNTest, ResponderTakesPacketsInOrderOnlyAndAsksOnce)
{
    const Ptr<LossRecovery> responder = CreateObject<GoBackN>();
    EXPECT_EQ(Arrive(responder, 0), Verdict::DELIVER);
    EXPECT_EQ(Arrive(responder, 1), Verdict::DELIVER);
    // 2 is lost: the first packet behind it asks, the next ones do not.
    EXPECT_EQ(Arrive(responder, 3), Verdict::GAP);
    EXPECT_EQ(Arrive(responder, 4), Verdict::DISCARD);
    EXPECT_EQ(Arrive(responder, 5), Verdict::DISCARD);
    EXPECT_EQ(responder->GetExpected(), 2u);
    // A duplicate is acknowledged again, and does not cause another NAK.
    EXPECT_EQ(Arrive(responder, 1), Verdict::DUPLICATE);
    EXPECT_EQ(Arrive(responder, 6), Verdict::DISCARD);
    EXPECT_EQ(Arrive(responder, 2), Verdict::DELIVER);
    // A new gap is a new reason.
    EXPECT_EQ(Arrive(responder, 4), Verdict::GAP);
    EXPECT_EQ(Arrive(responder, 3), Verdict::DELIVER);
    EXPECT_EQ(Arrive(responder, 4), Verdict::DELIVER);
    EXPECT_EQ(responder->GetExpected(), 5u);
}

TEST(GoBackNTest, RequesterGoesBackToTheOldestUnacknowledged)
{
    const Ptr<LossRecovery> requester = CreateObject<GoBackN>();
    for (uint64_t packet = 0; packet < 10; ++packet)
    {
        EXPECT_EQ(requester->GetNextToSend(), packet);
        EXPECT_FALSE(requester->NotifySent(1));
    }
    EXPECT_TRUE(requester->NotifyAck(4));
    EXPECT_FALSE(requester->NotifyAck(4)) << "no news";
    EXPECT_FALSE(requester->NotifyAck(3)) << "old";
    EXPECT_FALSE(requester->NotifyAck(11)) << "never sent";
    EXPECT_EQ(requester->GetFirstUnacknowledged(), 4u);
    EXPECT_EQ(requester->GetNextToSend(), 10u);
    EXPECT_TRUE(requester->NotifyNak(UINT64_MAX, 0));
    EXPECT_EQ(requester->GetNextToSend(), 4u);
    EXPECT_TRUE(requester->NotifySent(1)) << "again";
    // Packets sent before the NAK are acknowledged late: sending continues behind them.
    EXPECT_TRUE(requester->NotifyAck(9));
    EXPECT_EQ(requester->GetNextToSend(), 9u);
    EXPECT_TRUE(requester->NotifySent(1));
    EXPECT_FALSE(requester->NotifySent(1)) << "packet 10 is new";
    requester->NotifyTimeout(0);
    EXPECT_EQ(requester->GetNextToSend(), 9u);
}
