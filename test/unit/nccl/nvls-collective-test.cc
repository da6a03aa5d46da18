// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-case.h"

#include "ns3/nvls-collectives.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;
using namespace ns3::collective;

namespace
{

TEST(NvlsAllReduce, EveryRankGetsTheSumOfAll)
{
    const Case nvls{"NvlsAllReduce", AllReduced, nullptr, nullptr};
    for (const char* step : {"1000", "64", "7"})
    {
        for (const uint32_t ranks : {2, 3, 8})
        {
            ExpectRight(nvls, Servers({ranks}), 1000, {{"StepBytes", step}});
            ExpectRight(nvls, Servers({ranks}), 1, {{"StepBytes", step}}); // most own nothing
        }
    }
    ExpectRight(nvls,
                Servers({4}),
                1000,
                {{"StepBytes", "7"}, {"Channels", "3"}, {"SliceBytes", "20"}});
}

TEST(NvlsAllReduce, EachRankOwnsAShardWhichIsReducedAndBroadcastInSteps)
{
    const auto algorithm = CreateObject<NvlsAllReduce>();
    algorithm->SetAttribute("StepBytes", UintegerValue(100));
    const auto graph = algorithm->Build(Servers({4}), 1200); // 3 steps of 100 B for each owner
    ASSERT_EQ(graph.GetGroups().size(), 2u);
    EXPECT_TRUE(graph.GetGroups()[0].streaming && graph.GetGroups()[1].streaming);
    EXPECT_EQ(graph.GetGroups()[0].operations, 12u);
    EXPECT_EQ(graph.GetGroups()[1].operations, 12u);
    std::vector<uint64_t> up(4, 0);
    std::vector<uint64_t> down(4, 0);
    for (const auto& node : graph.GetNodes())
    {
        ASSERT_EQ(node.kind, Kind::AGGREGATE);
        const bool owns = node.rank == node.peer;
        const bool reduce = node.operation == AggregationOperation::REDUCE;
        up[node.rank] += reduce || owns ? node.bytes : 0;
        down[node.rank] += !reduce || owns ? node.bytes : 0;
    }
    // S + S/n in either direction.
    EXPECT_EQ(up, std::vector<uint64_t>(4, 1500));
    EXPECT_EQ(down, std::vector<uint64_t>(4, 1500));
    EXPECT_DOUBLE_EQ(algorithm->GetBusFactor(4), 1.5);
}

TEST(NvlsAllReduce, TwoServersAreRefused)
{
    EXPECT_EQ(Complaint(*CreateObject<NvlsAllReduce>(), Servers({4, 4}), 1000),
              "ns3::NvlsAllReduce: its ranks are in 2 servers; expected all ranks in one server, "
              "whose NVSwitches reduce");
}

TEST(NvlsTreeAllReduce, EveryRankGetsTheSumOfAll)
{
    const Case tree{"NvlsTreeAllReduce", AllReduced, nullptr, nullptr};
    for (const char* step : {"1000", "13"})
    {
        for (const auto& sizes : std::vector<std::vector<uint32_t>>{{2, 2},
                                                                    {4, 4},
                                                                    {4, 4, 4},
                                                                    {3, 3, 3, 3, 3},
                                                                    {2, 2, 2, 2, 2, 2, 2, 2}})
        {
            ExpectRight(tree, Servers(sizes), 1000, {{"StepBytes", step}});
            ExpectRight(tree, Servers(sizes), 1, {{"StepBytes", step}});
            ExpectRight(tree, Servers(sizes), 1000, {{"StepBytes", step}, {"Channels", "2"}});
        }
    }
}

TEST(NvlsTreeAllReduce, BytesOfSwitchesAndNics)
{
    // m servers of 4 ranks, 4800 B: NVLink carries S + S/4 per rank and direction, the NICs of all
    // 2(m - 1) S; with two servers each NIC sends S/4, a half of it up and a half down.
    constexpr uint64_t BYTES = 4800;
    const auto algorithm = CreateObject<NvlsTreeAllReduce>();
    algorithm->SetAttribute("StepBytes", UintegerValue(100));
    for (const uint32_t servers : {2, 3, 8})
    {
        const RankLayout layout = Servers(std::vector<uint32_t>(servers, 4));
        const auto graph = algorithm->Build(layout, BYTES);
        ASSERT_EQ(graph.GetGroups().size(), 2u * servers);
        std::vector<uint64_t> up(layout.GetRanks(), 0);
        std::vector<uint64_t> sent(layout.GetRanks(), 0);
        uint64_t allSent = 0;
        for (const auto& node : graph.GetNodes())
        {
            if (node.kind == Kind::AGGREGATE)
            {
                const bool owns =
                    node.rank ==
                    layout.GetMembers(layout.GetServer(node.rank))[layout.GetRail(node.peer)];
                up[node.rank] +=
                    owns || node.operation == AggregationOperation::REDUCE ? node.bytes : 0;
            }
            else if (node.kind == Kind::SEND)
            {
                EXPECT_EQ(layout.GetRail(node.rank), layout.GetRail(node.peer));
                sent[node.rank] += node.bytes;
                allSent += node.bytes;
            }
        }
        EXPECT_EQ(up, std::vector<uint64_t>(layout.GetRanks(), BYTES + BYTES / 4));
        EXPECT_EQ(allSent, 2 * (servers - 1) * BYTES);
        if (servers == 2)
        {
            EXPECT_EQ(sent, std::vector<uint64_t>(8, BYTES / 4));
        }
    }
    EXPECT_DOUBLE_EQ(algorithm->GetBusFactor(8), 1.75);
}

TEST(NvlsTreeAllReduce, LonelyAndUnequalRanksAreRefused)
{
    const auto algorithm = CreateObject<NvlsTreeAllReduce>();
    EXPECT_EQ(Complaint(*algorithm, Servers({1, 1, 1}), 1000),
              "ns3::NvlsTreeAllReduce: every rank is alone in its server; expected several ranks "
              "per server, whose NVSwitches reduce");
    EXPECT_THROW(algorithm->Build(Servers({2, 1}), 1000), InputError);
}

} // namespace
