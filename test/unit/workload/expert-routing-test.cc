// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/expert-routing.h"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace ns3;

namespace
{

/** @return share of all subsets of k of n things that have none of m of them */
double
Avoid(uint32_t n, uint32_t m, uint32_t k)
{
    double share = 1;
    for (uint32_t i = 0; i < k; ++i)
    {
        share *= static_cast<double>(n - m - i) / (n - i);
    }
    return share;
}

/** @return mean of min(most, different groups) of k experts out of equal groups */
double
Reached(uint32_t groups, uint32_t perGroup, uint32_t k, uint32_t most)
{
    std::vector<double> chance(groups + 1, 0); // by number of groups so far
    chance[0] = 1;
    for (uint32_t taken = 0; taken < k; ++taken)
    {
        for (uint32_t found = groups; found-- > 0;)
        {
            const double another = 1.0 * (groups - found) * perGroup / (groups * perGroup - taken);
            chance[found + 1] += chance[found] * another;
            chance[found] *= 1 - another;
        }
    }
    double mean = 0;
    for (uint32_t found = 0; found <= groups; ++found)
    {
        mean += chance[found] * std::min(found, most);
    }
    return mean;
}

/** @return layout of equal servers */
RankLayout
EqualServers(uint32_t servers, uint32_t perServer)
{
    std::vector<uint32_t> serverOfRank;
    for (uint32_t rank = 0; rank < servers * perServer; ++rank)
    {
        serverOfRank.push_back(rank / perServer);
    }
    return RankLayout(serverOfRank);
}

double
Sum(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

ExpertRouting::Rule
MakeRule(uint32_t experts, uint32_t active, uint32_t groups, uint32_t activeGroups, uint32_t ranks)
{
    ExpertRouting::Rule rule;
    rule.experts = experts;
    rule.active = active;
    rule.groups = groups;
    rule.activeGroups = activeGroups;
    rule.ranks = ranks;
    rule.onePerServer = true;
    return rule;
}

} // namespace

TEST(ExpertRouting, ATokenOfDeepSeekCrossesTheNetworkAtMostThreeAndAHalfTimes)
{
    // The groups of a token are those of its first experts, until there are four: the mean is that
    // of min(4, groups of 8 experts drawn from 8 * 32), 3.983. One of 8 servers is the own one.
    const ExpertRouting routing(MakeRule(256, 8, 8, 4, 64));
    const auto copies = routing.GetCopies(EqualServers(8, 8));
    const double reached = Reached(8, 32, 8, 4);
    EXPECT_NEAR(reached, 3.983, 0.001);
    EXPECT_NEAR(Sum(copies.toServer), reached, 0.005);
    EXPECT_NEAR(Sum(copies.toServer) * 7 / 8, 3.485, 0.005);
    EXPECT_LE(Sum(copies.toServer) * 7 / 8, 3.5);
    EXPECT_TRUE(routing.GetLoads().empty());
    // All ranks and all servers are alike. Each copy at a server has a rank there.
    for (const double share : copies.toServer)
    {
        EXPECT_DOUBLE_EQ(share, copies.toServer.front());
    }
    EXPECT_GT(Sum(copies.toRank), Sum(copies.toServer));
    EXPECT_LT(Sum(copies.toRank), 8);
    // Two groups on each of four servers: fewer of these.
    EXPECT_LT(Sum(routing.GetCopies(EqualServers(4, 16)).toServer), 3.9);
}

TEST(ExpertRouting, WithoutALimitTokensReachWhatChanceGives)
{
    // A server is missed if all 8 of 256 experts are among the 224 of the others; a rank likewise.
    const auto copies = ExpertRouting(MakeRule(256, 8, 1, 1, 64)).GetCopies(EqualServers(8, 8));
    EXPECT_NEAR(Sum(copies.toServer), 8 * (1 - Avoid(256, 32, 8)), 0.02);
    EXPECT_NEAR(Sum(copies.toRank), 64 * (1 - Avoid(256, 4, 8)), 0.02);
    // A copy for each expert.
    auto rule = MakeRule(256, 8, 1, 1, 64);
    rule.onePerServer = false;
    EXPECT_NEAR(Sum(ExpertRouting(rule).GetCopies(EqualServers(8, 8)).toRank), 8, 1e-6);
}

TEST(ExpertRouting, OneExpertOfATokenIsOneCopy)
{
    for (const uint32_t ranks : {3u, 17u})
    {
        const ExpertRouting routing(MakeRule(2 * ranks, 1, 1, 1, ranks));
        for (const uint32_t perServer : {1u, ranks})
        {
            const auto copies = routing.GetCopies(EqualServers(ranks / perServer, perServer));
            EXPECT_NEAR(Sum(copies.toServer), 1, 1e-9);
            for (const double share : copies.toRank)
            {
                EXPECT_NEAR(share, 1.0 / ranks, 1e-9);
            }
        }
    }
}

TEST(ExpertRouting, UnevenExpertsAreChosenInProportionAmongThoseLeft)
{
    // Weights 4, 2, 1, two of them: the first is taken at once, or after one of the others:
    // 4/7 + 2/7 * 4/5 + 1/7 * 4/6; the second 2/7 + 4/7 * 2/3 + 1/7 * 2/6; two in all.
    auto rule = MakeRule(3, 2, 1, 1, 3);
    rule.weights = {4, 2, 1};
    const ExpertRouting routing(rule);
    const auto copies = routing.GetCopies(RankLayout(3));
    const double first = 4.0 / 7 + 2.0 / 7 * 4 / 5 + 1.0 / 7 * 4 / 6;
    const double second = 2.0 / 7 + 4.0 / 7 * 2 / 3 + 1.0 / 7 * 2 / 6;
    EXPECT_NEAR(copies.toRank[0], first, 0.005); // of 65,536 tokens, 3 deviations
    EXPECT_NEAR(copies.toRank[1], second, 0.006);
    EXPECT_NEAR(copies.toRank[2], 2 - first - second, 0.006);
    // All choices together are as many as with even experts.
    EXPECT_NEAR(Sum(copies.toRank), 2, 1e-6);
    EXPECT_NEAR(Sum(routing.GetLoads()), 3, 1e-6);
    EXPECT_NEAR(routing.GetLoads()[0], first * 3 / 2, 0.01);
}

TEST(ExpertRouting, TheLimitHoldsForUnevenExpertsToo)
{
    auto rule = MakeRule(34, 6, 17, 3, 17);
    for (uint32_t expert = 0; expert < 34; ++expert)
    {
        rule.weights.push_back(std::pow(expert + 1, -1.2));
    }
    const auto copies = ExpertRouting(rule).GetCopies(RankLayout(17));
    // Six experts are three groups of two.
    EXPECT_NEAR(Sum(copies.toServer), 3, 1e-6);
    EXPECT_GT(copies.toServer.front(), 4 * copies.toServer.back());
    // Another seed draws other tokens.
    auto other = rule;
    other.seed = 1;
    EXPECT_NE(ExpertRouting(other).GetCopies(RankLayout(17)).toServer, copies.toServer);
    EXPECT_EQ(ExpertRouting(rule).GetCopies(RankLayout(17)).toServer, copies.toServer);
}
