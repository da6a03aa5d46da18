// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "stepwise-nscc.h"
#include "units.h"

#include "ns3/double.h"
#include "ns3/nscc.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <tuple>

using namespace ns3;

namespace
{

/** 100 Gb/s and 12 us: a = 1, D = 9 us; packets of 1000 B, a largest window of 225 of them. */
const CongestionContext NSCC_PATH{0, 100 * GBPS, 12 * US, 1000};

Ptr<Nscc>
StartNscc(const CongestionContext& path = NSCC_PATH)
{
    const auto nscc = CreateObject<Nscc>();
    nscc->Start(path);
    return nscc;
}

AckEvent
NsccAck(int64_t nowPs, int64_t delayPs, bool marked, uint64_t bytes = 1000)
{
    return {nowPs, 12 * US + delayPs, bytes, 0, marked, nullptr};
}

} // namespace

TEST(NsccTest, StartsWithItsLargestWindow)
{
    const auto nscc = StartNscc();
    EXPECT_EQ(nscc->GetWindowBytes(), 225'000u);
    EXPECT_DOUBLE_EQ(nscc->GetTargetPs(), 9e6);
    EXPECT_EQ(nscc->GetRatebps(0), 100 * GBPS);
    const auto slow = StartNscc({0, GBPS, US, 4096}); // 187 B in 1.5 round trips
    EXPECT_EQ(slow->GetWindowBytes(), 4096u);
}

TEST(NsccTest, TheFirstWindowMayBeSmaller)
{
    const auto start = [](double packets) {
        const auto nscc = CreateObject<Nscc>();
        nscc->SetAttribute("InitialWindow", DoubleValue(packets));
        nscc->Start(NSCC_PATH);
        return nscc;
    };
    EXPECT_EQ(start(17)->GetWindowBytes(), 17'000u);
    EXPECT_EQ(start(0.5)->GetWindowBytes(), 1000u);
    EXPECT_EQ(start(1e6)->GetWindowBytes(), 225'000u);
    // It grows to the largest one, when that many bytes came back without delay.
    const auto nscc = start(17);
    for (int i = 0; i < 900; ++i)
    {
        nscc->NotifyAck(NsccAck(i * US, 0, false));
    }
    EXPECT_EQ(nscc->GetWindowBytes(), 225'000u);
}

TEST(NsccTest, ADecreaseTakesTheExcessOfTheAverageOncePerRoundTrip)
{
    const auto nscc = StartNscc();
    // Marked, with three targets of delay: A = 27 us (1 - 0.9875^n) passes 9 us with the 33rd.
    int count = 0;
    while (nscc->GetAveragePs() <= 9e6)
    {
        EXPECT_DOUBLE_EQ(nscc->GetExactWindow(), 225'000);
        nscc->NotifyAck(NsccAck(US, 27 * US, true));
        ++count;
    }
    EXPECT_EQ(count, 33);
    const double average = nscc->GetAveragePs();
    const double once = 225'000 * (1 - 0.8 * (average - 9e6) / average);
    EXPECT_DOUBLE_EQ(nscc->GetExactWindow(), once);
    nscc->NotifyAck(NsccAck(13 * US, 27 * US, true)); // 12 us since the last one: not more
    EXPECT_NEAR(nscc->GetExactWindow(), once + 0.15 * 1000, 1e-6);
}

TEST(NsccTest, ConstantsScaleWithTheNetworkAndWindowsWithThePath)
{
    // Tn = 24 us: a = 2, D = 18 us; the window is still that of 12 us.
    const auto nscc = CreateObject<Nscc>();
    nscc->SetAttribute("NetworkRtt", TimeValue(MicroSeconds(24)));
    nscc->Start(NSCC_PATH);
    EXPECT_EQ(nscc->GetWindowBytes(), 225'000u);
    EXPECT_DOUBLE_EQ(nscc->GetTargetPs(), 18e6);
    nscc->NotifyLoss({0, true, 125'000, 0});
    // d = 10 us is below D: I = 4 M * 2 / 12 us * 9 M * 8 us = 48 M^2, behind eight packets.
    for (int i = 0; i < 9; ++i)
    {
        EXPECT_DOUBLE_EQ(nscc->GetExactWindow(), 100'000);
        nscc->NotifyAck(NsccAck(US, 10 * US, false));
    }
    EXPECT_NEAR(nscc->GetExactWindow(), 100'000 + 48e6 / 100'000, 1e-6);
    // Each Tn 0.15 M * 2 more; a loss counts as Tn.
    const double window = nscc->GetExactWindow();
    nscc->NotifyAck(NsccAck(24 * US, 0, true));
    EXPECT_DOUBLE_EQ(nscc->GetExactWindow(), window);
    nscc->NotifyAck(NsccAck(24 * US + 1, 0, true));
    EXPECT_NEAR(nscc->GetExactWindow(), window + 300, 1e-6);
    const double average = nscc->GetAveragePs();
    nscc->NotifyLoss({25 * US, false, 1000, 0});
    EXPECT_NEAR(nscc->GetAveragePs(), average + 0.0125 * (24e6 - average), 1e-3);
}

TEST(NsccTest, AMarkWithoutDelayChangesNothing)
{
    const auto nscc = StartNscc();
    nscc->NotifyLoss({0, true, 25'000, 0});
    ASSERT_EQ(nscc->GetWindowBytes(), 200'000u);
    for (int i = 0; i < 100; ++i)
    {
        nscc->NotifyAck(NsccAck(US, 8 * US, true));
    }
    EXPECT_EQ(nscc->GetWindowBytes(), 200'000u);
}

TEST(NsccTest, IncreasesAreProportionalToTheRoomBelowTheTarget)
{
    // Nine packets with d = 3 us: I = 4 M / 12 us * 9 M * 6 us = 18 M^2, due behind eight packets.
    const auto nscc = StartNscc();
    nscc->NotifyLoss({0, true, 125'000, 0});
    for (int i = 0; i < 9; ++i)
    {
        EXPECT_DOUBLE_EQ(nscc->GetExactWindow(), 100'000);
        nscc->NotifyAck(NsccAck(US, 3 * US, false));
    }
    EXPECT_NEAR(nscc->GetExactWindow(), 100'000 + 18e6 / 100'000, 1e-6);
}

TEST(NsccTest, UnmarkedPacketsAboveTheTargetAreForFairness)
{
    // I = 5 M * 9 M
    const auto nscc = StartNscc();
    nscc->NotifyLoss({0, true, 125'000, 0});
    for (int i = 0; i < 9; ++i)
    {
        nscc->NotifyAck(NsccAck(US, 20 * US, false));
    }
    EXPECT_NEAR(nscc->GetExactWindow(), 100'000 + 45e6 / 100'000, 1e-6);
}

TEST(NsccTest, AnIdlePathIsFilledByAQuarterOfWhatComesBack)
{
    const auto nscc = StartNscc();
    nscc->NotifyLoss({0, true, 215'000, 0}); // 10 packets
    double before = 0;
    for (int i = 0; i < 30; ++i) // more than a window comes back
    {
        before = nscc->GetExactWindow();
        nscc->NotifyAck(NsccAck(US, 0, false));
    }
    EXPECT_NEAR(nscc->GetExactWindow(), before + 250, 1e-6);
    nscc->NotifyAck(NsccAck(US, 2 * US, false));
    before = nscc->GetExactWindow();
    nscc->NotifyAck(NsccAck(US, 0, false));
    EXPECT_DOUBLE_EQ(nscc->GetExactWindow(), before); // begins anew
}

TEST(NsccTest, WhatTheLastSwitchTrimsIsNotItsMatterBesideCreditsOfTheReceiver)
{
    for (const bool grants : {false, true})
    {
        CongestionContext path = NSCC_PATH;
        path.receiverGrants = grants;
        const auto nscc = StartNscc(path);
        nscc->NotifyLoss({US, false, 1000, 150'000, true});
        EXPECT_EQ(nscc->GetWindowBytes(), grants ? 225'000u : 224'000u);
        nscc->NotifyLoss({US, false, 1000, 150'000, false});
        EXPECT_EQ(nscc->GetWindowBytes(), grants ? 224'000u : 223'000u);
    }
}

TEST(NsccTest, QuickAdaptationTakesWhatCameThrough)
{
    const auto nscc = StartNscc();
    nscc->NotifyAck(NsccAck(US, 9 * US, true)); // the first look begins, to 1 + 12 + 9 us
    for (int i = 0; i < 20; ++i)
    {
        nscc->NotifyAck(NsccAck(10 * US, 9 * US, true));
        nscc->NotifyLoss({10 * US, false, 1000, 150'000});
    }
    EXPECT_EQ(nscc->GetWindowBytes(), 205'000u); // each loss took its bytes
    nscc->NotifyLoss({22 * US + 1, false, 1000, 150'000});
    EXPECT_EQ(nscc->GetWindowBytes(), 20'000u);
    // Losses of packets in flight are ignored: 149 losses and one.
    for (int i = 0; i < 149; ++i)
    {
        nscc->NotifyLoss({23 * US, false, 1000, 0});
        ASSERT_EQ(nscc->GetWindowBytes(), 20'000u);
    }
    nscc->NotifyLoss({23 * US, false, 1000, 0});
    EXPECT_EQ(nscc->GetWindowBytes(), 19'000u);
}

TEST(NsccTest, FollowsItsEquationsStepByStep)
{
    Dice dice(1);
    const auto uniform = [&dice] { return dice(1U << 30) / static_cast<double>(1U << 30); };
    for (const auto& [gbps, rttUs, mtu, networkUs] : {std::tuple{100., 12., 4096., 12.},
                                                      {25., 3.3, 1000., 3.3},
                                                      {400., 7.7, 4096., 7.7},
                                                      {800., 100., 9000., 100.},
                                                      {10., 1.5, 256., 1.5},
                                                      {100., 9.5, 4096., 14.},
                                                      {400., 3., 4096., 21.}})
    {
        SCOPED_TRACE(std::to_string(gbps) + " Gb/s, " + std::to_string(rttUs) + " us of " +
                     std::to_string(networkUs));
        const auto nscc = CreateObject<Nscc>();
        nscc->SetAttribute("NetworkRtt", TimeValue(PicoSeconds(std::llround(networkUs * 1e6))));
        nscc->Start({0,
                     static_cast<uint64_t>(gbps * 1e9),
                     static_cast<int64_t>(rttUs * 1e6),
                     static_cast<uint32_t>(mtu)});
        StepwiseNscc oracle(gbps, rttUs, mtu, networkUs);
        double nowUs = 0;
        double loadUs = 0; // a queue that comes and goes
        for (int i = 0; i < 50'000; ++i)
        {
            nowUs += uniform() * rttUs / 20;
            loadUs = std::max(0.0, loadUs + (uniform() - 0.5) * rttUs / 4);
            loadUs = std::min(loadUs, 6 * rttUs);
            const auto nowPs = static_cast<int64_t>(nowUs * 1e6);
            const double exactUs = static_cast<double>(nowPs) / 1e6;
            const auto inflight = static_cast<uint64_t>(uniform() * 60 * mtu);
            if (uniform() < 0.02)
            {
                const auto bytes = static_cast<uint64_t>(1 + uniform() * (mtu - 1));
                nscc->NotifyLoss({nowPs, false, bytes, inflight});
                oracle.Nack(exactUs, static_cast<double>(bytes), static_cast<double>(inflight));
            }
            else
            {
                const auto bytes = static_cast<uint64_t>(uniform() * 4 * mtu);
                const auto rttPs = static_cast<int64_t>((rttUs + loadUs * uniform()) * 1e6);
                const bool marked = uniform() < loadUs / rttUs / 2;
                nscc->NotifyAck({nowPs, rttPs, bytes, inflight, marked, nullptr});
                oracle.Ack(exactUs,
                           static_cast<double>(rttPs) / 1e6,
                           static_cast<double>(bytes),
                           static_cast<double>(inflight),
                           marked);
            }
            ASSERT_NEAR(nscc->GetExactWindow() / mtu, oracle.window, 1e-6 * oracle.window) << i;
            ASSERT_NEAR(nscc->GetAveragePs() / 1e6, oracle.averageUs, 1e-6) << i;
        }
    }
}
