// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/grant-share.h"
#include "ns3/object-factory.h"
#include "ns3/receiver-credits.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** Remembers grants, and runs a receiver's half by its alarm. */
class GrantLog : public CongestionReceiver::Outlet
{
  public:
    GrantLog()
        : receiver(CreateObject<CreditReceiver>())
    {
        receiver->Start({0, 100 * GBPS, 4096, 4222}, *this);
    }

    void SendControl(uint32_t flow, uint64_t value, int64_t nowPs) override
    {
        grants.emplace_back(flow, value, nowPs);
    }

    void SetAlarm(int64_t duePs) override
    {
        alarmPs = duePs;
    }

    /** Serves the timer until nothing is due, or this number of times. */
    void Run(uint32_t times = UINT32_MAX)
    {
        for (uint32_t time = 0; time < times && alarmPs != NEVER_PS; ++time)
        {
            nowPs = alarmPs;
            receiver->Advance(nowPs);
        }
    }

    void Arrive(uint32_t flow, uint64_t demand, bool trimmed = false)
    {
        CongestionArrival arrival{};
        arrival.nowPs = nowPs;
        arrival.flow = flow;
        arrival.demand = demand;
        arrival.trimmed = trimmed;
        receiver->NotifyArrival(arrival);
    }

    Ptr<CreditReceiver> receiver;
    int64_t nowPs{0};
    int64_t alarmPs{NEVER_PS};
    std::vector<std::tuple<uint32_t, uint64_t, int64_t>> grants; //!< flow, total, time
};

/** 1.5 round trips of 8 us at 100 Gb/s are 150,000 B. */
Ptr<ReceiverCredits>
StartCredits(const ObjectFactory& factory = ObjectFactory("ns3::Rccc"))
{
    const auto credits = factory.Create<ReceiverCredits>();
    credits->Start({0, 100 * GBPS, 8 * US, 1000});
    return credits;
}

AckEvent
Answer(uint64_t credit, uint64_t inflightBytes = 1000)
{
    AckEvent event{US, 8 * US, 1000, inflightBytes, false, nullptr};
    event.field = credit;
    return event;
}

/** Share that a receiver grants behind a network of 4:1, by its arrivals. */
class GrantShareTest : public testing::Test
{
  protected:
    GrantShareTest()
    {
        m_share.Start(4, 10 * US);
    }

    /**
     * So many packets each us.
     *
     * @return the shares that it takes meanwhile, each as often as it changes
     */
    std::vector<double> Arrive(int us,
                               uint32_t whole,
                               uint32_t marked,
                               uint32_t before,
                               uint32_t last)
    {
        std::vector<double> shares{m_share.Get()};
        const uint32_t all = whole + before + last;
        for (const int64_t endPs = m_nowPs + us * US; m_nowPs < endPs; m_nowPs += US)
        {
            for (uint32_t i = 0; i < all; ++i)
            {
                CongestionArrival arrival{};
                arrival.nowPs = m_nowPs;
                arrival.congestionMarked = i < marked;
                arrival.trimmed = i >= whole;
                arrival.lastHop = i >= whole + before;
                m_share.NotifyArrival(arrival);
                if (m_share.Get() != shares.back())
                {
                    shares.push_back(m_share.Get());
                }
            }
        }
        return shares;
    }

    static void ExpectNear(const std::vector<double>& shares, const std::vector<double>& expected)
    {
        ASSERT_GE(shares.size(), expected.size());
        for (size_t i = 0; i < expected.size(); ++i)
        {
            EXPECT_NEAR(shares[i], expected[i], 1e-12) << i;
        }
    }

    GrantShare m_share;
    int64_t m_nowPs{US};
};

} // namespace

TEST_F(GrantShareTest, TrimsBeforeTheLastLinkTakeTheirShare)
{
    const auto shares = Arrive(1000, 9, 0, 1, 0);
    ExpectNear(shares, {1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.225});
    EXPECT_EQ(shares.size(), 9u) << "0.9 of a fourth at the least";
}

TEST_F(GrantShareTest, TrimsOfTheLastSwitchTakeNothing)
{
    EXPECT_EQ(Arrive(1000, 1, 0, 0, 9).size(), 1u);
}

