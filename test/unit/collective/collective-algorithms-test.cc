// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-cases.h"

using namespace ns3;
using namespace ns3::collective;

namespace
{

TEST(CollectiveAlgorithms, GiveTheRightResultForAnyNumberOfRanks)
{
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        for (uint32_t ranks = 2; ranks <= 64; ++ranks)
        {
            ExpectRight(which, RankLayout(ranks), 1000);
            ASSERT_FALSE(HasFailure());
        }
        for (const uint32_t ranks : {65, 96, 127})
        {
            ExpectRight(which, RankLayout(ranks), 100);
            ASSERT_FALSE(HasFailure());
        }
    }
}

TEST(CollectiveAlgorithms, GiveTheRightResultWithChannelsAndSlices)
{
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        for (const uint32_t ranks : {2, 3, 6, 8, 13})
        {
            for (const uint64_t bytes : {1, 2, 5, 16, 1000})
            {
                ExpectRight(which, RankLayout(ranks), bytes);
                ExpectRight(which, RankLayout(ranks), bytes, {{"Channels", "3"}});
                ExpectRight(which, RankLayout(ranks), bytes, {{"SliceBytes", "33"}});
                ExpectRight(which,
                            RankLayout(ranks),
                            bytes,
                            {{"Channels", "2"}, {"SliceBytes", "100"}});
                ASSERT_FALSE(HasFailure());
            }
        }
    }
}

TEST(CollectiveAlgorithms, GiveTheRightResultWhateverServersThereAre)
{
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        for (const auto& sizes : std::vector<std::vector<uint32_t>>{{1, 1, 1},
                                                                    {6},
                                                                    {2, 2},
                                                                    {4, 4, 4},
                                                                    {3, 3, 3, 3, 3},
                                                                    {8, 8}})
        {
            ExpectRight(which, Servers(sizes), 1000, {{"Channels", "3"}});
            ASSERT_FALSE(HasFailure());
        }
        // Ranks dealt out to servers like cards.
        ExpectRight(which, RankLayout({7, 3, 5, 5, 7, 3, 7, 3, 5}), 999);
    }
}

TEST(CollectiveAlgorithms, GiveTheRightResultForEveryRoot)
{
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        if (!IsRooted(which))
        {
            continue;
        }
        for (uint32_t ranks = 2; ranks <= 17; ++ranks)
        {
            for (uint32_t root = 0; root < ranks; ++root)
            {
                ExpectRight(which, RankLayout(ranks), 50, {{"Root", std::to_string(root)}}, root);
                ASSERT_FALSE(HasFailure());
            }
        }
        EXPECT_THROW(Make(which, {{"Root", "4"}})->Build(4, 50), InputError);
    }
}

TEST(CollectiveAlgorithms, SendTheBytesOfTheClosedForm)
{
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        for (const uint32_t ranks : {2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 32, 40})
        {
            // A multiple of n for chunks, and of a power of two up to 32 for halves of halves.
            const uint64_t bytes = uint64_t{ranks} * 32 * 6;
            const uint64_t expected = which.bytes(ranks, bytes);
            EXPECT_EQ(SentBytes(Make(which)->Build(ranks, bytes)), expected) << ranks;
            const Attributes cut{{"Channels", "3"}, {"SliceBytes", "777"}};
            EXPECT_EQ(SentBytes(Make(which, cut)->Build(ranks, bytes)), expected) << ranks;
        }
    }
}

TEST(CollectiveAlgorithms, SendNoMessageLongerThanASlice)
{
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        for (const uint32_t ranks : {2, 5, 16})
        {
            const auto graph = Make(which, {{"SliceBytes", "64"}})->Build(ranks, 3001);
            for (const auto& node : graph.GetNodes())
            {
                ASSERT_LE(node.bytes, 64u);
            }
        }
    }
}

TEST(CollectiveAlgorithms, HaveTheBusFactorOfNcclTests)
{
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        for (const uint32_t ranks : {2, 8, 1000})
        {
            EXPECT_DOUBLE_EQ(Make(which)->GetBusFactor(ranks), which.busFactor(ranks));
        }
    }
}

TEST(CollectiveAlgorithms, SayWhatTheyCannotServe)
{
    for (const Case& which : CASES)
    {
        const std::string name = std::string("ns3::") + which.name;
        const auto algorithm = Make(which);
        EXPECT_EQ(Complaint(*algorithm, RankLayout(1), 10),
                  name + ": needs at least 2 ranks, not 1");
        EXPECT_EQ(Complaint(*algorithm, RankLayout(2), 0), name + ": needs at least 1 byte, not 0");
        const bool needsEqual = name == "ns3::TwoLevelAllReduce" || name == "ns3::TwoLevelAllToAll";
        EXPECT_EQ(Complaint(*algorithm, Servers({2, 3}), 10),
                  needsEqual ? name + ": needs the same number of ranks on every server" : "");
    }
}

TEST(CollectiveAlgorithms, ChannelsBeyondTheBytesOfAChunkHaveNothingToDo)
{
    for (const Case& which : CASES)
    {
        const auto graph = Make(which, {{"Channels", "4000000000"}})->Build(4, 8);
        for (const auto& node : graph.GetNodes())
        {
            ASSERT_LT(node.channel, 8u);
        }
        EXPECT_EQ(SentBytes(graph), SentBytes(Make(which)->Build(4, 8)));
    }
}

TEST(CollectiveAlgorithms, ABarrierHoldsEveryRankUntilTheLastHasCome)
{
    const Case barrier = CASES.back();
    for (uint32_t ranks = 2; ranks <= 20; ++ranks)
    {
        CollectiveData data;
        const auto graph = Make(barrier)->Build(RankLayout(ranks), 1, &data);
        SymbolicExecutor executor(graph, data);
        const auto all = executor.Run(Order::EARLIEST);
        for (uint32_t late = 0; late < ranks; ++late)
        {
            const auto some = executor.Run(Order::RANDOM, late + 1, late);
            for (uint32_t rank = 0; rank < ranks; ++rank)
            {
                ASSERT_LT(some[rank], all[rank]) << late << " holds " << rank << " of " << ranks;
            }
        }
    }
}

} // namespace
