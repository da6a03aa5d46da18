// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "filled-shares.h"

#include "ns3/max-min-shares.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param ratesbps capacities of the links
 * @param flows links of each flow
 * @return rates of the flows in bit/s
 */
std::vector<double>
GetRates(const std::vector<uint64_t>& ratesbps, const std::vector<FlowUsage>& flows)
{
    MaxMinShares shares;
    for (const uint64_t ratebps : ratesbps)
    {
        shares.AddLink(ratebps);
    }
    for (const auto& flow : flows)
    {
        shares.Begin(shares.AddFlow(flow));
    }
    EXPECT_EQ(shares.Share().size(), flows.size());
    std::vector<double> rates;
    for (uint32_t flow = 0; flow < flows.size(); ++flow)
    {
        rates.push_back(
            std::ldexp(static_cast<double>(shares.GetRate(flow)), -MaxMinShares::RATE_BITS));
    }
    return rates;
}

/** A random network with flows. */
struct RandomShares
{
    /**
     * @param random source of the draws
     * @param parts shares of a flow that links may carry
     */
    RandomShares(std::mt19937& random, const std::vector<double>& parts)
    {
        const uint32_t linkCount = 1 + random() % 20;
        const bool isEqual = random() % 2 == 0; // many links become full at one level
        for (uint32_t link = 0; link < linkCount; ++link)
        {
            ratesbps.push_back(isEqual ? 100 : 1 + random() % 100);
        }
        flows.resize(1 + random() % 40);
        for (auto& usage : flows)
        {
            const uint32_t first = random() % linkCount;
            usage.emplace_back(first, parts[random() % parts.size()]);
            for (uint32_t link = 0; link < linkCount; ++link)
            {
                if (link != first && random() % 6 == 0)
                {
                    usage.emplace_back(link, parts[random() % parts.size()]);
                }
            }
        }
    }

    std::vector<uint64_t> ratesbps; //!< of the links
    std::vector<FlowUsage> flows;   //!< links of each flow
};

} // namespace

TEST(MaxMinShares, OneFlowHasItsSlowestLink)
{
    EXPECT_EQ(GetRates({100, 40, 400}, {{{0, 1}, {1, 1}, {2, 1}}}), std::vector<double>({40}));
}

TEST(MaxMinShares, ParkingLot)
{
    // A flow over both links and one over each: half of each.
    EXPECT_EQ(GetRates({100, 100}, {{{0, 1}, {1, 1}}, {{0, 1}}, {{1, 1}}}),
              std::vector<double>({50, 50, 50}));
    // The second link gives the long flow 20, so the first one has 80 left.
    EXPECT_EQ(GetRates({100, 40}, {{{0, 1}, {1, 1}}, {{0, 1}}, {{1, 1}}}),
              std::vector<double>({20, 80, 20}));
}

TEST(MaxMinShares, ThreeLevels)
{
    // Link 0 (30) has flows a, b, c: 10 each. Link 1 (100) has c, d, e: 45 for d and e, unless
    // link 2 (40) has e: then e has 40 and d has 50.
    EXPECT_EQ(
        GetRates({30, 100, 40}, {{{0, 1}}, {{0, 1}}, {{0, 1}, {1, 1}}, {{1, 1}}, {{1, 1}, {2, 1}}}),
        std::vector<double>({10, 10, 10, 50, 40}));
}

TEST(MaxMinShares, PartOfAFlow)
{
    // A flow spread over four links of 25 has 100; a flow that shares one of these links: at level
    // u that link carries u / 4 + u = 25.
    const FlowUsage spread = {{0, 0.25}, {1, 0.25}, {2, 0.25}, {3, 0.25}};
    EXPECT_EQ(GetRates({25, 25, 25, 25}, {spread}), std::vector<double>({100}));
    EXPECT_EQ(GetRates({25, 25, 25, 25}, {spread, {{2, 1}}}), std::vector<double>({20, 20}));
}

