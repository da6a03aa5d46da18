// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/go-back-zero.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Verdict = LossRecovery::Verdict;

} // namespace

TEST(GoBackZeroTest, RequesterGoesBackToTheStartOfTheMessage)
{
    const Ptr<LossRecovery> requester = CreateObject<GoBackZero>();
    for (uint64_t packet = 0; packet < 10; ++packet)
    {
        EXPECT_FALSE(requester->NotifySent(1));
    }
    EXPECT_TRUE(requester->NotifyAck(6));
    // The message of packet 6 began with 4.
    EXPECT_TRUE(requester->NotifyNak(UINT64_MAX, 4));
    EXPECT_EQ(requester->GetNextToSend(), 4u);
    EXPECT_EQ(requester->GetFirstUnacknowledged(), 4u);
    EXPECT_TRUE(requester->NotifySent(1));
    EXPECT_TRUE(requester->NotifyAck(5));
    requester->NotifyTimeout(4);
    EXPECT_EQ(requester->GetNextToSend(), 4u);
    EXPECT_EQ(requester->GetHighest(), 10u);
}

TEST(GoBackZeroTest, ResponderTakesAMessageAnew)
{
    const Ptr<LossRecovery> responder = CreateObject<GoBackZero>();
    const auto arrive = [&](uint64_t packet, bool starts, bool ends) {
        return responder->NotifyArrival({packet, 1, starts, ends, true});
    };
    EXPECT_EQ(arrive(0, true, true), Verdict::DELIVER);
    EXPECT_EQ(arrive(1, true, false), Verdict::DELIVER);
    EXPECT_EQ(arrive(2, false, false), Verdict::DELIVER);
    EXPECT_EQ(arrive(4, false, true), Verdict::GAP);
    EXPECT_EQ(arrive(1, true, false), Verdict::RESTART);
    EXPECT_EQ(responder->GetExpected(), 2u);
    EXPECT_EQ(arrive(2, false, false), Verdict::DELIVER);
    EXPECT_EQ(arrive(3, false, false), Verdict::DELIVER);
    EXPECT_EQ(arrive(4, false, true), Verdict::DELIVER);
    // The message is complete: what comes again of it is not taken again.
    EXPECT_EQ(arrive(1, true, false), Verdict::DUPLICATE);
    EXPECT_EQ(arrive(4, false, true), Verdict::DUPLICATE);
    EXPECT_EQ(responder->GetExpected(), 5u);
}
