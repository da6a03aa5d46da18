// SPDX-License-Identifier: GPL-2.0-only

#include "collective-case.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::collective;

namespace
{

Wanted
ReduceScattered(const RankLayout&, uint32_t, uint32_t rank, uint32_t chunk)
{
    return {rank == chunk};
}

Wanted
AllGathered(const RankLayout&, uint32_t, uint32_t, uint32_t chunk)
{
    return {false, chunk, chunk};
}

Wanted
Broadcast(const RankLayout&, uint32_t root, uint32_t, uint32_t chunk)
{
    return {false, root, chunk};
}

Wanted
Reduced(const RankLayout&, uint32_t root, uint32_t rank, uint32_t)
{
    return {rank == root};
}

Wanted
Gathered(const RankLayout&, uint32_t root, uint32_t rank, uint32_t chunk)
{
    return rank == root ? Wanted{false, chunk, chunk} : Wanted{};
}

Wanted
Scattered(const RankLayout&, uint32_t root, uint32_t rank, uint32_t chunk)
{
    return rank == chunk ? Wanted{false, root, chunk} : Wanted{};
}

Wanted
Shifted(const RankLayout& layout, uint32_t, uint32_t rank, uint32_t chunk)
{
    const uint32_t ranks = layout.GetRanks();
    return chunk == 1 ? Wanted{false, (rank + ranks - 1) % ranks, 0} : Wanted{};
}

Wanted
Nothing(const RankLayout&, uint32_t, uint32_t, uint32_t)
{
    return {};
}

double
AllReduceFactor(double n)
{
    return 2 * (n - 1) / n;
}

double
PartFactor(double n)
{
    return (n - 1) / n;
}

double
One(double)
{
    return 1;
}

double
Zero(double)
{
    return 0;
}

/** @return floor(log2(n)) */
uint64_t
Log2(uint64_t n)
{
    return n < 2 ? 0 : 1 + Log2(n / 2);
}

uint64_t
TwiceAllButOne(uint64_t n, uint64_t s)
{
    return 2 * (n - 1) * s;
}

uint64_t
AllButOne(uint64_t n, uint64_t s)
{
    return (n - 1) * s;
}

/** S/n to the root or from it, by all but the root. */
uint64_t
AllButOnePart(uint64_t n, uint64_t s)
{
    return (n - 1) * (s / n);
}

/** p log2(p) S, and 2 (n - p) S of those that have no place in the power of two. */
uint64_t
RecursiveDoublingBytes(uint64_t n, uint64_t s)
{
    const uint64_t p = uint64_t{1} << Log2(n);
    return p * Log2(n) * s + 2 * (n - p) * s;
}

/** 2 (p - 1) S, and 2 (n - p) S of those that have no place in the power of two. */
uint64_t
HalvingDoublingBytes(uint64_t n, uint64_t s)
{
    const uint64_t p = uint64_t{1} << Log2(n);
    return 2 * (p - 1) * s + 2 * (n - p) * s;
}

/** Each rank but the root sends or gets the S/n of its subtree, which its lowest bit tells. */
uint64_t
BinomialBytes(uint64_t n, uint64_t s)
{
    uint64_t chunks = 0;
    for (uint64_t i = 1; i < n; ++i)
    {
        chunks += std::min(i & -i, n - i);
    }
    return chunks * (s / n);
}

uint64_t
All(uint64_t n, uint64_t s)
{
    return n * s;
}

/** n ceil(log2(n)) messages. */
uint64_t
BarrierBytes(uint64_t n, uint64_t s)
{
    return n * (1 + Log2(n - 1)) * s;
}

const std::vector<Case> CASES{
    {"RingAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"BinaryTreeAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"DoubleBinaryTreeAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"RecursiveDoublingAllReduce", AllReduced, RecursiveDoublingBytes, AllReduceFactor},
    {"HalvingDoublingAllReduce", AllReduced, HalvingDoublingBytes, AllReduceFactor},
    {"TwoLevelAllReduce", AllReduced, TwiceAllButOne, AllReduceFactor},
    {"RingAllGather", AllGathered, AllButOne, PartFactor},
    {"RecursiveDoublingAllGather", AllGathered, AllButOne, PartFactor},
    {"BruckAllGather", AllGathered, AllButOne, PartFactor},
    {"PatAllGather", AllGathered, AllButOne, PartFactor},
    {"PatAllGather", AllGathered, AllButOne, PartFactor, {{"Aggregation", "3"}}},
    {"DirectAllGather", AllGathered, AllButOne, PartFactor},
    {"RingReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"RecursiveHalvingReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"BruckReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"PatReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"PatReduceScatter", ReduceScattered, AllButOne, PartFactor, {{"Aggregation", "3"}}},
    {"DirectReduceScatter", ReduceScattered, AllButOne, PartFactor},
    {"DirectAllToAll", Exchanged, AllButOne, PartFactor},
    {"PairwiseAllToAll", Exchanged, AllButOne, PartFactor},
    {"TwoLevelAllToAll", Exchanged, AllButOne, PartFactor},
    {"TwoLevelAllToAll", Exchanged, AllButOne, PartFactor, {{"Aggregate", "false"}}},
    {"RingBroadcast", Broadcast, AllButOne, One},
    {"BinomialTreeBroadcast", Broadcast, AllButOne, One},
    {"RingReduce", Reduced, AllButOne, One},
    {"BinomialTreeReduce", Reduced, AllButOne, One},
    {"DirectGather", Gathered, AllButOnePart, PartFactor},
    {"DirectScatter", Scattered, AllButOnePart, PartFactor},
    {"BinomialTreeGather", Gathered, BinomialBytes, PartFactor},
    {"BinomialTreeScatter", Scattered, BinomialBytes, PartFactor},
    {"SendRecv", Shifted, All, One},
    {"DisseminationBarrier", Nothing, BarrierBytes, Zero},
};

bool
IsRooted(const Case& which)
{
    return which.operation == Broadcast || which.operation == Reduced ||
           which.operation == Gathered || which.operation == Scattered;
}

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

TEST(CollectiveAlgorithms, LateRanksOfAFoldSayWhenTheyAreReady)
{
    // With 17 ranks one of 16 is late; in the steps of halving 1, 2, 4 and 8 pairs have one late
    // rank, whose partner is late from then on. With 11 three of 8 are: one pair in the first step,
    // none in the second, four in the third. With 12 four of 8: four pairs in the third.
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
            uint32_t clears = 0;
            const auto graph = Make(which, always)->Build(RankLayout(ranks), 16000);
            for (const CommunicationGraph::Node& node : graph.GetNodes())
            {
                clears +=
                    node.kind == Kind::SEND && node.bytes == CollectiveBuilder::CLEAR_TO_SEND_BYTES;
            }
            return clears;
        };
        EXPECT_EQ(count(17), 15U);
        EXPECT_EQ(count(11), 5U);
        EXPECT_EQ(count(12), 4U);
        EXPECT_EQ(count(16), 0U);
        for (uint32_t ranks = 2; ranks <= 17; ++ranks)
        {
            ExpectRight(which, RankLayout(ranks), 16000, always);
            ASSERT_FALSE(HasFailure());
        }
    }
}