TEST_F(GrantShareTest, MarksTakeByHowManyTheyAreAndNoneGivesBackFasterAndFaster)
{
    // g is 0.35, 0.525, 0.6125, ...
    ExpectNear(Arrive(500, 10, 7, 0, 0),
               {1, 0.975, 0.975 * (1 - 0.225 / 2), 0.975 * (1 - 0.225 / 2) * (1 - 0.3125 / 2)});
    // Few marks give back a hundredth each time, none twice as much each time.
    const auto few = Arrive(200, 10, 1, 0, 0);
    ASSERT_GE(few.size(), 8u);
    for (size_t i = few.size() - 4; i < few.size(); ++i)
    {
        EXPECT_NEAR(few[i] - few[i - 1], 0.01, 1e-12);
    }
    Arrive(200, 0, 0, 1, 0); // down again
    const auto none = Arrive(500, 10, 0, 0, 0);
    EXPECT_EQ(none.back(), 1);
    const auto least = std::find_if(none.begin(), none.end(), [](double share) {
        return std::abs(share - 0.225) < 1e-12;
    });
    ASSERT_GE(none.end() - least, 7);
    ExpectNear({least, none.end()}, {0.225, 0.235, 0.255, 0.295, 0.375, 0.535, 0.855});
}

TEST(CreditReceiverTest, GrantsFourPacketsInTurnAtItsShareOfTheLine)
{
    GrantLog log;
    log.receiver->AddFlow(3);
    log.receiver->AddFlow(5);
    log.Arrive(3, 40'000);
    log.Arrive(5, 20'000);
    log.Run(5);
    // 4 * 4222 B each; then the rest of flow 5, and of flow 3.
    const auto pace = [](uint64_t bytes) { return SerializationPs(bytes, 99 * GBPS); };
    const int64_t turn = pace(16'888);
    const std::vector<std::tuple<uint32_t, uint64_t, int64_t>> expected = {
        {3, 16'888, 0},
        {5, 16'888, turn},
        {3, 33'776, 2 * turn},
        {5, 20'000, 3 * turn},
        {3, 40'000, 3 * turn + pace(3112)}};
    EXPECT_EQ(log.grants, expected);
    EXPECT_EQ(log.receiver->GetField(5), 20'000u);
}

TEST(CreditReceiverTest, ATrimmedPacketIsWantedAgain)
{
    GrantLog log;
    log.receiver->AddFlow(0);
    log.Arrive(0, 1000);
    log.Arrive(0, 1000);
    log.Run(1);
    EXPECT_EQ(log.receiver->GetField(0), 1000u);
    log.Arrive(0, 1000, true);
    log.Run(1);
    EXPECT_EQ(log.receiver->GetField(0), 1000u + 4222u);
}

TEST(CreditReceiverTest, AnIdleLineGrantsAheadWhatWasEverLacked)
{
    GrantLog log;
    log.receiver->AddFlow(0);
    log.receiver->AddFlow(1);
    log.receiver->AddFlow(2);
    log.Arrive(0, 30'000);
    log.Arrive(1, 20'000);
    log.Arrive(2, 0); // sends and lacks nothing, so nothing is granted ahead
    log.Run();
    EXPECT_EQ(log.receiver->GetField(0), 60'000u);
    EXPECT_EQ(log.receiver->GetField(1), 40'000u);
    EXPECT_EQ(log.receiver->GetField(2), 0u);
    const auto granted = [&log] {
        uint64_t bytes = 0;
        for (uint32_t flow = 0; flow < 3; ++flow)
        {
            bytes += log.receiver->GetField(flow).value();
        }
        return bytes;
    };
    // All grants but the last have taken their time.
    const uint64_t last = std::get<1>(log.grants.back()) - std::get<1>(log.grants.end()[-3]);
    EXPECT_NEAR(static_cast<double>(log.nowPs),
                static_cast<double>(SerializationPs(granted() - last, 99 * GBPS)),
                10.0);

    // A flow without credit is served before flows that have credit ahead.
    log.grants.clear();
    log.Arrive(0, 50'000); // 10,000 ahead, of 30,000
    log.Arrive(2, 10'000);
    log.Run();
    const std::vector<std::pair<uint32_t, uint64_t>> expected = {{2, 10'000},
                                                                 {0, 76'888},
                                                                 {2, 20'000},
                                                                 {0, 80'000}};
    ASSERT_EQ(log.grants.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        EXPECT_EQ(std::get<0>(log.grants[i]), expected[i].first) << i;
        EXPECT_EQ(std::get<1>(log.grants[i]), expected[i].second) << i;
    }
}

TEST(ReceiverCreditsTest, WhatGoesWithoutAGrantIsVoidWhenAnAnswerComes)
{
    const auto credits = StartCredits();
    EXPECT_EQ(credits->GetCreditBytes(), 150'000);
    EXPECT_EQ(credits->GetWindowBytes(), UINT64_MAX);
    for (int i = 0; i < 100; ++i)
    {
        credits->NotifySent(0, 1100);
    }
    EXPECT_EQ(credits->GetCreditBytes(), 40'000);
    EXPECT_EQ(credits->GetDemand(1'000'000), 110'000u); // 150,000 wanted, 40,000 there
    EXPECT_EQ(credits->GetDemand(30'000), 0u);
    credits->NotifyAck(Answer(0));
    EXPECT_EQ(credits->GetCreditBytes(), 0);
    EXPECT_EQ(credits->GetWindowBytes(), 0u);
    EXPECT_EQ(credits->GetDemand(30'000), 30'000u);
}

TEST(ReceiverCreditsTest, CreditsAreTotalsAndTheLastPacketMayOverdraw)
{
    const auto credits = StartCredits();
    credits->NotifySent(0, 1000);
    credits->NotifyControl(US, 2000);
    EXPECT_EQ(credits->GetCreditBytes(), 2000);
    credits->NotifyControl(US, 1000); // overtaken
    EXPECT_EQ(credits->GetCreditBytes(), 2000);
    credits->NotifySent(US, 1500);
    credits->NotifySent(US, 1500);
    EXPECT_EQ(credits->GetCreditBytes(), -1000);
    EXPECT_EQ(credits->GetWindowBytes(), 0u);
    EXPECT_EQ(credits->GetDemand(5000), 8000u);
    credits->NotifyAck(Answer(3001));
    EXPECT_EQ(credits->GetCreditBytes(), 1);
    EXPECT_EQ(credits->GetWindowBytes(), UINT64_MAX);
}

TEST(ReceiverCreditsTest, WhenAllHasComeItGoesWithoutAGrantAgain)
{
    const auto credits = StartCredits();
    credits->NotifySent(0, 1100);
    AckEvent last = Answer(0, 0);
    last.applicationLimited = true;
    credits->NotifyAck(last);
    EXPECT_EQ(credits->GetCreditBytes(), 150'000);
    credits->NotifyControl(US, 500);               // granted for the earlier demand
    EXPECT_EQ(credits->GetCreditBytes(), 150'000); // no more than at first
    credits->NotifySent(US, 1100);
    credits->NotifyControl(2 * US, 1500);
    EXPECT_EQ(credits->GetCreditBytes(), 1000);
}

TEST(ReceiverCreditsTest, AWindowHasToAllowItToo)
{
    ObjectFactory factory("ns3::Rccc");
    factory.Set("CongestionControl", StringValue("ns3::Nscc"));
    const auto credits = StartCredits(factory);
    EXPECT_TRUE(credits->GetNeeds().marks);
    EXPECT_TRUE(credits->GetNeeds().demand);
    EXPECT_EQ(credits->GetWindowBytes(), 150'000u);
    credits->NotifySent(0, 1000);
    credits->NotifyLoss({US, false, 1000, 0});
    EXPECT_EQ(credits->GetWindowBytes(), 0u); // without credit
    credits->NotifyControl(US, 1'000'000);
    EXPECT_EQ(credits->GetWindowBytes(), 149'000u);
    EXPECT_EQ(credits->GetDemand(400'000), 1'000'000u); // more is there than the window takes
}
