// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/mrg32k3a.h"
#include "ns3/random-draws.h"
#include "ns3/rng-stream.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace ns3;

// Streams and substreams with each bit, with none and with all, and ones in between.
TEST(Mrg32k3a, DrawsWhatRngStreamDraws)
{
    constexpr uint64_t MIXED = 0x8fedcba987654321;
    for (const uint32_t seed : {1U, 5U, LAST_SEED})
    {
        for (const uint64_t stream : {uint64_t{0}, uint64_t{1} << 63, MIXED, UINT64_MAX})
        {
            for (const uint64_t substream : {uint64_t{1}, uint64_t{16}, MIXED, UINT64_MAX})
            {
                RngStream expected(seed, stream, substream);
                Mrg32k3a generator(seed, stream, substream);
                for (int draw = 0; draw < 10; ++draw)
                {
                    ASSERT_EQ(generator.Draw(), expected.RandU01())
                        << seed << " " << stream << " " << substream << " " << draw;
                }
            }
        }
    }
}