/** No link is overfull, and every flow has a full link on which no other flow has a larger rate. */
TEST(MaxMinShares, AnyProblemHasTheMaxMinProperty)
{
    std::mt19937 random(7);
    for (int problem = 0; problem < 200; ++problem)
    {
        const RandomShares network(random, {1});
        const auto rates = GetRates(network.ratesbps, network.flows);
        std::vector<double> sums(network.ratesbps.size(), 0);
        std::vector<double> most(network.ratesbps.size(), 0);
        for (uint32_t flow = 0; flow < rates.size(); ++flow)
        {
            for (const auto& [link, share] : network.flows[flow])
            {
                sums[link] += share * rates[flow];
                most[link] = std::max(most[link], rates[flow]);
            }
        }
        constexpr double ERROR = 0.01; // of a few roundings to 2^-16
        for (uint32_t link = 0; link < sums.size(); ++link)
        {
            EXPECT_LE(sums[link], static_cast<double>(network.ratesbps[link]));
        }
        for (uint32_t flow = 0; flow < rates.size(); ++flow)
        {
            const auto& usage = network.flows[flow];
            const bool isBound = std::any_of(usage.begin(), usage.end(), [&](const auto& use) {
                return sums[use.first] > static_cast<double>(network.ratesbps[use.first]) - ERROR &&
                       rates[flow] > most[use.first] - ERROR;
            });
            EXPECT_TRUE(isBound) << "problem " << problem << ", flow " << flow;
        }
    }
}

/** Flows begin and end, one at a time or many; all rates are the same as if all began now. */
TEST(MaxMinShares, AnyChangesGiveTheRatesOfFillingAnew)
{
    std::mt19937 random(11);
    for (int problem = 0; problem < 400; ++problem)
    {
        const std::vector<double> parts = {1, 0.5, 1.0 / 3, 1.0 / 48};
        const RandomShares network(random, problem % 2 == 0 ? std::vector<double>{1} : parts);
        MaxMinShares shares;
        for (const uint64_t ratebps : network.ratesbps)
        {
            shares.AddLink(ratebps);
        }
        for (const auto& flow : network.flows)
        {
            shares.AddFlow(flow);
        }
        std::vector<bool> takesPart(network.flows.size(), false);
        std::vector<uint64_t> before(network.flows.size(), 0);
        for (int change = 0; change < 40; ++change)
        {
            std::vector<uint32_t> order(network.flows.size());
            std::iota(order.begin(), order.end(), 0);
            std::shuffle(order.begin(), order.end(), random);
            order.resize(1 + (random() % 4 == 0 ? random() % order.size() : 0));
            for (const uint32_t flow : order)
            {
                takesPart[flow] ? shares.End(flow) : shares.Begin(flow);
                takesPart[flow] = !takesPart[flow];
                before[flow] = 0;
            }
            const auto& result = shares.Share();
            const auto expected = FillLinks(network.ratesbps, network.flows, takesPart);
            for (uint32_t flow = 0; flow < network.flows.size(); ++flow)
            {
                if (!takesPart[flow])
                {
                    continue;
                }
                ASSERT_EQ(shares.GetRate(flow), expected[flow])
                    << "problem " << problem << ", change " << change << ", flow " << flow;
                EXPECT_LE(expected[flow] != before[flow] ? 1 : 0,
                          std::count(result.begin(), result.end(), flow));
                before[flow] = expected[flow];
            }
        }
    }
}

TEST(MaxMinShares, OnlyFlowsWhoseRatesChangeAreReported)
{
    // Two full links of 10 are joined by a flow that has 2 on link 2, which is full all the time.
    MaxMinShares shares;
    for (const uint64_t ratebps : {10, 10, 2})
    {
        shares.AddLink(ratebps);
    }
    for (const auto& usage :
         std::vector<FlowUsage>{{{0, 1}}, {{0, 1}}, {{0, 1}, {1, 1}, {2, 1}}, {{1, 1}}})
    {
        shares.Begin(shares.AddFlow(usage));
    }
    EXPECT_EQ(shares.Share().size(), 4u);
    shares.End(0);
    EXPECT_EQ(shares.Share(), std::vector<uint32_t>({1}));
    EXPECT_EQ(shares.GetRate(1), uint64_t{8} << MaxMinShares::RATE_BITS);
}
