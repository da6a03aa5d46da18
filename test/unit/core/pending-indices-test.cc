// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/pending-indices.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ns3;

/** A finished place is visited once more, to find that it is finished; every other place always. */
TEST(PendingIndices, FinishedOnesAreNotLookedAt)
{
    std::set<std::size_t> finished;
    PendingIndices places;
    const auto visit = [&](std::size_t count) {
        std::vector<std::size_t> seen;
        places.Visit(count, [&](std::size_t place) {
            seen.push_back(place);
            return finished.count(place) > 0;
        });
        return seen;
    };
    using Places = std::vector<std::size_t>;
    EXPECT_EQ(visit(0), Places());
    EXPECT_EQ(visit(3), (Places{0, 1, 2}));
    finished = {0, 2};
    EXPECT_EQ(visit(3), (Places{0, 1, 2}));
    EXPECT_EQ(visit(5), (Places{1, 3, 4}));
    finished = {0, 1, 2, 3, 4};
    EXPECT_EQ(visit(5), (Places{1, 3, 4}));
    EXPECT_EQ(visit(6), Places{5});
}
