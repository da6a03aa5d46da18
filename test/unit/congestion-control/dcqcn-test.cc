// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/boolean.h"
#include "ns3/dcqcn-connect-x.h"
#include "ns3/dcqcn.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr double KEEP = 255.0 / 256; //!< 1 - g

using Changes = std::vector<std::pair<int64_t, uint64_t>>;

void
Record(Changes* changes, int64_t nowPs, uint64_t ratebps)
{
    changes->emplace_back(nowPs, ratebps);
}

/** @return a factory of the paper's configuration */
ObjectFactory
Paper()
{
    return ObjectFactory("ns3::Dcqcn");
}

/** @return a factory of the adapter's configuration */
ObjectFactory
ConnectX()
{
    ObjectFactory factory("ns3::DcqcnConnectX");
    factory.Set("AlphaGain", DoubleValue(1.0 / 256));
    factory.Set("InitialAlpha", DoubleValue(1));
    factory.Set("ByteCounter", UintegerValue(0));
    factory.Set("RateAi", DataRateValue(DataRate("20Mb/s")));
    factory.Set("RateHai", DataRateValue(DataRate("200Mb/s")));
    return factory;
}

/** @return a reaction point on an idle path of 100 Gb/s, started at time 0 */
Ptr<Dcqcn>
StartAt100G(const ObjectFactory& factory)
{
    const auto dcqcn = factory.Create<Dcqcn>();
    dcqcn->Start({0, 100 * GBPS, 10 * US, 1000});
    return dcqcn;
}

TEST(Dcqcn, StartsAtLineRateAndStaysThereWithoutCnp)
{
    const auto dcqcn = StartAt100G(Paper());
    dcqcn->NotifySent(0, 20'000'000);
    EXPECT_EQ(dcqcn->GetRatebps(0), 100 * GBPS);
    EXPECT_EQ(dcqcn->GetRatebps(PS_PER_SECOND), 100 * GBPS);
    EXPECT_EQ(dcqcn->GetWindowBytes(), UINT64_MAX);
    EXPECT_EQ(dcqcn->GetAlpha(PS_PER_SECOND), 1);
}

