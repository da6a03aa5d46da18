// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"
#include "make-object.h"
#include "temporary-file.h"

#include "ns3/callback.h"
#include "ns3/infini-band-congestion-control.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** The timer of these tests, 10 units. */
constexpr int64_t T = 10'240'000;

Ptr<InfiniBandCongestionControl>
MakeAnnex(const Attributes& attributes)
{
    return ns3::Make<InfiniBandCongestionControl>("InfiniBandCongestionControl",
                                                  "Timer=10" + attributes);
}

/** On a line of 100 Gb/s; the linear table makes it 100 / (1 + CCTI) Gb/s. */
Ptr<InfiniBandCongestionControl>
StartAnnex(const Attributes& attributes = {})
{
    const auto control = MakeAnnex(attributes);
    control->Start(PATH_100G);
    return control;
}

using IndexChanges = std::vector<std::pair<int64_t, uint32_t>>;

void
Note(IndexChanges* changes, int64_t nowPs, uint32_t ccti)
{
    changes->emplace_back(nowPs, ccti);
}

std::string
Refusal(const Attributes& attributes)
{
    return MessageOf<InputError>([&] { MakeAnnex(attributes)->Validate(); });
}

} // namespace

TEST(InfiniBandCongestionControl, EveryBecnRaisesTheIndexAndLowersTheRate)
{
    const auto control = StartAnnex();
    EXPECT_EQ(control->GetRatebps(0), 100 * GBPS);
    control->NotifyCnp(0);
    EXPECT_EQ(control->GetRatebps(0), 50 * GBPS);
    control->NotifyCnp(US);
    EXPECT_EQ(control->GetRatebps(US), 33'333'333'333u);
    control->NotifyCnp(US);
    EXPECT_EQ(control->GetRatebps(US), 25 * GBPS);
    EXPECT_EQ(control->GetCcti(US), 3u);
    EXPECT_EQ(control->GetWindowBytes(), UINT64_MAX);
}

TEST(InfiniBandCongestionControl, NeitherMarkNorLossCountsWithoutABecn)
{
    const auto control = StartAnnex();
    control->NotifyAck(MarkedAck(US));
    control->NotifyLoss({2 * US, true});
    EXPECT_EQ(control->GetRatebps(3 * US), 100 * GBPS);
    EXPECT_TRUE(control->GetNeeds().marks);
    EXPECT_FALSE(control->GetNeeds().telemetry);
    EXPECT_FALSE(control->GetNeeds().perServiceLevel);
    EXPECT_TRUE(StartAnnex({{"PerServiceLevel", "true"}})->GetNeeds().perServiceLevel);
}

TEST(InfiniBandCongestionControl, TheTimerRunsFromTheFirstBecnUntilTheIndexIsBack)
{
    const auto control = StartAnnex();
    control->NotifyCnp(US);
    control->NotifyCnp(3 * US); // does not restart it
    EXPECT_EQ(control->GetCcti(US + T - 1), 2u);
    EXPECT_EQ(control->GetCcti(US + T), 1u);
    EXPECT_EQ(control->GetCcti(US + 2 * T - 1), 1u);
    EXPECT_EQ(control->GetCcti(US + 2 * T), 0u);
    EXPECT_EQ(control->GetRatebps(US + 2 * T), 100 * GBPS);
    // It rests now: the next BECN starts it from there.
    control->NotifyCnp(US + 9 * T / 4);
    EXPECT_EQ(control->GetCcti(US + 3 * T), 1u);
    EXPECT_EQ(control->GetCcti(US + 13 * T / 4), 0u);
}

TEST(InfiniBandCongestionControl, WithRestartTimerItRunsFromTheLastBecn)
{
    const auto control = StartAnnex({{"RestartTimer", "true"}});
    control->NotifyCnp(US);
    control->NotifyCnp(3 * US);
    EXPECT_EQ(control->GetCcti(3 * US + T - 1), 2u);
    EXPECT_EQ(control->GetCcti(3 * US + T), 1u);
    EXPECT_EQ(control->GetCcti(3 * US + 2 * T), 0u);
}

TEST(InfiniBandCongestionControl, ManyExpiriesAreRunAtOneLook)
{
    const auto control = StartAnnex();
    IndexChanges changes;
    control->TraceConnectWithoutContext("Ccti", MakeBoundCallback(&Note, &changes));
    control->NotifyCnp(0);
    control->NotifyCnp(0);
    control->NotifyCnp(0);
    EXPECT_EQ(control->GetRatebps(1'000 * T), 100 * GBPS);
    const IndexChanges expected = {{0, 1}, {0, 2}, {0, 3}, {T, 2}, {2 * T, 1}, {3 * T, 0}};
    EXPECT_EQ(changes, expected);
}

TEST(InfiniBandCongestionControl, IndexStaysBetweenMinimumAndLimit)
{
    const auto control = StartAnnex({{"Minimum", "2"}, {"Limit", "9"}, {"Increase", "3"}});
    EXPECT_EQ(control->GetCcti(0), 2u);
    EXPECT_EQ(control->GetRatebps(0), 33'333'333'333u);
    for (const uint32_t ccti : {5U, 8U, 9U, 9U})
    {
        control->NotifyCnp(US);
        EXPECT_EQ(control->GetCcti(US), ccti);
    }
    EXPECT_EQ(control->GetRatebps(US), 10 * GBPS);
    EXPECT_EQ(control->GetCcti(US + 7 * T - 1), 3u);
    EXPECT_EQ(control->GetCcti(US + 7 * T), 2u);
    EXPECT_EQ(control->GetCcti(US + 700 * T), 2u);
}

TEST(InfiniBandCongestionControl, LimitIsTheLastEntryUnlessSet)
{
    const auto control = StartAnnex({{"Table", "0:0,0:1,1:5"}, {"Increase", "200"}});
    control->NotifyCnp(0);
    EXPECT_EQ(control->GetCcti(0), 2u);
    EXPECT_EQ(control->GetRatebps(0), 28'571'428'571u); // 100 * 2 / (2 + 5) Gb/s
}

TEST(InfiniBandCongestionControl, TheLongerOfBothDelaysCounts)
{
    // Three packet times of silence are a quarter of the line rate; so is multiplier 3.
    const auto control = StartAnnex({{"StaticRateIpd", "3"}});
    EXPECT_EQ(control->GetRatebps(0), 25 * GBPS);
    for (uint32_t i = 0; i < 3; ++i)
    {
        control->NotifyCnp(0);
        EXPECT_EQ(control->GetRatebps(0), 25 * GBPS);
    }
    control->NotifyCnp(0);
    EXPECT_EQ(control->GetRatebps(0), 20 * GBPS);
}

TEST(InfiniBandCongestionControl, ContradictionsAreRefused)
{
    EXPECT_EQ(Refusal({{"Limit", "128"}}),
              "InfiniBandCongestionControl Limit 128: expected an entry of the table, at most 127");
    EXPECT_EQ(Refusal({{"Limit", "5"}, {"Minimum", "6"}}),
              "InfiniBandCongestionControl Minimum 6: must not exceed the limit 5");
    EXPECT_EQ(Refusal({{"Table", "cubic"}}).substr(0, 48),
              "congestion control table \"cubic\": expected one o");
}
