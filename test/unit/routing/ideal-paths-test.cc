// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/fabric-units.h"
#include "ns3/ideal-path.h"
#include "ns3/ideal-paths.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>

using namespace ns3;

namespace
{

constexpr int64_t NS = 1000;

/**
 * Switches in a row, each joined to the next by a link of 50 Gb/s and 100 ns and one of 100 Gb/s
 * and 300 ns; a host at either end by 100 Gb/s and 10 ns. They are store-and-forward, in 20 ns.
 */
IdealPaths
MakeRow(uint32_t switches)
{
    FabricTopology topology;
    IdealPaths::HopsOfLink hops;
    const auto add = [&](uint32_t a, uint32_t b, uint64_t ratebps, int64_t delayPs) {
        topology.AddLink({a, b, ratebps, delayPs});
        const auto to = [&](uint32_t node) {
            return IdealHop{ratebps, delayPs, node < 2 ? 0 : 20 * NS, false};
        };
        hops.push_back({to(b), to(a)});
    };
    topology.AddHost("a");
    topology.AddHost("b");
    for (uint32_t i = 0; i < switches; ++i)
    {
        topology.AddSwitch("s" + std::to_string(i));
    }
    add(0, 2, 100 * GBPS, 10 * NS);
    add(1, switches + 1, 100 * GBPS, 10 * NS);
    for (uint32_t i = 2; i <= switches; ++i)
    {
        add(i, i + 1, 50 * GBPS, 100 * NS);
        add(i, i + 1, 100 * GBPS, 300 * NS);
    }
    return IdealPaths(topology, std::make_shared<const FabricRoutes>(topology), hops);
}

/** @return the least time of a packet of 1250 B over the paths from host 0 to host 1 */
int64_t
LeastPs(const IdealPaths& paths)
{
    int64_t leastPs = INT64_MAX;
    for (const auto& hops : paths.Find(0, 1).paths)
    {
        leastPs = std::min(leastPs, IdealTransferPs(hops, IdealMessage{1, 1250, 0, 0}));
    }
    return leastPs;
}

} // namespace

// A kind for each order of the rates. 1250 B take 100 ns at 100 Gb/s and 200 ns at 50 Gb/s, so
// the slower link with its shorter delay is the better one by 100 ns, at each of the gaps.
TEST(IdealPathsTest, EveryOrderOfRatesIsAKind)
{
    for (const uint32_t gaps : {1, 3, 8})
    {
        const auto paths = MakeRow(gaps + 1);
        const auto& set = paths.Find(0, 1);
        EXPECT_EQ(set.paths.size(), size_t{1} << gaps);
        EXPECT_TRUE(set.several);
        EXPECT_FALSE(set.bounded);
        // Two hosts' links, a switch more than gaps, and the gaps.
        EXPECT_EQ(LeastPs(paths), (2 * 110 + (gaps + 1) * 20 + gaps * 300) * NS);
    }
}

// From the switch before g gaps there are 2^g kinds, 2^g - 1 besides the first one. Of 12 gaps
// these are 2^13 - 2 - 12 = 8178, and from the host 2^12 - 1 more: 12,273 in all. Of 13 gaps they
// are 24,560, above MOST_KINDS: all links as the fastest with the least delays, 100 ns and 100 ns
// for each gap.
TEST(IdealPathsTest, TooManyKindsAreBounded)
{
    for (const uint32_t gaps : {13, 40})
    {
        const auto paths = MakeRow(gaps + 1);
        const auto& set = paths.Find(0, 1);
        EXPECT_TRUE(set.bounded);
        EXPECT_TRUE(set.several);
        ASSERT_EQ(set.paths.size(), 1u);
        EXPECT_EQ(set.paths[0].size(), gaps + 2);
        EXPECT_EQ(LeastPs(paths), (2 * 110 + (gaps + 1) * 20 + gaps * 200) * NS);
    }
    EXPECT_FALSE(MakeRow(12 + 1).Find(0, 1).bounded);
}

// Hosts of one switch share the known paths to it, in any order of queries: two leaves with three
// hosts each and three spines, uplinks of 100 Gb/s or, in the second network, one of 50 Gb/s, so
// that ways are of two kinds. Host h has a link of 10 + h ns, spine s of 100 + 50 s ns to either
// leaf; a switch takes 20 ns.
TEST(IdealPathsTest, HostsOfASwitchShareTheWaysToIt)
{
    for (const uint64_t lastbps : {100 * GBPS, 50 * GBPS})
    {
        FabricTopology topology;
        IdealPaths::HopsOfLink hops;
        for (uint32_t host = 0; host < 6; ++host)
        {
            topology.AddHost("h" + std::to_string(host));
        }
        for (uint32_t id = 6; id < 11; ++id)
        {
            topology.AddSwitch("s" + std::to_string(id));
        }
        const auto add = [&](uint32_t a, uint32_t b, uint64_t ratebps, int64_t delayPs) {
            topology.AddLink({a, b, ratebps, delayPs});
            const auto to = [&](uint32_t node) {
                return IdealHop{ratebps, delayPs, node < 6 ? 0 : 20 * NS, false};
            };
            hops.push_back({to(b), to(a)});
        };
        for (uint32_t host = 0; host < 6; ++host)
        {
            add(host, 6 + host / 3, 100 * GBPS, (10 + host) * NS);
        }
        for (uint32_t leaf : {6, 7})
        {
            for (uint32_t spine = 0; spine < 3; ++spine)
            {
                add(leaf,
                    8 + spine,
                    leaf == 7 && spine == 2 ? lastbps : 100 * GBPS,
                    (100 + 50 * spine) * NS);
            }
        }
        const IdealPaths paths(topology, std::make_shared<const FabricRoutes>(topology), hops);
        const bool mixed = lastbps != 100 * GBPS;
        for (uint32_t source = 0; source < 6; ++source)
        {
            for (uint32_t dest = 0; dest < 6; ++dest)
            {
                if (source == dest)
                {
                    continue;
                }
                const bool near = source / 3 == dest / 3;
                const auto& set = paths.Find(source, dest);
                ASSERT_EQ(set.paths.size(), !near && mixed ? 2u : 1u) << source << " to " << dest;
                EXPECT_EQ(set.several, !near);
                EXPECT_FALSE(set.bounded);
                for (const auto& path : set.paths)
                {
                    ASSERT_EQ(path.size(), near ? 2u : 4u);
                    const bool slow = !near && path[source < 3 ? 2 : 1].ratebps != 100 * GBPS;
                    int64_t awayPs = 0;
                    for (const auto& hop : path)
                    {
                        awayPs += hop.delayPs + hop.latencyPs;
                    }
                    EXPECT_EQ(path.front().delayPs, (10 + source) * NS);
                    EXPECT_EQ(path.back().delayPs, (10 + dest) * NS);
                    EXPECT_EQ(awayPs,
                              (20 + source + dest + (near ? 20 : 60 + (slow ? 400 : 200))) * NS);
                }
            }
        }
    }
}
