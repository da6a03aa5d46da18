// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/bolt-tag.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(BoltTag, IsPackedAsItsCommentSays)
{
    const BoltTag tag{BoltTag::DATA | BoltTag::DEC | BoltTag::TOLD, 100'000'000'000, 0x12345678};
    EXPECT_EQ(tag.Pack(), 0x12345678'0186a0'31ULL); // 100,000 Mb/s
    const BoltTag other = BoltTag::Unpack(tag.Pack());
    EXPECT_EQ(other.flags, tag.flags);
    EXPECT_EQ(other.ratebps, tag.ratebps);
    EXPECT_EQ(other.queueBytes, tag.queueBytes);
    EXPECT_EQ(BoltTag().Pack(), 0u) << "says nothing";
}

TEST(BoltTag, WhatDoesNotFitIsTheMostThatDoes)
{
    const BoltTag most = BoltTag::Unpack(BoltTag{0, 20'000'000'000'000, 5'000'000'000}.Pack());
    EXPECT_EQ(most.ratebps, 16'777'215'000'000u);
    EXPECT_EQ(most.queueBytes, 4'294'967'295u);
    EXPECT_EQ(most.flags, 0);
    EXPECT_EQ(BoltTag::Unpack(BoltTag{0, 12'345'999'999, 1}.Pack()).ratebps, 12'345'000'000u);
}

TEST(BoltTag, HasAllOfSomeBits)
{
    const BoltTag tag{BoltTag::DATA | BoltTag::INC};
    EXPECT_TRUE(tag.Has(BoltTag::INC));
    EXPECT_TRUE(tag.Has(BoltTag::DATA | BoltTag::INC));
    EXPECT_FALSE(tag.Has(BoltTag::INC | BoltTag::LAST));
}
