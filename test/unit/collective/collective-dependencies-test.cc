// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-cases.h"
#include "race-finder.h"

#include "ns3/collective-builder.h"

#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::collective;

namespace
{

/** @return the same nodes */
CommunicationGraph
WithoutDependencies(const CommunicationGraph& graph)
{
    CommunicationGraph copy(graph.GetRankCount());
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            copy.AddTransfer(node.rank, node.peer, node.bytes, node.channel);
        }
        else if (node.kind == Kind::REDUCE)
        {
            copy.AddReduce(node.rank, node.bytes);
        }
    }
    return copy;
}

/** @return redundant dependencies: without any one of them, accesses to data keep their order */
std::vector<std::pair<uint32_t, uint32_t>>
FindNeedless(const CommunicationGraph& graph, const CollectiveData& data)
{
    std::vector<std::pair<uint32_t, uint32_t>> needless;
    const std::vector<std::pair<uint32_t, uint32_t>> dependencies(graph.GetDependencies().begin(),
                                                                  graph.GetDependencies().end());
    for (size_t left = 0; left < dependencies.size(); ++left)
    {
        CommunicationGraph less = WithoutDependencies(graph);
        for (size_t i = 0; i < dependencies.size(); ++i)
        {
            if (i != left)
            {
                less.AddDependency(dependencies[i].first, dependencies[i].second);
            }
        }
        if (RaceFinder(less, data).Find().empty())
        {
            needless.push_back(dependencies[left]);
        }
    }
    return needless;
}

/** @return clear-to-sends: small messages that leave at once, while a turn follows a message */
size_t
CountClears(const CommunicationGraph& graph)
{
    std::vector<bool> follows(graph.GetNodes().size(), false);
    for (const auto& order : graph.GetOrders())
    {
        follows[order.second] = true;
    }
    size_t clears = 0;
    for (uint32_t number = 0; number < follows.size(); ++number)
    {
        const auto& node = graph.GetNodes()[number];
        clears += node.kind == Kind::SEND && node.bytes == CollectiveBuilder::CLEAR_TO_SEND_BYTES &&
                  !follows[number];
    }
    return clears;
}

TEST(CollectiveDependencies, LateRanksOfAFoldSayWhenTheyAreReady)
{
    // A rank is behind by what it waits for first, and by clear-to-sends. With 17 ranks one of 16
    // is late; in the steps 1, 2, 4 and 8 ranks have a partner who is not: 15. With 11 three of 8
    // are, 0 to 2: of the first step's pairs 3 is before 2, of the second's 0 before 2, which has
    // waited for 3; in the third 4 to 7 are before 0 to 3: 6. With 12 four of 8: four pairs in the
    // third step. Data come back to who has had all that there is.
    for (const Case& which : CASES)
    {
        const std::string name = which.name;
        if (name != "RecursiveDoublingAllReduce" && name != "HalvingDoublingAllReduce")
        {
            continue;
        }
        SCOPED_TRACE(name);
        const Attributes always{{"RendezvousBytes", "1"}};
        const auto count = [&](uint32_t ranks) {
            return CountClears(Make(which, always)->Build(RankLayout(ranks), 16000));
        };
        EXPECT_EQ(count(17), 15U);
        EXPECT_EQ(count(11), 6U);
        EXPECT_EQ(count(12), 4U);
        EXPECT_EQ(count(16), 0U);
        for (uint32_t ranks = 2; ranks <= 17; ++ranks)
        {
            ExpectRight(which, RankLayout(ranks), 16000, always);
            ASSERT_FALSE(HasFailure());
        }
    }
}

TEST(CollectiveDependencies, RanksOfTheLargerHalfSayWhenTheyAreReady)
{
    // Chunks of 1,000 B. Gathering among five: ranks 0 and 1, who exchange, are behind 2 (2), then
    // they and 2 behind 3 and 4 (3). Scattering: rank 2, who had no partner, is early for 0 in the
    // second step, and then 1 is. With six halves are equal, three ranks each.
    for (const Case& which : CASES)
    {
        const std::string name = which.name;
        const bool gathers = name == "RecursiveDoublingAllGather";
        if (!gathers && name != "RecursiveHalvingReduceScatter")
        {
            continue;
        }
        SCOPED_TRACE(name);
        const Attributes always{{"RendezvousBytes", "1"}};
        const auto count = [&](uint32_t ranks, const Attributes& attributes) {
            return CountClears(Make(which, attributes)->Build(RankLayout(ranks), ranks * 1000));
        };
        EXPECT_EQ(count(3, always), gathers ? 2U : 1U);
        EXPECT_EQ(count(5, always), gathers ? 5U : 2U);
        EXPECT_EQ(count(6, always), 2 * count(3, always));
        EXPECT_EQ(count(16, always), 0U);
        EXPECT_EQ(count(17, {}), 0U); // short messages
        for (uint32_t ranks = 2; ranks <= 17; ++ranks)
        {
            ExpectRight(which, RankLayout(ranks), 16000, always);
            ASSERT_FALSE(HasFailure());
        }
    }
}

TEST(CollectiveDependencies, WaitForNothingThatTheDataDoNotDemand)
{
    // Without any single one of its dependencies the result is left to chance.
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        const std::string name = which.name;
        if (name == "PairwiseAllToAll" || name == "DisseminationBarrier" ||
            name == "BinomialTreeBroadcast" || name == "BinomialTreeScatter")
        {
            continue; // they wait for more than data
        }
        for (const uint32_t ranks : {4, 6, 7})
        {
            SCOPED_TRACE(ranks);
            CollectiveData data;
            const auto graph = Make(which)->Build(RankLayout(ranks), 1000, &data);
            const auto needless = FindNeedless(graph, data);
            // A rank that sends two messages in a step of the gathering phase waits for both. Among
            // six, in halves of three, ranks 2 and 5 do so before the one message that each sends
            // then; among seven, 4 + 3, rank 6 does before the two that it sends then.
            const bool awaits = name == "RecursiveDoublingAllGather" && ranks > 4;
            EXPECT_EQ(needless.size(), awaits ? 4U : 0U);
            for (const auto& [before, after] : needless)
            {
                const CommunicationGraph::Node& sent = graph.GetNodes()[before];
                const CommunicationGraph::Node& sends = graph.GetNodes()[after];
                const bool isOfGather = awaits && sent.kind == Kind::SEND &&
                                        sends.kind == Kind::SEND && sent.rank == sends.rank &&
                                        (sent.rank == 6 || (ranks == 6 && sent.rank % 3 == 2));
                EXPECT_TRUE(isOfGather) << before << " before " << after;
            }
        }
    }
}

} // namespace
