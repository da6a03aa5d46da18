// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"

#include "ns3/aggregation-header.h"
#include "ns3/credit-packet.h"
#include "ns3/drop-reason.h"
#include "ns3/input-error.h"
#include "ns3/name-registry.h"
#include "ns3/pause-frame.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(NameRegistryTest, NumbersAreInTheOrderOfRegistration)
{
    NameRegistry set("fruit", {"apple"}, 3);
    EXPECT_EQ(set.Register("pear"), 1u);
    EXPECT_EQ(set.Register("apple"), 0u);
    const char* const pear = set.GetName(1);
    EXPECT_EQ(set.Register("plum"), 2u);
    EXPECT_EQ(set.Register("pear"), 1u);
    EXPECT_EQ(set.GetName(1), pear) << "names stay where they are";
    EXPECT_STREQ(set.GetName(2), "plum");
    EXPECT_STREQ(set.GetName(3), "unknown");
    EXPECT_EQ(set.GetSize(), 3u);
    EXPECT_EQ(MessageOf<InputError>([&] { set.Register("cherry"); }),
              "fruit \"cherry\": too many registered; expected at most 3 names");
}

TEST(PacketKindTest, TheRangeTellsHowFarAPacketGoes)
{
    for (const PacketKind kind : {PacketKind::TRANSPORT, PacketKind::FOREIGN, PacketKind::TRIMMED})
    {
        EXPECT_TRUE(IsForwarded(kind)) << ToString(kind);
        EXPECT_FALSE(IsLinkControl(kind)) << ToString(kind);
    }
    const PacketKind mine = RegisterLinkControl("of a test");
    for (const PacketKind kind : {PauseFrame::GetKind(), CreditPacket::GetKind(), mine})
    {
        EXPECT_FALSE(IsForwarded(kind)) << ToString(kind);
        EXPECT_TRUE(IsLinkControl(kind)) << ToString(kind);
    }
    EXPECT_FALSE(IsForwarded(AggregationHeader::GetKind()));
    EXPECT_FALSE(IsLinkControl(AggregationHeader::GetKind()));
    EXPECT_EQ(RegisterLinkControl("of a test"), mine);
    EXPECT_NE(PauseFrame::GetKind(), CreditPacket::GetKind());
    EXPECT_STREQ(ToString(mine), "of a test");
    EXPECT_STREQ(ToString(PacketKind::TRIMMED), "trimmed");
    EXPECT_STREQ(ToString(AggregationHeader::GetKind()), "aggregation");
}

TEST(DropReasonTest, ReasonsOfTheModuleKeepTheirMeaning)
{
    for (auto number = 1U; number < static_cast<uint32_t>(DropReason::FIRST_REGISTERED); ++number)
    {
        const auto reason = static_cast<DropReason>(number);
        const bool rule = reason == DropReason::PFC_WATCHDOG ||
                          reason == DropReason::HOQ_LIFETIME || reason == DropReason::VL_STALL ||
                          reason == DropReason::LINK_DOWN || reason == DropReason::TIME_TO_LIVE;
        EXPECT_EQ(GetMeaning(reason),
                  rule                             ? DropMeaning::RULE
                  : reason == DropReason::NO_ROUTE ? DropMeaning::OUTAGE
                                                   : DropMeaning::LOSS)
            << ToString(reason);
    }
}

TEST(DropReasonTest, AReasonIsRegisteredOnce)
{
    const DropReason reason = RegisterDropReason("reason of a test", DropMeaning::RULE);
    EXPECT_GE(reason, DropReason::FIRST_REGISTERED);
    EXPECT_EQ(RegisterDropReason("reason of a test", DropMeaning::LOSS), reason);
    EXPECT_EQ(GetMeaning(reason), DropMeaning::RULE);
    EXPECT_STREQ(ToString(reason), "reason of a test");
    EXPECT_EQ(RegisterDropReason("link down"), DropReason::LINK_DOWN);
}

TEST(DropCountsTest, TheyGrowAsTheyHaveTo)
{
    DropCounts counts;
    EXPECT_EQ(counts.GetTotal(), 0u);
    EXPECT_EQ(counts[DropReason::LINK_DOWN], 0u);
    counts.Add(DropReason::NO_ROUTE);
    counts.Add(DropReason::NO_ROUTE, 2);
    DropCounts others;
    others.Add(RegisterDropReason("reason of a test"), 4);
    counts.Add(others);
    EXPECT_EQ(counts[DropReason::NO_ROUTE], 3u);
    EXPECT_EQ(counts[RegisterDropReason("reason of a test")], 4u);
    EXPECT_EQ(counts.GetTotal(), 7u);
}
