// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/loss-recovery.h"

#include <vector>

using namespace ns3;

namespace
{

using Verdict = LossRecovery::Verdict;

class SelectiveRepeatTest : public FabricTest
{
  protected:
    /** @param sent packets that are under way @return a requester without window */
    static Ptr<LossRecovery> MakeRequester(uint64_t sent, Attributes attributes = {})
    {
        attributes.emplace_back("WindowBdps", "0");
        const auto requester = Make<LossRecovery>("SelectiveRepeat", attributes);
        requester->Start({100'000'000'000, 8'000'000, 1024});
        for (uint64_t packet = 0; packet < sent; ++packet)
        {
            EXPECT_EQ(requester->GetNextToSend(), packet);
            EXPECT_FALSE(requester->NotifySent(1));
        }
        return requester;
    }

    /** @param packets that it sends one after the other */
    static void ExpectSends(LossRecovery& requester, const std::vector<uint64_t>& packets)
    {
        for (const uint64_t packet : packets)
        {
            EXPECT_EQ(requester.GetNextToSend(), packet);
            const bool again = packet < requester.GetHighest();
            EXPECT_EQ(requester.NotifySent(1), again) << packet;
        }
    }

    static Verdict Arrive(LossRecovery& responder, uint64_t packet)
    {
        return responder.NotifyArrival({packet, 1, false, false, true});
    }
};

} // namespace

TEST_F(SelectiveRepeatTest, ResponderKeepsWhatComesOutOfOrder)
{
    const auto responder = Make<LossRecovery>("SelectiveRepeat");
    EXPECT_TRUE(responder->IsSelective());
    EXPECT_EQ(Arrive(*responder, 0), Verdict::DELIVER);
    EXPECT_EQ(Arrive(*responder, 3), Verdict::HOLD);
    EXPECT_EQ(Arrive(*responder, 2), Verdict::HOLD);
    EXPECT_EQ(Arrive(*responder, 3), Verdict::DUPLICATE) << "held already";
    EXPECT_EQ(Arrive(*responder, 6), Verdict::HOLD);
    EXPECT_EQ(responder->GetExpected(), 1u);
    EXPECT_EQ(Arrive(*responder, 1), Verdict::DELIVER);
    EXPECT_EQ(responder->GetExpected(), 4u) << "2 and 3 follow";
    EXPECT_EQ(Arrive(*responder, 2), Verdict::DUPLICATE);
    EXPECT_EQ(Arrive(*responder, 5), Verdict::HOLD);
    EXPECT_EQ(Arrive(*responder, 4), Verdict::DELIVER);
    EXPECT_EQ(responder->GetExpected(), 7u);
    // A READ has its turn or none; it stands for eight packets.
    EXPECT_EQ(responder->NotifyArrival({8, 8, true, true, false}), Verdict::GAP);
    EXPECT_EQ(Arrive(*responder, 7), Verdict::DELIVER);
    EXPECT_EQ(responder->NotifyArrival({8, 8, true, true, false}), Verdict::DELIVER);
    EXPECT_EQ(responder->GetExpected(), 16u);
}

TEST_F(SelectiveRepeatTest, RequesterSendsWhatIsMissingAndGoesOn)
{
    const auto requester = MakeRequester(10);
    EXPECT_TRUE(requester->NotifyAck(2));
    EXPECT_TRUE(requester->NotifyNak(4, 0)); // 2 and 3 are missing
    ExpectSends(*requester, {2, 3, 10, 11});
    EXPECT_FALSE(requester->NotifyNak(5, 0)); // no news of them
    EXPECT_TRUE(requester->NotifyNak(8, 0));  // nor have 6 and 7 come
    ExpectSends(*requester, {6, 7, 12});
    EXPECT_FALSE(requester->NotifyNak(7, 0)); // there it is
    EXPECT_TRUE(requester->NotifyAck(6));     // and 2 and 3
    ExpectSends(*requester, {13, 14});
    EXPECT_TRUE(requester->NotifyAck(15));
    EXPECT_EQ(requester->GetFirstUnacknowledged(), 15u);
    EXPECT_EQ(requester->GetNextToSend(), 15u);
}

TEST_F(SelectiveRepeatTest, ARepeatIsLostOnceSomethingSentAfterItHasCome)
{
    const auto requester = MakeRequester(10);
    EXPECT_TRUE(requester->NotifyAck(2));
    EXPECT_TRUE(requester->NotifyNak(3, 0));
    ExpectSends(*requester, {2, 10, 11});
    EXPECT_FALSE(requester->NotifyNak(9, 0) && requester->GetNextToSend() == 2)
        << "9 was sent before the repeat";
    ExpectSends(*requester, {4, 5, 6, 7, 8}); // which the NAK of 9 is silent about
    EXPECT_TRUE(requester->NotifyNak(10, 0));
    EXPECT_EQ(requester->GetNextToSend(), 2u) << "10 was sent after it";
}

TEST_F(SelectiveRepeatTest, WithoutThatOnlyATimeoutSendsARepeatAgain)
{
    const auto requester = MakeRequester(10, {{"DetectLostRepeats", "false"}});
    EXPECT_TRUE(requester->NotifyAck(2));
    EXPECT_TRUE(requester->NotifyNak(3, 0));
    ExpectSends(*requester, {2, 10, 11});
    EXPECT_FALSE(requester->NotifyNak(4, 0));
    requester->NotifyNak(10, 0);
    ExpectSends(*requester, {5, 6, 7, 8, 9, 12});
    requester->NotifyTimeout(0);
    // All but 3, 4 and 10, which are known to have come.
    ExpectSends(*requester, {2, 5, 6, 7, 8, 9, 11, 12, 13});
}

TEST_F(SelectiveRepeatTest, ReorderingIsNoLoss)
{
    const auto requester = MakeRequester(10, {{"ReorderPackets", "3"}});
    EXPECT_TRUE(requester->NotifyAck(2));
    for (const uint64_t arrived : {3, 4, 5})
    {
        EXPECT_FALSE(requester->NotifyNak(arrived, 0)) << arrived;
    }
    EXPECT_TRUE(requester->NotifyNak(6, 0)) << "one and three ahead";
    ExpectSends(*requester, {2, 10});
}

TEST_F(SelectiveRepeatTest, AnArrivalThatWasNotKeptMakesEverythingMissing)
{
    const auto requester = MakeRequester(6);
    EXPECT_TRUE(requester->NotifyAck(3));
    EXPECT_TRUE(requester->NotifyNak(UINT64_MAX, 0));
    ExpectSends(*requester, {3, 4, 5, 6});
}

/** 100 kB at 100 Gb/s and 8 us, up to whole packets of 1024 B: 98 of them, or 245. */
TEST_F(SelectiveRepeatTest, TheWindowIsInBandwidthDelayProducts)
{
    for (const auto& [bdps, bytes] :
         std::vector<std::pair<std::string, uint64_t>>{{"1", 98 * 1024},
                                                       {"2.5", 245 * 1024},
                                                       {"0", UINT64_MAX},
                                                       {"0.001", 1024}})
    {
        const auto recovery = Make<LossRecovery>("SelectiveRepeat", {{"WindowBdps", bdps}});
        recovery->Start({100'000'000'000, 8'000'000, 1024});
        EXPECT_EQ(recovery->GetWindowBytes(), bytes) << bdps;
    }
}
