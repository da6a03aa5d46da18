// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/credited-voq-stage.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <tuple>

using namespace ns3;

namespace
{

/** Grants, and holds nothing. */
class LoneGrants : public CreditedVoqStage
{
  public:
    using CreditedVoqStage::DrawBegin;
    using CreditedVoqStage::GetCreditPs;
    using CreditedVoqStage::GetRestPs;
    using CreditedVoqStage::IsRequestDue;

    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::CreditedVoqStageTestLoneGrants")
                                .SetParent<CreditedVoqStage>()
                                .AddConstructor<LoneGrants>();
        return tid;
    }

  private:
    bool DoHold(FabricPacketPtr&, uint16_t) override
    {
        return false;
    }

    PacketFifo DoTakeHeld(uint16_t, uint8_t) override
    {
        return {};
    }
};

NS_OBJECT_ENSURE_REGISTERED(LoneGrants);

} // namespace

// Credits of 4096 B at 100 Gb/s, 80 ps for a byte: 1.02 times as fast with up to 16,384 B in the
// egress queue, 0.98 times beyond; nothing beyond 262,144 B until what is too much has left, but a
// credit at least.
TEST(CreditedVoqStageTest, APortGrantsByWhatWaitsThere)
{
    const auto grants = CreateObject<LoneGrants>();
    constexpr int64_t FAST_PS = 4096 * 80 * 100 / 102;
    constexpr int64_t SLOW_PS = 4096 * 80 * 100 / 98;
    for (const auto& [waiting, restBytes, creditPs] : {std::tuple{0UL, 0, FAST_PS},
                                                       {16'384UL, 0, FAST_PS},
                                                       {16'385UL, 0, SLOW_PS},
                                                       {262'144UL, 0, SLOW_PS},
                                                       {262'145UL, 4'096, SLOW_PS},
                                                       {262'144UL + 4'097, 4'097, SLOW_PS},
                                                       {262'144UL + 100'000, 100'000, SLOW_PS}})
    {
        EXPECT_EQ(grants->GetRestPs(waiting, 100 * GBPS), restBytes * 80) << waiting;
        EXPECT_NEAR(grants->GetCreditPs(waiting, 100 * GBPS), creditPs, 1) << waiting;
    }
}

// A request is due if all reported bytes may be granted; else if the unreported rest is a credit,
// 4096 B, and a quarter of the bytes that are reported and not granted.
TEST(CreditedVoqStageTest, ARequestIsDueByWhatThePortDoesNotKnow)
{
    const auto grants = CreateObject<LoneGrants>();
    for (const auto& [queued, told, granted, isDue] : {std::tuple{1'000UL, 1'000UL, 0UL, false},
                                                       {1'001UL, 1'000UL, 999UL, false},
                                                       {1'001UL, 1'000UL, 1'000UL, true},
                                                       {1'001UL, 1'000UL, 4'096UL, true},
                                                       {5'095UL, 1'000UL, 0UL, false},
                                                       {5'096UL, 1'000UL, 0UL, true},
                                                       {49'999UL, 40'000UL, 0UL, false},
                                                       {50'000UL, 40'000UL, 0UL, true},
                                                       {47'499UL, 40'000UL, 10'000UL, false},
                                                       {47'500UL, 40'000UL, 10'000UL, true}})
    {
        EXPECT_EQ(grants->IsRequestDue(queued, told, granted), isDue)
            << queued << ' ' << told << ' ' << granted;
    }
}

TEST(CreditedVoqStageTest, TotalsOfQueuesBeginAnywhereInACredit)
{
    const auto grants = CreateObject<LoneGrants>();
    std::set<uint64_t> begins;
    for (uint32_t host = 0; host < 64; ++host)
    {
        begins.insert(grants->DrawBegin({host, 100, 3}));
    }
    EXPECT_GT(begins.size(), 60u);
    EXPECT_LT(*begins.begin(), 4096u / 8);
    EXPECT_GT(*begins.rbegin(), 4096u * 7 / 8);
    EXPECT_LT(*begins.rbegin(), 4096u);
}
