// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/text-parts.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(TextParts, TrimTakesBlanksFromBothEnds)
{
    EXPECT_EQ(Trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(Trim("\ta ", " "), "\ta");
    EXPECT_EQ(Trim("  "), "");
    EXPECT_EQ(Trim(""), "");
    EXPECT_EQ(Trim("a"), "a");
}

TEST(TextParts, SplitKeepsEmptyPartsButNoLastOne)
{
    using Parts = std::vector<std::string>;
    EXPECT_EQ(SplitParts("a, b", ','), (Parts{"a", " b"}));
    EXPECT_EQ(SplitParts(",a,,b,", ','), (Parts{"", "a", "", "b"}));
    EXPECT_EQ(SplitParts("", ','), Parts());
}
