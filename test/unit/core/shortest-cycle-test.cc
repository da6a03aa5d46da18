// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/shortest-cycle.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using Vertices = std::vector<uint32_t>;

} // namespace

TEST(ShortestCycle, NothingAndATreeHaveNone)
{
    EXPECT_TRUE(FindShortestCycle({}).vertices.empty());
    const auto cycle = FindShortestCycle({{1, 2}, {3, 4}, {4}, {}, {}});
    EXPECT_TRUE(cycle.vertices.empty());
    EXPECT_EQ(cycle.cyclicVertices, 0u);
}

TEST(ShortestCycle, ADiamondIsNone)
{
    // Two ways from 0 to 3, but no way back.
    EXPECT_TRUE(FindShortestCycle({{1, 2}, {3}, {3}, {}}).vertices.empty());
}

TEST(ShortestCycle, ARingBeginsWithItsSmallestVertex)
{
    // 4 -> 2 -> 3 -> 1 -> 4, and 0 leads into it but is not on it.
    const auto cycle = FindShortestCycle({{2}, {4}, {3}, {1}, {2}});
    EXPECT_EQ(cycle.vertices, (Vertices{1, 4, 2, 3}));
    EXPECT_EQ(cycle.cyclicVertices, 4u);
}

TEST(ShortestCycle, TheShortestOneIsFoundNotTheFirstOne)
{
    // 0 -> 1 -> 2 -> 3 -> 0, with the chord 2 -> 1: the ring of two is not through vertex 0.
    const auto cycle = FindShortestCycle({{1}, {2}, {1, 3}, {0}});
    EXPECT_EQ(cycle.vertices, (Vertices{1, 2}));
    EXPECT_EQ(cycle.cyclicVertices, 4u);
}

TEST(ShortestCycle, OfSeveralAsShortTheOneWithTheSmallestVertex)
{
    // Two rings of two: {3, 0} and {1, 2}.
    const auto cycle = FindShortestCycle({{3}, {2}, {1}, {0}});
    EXPECT_EQ(cycle.vertices, (Vertices{0, 3}));
    EXPECT_EQ(cycle.cyclicVertices, 4u);
}

TEST(ShortestCycle, AVertexMayWaitForItself)
{
    const auto cycle = FindShortestCycle({{1}, {2}, {0, 2}});
    EXPECT_EQ(cycle.vertices, (Vertices{2}));
    EXPECT_EQ(cycle.cyclicVertices, 3u);
}

TEST(ShortestCycle, ALongRingIsWhole)
{
    constexpr uint32_t LENGTH = 5000;
    DirectedGraph graph(LENGTH);
    for (uint32_t vertex = 0; vertex < LENGTH; ++vertex)
    {
        graph[vertex] = {(vertex + 1) % LENGTH};
    }
    const auto cycle = FindShortestCycle(graph);
    ASSERT_EQ(cycle.vertices.size(), LENGTH);
    EXPECT_EQ(cycle.vertices.front(), 0u);
    EXPECT_EQ(cycle.vertices.back(), LENGTH - 1);
}
