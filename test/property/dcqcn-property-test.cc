// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Whatever the attributes and whatever happens, Dcqcn, which computes its timers when it is
// touched, agrees bit for bit with TickingDcqcn, which runs every tick.

#include "../support/ticking-dcqcn.h"
#include "units.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/dcqcn-connect-x.h"
#include "ns3/dcqcn.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Config = TickingDcqcn::Config;

/** A seeded source of choices, the same on every platform. */
class EventDice
{
  public:
    explicit EventDice(uint64_t seed)
        : m_engine(seed)
    {
    }

    /** @return a whole number from low to high, both included */
    int64_t Pick(int64_t low, int64_t high)
    {
        return low + static_cast<int64_t>(m_engine() % static_cast<uint64_t>(high - low + 1));
    }

    /** @return one of them */
    template <typename T>
    T OneOf(std::initializer_list<T> values)
    {
        return *(values.begin() + Pick(0, static_cast<int64_t>(values.size()) - 1));
    }

  private:
    std::mt19937_64 m_engine;
};

Config
PaperConfig()
{
    return {40e9,
            55 * US,
            1.0 / 256,
            1,
            false,
            0,
            0.5,
            true,
            1,
            55 * US,
            10'000'000,
            5,
            40e6,
            400e6,
            true,
            10e6};
}

Config
ConnectXConfig()
{
    return {100e9,
            US,
            1.0 / 256,
            1,
            true,
            4 * US,
            0.5,
            false,
            1,
            300 * US,
            0,
            1,
            20e6,
            200e6,
            false,
            1e9};
}

Config
RandomConfig(EventDice& dice)
{
    Config config{};
    config.lineRate = dice.OneOf({10e9, 40e9, 100e9, 400e9, 800e9});
    config.alphaTimer = dice.OneOf({US / 2, US, 4 * US, 55 * US, 7'321'000L});
    config.gain = dice.OneOf({0.0, 1.0 / 256, 5.0 / 1024, 1.0 / 16, 0.3, 1.0});
    config.initialAlpha = dice.OneOf({1.0, 1023.0 / 1024, 0.5, 0.0});
    config.periodicAlpha = dice.Pick(0, 1) == 1;
    config.decreaseClock = dice.OneOf({int64_t{0}, 4 * US, 50 * US, 3'333'000L});
    config.minFactor = dice.OneOf({0.0, 0.5, 0.9});
    config.clampTarget = dice.Pick(0, 1) == 1;
    config.firstFraction = dice.OneOf({1.0, 0.5, 0.0});
    config.increaseTimer = dice.OneOf({4 * US, 55 * US, 300 * US, 1'234'000L});
    config.byteCounter = dice.OneOf({0L, 3'000L, 150'000L, 10'000'000L});
    config.fastSteps = static_cast<uint64_t>(dice.OneOf({0L, 1L, 5L}));
    config.additive = dice.OneOf({0.0, 20e6, 5e9});
    config.hyper = dice.OneOf({0.0, 200e6, 10e9});
    config.scaleHyper = dice.Pick(0, 1) == 1;
    config.minRate = dice.OneOf({1.0, 10e6, 1e9, 50e9});
    return config;
}

Ptr<Dcqcn>
Create(const Config& config, const char* type = "ns3::Dcqcn")
{
    const auto rate = [](double bps) {
        return DataRateValue(DataRate(static_cast<uint64_t>(bps)));
    };
    ObjectFactory factory(type);
    factory.Set("AlphaTimer", TimeValue(PicoSeconds(config.alphaTimer)));
    factory.Set("AlphaGain", DoubleValue(config.gain));
    factory.Set("InitialAlpha", DoubleValue(config.initialAlpha));
    factory.Set("PeriodicAlpha", BooleanValue(config.periodicAlpha));
    factory.Set("DecreaseInterval", TimeValue(PicoSeconds(config.decreaseClock)));
    factory.Set("MinDecreaseFactor", DoubleValue(config.minFactor));
    factory.Set("ClampTargetRate", BooleanValue(config.clampTarget));
    factory.Set("RateOnFirstCnp", DoubleValue(config.firstFraction));
    factory.Set("IncreaseTimer", TimeValue(PicoSeconds(config.increaseTimer)));
    factory.Set("ByteCounter", UintegerValue(static_cast<uint64_t>(config.byteCounter)));
    factory.Set("FastRecoverySteps", UintegerValue(config.fastSteps));
    factory.Set("RateAi", rate(config.additive));
    factory.Set("RateHai", rate(config.hyper));
    factory.Set("ScaleHyperIncrease", BooleanValue(config.scaleHyper));
    factory.Set("MinRate", rate(config.minRate));
    return factory.Create<Dcqcn>();
}

