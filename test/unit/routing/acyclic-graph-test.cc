// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"

#include "ns3/acyclic-graph.h"
#include "ns3/shortest-cycle.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

TEST(AcyclicGraph, RefusesTheEdgeThatClosesARing)
{
    AcyclicGraph graph(3);
    EXPECT_TRUE(graph.TryAdd({{2, 1}, {1, 0}}));
    EXPECT_FALSE(graph.TryAdd({{0, 2}}));
    EXPECT_TRUE(graph.TryAdd({{2, 0}, {2, 1}}));
    EXPECT_FALSE(graph.TryAdd({{1, 1}}));
}

TEST(AcyclicGraph, AddsAllEdgesOrNone)
{
    AcyclicGraph graph(4);
    EXPECT_TRUE(graph.TryAdd({{0, 1}}));
    // 1 -> 2 is fine, 2 -> 0 is not; so 1 -> 2 is not there, and 2 -> 1 may be.
    EXPECT_FALSE(graph.TryAdd({{1, 2}, {3, 2}, {2, 0}}));
    EXPECT_TRUE(graph.TryAdd({{2, 1}, {2, 3}}));
}

TEST(AcyclicGraph, AgreesWithASearchFromScratch)
{
    uint32_t refused = 0;
    for (uint32_t seed = 0; seed < 100; ++seed)
    {
        Dice dice(seed);
        const uint32_t vertices = 3 + dice(20);
        AcyclicGraph graph(vertices);
        DirectedGraph oracle(vertices);
        for (uint32_t round = 0; round < 60; ++round)
        {
            AcyclicGraph::Edges edges;
            auto more = oracle;
            for (uint32_t count = 1 + dice(3); count > 0; --count)
            {
                edges.emplace_back(dice(vertices), dice(vertices));
                auto& successors = more[edges.back().first];
                if (!std::count(successors.begin(), successors.end(), edges.back().second))
                {
                    successors.push_back(edges.back().second);
                }
            }
            const bool free = FindShortestCycle(more).vertices.empty();
            ASSERT_EQ(graph.TryAdd(edges), free) << "seed " << seed << " round " << round;
            if (free)
            {
                oracle = more;
            }
            refused += free ? 0 : 1;
        }
    }
    EXPECT_GT(refused, 1000u);
}
