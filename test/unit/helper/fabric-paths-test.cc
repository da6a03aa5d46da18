// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/fabric-paths.h"
#include "ns3/fabric-units.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3;

TEST(FabricPaths, DelayBesideTheBytesOfTheSlowestLink)
{
    // What networks without packets take for the delay of a message gives the time of its packets,
    // wherever the slowest link is. Rates divide 8 * 1000 * PS_PER_SECOND, so nothing is rounded.
    std::mt19937 random(7);
    for (int draw = 0; draw < 300; ++draw)
    {
        std::vector<IdealHop> path(1 + random() % 6);
        uint64_t leastbps = UINT64_MAX;
        for (auto& hop : path)
        {
            const uint64_t ratebps = (uint64_t{25} << random() % 6) * GBPS;
            hop = {ratebps, static_cast<int64_t>(random() % US), 300'000, random() % 2 == 0};
            leastbps = std::min(leastbps, ratebps);
        }
        path.back().latencyPs = 0;
        const uint64_t count = 1 + random() % 100;
        EXPECT_EQ(GetHead(path).GetPs(1000) + SerializationPs(count * 1000, leastbps),
                  IdealTransferPs(path, {count, 1000, 1000, 1000}))
            << path.size() << " hops, " << count << " packets, draw " << draw;
    }
}

TEST(FabricPaths, OnlyTheFirstAndTheLastLinkHaveAllPacketsOfASpreadMessage)
{
    // Packets of 1000 B leave at 100 Gb/s, 80 ns each, and take turns at four uplinks of 25 Gb/s.
    // The last one of 100 leaves at 8 us and takes 320 ns to each of two switches, and 80 ns to its
    // host.
    const auto store = [](uint64_t gbps) { return IdealHop{gbps * GBPS, 0, 0, false}; };
    const PathHead even =
        GetHead({store(100), store(25), store(25), store(100)}, {1, 0.25, 0.25, 1});
    EXPECT_EQ(even.longestbps, 100 * GBPS);
    EXPECT_EQ(even.GetPs(1000) + SerializationPs(100'000, 100 * GBPS), 8'720'000);
    // Three of 25 Gb/s are slower than the host: the last packet is on the first of them for 320 ns
    // of the time that the bytes take there.
    const PathHead slow =
        GetHead({store(100), store(25), store(25), store(100)}, {1, 1. / 3, 1. / 3, 1});
    EXPECT_EQ(slow.longestbps, 25 * GBPS);
    EXPECT_EQ(slow.GetPs(1000), 80'000 + 320'000 + 80'000);
}
