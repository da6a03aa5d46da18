// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/node-numbers.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace ns3;

/** Some nodes have a number, which stays theirs when nodes before them are taken out. */
TEST(NodeNumbers, AreThoseOfTheirNodes)
{
    std::mt19937 random(1);
    for (const uint32_t nodes : {1, 63, 64, 65, 128, 1000})
    {
        std::map<uint32_t, uint32_t> expected;
        for (uint32_t node = 0; node < nodes; ++node)
        {
            if (random() % 3 == 0)
            {
                expected[node] = static_cast<uint32_t>(random());
            }
        }
        NodeNumbers numbers(nodes, [&](size_t node) {
            return expected.count(static_cast<uint32_t>(node)) > 0;
        });
        for (const auto& [node, number] : expected)
        {
            EXPECT_EQ(numbers[node], 0u);
            numbers[node] = number;
        }
        const GraphCut cut{0, nodes / 3, nodes / 6, 3}; // up to a half of the nodes
        for (const bool isCut : {false, true})
        {
            if (isCut)
            {
                numbers.Cut(cut);
            }
            const NodeNumbers& read = numbers;
            for (const auto& [node, number] : expected)
            {
                const bool isGone = isCut && node >= cut.at && node < cut.at + cut.GetCount();
                const uint32_t before = isCut && node >= cut.at ? cut.GetCount() : 0;
                if (!isGone)
                {
                    EXPECT_EQ(read[node - before], number) << nodes << " nodes, node " << node;
                }
            }
        }
    }
}
