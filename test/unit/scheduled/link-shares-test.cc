// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/link-shares.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace ns3;

// Five shares whose sum in double is 1 - 2^-53. This turn is the nearest to the end of the interval
// among the first 2^32.
TEST(LinkShares, TheEndOfTheIntervalIsOfTheLastLink)
{
    LinkShares shares;
    shares.Set({2, 7, 3, 3, 3});
    EXPECT_EQ(shares.Get(2'971'215'073), 4u);
    shares.Set({2, 7, 3, 3, 3, 0});
    EXPECT_EQ(shares.Get(2'971'215'073), 4u);
}

TEST(LinkShares, EqualLinksFollowEachOther)
{
    for (const uint64_t weight : {uint64_t{0}, uint64_t{7}, uint64_t{400'000'000'000}})
    {
        LinkShares shares;
        shares.Set(std::vector<uint64_t>(3, weight));
        for (uint32_t turn = 0; turn < 10; ++turn)
        {
            EXPECT_EQ(shares.Get(turn), turn % 3);
        }
    }
}

TEST(LinkShares, EachHasTurnsByItsWeightNearlyAsFarApart)
{
    using Weights = std::vector<uint64_t>;
    for (const auto& weights : {Weights{400, 400, 200},
                                Weights{1, 799},
                                Weights{105'000'000'000, 10'000'000'000},
                                Weights{0, 3, 1, 0, 0},
                                Weights{7, 5, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4}})
    {
        LinkShares shares;
        shares.Set(weights);
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.);
        std::vector<uint32_t> counts(weights.size(), 0);
        for (uint32_t turn = 0; turn < 100'000; ++turn)
        {
            ++counts.at(shares.Get(turn));
            for (std::size_t link = 0; link < weights.size(); ++link)
            {
                const double due = (turn + 1) * static_cast<double>(weights[link]) / sum;
                EXPECT_NEAR(counts[link], due, 4) << link << ' ' << turn;
            }
        }
        for (std::size_t link = 0; link < weights.size(); ++link)
        {
            EXPECT_EQ(counts[link] == 0, weights[link] == 0) << link;
        }
    }
}