TEST(Dcqcn, FirstCnpHalvesTheRateAndFastRecoveryHalvesTheDistanceToTheTarget)
{
    const auto dcqcn = StartAt100G(Paper());
    dcqcn->NotifyCnp(7 * US);
    EXPECT_EQ(dcqcn->GetRatebps(7 * US), 50 * GBPS); // alpha 1: 100 (1 - 1/2)
    EXPECT_EQ(dcqcn->GetTargetRatebps(7 * US), 100 * GBPS);

    EXPECT_EQ(dcqcn->GetRatebps(62 * US - 1), 50 * GBPS);
    EXPECT_EQ(dcqcn->GetRatebps(62 * US), 75 * GBPS); // 7 + 55
    EXPECT_EQ(dcqcn->GetRatebps(117 * US), 87'500 * MBPS);
    EXPECT_EQ(dcqcn->GetRatebps(172 * US), 93'750 * MBPS);
    EXPECT_EQ(dcqcn->GetRatebps(227 * US), 96'875 * MBPS);
    EXPECT_EQ(dcqcn->GetRatebps(282 * US), 98'437'500'000);
    EXPECT_EQ(dcqcn->GetTargetRatebps(282 * US), 100 * GBPS);
}

TEST(Dcqcn, AdditiveIncreaseFollowsFiveStepsOfFastRecovery)
{
    // Two CNPs at once: alpha stays 1, so RC = 25 Gb/s and RT = 50 Gb/s. With no byte sent BC is 0,
    // hence min(T, BC) = 0 and there is no hyper increase.
    const auto dcqcn = StartAt100G(Paper());
    dcqcn->NotifyCnp(0);
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetRatebps(0), 25 * GBPS);
    EXPECT_EQ(dcqcn->GetTargetRatebps(0), 50 * GBPS);

    // 37.5, 43.75, 46.875, 48.4375, 49.21875
    EXPECT_EQ(dcqcn->GetRatebps(5 * 55 * US), 49'218'750'000);
    EXPECT_EQ(dcqcn->GetTargetRatebps(5 * 55 * US), 50 * GBPS);
    // RT = 50.04, RC = (50.04 + 49.21875) / 2
    EXPECT_EQ(dcqcn->GetTargetRatebps(6 * 55 * US), 50'040 * MBPS);
    EXPECT_EQ(dcqcn->GetRatebps(6 * 55 * US), 49'629'375'000);
    // RT = 50.08, RC = (50.08 + 49.629375) / 2
    EXPECT_EQ(dcqcn->GetRatebps(7 * 55 * US), 49'854'687'500);
    EXPECT_EQ(dcqcn->GetTargetRatebps(16 * 55 * US), 50'440 * MBPS); // 11 times 40 Mb/s
}

TEST(Dcqcn, HyperIncreaseGrowsWithEveryStep)
{
    auto factory = Paper();
    factory.Set("ByteCounter", UintegerValue(0)); // the timer alone decides
    const auto dcqcn = StartAt100G(factory);
    dcqcn->NotifyCnp(0);
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetTargetRatebps(6 * 55 * US), 50'040 * MBPS); // T = 5: additive
    EXPECT_EQ(dcqcn->GetTargetRatebps(7 * 55 * US), 50'440 * MBPS); // T = 6: 1 * 400 Mb/s
    EXPECT_EQ(dcqcn->GetTargetRatebps(8 * 55 * US), 51'240 * MBPS); // T = 7: 2 * 400 Mb/s
    EXPECT_EQ(dcqcn->GetTargetRatebps(9 * 55 * US), 52'440 * MBPS); // T = 8: 3 * 400 Mb/s
}

TEST(Dcqcn, HyperIncreaseNeedsBothTimerAndByteCounter)
{
    auto factory = Paper();
    factory.Set("FastRecoverySteps", UintegerValue(1));
    const auto dcqcn = StartAt100G(factory);
    dcqcn->NotifyCnp(0);
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetTargetRatebps(55 * US), 50'000 * MBPS); // T = 0, BC = 0: fast recovery
    dcqcn->NotifySent(60 * US, 10'000'000);                     // T = 1, BC = 0: additive
    EXPECT_EQ(dcqcn->GetTargetRatebps(60 * US), 50'040 * MBPS);
    EXPECT_EQ(dcqcn->GetTargetRatebps(110 * US), 50'080 * MBPS); // T = 1, BC = 1: additive
    dcqcn->NotifySent(120 * US, 10'000'000);                     // T = 2, BC = 1: additive
    EXPECT_EQ(dcqcn->GetTargetRatebps(120 * US), 50'120 * MBPS);
    EXPECT_EQ(dcqcn->GetTargetRatebps(165 * US), 50'520 * MBPS); // T = 2, BC = 2: hyper, i = 1
}

TEST(Dcqcn, ByteCounterCountsWireBytesSinceTheCutAndKeepsTheRemainder)
{
    const auto dcqcn = StartAt100G(Paper());
    dcqcn->NotifySent(0, 9'999'999); // before the first CNP nothing counts
    dcqcn->NotifyCnp(0);
    dcqcn->NotifySent(US, 9'999'999);
    EXPECT_EQ(dcqcn->GetRatebps(US), 50 * GBPS);
    dcqcn->NotifySent(US, 1'000); // 10,000,999: one event, 999 bytes over
    EXPECT_EQ(dcqcn->GetRatebps(US), 75 * GBPS);
    dcqcn->NotifySent(US, 9'999'000); // 9,999,999
    EXPECT_EQ(dcqcn->GetRatebps(US), 75 * GBPS);
    dcqcn->NotifySent(US, 1);
    EXPECT_EQ(dcqcn->GetRatebps(US), 87'500 * MBPS);
    dcqcn->NotifySent(US, 20'000'000); // two events at once
    EXPECT_EQ(dcqcn->GetRatebps(US), 96'875 * MBPS);
}

TEST(Dcqcn, AlphaDecaysOncePerQuietPeriodAndRisesWithACnp)
{
    const auto dcqcn = StartAt100G(Paper());
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetAlpha(55 * US - 1), 1);
    EXPECT_EQ(dcqcn->GetAlpha(55 * US), KEEP);
    EXPECT_DOUBLE_EQ(dcqcn->GetAlpha(10 * 55 * US), std::pow(KEEP, 10));

    // The CNP restarts the alpha timer: the next decay is one period after the CNP.
    dcqcn->NotifyCnp(570 * US);
    const double raised = std::pow(KEEP, 11) + 1.0 / 256;
    EXPECT_DOUBLE_EQ(dcqcn->GetAlpha(625 * US - 1), raised);
    EXPECT_DOUBLE_EQ(dcqcn->GetAlpha(625 * US), raised * KEEP);
}

TEST(Dcqcn, ACnpCutsByTheAlphaFromBeforeIt)
{
    const auto dcqcn = StartAt100G(Paper());
    dcqcn->NotifyCnp(0);
    // After three periods RC = 93.75 Gb/s and alpha = (255/256)^3; the timers due at 165 us run
    // before the CNP of that instant.
    dcqcn->NotifyCnp(165 * US);
    const double expected = 93.75e9 * (1 - std::pow(KEEP, 3) / 2);
    EXPECT_NEAR(static_cast<double>(dcqcn->GetRatebps(165 * US)), expected, 1);
    EXPECT_EQ(dcqcn->GetTargetRatebps(165 * US), 93'750 * MBPS);
}

TEST(Dcqcn, AlphaReachesZeroAndThenACnpCutsNothing)
{
    // (255/256)^9386 = 1.110e-16 >= 2^-53 = 1.110e-16 > (255/256)^9387, counted in logarithms:
    // 53 ln 2 / -ln(255/256) = 9386.3.
    const auto dcqcn = StartAt100G(Paper());
    dcqcn->NotifyCnp(0);
    EXPECT_GT(dcqcn->GetAlpha(9386 * 55 * US), 0);
    EXPECT_EQ(dcqcn->GetAlpha(9387 * 55 * US), 0);
    dcqcn->NotifyCnp(9388 * 55 * US);
    EXPECT_EQ(dcqcn->GetRatebps(9388 * 55 * US), 100 * GBPS);
    EXPECT_EQ(dcqcn->GetAlpha(9388 * 55 * US), 1.0 / 256);
}

TEST(Dcqcn, NeverGoesBelowMinRateOrAboveTheLine)
{
    const auto dcqcn = StartAt100G(Paper());
    for (int i = 0; i < 13; ++i)
    {
        dcqcn->NotifyCnp(0);
    }
    EXPECT_EQ(dcqcn->GetRatebps(0), 12'207'031u); // 100e9 / 2^13 = 12,207,031.25
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetRatebps(0), 10 * MBPS); // not 100e9 / 2^14
    EXPECT_EQ(dcqcn->GetRatebps(10 * PS_PER_SECOND), 100 * GBPS);
}

TEST(Dcqcn, AMinRateAboveTheLineRateIsTheLineRate)
{
    auto factory = Paper();
    factory.Set("MinRate", DataRateValue(DataRate(400 * GBPS)));
    const auto dcqcn = StartAt100G(factory);
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetRatebps(0), 100 * GBPS);
}

TEST(Dcqcn, MinDecreaseFactorBoundsOneCut)
{
    auto factory = Paper();
    factory.Set("MinDecreaseFactor", DoubleValue(0.9));
    const auto dcqcn = StartAt100G(factory);
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetRatebps(0), 90 * GBPS);
}

TEST(Dcqcn, RateOnFirstCnpComesBeforeTheFirstCutOnly)
{
    auto factory = Paper();
    factory.Set("RateOnFirstCnp", DoubleValue(0.4));
    const auto dcqcn = StartAt100G(factory);
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetTargetRatebps(0), 40 * GBPS);
    EXPECT_EQ(dcqcn->GetRatebps(0), 20 * GBPS);
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetRatebps(0), 10 * GBPS);
}

TEST(Dcqcn, ReportsEveryChangeAtTheTimeItHappened)
{
    const auto dcqcn = Paper().Create<Dcqcn>();
    Changes changes;
    dcqcn->TraceConnectWithoutContext("Rate", MakeBoundCallback(&Record, &changes));
    dcqcn->Start({3, 100 * GBPS, 10 * US, 1000});
    dcqcn->NotifyCnp(10 * US);
    dcqcn->GetRatebps(125 * US);
    EXPECT_EQ(changes,
              (Changes{{3, 100 * GBPS},
                       {10 * US, 50 * GBPS},
                       {65 * US, 75 * GBPS},
                       {120 * US, 87'500 * MBPS}}));
}

TEST(DcqcnConnectX, CutsAtTheTickOfItsClockAndOncePerPeriod)
{
    const auto dcqcn = StartAt100G(ConnectX());
    dcqcn->NotifyCnp(US);
    EXPECT_EQ(dcqcn->GetRatebps(5 * US - 1), 100 * GBPS);
    dcqcn->NotifyCnp(5 * US - 1);
    // The first CNP sets alpha and does not count; the second does, at the tick at 5 us, which is
    // alpha's fourth and runs before the cut: alpha = k^4 + g.
    const double alpha = std::pow(KEEP, 4) + 1.0 / 256;
    const double rate = 100e9 * (1 - alpha / 2);
    EXPECT_NEAR(static_cast<double>(dcqcn->GetRatebps(5 * US)), rate, 1);
    EXPECT_EQ(dcqcn->GetRatebps(9 * US), dcqcn->GetRatebps(5 * US)); // no CNP since
}

TEST(DcqcnConnectX, ACnpAtATickWaitsForTheNext)
{
    const auto dcqcn = StartAt100G(ConnectX());
    dcqcn->NotifyCnp(0);
    dcqcn->NotifyCnp(4 * US);
    const uint64_t once = dcqcn->GetRatebps(4 * US);
    EXPECT_NEAR(static_cast<double>(once), 100e9 * (1 - std::pow(KEEP, 4) / 2), 1);
    EXPECT_EQ(dcqcn->GetRatebps(8 * US - 1), once);
    // Alpha: decays to k^4 by 4 us, the CNP counts at 5 us, decays until 8 us.
    const double alpha = (std::pow(KEEP, 5) + 1.0 / 256) * std::pow(KEEP, 3);
    EXPECT_NEAR(static_cast<double>(dcqcn->GetRatebps(8 * US)),
                static_cast<double>(once) * (1 - alpha / 2),
                2);
}

TEST(DcqcnConnectX, TheClockKeepsItsPhaseThroughSilence)
{
    const auto dcqcn = StartAt100G(ConnectX());
    dcqcn->NotifyCnp(US); // ticks at 5, 9, 13, ..., 1,000,001 us
    dcqcn->NotifyCnp(999'998 * US);
    EXPECT_EQ(dcqcn->GetRatebps(1'000'001 * US - 1), 100 * GBPS);
    // Alpha has died; the CNP at 999,998 us gives g at 999,999 us, which decays twice.
    const double alpha = KEEP * KEEP / 256;
    EXPECT_NEAR(static_cast<double>(dcqcn->GetRatebps(1'000'001 * US)), 100e9 * (1 - alpha / 2), 1);
}

TEST(DcqcnConnectX, TheTargetFallsOnlyWithTheFirstCutAfterAnIncrease)
{
    const auto dcqcn = StartAt100G(ConnectX());
    dcqcn->NotifyCnp(0);
    dcqcn->NotifyCnp(6 * US);
    EXPECT_EQ(dcqcn->GetTargetRatebps(8 * US), 100 * GBPS); // two cuts, no increase between
    const uint64_t before = dcqcn->GetRatebps(308 * US);    // 300 us later: one increase
    dcqcn->NotifyCnp(309 * US);
    EXPECT_EQ(dcqcn->GetTargetRatebps(312 * US), before);
}

TEST(DcqcnConnectX, OneStepOfFastRecoveryThenAdditiveThenHyper)
{
    auto factory = ConnectX();
    factory.Set("RateOnFirstCnp", DoubleValue(0.5)); // a target of 50 Gb/s
    const auto dcqcn = StartAt100G(factory);
    dcqcn->NotifyCnp(0);
    EXPECT_EQ(dcqcn->GetRatebps(0), 50 * GBPS); // the cut comes at 4 us
    const double cut = 50e9 * (1 - std::pow(KEEP, 4) / 2);
    EXPECT_NEAR(static_cast<double>(dcqcn->GetRatebps(304 * US)), (cut + 50e9) / 2, 1);
    EXPECT_EQ(dcqcn->GetTargetRatebps(304 * US), 50'000 * MBPS);
    EXPECT_EQ(dcqcn->GetTargetRatebps(604 * US), 50'020 * MBPS);
    EXPECT_EQ(dcqcn->GetTargetRatebps(904 * US), 50'220 * MBPS);
    EXPECT_EQ(dcqcn->GetTargetRatebps(1204 * US), 50'420 * MBPS);
}

TEST(DcqcnConnectX, ACutCancelsTheIncreaseOfTheSameInstant)
{
    auto factory = ConnectX();
    factory.Set("IncreaseTimer", TimeValue(MicroSeconds(8)));
    const auto dcqcn = StartAt100G(factory);
    dcqcn->NotifyCnp(0);       // cut at 4 us, increase due at 12 us
    dcqcn->NotifyCnp(10 * US); // cut at 12 us
    const double first = 100e9 * (1 - std::pow(KEEP, 4) / 2);
    const double alpha = (std::pow(KEEP, 11) + 1.0 / 256) * KEEP;
    EXPECT_NEAR(static_cast<double>(dcqcn->GetRatebps(12 * US)), first * (1 - alpha / 2), 2);
    EXPECT_EQ(dcqcn->GetTargetRatebps(12 * US), 100 * GBPS);
}

TEST(DcqcnConnectX, HasTheAttributesOfDcqcnOnceEach)
{
    const TypeId paper = Dcqcn::GetTypeId();
    const TypeId connectX = DcqcnConnectX::GetTypeId();
    EXPECT_EQ(connectX.GetParent(), RdmaCongestionControl::GetTypeId());
    ASSERT_EQ(paper.GetAttributeN(), 15u);
    ASSERT_EQ(connectX.GetAttributeN(), 15u);
    for (std::size_t i = 0; i < paper.GetAttributeN(); ++i)
    {
        EXPECT_EQ(paper.GetAttribute(i).name, connectX.GetAttribute(i).name);
    }
}

/** NVIDIA, "DCQCN CC Parameters": DCE_TCP_G is 1019 of 1024, RPG_BYTE_RESET 32767. */
TEST(DcqcnConnectX, DefaultsAreThoseOfTheFirmware)
{
    const auto dcqcn = ObjectFactory("ns3::DcqcnConnectX").Create();
    const auto time = [&](const char* name) {
        TimeValue value;
        dcqcn->GetAttribute(name, value);
        return value.Get();
    };
    const auto rate = [&](const char* name) {
        DataRateValue value;
        dcqcn->GetAttribute(name, value);
        return value.Get();
    };
    EXPECT_EQ(time("AlphaTimer"), MicroSeconds(1));
    EXPECT_EQ(time("DecreaseInterval"), MicroSeconds(4));
    EXPECT_EQ(time("IncreaseTimer"), MicroSeconds(300));
    EXPECT_EQ(rate("RateAi"), DataRate("5Mb/s"));
    EXPECT_EQ(rate("RateHai"), DataRate("50Mb/s"));
    EXPECT_EQ(rate("MinRate"), DataRate("1Mb/s"));
    UintegerValue steps;
    dcqcn->GetAttribute("FastRecoverySteps", steps);
    EXPECT_EQ(steps.Get(), 1u);
    DoubleValue gain;
    dcqcn->GetAttribute("AlphaGain", gain);
    EXPECT_EQ(gain.Get(), (1024 - 1019) / 1024.0);
    DoubleValue alpha;
    dcqcn->GetAttribute("InitialAlpha", alpha);
    EXPECT_EQ(alpha.Get(), 1023 / 1024.0);
    UintegerValue bytes;
    dcqcn->GetAttribute("ByteCounter", bytes);
    EXPECT_EQ(bytes.Get(), 32767 * 64u);
}

} // namespace
