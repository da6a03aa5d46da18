// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/max-min-shares.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Usage = std::vector<std::pair<uint32_t, double>>;

/**
 * @param capacities of the links
 * @param flows what they cross
 * @return their rates
 */
std::vector<double>
Solve(const std::vector<double>& capacities, const std::vector<Usage>& flows)
{
    MaxMinShares shares;
    for (const double capacity : capacities)
    {
        shares.AddLink(capacity);
    }
    for (const auto& flow : flows)
    {
        shares.AddFlow(flow);
    }
    return shares.Solve();
}

} // namespace

TEST(MaxMinShares, OneFlowHasItsSlowestLink)
{
    EXPECT_EQ(Solve({100, 40, 400}, {{{0, 1}, {1, 1}, {2, 1}}}), std::vector<double>({40}));
}

TEST(MaxMinShares, ParkingLot)
{
    // A flow over both links and one over each: half of each.
    EXPECT_EQ(Solve({100, 100}, {{{0, 1}, {1, 1}}, {{0, 1}}, {{1, 1}}}),
              std::vector<double>({50, 50, 50}));
    // The second link gives the long flow 20, so the first one has 80 left.
    EXPECT_EQ(Solve({100, 40}, {{{0, 1}, {1, 1}}, {{0, 1}}, {{1, 1}}}),
              std::vector<double>({20, 80, 20}));
}

TEST(MaxMinShares, ThreeLevels)
{
    // Link 0 (30) has flows a, b, c: 10 each. Link 1 (100) has c, d, e: 45 for d and e, unless
    // link 2 (40) has e: then e has 40 and d has 50.
    EXPECT_EQ(
        Solve({30, 100, 40}, {{{0, 1}}, {{0, 1}}, {{0, 1}, {1, 1}}, {{1, 1}}, {{1, 1}, {2, 1}}}),
        std::vector<double>({10, 10, 10, 50, 40}));
}

TEST(MaxMinShares, PartOfAFlow)
{
    // A flow spread over four links of 25 has 100; a flow that shares one of these links: at level
    // u that link carries u / 4 + u = 25.
    const Usage spread = {{0, 0.25}, {1, 0.25}, {2, 0.25}, {3, 0.25}};
    EXPECT_EQ(Solve({25, 25, 25, 25}, {spread}), std::vector<double>({100}));
    EXPECT_EQ(Solve({25, 25, 25, 25}, {spread, {{2, 1}}}), std::vector<double>({20, 20}));
}

/** No link is overfull, and every flow has a full link on which no other flow has a larger rate. */
TEST(MaxMinShares, AnyProblemHasTheMaxMinProperty)
{
    std::mt19937 random(7);
    for (int problem = 0; problem < 200; ++problem)
    {
        const uint32_t linkCount = 1 + random() % 12;
        const uint32_t flowCount = 1 + random() % 20;
        std::vector<double> capacities;
        for (uint32_t link = 0; link < linkCount; ++link)
        {
            capacities.push_back(1 + random() % 100);
        }
        std::vector<Usage> flows(flowCount);
        for (auto& usage : flows)
        {
            for (uint32_t link = 0; link < linkCount; ++link)
            {
                if (random() % 3 == 0)
                {
                    usage.emplace_back(link, 1);
                }
            }
            if (usage.empty())
            {
                usage.emplace_back(random() % linkCount, 1);
            }
        }
        const auto rates = Solve(capacities, flows);
        std::vector<double> sums(linkCount, 0);
        std::vector<double> most(linkCount, 0);
        for (uint32_t flow = 0; flow < flowCount; ++flow)
        {
            for (const auto& [link, share] : flows[flow])
            {
                sums[link] += share * rates[flow];
                most[link] = std::max(most[link], rates[flow]);
            }
        }
        constexpr double ERROR = 1e-9;
        for (uint32_t link = 0; link < linkCount; ++link)
        {
            EXPECT_LE(sums[link], capacities[link] + ERROR);
        }
        for (uint32_t flow = 0; flow < flowCount; ++flow)
        {
            const bool isBound =
                std::any_of(flows[flow].begin(), flows[flow].end(), [&](const auto& use) {
                    return sums[use.first] > capacities[use.first] - ERROR &&
                           rates[flow] > most[use.first] - ERROR;
                });
            EXPECT_TRUE(isBound) << "problem " << problem << ", flow " << flow;
        }
    }
}
