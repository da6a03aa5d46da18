// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/communication-graph.h"
#include "ns3/dependency-counter.h"
#include "ns3/graph-cut.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t RANKS = 3;

/**
 * Rings of three ranks that send so many times, hop by hop, and one JOIN of each rank behind them
 * that waits for all rings.
 */
CommunicationGraph
MakeRings(uint32_t rings, uint32_t hops)
{
    CommunicationGraph graph(RANKS);
    std::vector<std::vector<uint32_t>> lasts(
        rings,
        std::vector<uint32_t>(RANKS, CommunicationGraph::NONE)); // by ring and rank
    for (uint32_t hop = 0; hop < hops; ++hop)
    {
        for (uint32_t ring = 0; ring < rings; ++ring)
        {
            std::vector<uint32_t> reduced(RANKS);
            for (uint32_t rank = 0; rank < RANKS; ++rank)
            {
                const uint32_t to = (rank + 1) % RANKS;
                const auto [send, recv] = graph.AddTransfer(rank, to, 1000, ring);
                if (lasts[ring][rank] != CommunicationGraph::NONE)
                {
                    graph.AddDependency(lasts[ring][rank], send);
                }
                reduced[to] = graph.AddReduce(to, 1000);
                graph.AddDependency(recv, reduced[to]);
            }
            lasts[ring] = reduced;
        }
    }
    for (uint32_t rank = 0; rank < RANKS; ++rank)
    {
        const uint32_t join = graph.AddJoin(rank);
        for (const auto& last : lasts)
        {
            graph.AddDependency(last[rank], join);
        }
    }
    return graph;
}

} // namespace

TEST(GraphCut, ListLosesTheElementsOfAllCuts)
{
    std::vector<uint32_t> list(20);
    std::iota(list.begin(), list.end(), 0);
    for (const auto& cut : {GraphCut{9, 10, 1, 5}, GraphCut{1, 3, 2, 2}})
    {
        CutList(list, cut);
    }
    EXPECT_EQ(list, (std::vector<uint32_t>{0, 1, 2, 7, 8, 9, 15, 16, 17, 18, 19}));
    std::vector<uint32_t> empty;
    CutList(empty, {1, 3, 2, 2});
    EXPECT_TRUE(empty.empty());
}

/**
 * A graph whose rings lose hops that were not begun is the graph of fewer hops: nodes, successors
 * and counts. The graph comes back as it was.
 */
TEST(GraphCut, GraphWithoutCyclesIsTheShorterGraph)
{
    constexpr uint32_t HOPS = 12;
    for (const uint32_t rings : {1U, 2U, 3U})
    {
        for (const uint32_t cycles : {1U, 2U, 5U})
        {
            const uint32_t period = 3 * RANKS * rings;
            const GraphCut cut{2 * period, 4 * period, period, cycles}; // works at two hops
            auto graph = MakeRings(rings, HOPS);
            const auto whole = graph;
            const auto shorter = MakeRings(rings, HOPS - cycles);
            DependencyCounter counter(graph);
            const DependencyCounter expected(shorter);
            graph.Cut(cut);
            counter.Cut(cut);
            ASSERT_EQ(graph.GetNodes().size(), shorter.GetNodes().size());
            for (uint32_t node = 0; node < shorter.GetNodes().size(); ++node)
            {
                EXPECT_TRUE(graph.GetNode(node) == shorter.GetNode(node)) << node;
                EXPECT_EQ(counter.GetCount(node), expected.GetCount(node)) << node;
                const uint32_t* const list = counter.GetSuccessors().Get(node);
                const uint32_t* const other = expected.GetSuccessors().Get(node);
                EXPECT_EQ(std::vector<uint32_t>(list, list + list[0] + 1),
                          std::vector<uint32_t>(other, other + other[0] + 1))
                    << rings << " rings, " << cycles << " cycles, node " << node;
            }
            graph.Restore(cut);
            ASSERT_EQ(graph.GetNodes().size(), whole.GetNodes().size());
            for (uint32_t node = 0; node < whole.GetNodes().size(); ++node)
            {
                EXPECT_TRUE(graph.GetNode(node) == whole.GetNode(node)) << node;
            }
        }
    }
}
