// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/reed-solomon-code.h"

#include <gtest/gtest.h>

using namespace ns3;

/** Binomial sums of two published codes, computed apart from this with exact fractions. */
TEST(ReedSolomonCode, LosesACodewordAsOftenAsTheBinomialSays)
{
    const ReedSolomonCode kp4(544, 514, 10);
    EXPECT_EQ(kp4.GetCorrectable(), 15u);
    EXPECT_EQ(kp4.GetDataBits(), 5140);
    EXPECT_NEAR(kp4.GetUncorrectable(1e-3) / 1.53025859e-04, 1, 1e-6);
    EXPECT_NEAR(kp4.GetUncorrectable(5e-4) / 2.79258397e-08, 1, 1e-6);
    EXPECT_NEAR(kp4.GetUncorrectable(2.4e-4) / 8.15157340e-13, 1, 1e-6);
    EXPECT_NEAR(kp4.GetUncorrectable(1e-4) / 1.35981106e-18, 1, 1e-6);
    const ReedSolomonCode lowLatency(272, 257, 10);
    EXPECT_EQ(lowLatency.GetCorrectable(), 7u);
    EXPECT_NEAR(lowLatency.GetUncorrectable(2.4e-4) / 4.17003381e-07, 1, 1e-6);
    EXPECT_NEAR(lowLatency.GetUncorrectable(1e-4) / 5.27935560e-10, 1, 1e-6);
    EXPECT_NEAR(lowLatency.GetUncorrectable(5e-5) / 2.32255496e-12, 1, 1e-6);
}

/** Three symbols of a bit, one of data, one corrected: 3 p^2 (1 - p) + p^3. */
TEST(ReedSolomonCode, SmallCodeByHand)
{
    const ReedSolomonCode code(3, 1, 1);
    EXPECT_NEAR(code.GetUncorrectable(0.1), 3 * 0.01 * 0.9 + 0.001, 1e-12);
    EXPECT_EQ(code.GetUncorrectable(0), 0);
    EXPECT_EQ(ReedSolomonCode(3, 2, 4).GetCorrectable(), 0u);
    EXPECT_NEAR(ReedSolomonCode(3, 2, 1).GetUncorrectable(0.1), 1 - 0.9 * 0.9 * 0.9, 1e-12);
}
