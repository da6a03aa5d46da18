// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/dcqcn-plus.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** Remembers what the notification point says: to which flow, how long [us], when [us]. */
class NotificationLog : public CongestionReceiver::Outlet
{
  public:
    explicit NotificationLog(uint32_t flows)
        : receiver(CreateObject<DcqcnPlusReceiver>())
    {
        receiver->Start({0, 100 * GBPS, 1000, 1090}, *this);
        for (uint32_t flow = 0; flow < flows; ++flow)
        {
            receiver->AddFlow(flow);
        }
    }

    void SendControl(uint32_t flow, uint64_t value, int64_t nowPs) override
    {
        told.emplace_back(flow, value / US, nowPs / US);
    }

    void SetAlarm(int64_t) override
    {
    }

    void Arrive(uint32_t flow, int64_t nowUs, bool marked = true)
    {
        CongestionArrival arrival{};
        arrival.nowPs = nowUs * US;
        arrival.flow = flow;
        arrival.congestionMarked = marked;
        receiver->NotifyArrival(arrival);
    }

    Ptr<DcqcnPlusReceiver> receiver;
    std::vector<std::tuple<uint32_t, uint64_t, int64_t>> told;
};

/** @return a sender on an idle path of 100 Gb/s, without a byte counter */
template <typename T>
Ptr<T>
StartSender(const std::string& type)
{
    ObjectFactory factory(type);
    factory.Set("ByteCounter", UintegerValue(0));
    const auto sender = factory.Create<T>();
    sender->Start({0, 100 * GBPS, 10 * US, 1000});
    return sender;
}

} // namespace

TEST(DcqcnPlus, AFlowIsToldOnceInItsInterval)
{
    NotificationLog log(2);
    log.Arrive(0, 0, false);
    log.Arrive(0, 1);
    log.Arrive(0, 50);
    log.Arrive(1, 50);
    log.Arrive(0, 51);
    EXPECT_EQ(log.told,
              (std::vector<std::tuple<uint32_t, uint64_t, int64_t>>{{0, 50, 1},
                                                                    {1, 50, 50},
                                                                    {0, 50, 51}}));
    EXPECT_EQ(log.receiver->CountFlows(149 * US), 2u);
    EXPECT_EQ(log.receiver->CountFlows(150 * US), 1u) << "flow 1 was told at 50 us";
    EXPECT_EQ(log.receiver->CountFlows(151 * US), 0u);
}

TEST(DcqcnPlus, TwoNotificationsOfAPortAreAnIntervalOfItApart)
{
    NotificationLog log(3);
    for (const uint32_t flow : {0, 1, 2})
    {
        log.Arrive(flow, 5);
    }
    log.Arrive(2, 6);
    EXPECT_EQ(log.told,
              (std::vector<std::tuple<uint32_t, uint64_t, int64_t>>{{0, 50, 5}, {2, 50, 6}}));
}

TEST(DcqcnPlus, IntervalsGrowWithTheFlowsThatMeetCongestion)
{
    // Of 120 flows one is marked each microsecond, in turns. In the third round all of them were
    // told of 100 us or more, so all count, and each is told of 120 us when that is just over.
    NotificationLog log(120);
    for (int64_t us = 0; us < 4 * 120; ++us)
    {
        log.Arrive(static_cast<uint32_t>(us % 120), us);
    }
    ASSERT_EQ(log.told.size(), 4 * 120u);
    EXPECT_EQ(std::get<1>(log.told[0]), 50u);
    EXPECT_EQ(std::get<1>(log.told[49]), 50u);
    EXPECT_EQ(std::get<1>(log.told[69]), 70u);
    for (uint32_t us = 2 * 120; us < 4 * 120; ++us)
    {
        ASSERT_EQ(log.told[us], std::tuple(us % 120, uint64_t{120}, int64_t{us}));
    }
    EXPECT_EQ(log.receiver->CountFlows((479 + 240) * US), 0u);
    // One that begins anew counts no more, and may be told at once.
    log.Arrive(0, 1'000);
    log.receiver->AddFlow(0);
    EXPECT_EQ(log.receiver->CountFlows(1'000 * US), 0u);
    log.Arrive(0, 1'001);
    EXPECT_EQ(log.told.back(), std::tuple(0u, uint64_t{50}, int64_t{1'001}));
}

TEST(DcqcnPlus, WithFewFlowsItIsDcqcn)
{
    const auto plus = StartSender<DcqcnPlus>("ns3::DcqcnPlus");
    const auto plain = StartSender<Dcqcn>("ns3::Dcqcn");
    uint64_t leastbps = UINT64_MAX;
    for (int64_t us = 0; us < 20'000; us += 10)
    {
        if (us % 500 == 0)
        {
            plus->NotifyControl(us * US, static_cast<uint64_t>(us % 1000 ? 50 * US : 20 * US));
            plain->NotifyCnp(us * US);
        }
        ASSERT_EQ(plus->GetRatebps(us * US), plain->GetRatebps(us * US));
        ASSERT_EQ(plus->GetAlpha(us * US), plain->GetAlpha(us * US));
        leastbps = std::min(leastbps, plus->GetRatebps(us * US));
    }
    EXPECT_LE(leastbps, 50 * GBPS);
}

TEST(DcqcnPlus, IncreasesAreAsRareAndAsSmallAsTheIntervalIsLong)
{
    // Told of 200 us, four times CnpInterval: the timer has 220 us, RateAi is 10 Mb/s. Two cuts
    // leave 25 Gb/s and a target of 50; five increases halve the rest, the sixth aims at 50.01.
    const auto sender = StartSender<DcqcnPlus>("ns3::DcqcnPlus");
    sender->NotifyControl(0, 200 * US);
    sender->NotifyControl(0, 200 * US);
    EXPECT_EQ(sender->GetRatebps(0), 25 * GBPS);
    EXPECT_EQ(sender->GetRatebps(219 * US), 25 * GBPS);
    EXPECT_EQ(sender->GetRatebps(220 * US), 37'500 * MBPS);
    EXPECT_EQ(sender->GetRatebps(5 * 220 * US), 49'218'750'000);
    EXPECT_EQ(sender->GetRatebps(6 * 220 * US), 49'614'375'000);
    // Alpha decays once in 220 us without a notification.
    EXPECT_DOUBLE_EQ(sender->GetAlpha(6 * 220 * US), std::pow(255.0 / 256, 6));
}

TEST(DcqcnPlus, NeedsMarksAndTellsOfThemItself)
{
    const auto sender = StartSender<DcqcnPlus>("ns3::DcqcnPlus");
    const auto needs = sender->GetNeeds();
    EXPECT_TRUE(needs.marks);
    EXPECT_TRUE(needs.ownNotifications);
    EXPECT_NE(sender->MakeReceiver(), nullptr);
}
