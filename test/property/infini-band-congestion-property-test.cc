// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Whatever the attributes and whenever BECNs come, CCTI and rate keep their bounds, and the timer
// that is computed when it is touched agrees with one that is counted down.

#include "congestion-events.h"
#include "dice.h"

#include "ns3/infini-band-congestion-control.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/** A quarter of the unit of the timer, in ps: what the oracle counts in. */
constexpr int64_t STEP_PS = InfiniBandCongestionControl::TIMER_UNIT_PS / 4;

/** The index written the naive way: a clock that ticks four times per unit of the timer. */
struct CountingCcti
{
    uint32_t minimum;
    uint32_t limit;
    uint32_t increase;
    int64_t timerSteps;
    bool restart;
    uint32_t ccti{minimum};
    int64_t left{0}; //!< steps until the timer expires; 0: it rests

    void Step()
    {
        if (left > 0 && --left == 0)
        {
            --ccti;
            left = ccti > minimum ? timerSteps : 0;
        }
    }

    void Becn()
    {
        ccti = std::min(ccti + increase, limit);
        if (ccti > minimum && (left == 0 || restart))
        {
            left = timerSteps;
        }
    }
};

} // namespace

TEST(InfiniBandCongestionProperty, BoundsHoldAndTheTimerAgreesWithOneThatTicks)
{
    const char* const tables[] = {"linear", "mellanox-default", "simula", "0:0,3:1,0:200,0:16383"};
    for (uint32_t seed = 1; seed <= 200; ++seed)
    {
        Dice dice(seed);
        const std::string table = tables[dice(4)];
        const uint32_t last = CongestionControlTable(table).GetSize() - 1;
        CountingCcti oracle{};
        oracle.limit = dice(last + 1);
        oracle.minimum = dice(oracle.limit + 1);
        oracle.increase = dice(4);
        oracle.ccti = oracle.minimum;
        const uint32_t timer = 1 + dice(20);
        oracle.timerSteps = 4 * timer;
        oracle.restart = dice(2);
        const uint32_t ipd = dice(3) ? 0 : dice(256);

        ObjectFactory factory("ns3::InfiniBandCongestionControl");
        factory.Set("Table", StringValue(table));
        factory.Set("Limit", StringValue(std::to_string(oracle.limit)));
        factory.Set("Minimum", StringValue(std::to_string(oracle.minimum)));
        factory.Set("Increase", StringValue(std::to_string(oracle.increase)));
        factory.Set("Timer", StringValue(std::to_string(timer)));
        factory.Set("RestartTimer", StringValue(oracle.restart ? "true" : "false"));
        factory.Set("StaticRateIpd", StringValue(std::to_string(ipd)));
        const auto control = factory.Create<InfiniBandCongestionControl>();
        control->Start(PATH_100G);

        const uint64_t fastest = 100 * GBPS / (1 + ipd);
        const uint32_t becnEvery = 1 + dice(100);
        for (int64_t step = 0; step < 2'000; ++step)
        {
            const int64_t nowPs = step * STEP_PS;
            for (uint32_t i = 0; i < 3 && step < 1'500 && dice(becnEvery) == 0; ++i)
            {
                oracle.Becn();
                control->NotifyCnp(nowPs);
            }
            if (dice(3) == 0)
            {
                ASSERT_EQ(control->GetCcti(nowPs), oracle.ccti) << seed << " " << step;
                ASSERT_GE(control->GetCcti(nowPs), oracle.minimum);
                ASSERT_LE(control->GetCcti(nowPs), oracle.limit);
                ASSERT_GE(control->GetRatebps(nowPs), 1u);
                ASSERT_LE(control->GetRatebps(nowPs), fastest);
            }
            oracle.Step();
        }
        // Without a BECN for as long as every index takes, it is back at the least.
        const int64_t restPs =
            2'000 * STEP_PS + 128 * timer * InfiniBandCongestionControl::TIMER_UNIT_PS;
        EXPECT_EQ(control->GetCcti(restPs), oracle.minimum) << seed;
    }
}
