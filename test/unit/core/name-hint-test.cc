// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/name-hint.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

TEST(NameHint, SuggestsWithinTwoEdits)
{
    const std::vector<std::string> known = {"iterations", "stallTime", "alpha", "sweep"};
    EXPECT_EQ(Suggest("itertaion", known), "; did you mean iterations?"); // swapped, one missing
    EXPECT_EQ(Suggest("stall-tmie", known), "; did you mean stallTime?");
    EXPECT_EQ(Suggest("alhpa", known), "; did you mean alpha?");
    EXPECT_EQ(Suggest("sweeps", known), "; did you mean sweep?");
}

TEST(NameHint, SuggestsNothingThatOnlyLooksAlike)
{
    const std::vector<std::string> known = {"iterations", "stallTime", "alpha", "sweep"};
    EXPECT_EQ(Suggest("operation", known), ""); // three edits
    EXPECT_EQ(Suggest("stall", known), "");     // only begins alike
    EXPECT_EQ(Suggest("aloha1", {"alpha", "beta"}), "; did you mean alpha?");
    EXPECT_EQ(Suggest("abc", {"xyc"}), ""); // two edits of three letters
    EXPECT_EQ(Suggest("x", {}), "");
}
