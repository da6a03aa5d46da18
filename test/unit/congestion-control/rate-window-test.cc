// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"
#include "error-message.h"

#include "ns3/data-rate.h"
#include "ns3/dcqcn.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/rate-window.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <random>
#include <string>

using namespace ns3;

namespace
{

/** @return a started one on PATH_100G @param other the other one @param bytes at line rate */
Ptr<RateWindow>
StartWindow(const ObjectFactory& other, uint64_t bytes)
{
    ObjectFactory factory("ns3::RateWindow");
    factory.Set("CongestionControl", ObjectFactoryValue(other));
    factory.Set("WindowBytes", UintegerValue(bytes));
    const auto window = factory.Create<RateWindow>();
    window->Start(PATH_100G);
    return window;
}

} // namespace

TEST(RateWindow, TheWindowIsInProportionToTheRate)
{
    // A packet of 1000 B is sent while less than W is unacknowledged: 999 B more.
    ObjectFactory quarter("ns3::FixedRate");
    quarter.Set("Rate", DataRateValue(DataRate("25Gbps")));
    EXPECT_EQ(StartWindow(quarter, 80'000)->GetWindowBytes(), 20'000u + 999);
    EXPECT_EQ(StartWindow(quarter, 80'000)->GetRatebps(0), 25 * GBPS);
    EXPECT_EQ(StartWindow(quarter, 0)->GetWindowBytes(), 25'000u + 999) << "a quarter of the BDP";
    EXPECT_EQ(StartWindow(quarter, 1)->GetWindowBytes(), 1u + 999);

    const auto window = StartWindow(ObjectFactory("ns3::Dcqcn"), 80'000);
    EXPECT_EQ(window->GetWindowBytes(), 80'000u + 999);
    window->NotifyCnp(US); // halves the rate
    EXPECT_EQ(window->GetWindowBytes(), 40'000u + 999);
    // Recovered to 75 Gb/s 55 us later; a look does not tell the window, an event does.
    EXPECT_EQ(window->GetRatebps(60 * US), 75 * GBPS);
    EXPECT_EQ(window->GetWindowBytes(), 40'000u + 999);
    window->NotifyAck(Ack(60 * US));
    EXPECT_EQ(window->GetWindowBytes(), 60'000u + 999);
}

TEST(RateWindow, TheSmallerOfTwoWindowsHolds)
{
    ObjectFactory narrow("ns3::RateWindow");
    narrow.Set("WindowBytes", UintegerValue(10'000));
    EXPECT_EQ(StartWindow(narrow, 80'000)->GetWindowBytes(), 10'000u + 999);
    EXPECT_EQ(StartWindow(narrow, 5'000)->GetWindowBytes(), 5'000u + 999);
}

TEST(RateWindow, ProbesAreTheOtherOnes)
{
    const auto window = StartWindow(ObjectFactory("ns3::RttCc"), 80'000);
    const auto alone = ObjectFactory("ns3::RttCc").Create<RdmaCongestionControl>();
    alone->Start(PATH_100G);
    EXPECT_GT(window->GetNeeds().probePs, 0);
    for (int64_t nowPs = 20 * US; nowPs < 200 * US; nowPs += 20 * US)
    {
        window->NotifyProbe(nowPs, PATH_100G.baseRttPs + 50 * US);
        alone->NotifyProbe(nowPs, PATH_100G.baseRttPs + 50 * US);
        EXPECT_EQ(window->GetRatebps(nowPs), alone->GetRatebps(nowPs));
    }
    EXPECT_LT(window->GetRatebps(200 * US), 100 * GBPS);
    EXPECT_LT(window->GetWindowBytes(), 80'000u);
}

TEST(RateWindow, TheRateIsTheOtherOnesAtAllTimes)
{
    // The integral of the rate has every change at its time, however late it was looked at.
    for (const std::string other : {"ns3::Dcqcn", "ns3::DcqcnConnectX", "ns3::Timely"})
    {
        SCOPED_TRACE(other);
        std::mt19937_64 engine(3);
        const auto window = StartWindow(ObjectFactory(other), 80'000);
        const auto alone = ObjectFactory(other).Create<RdmaCongestionControl>();
        alone->Start(PATH_100G);
        int64_t nowPs = 0;
        uint64_t lower = 0;
        for (int step = 0; step < 20'000; ++step)
        {
            nowPs += engine() % (engine() % 50 ? 5 * US : 2'000 * US);
            const auto each = [&](RdmaCongestionControl& control, uint64_t choice) {
                if (choice < 40)
                {
                    control.NotifySent(nowPs, 100'000);
                }
                else if (choice < 90)
                {
                    AckEvent event = Ack(nowPs);
                    event.rttPs = static_cast<int64_t>(choice) * 10 * US;
                    event.ackedBytes = 8'000;
                    control.NotifyAck(event);
                }
                else
                {
                    control.NotifyCnp(nowPs);
                }
            };
            const uint64_t choice = engine() % 100;
            each(*window, choice);
            each(*alone, choice);
            ASSERT_EQ(window->GetRatebps(nowPs), alone->GetRatebps(nowPs));
            ASSERT_TRUE(window->GetAllowance(nowPs) == alone->GetAllowance(nowPs)) << step;
            ASSERT_EQ(window->GetNextUpdatePs(), alone->GetNextUpdatePs());
            lower += window->GetRatebps(nowPs) < 100 * GBPS;
        }
        EXPECT_GT(lower, 1'000u);
    }
}

TEST(RateWindow, NeedsWhatTheOtherOneNeeds)
{
    const auto needs = StartWindow(ObjectFactory("ns3::Dcqcn"), 0)->GetNeeds();
    EXPECT_TRUE(needs.marks);
    EXPECT_FALSE(needs.acknowledgements);
    EXPECT_TRUE(StartWindow(ObjectFactory("ns3::HpccPint"), 0)->GetNeeds().digest);
    EXPECT_EQ(StartWindow(ObjectFactory("ns3::Dcqcn"), 0)->MakeReceiver(), nullptr);
    EXPECT_NE(StartWindow(ObjectFactory("ns3::DcqcnPlus"), 0)->MakeReceiver(), nullptr);
}

TEST(RateWindow, WhatSetsNoRateOfOneSenderIsRefused)
{
    ObjectFactory factory("ns3::RateWindow");
    factory.Set("CongestionControl", ObjectFactoryValue(ObjectFactory("ns3::Rccc")));
    const auto window = factory.Create<RateWindow>();
    EXPECT_EQ(MessageOf<InputError>([&] { window->Validate(); }),
              "RateWindow CongestionControl: is ns3::Rccc; expected a congestion control of one "
              "sender that needs no credit or tags, such as ns3::Dcqcn");
    EXPECT_THROW(
        factory.Set("CongestionControl", ObjectFactoryValue(ObjectFactory("ns3::RedMarker"))),
        InputError);
}