CongestionContext
Context(const Config& config)
{
    return {0, static_cast<uint64_t>(config.lineRate), 10 * US, 1000};
}

enum class Step
{
    CNP,
    SENT,
    LOOK
};

/** Something that happens to a queue pair. */
struct Happening
{
    int64_t nowPs;
    Step step;
    uint32_t bytes;
};

/** Bursts, lulls and long silences; on some grids events often coincide with timers. */
std::vector<Happening>
RandomHistory(EventDice& dice, int count)
{
    const int64_t grid = dice.OneOf({1L, 1'000L, US / 2, US});
    std::vector<Happening> history;
    int64_t nowPs = 0;
    for (int i = 0; i < count; ++i)
    {
        const int64_t longest = dice.OneOf({0L, US, 10 * US, 100 * US, 1'000 * US});
        nowPs += dice.Pick(0, longest) / grid * grid;
        const int64_t kind = dice.Pick(0, 9);
        const Step step = kind < 2 ? Step::CNP : kind < 7 ? Step::SENT : Step::LOOK;
        history.push_back({nowPs, step, static_cast<uint32_t>(dice.Pick(64, 9000))});
    }
    return history;
}

void
ExpectAgreement(const Config& config, const std::vector<Happening>& history, const char* type)
{
    const Ptr<Dcqcn> dcqcn = Create(config, type);
    dcqcn->Start(Context(config));
    TickingDcqcn oracle(config);
    const double least = std::min(config.minRate, config.lineRate);
    for (const Happening& now : history)
    {
        SCOPED_TRACE("at " + std::to_string(now.nowPs) + " ps");
        switch (now.step)
        {
        case Step::CNP:
            dcqcn->NotifyCnp(now.nowPs);
            oracle.Cnp(now.nowPs);
            break;
        case Step::SENT:
            dcqcn->NotifySent(now.nowPs, now.bytes);
            oracle.Sent(now.nowPs, now.bytes);
            break;
        case Step::LOOK:
            ASSERT_EQ(dcqcn->GetRatebps(now.nowPs), oracle.Rate(now.nowPs));
            ASSERT_EQ(dcqcn->GetTargetRatebps(now.nowPs), oracle.Target(now.nowPs));
            ASSERT_EQ(dcqcn->GetAlpha(now.nowPs), oracle.Alpha(now.nowPs));
            ASSERT_GE(static_cast<double>(dcqcn->GetRatebps(now.nowPs)), least);
            ASSERT_LE(dcqcn->GetRatebps(now.nowPs), dcqcn->GetTargetRatebps(now.nowPs));
            ASSERT_LE(static_cast<double>(dcqcn->GetTargetRatebps(now.nowPs)), config.lineRate);
            break;
        }
    }
}

TEST(DcqcnProperty, AgreesWithTickingUnderThePapersSettings)
{
    for (uint64_t seed = 1; seed <= 30; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        EventDice dice(seed);
        ExpectAgreement(PaperConfig(), RandomHistory(dice, 2000), "ns3::Dcqcn");
        ASSERT_FALSE(HasFatalFailure());
    }
}

TEST(DcqcnProperty, AgreesWithTickingUnderTheConnectXSettings)
{
    for (uint64_t seed = 1; seed <= 10; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        EventDice dice(seed);
        ExpectAgreement(ConnectXConfig(), RandomHistory(dice, 1000), "ns3::DcqcnConnectX");
        ASSERT_FALSE(HasFatalFailure());
    }
}

TEST(DcqcnProperty, AgreesWithTickingUnderRandomSettings)
{
    for (uint64_t seed = 1; seed <= 300; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        EventDice dice(seed);
        const Config config = RandomConfig(dice);
        ExpectAgreement(config, RandomHistory(dice, 100), "ns3::Dcqcn");
        ASSERT_FALSE(HasFatalFailure());
    }
}

TEST(DcqcnProperty, AgreesWithTickingAfterASecondOfSilence)
{
    const Config config = ConnectXConfig();
    const int64_t silencePs = PS_PER_SECOND;
    ExpectAgreement(config,
                    {{5, Step::CNP, 0},
                     {silencePs, Step::LOOK, 0},
                     {silencePs + 5, Step::CNP, 0},
                     {silencePs + 4 * US, Step::LOOK, 0},
                     {silencePs + 1000 * US, Step::LOOK, 0}},
                    "ns3::DcqcnConnectX");

    // The oracle really ticks: each of the 1e6 alpha and 250,000 cut ticks.
    TickingDcqcn oracle(config);
    oracle.Cnp(0);
    oracle.Rate(silencePs);
    EXPECT_GE(oracle.GetTickCount(), 1'250'000u);
}

} // namespace
