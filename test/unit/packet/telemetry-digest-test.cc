// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/telemetry-digest.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

using namespace ns3;

TEST(DigestCode, ALoadIsCountedInUnitsAndRoundedByChance)
{
    const DigestCode code(2);
    // 3 units are between 2^1 and 2^2, halfway.
    EXPECT_EQ(code.Encode(3.0 / 512, 0.49), 2);
    EXPECT_EQ(code.Encode(3.0 / 512, 0.51), 1);
    // 2.1 units are 3, rounded up.
    EXPECT_EQ(code.Encode(2.1 / 512, 0.49), 2);
    for (const double draw : {0.0, 0.999})
    {
        EXPECT_EQ(code.Encode(0, draw), 0) << "one unit at least";
        EXPECT_EQ(code.Encode(0.5, draw), 8);
        EXPECT_EQ(code.Encode(1, draw), 9);
        EXPECT_EQ(code.Encode(1e9, draw), 18) << "512 at most";
    }
    EXPECT_DOUBLE_EQ(code.Decode(0), 1.0 / 512);
    EXPECT_DOUBLE_EQ(code.Decode(9), 1);
    EXPECT_DOUBLE_EQ(code.Decode(18), 512);
}

TEST(DigestCode, ACodeHasAByteIfTheBaseIsLargeEnough)
{
    // log of 512^2 to the base 1.05 is 255.7, to 1.049 it is 260.8, to 1.01 it is 1254.
    EXPECT_EQ(DigestCode(2).GetBytes(), 1);
    EXPECT_EQ(DigestCode(1.05).GetBytes(), 1);
    EXPECT_EQ(DigestCode(1.049).GetBytes(), 2);
    EXPECT_EQ(DigestCode(1.01).GetBytes(), 2);
    EXPECT_EQ(DigestCode(DigestCode::LEAST_BASE).GetBytes(), 2);
}

TEST(DigestCode, TheErrorIsLessThanAFactorOfTheBase)
{
    std::mt19937_64 engine(1);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (const double base : {1.0002, 1.01, 1.04995, 1.05, 1.3, 2.0})
    {
        const DigestCode code(base);
        for (int round = 0; round < 20'000; ++round)
        {
            // Of all magnitudes from a tenth of a unit to twice the most.
            const double load = 0.1 / 512 * std::pow(10 * 1024 * 512.0, uniform(engine));
            const double units = std::clamp(std::ceil(load * 512), 1.0, 512.0 * 512);
            const uint16_t digest = code.Encode(load, uniform(engine));
            ASSERT_LT(digest, 1 << 8 * code.GetBytes());
            const double found = code.Decode(digest) * 512 / units;
            ASSERT_GT(found, (1 - 1e-9) / base) << load;
            ASSERT_LT(found, base * (1 + 1e-9)) << load;
        }
    }
}

TEST(DigestCode, RoundingHasNoBias)
{
    // Over n draws that are spread evenly the share of the upper code is exact to 1/n, and the mean
    // to 1/n of the step between the codes, less than (base - 1) of the load.
    constexpr int DRAWS = 1000;
    for (const double base : {1.01, 1.05, 2.0})
    {
        const DigestCode code(base);
        for (const int units : {1, 2, 3, 100, 487, 512, 5000})
        {
            double sum = 0;
            for (int draw = 0; draw < DRAWS; ++draw)
            {
                sum += code.Decode(code.Encode(units / 512.0, (draw + 0.5) / DRAWS));
            }
            const double load = units / 512.0;
            EXPECT_NEAR(sum / DRAWS, load, load * (base - 1) / DRAWS * 1.001)
                << base << " " << units;
        }
    }
}