TEST(CollectiveAlgorithms, RanksOfTheLargerHalfSayWhenTheyAreReady)
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
            uint32_t clears = 0;
            const auto graph = Make(which, attributes)->Build(RankLayout(ranks), ranks * 1000);
            for (const CommunicationGraph::Node& node : graph.GetNodes())
            {
                clears +=
                    node.kind == Kind::SEND && node.bytes == CollectiveBuilder::CLEAR_TO_SEND_BYTES;
            }
            return clears;
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

TEST(CollectiveAlgorithms, WaitForNothingThatTheDataDoNotDemand)
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
        for (const uint32_t ranks : {4, 7})
        {
            if (name == "RecursiveDoublingAllReduce" && ranks == 7)
            {
                continue; // the result comes back to who was folded from one of two equal sums
            }
            if ((name == "RecursiveDoublingAllGather" || name == "RecursiveHalvingReduceScatter") &&
                ranks == 7)
            {
                // Who sends two messages in a step awaits both. A sum of chunks to one of which
                // another rank has added waits for what that addition has waited for.
                continue;
            }
            CollectiveData data;
            const auto graph = Make(which)->Build(RankLayout(ranks), 1000, &data);
            const auto& dependencies = graph.GetDependencies();
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
                EXPECT_NE(SymbolicExecutor(less, data).FindRace(), "")
                    << dependencies[left].first << " before " << dependencies[left].second;
            }
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
                  needsEqual ? name + ": needs as many ranks on every server" : "");
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
