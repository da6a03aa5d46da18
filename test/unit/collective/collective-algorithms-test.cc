// SPDX-License-Identifier: GPL-2.0-only

#include "symbolic-executor.h"
#include "temporary-file.h"

#include "ns3/all-to-all.h"
#include "ns3/collective-algorithm.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;
using Node = CommunicationGraph::Node;
using Order = SymbolicExecutor::Order;
using Attributes = std::vector<std::pair<std::string, std::string>>;

/** A number that chunks of the operation may have in the end, or ANY. */
constexpr uint32_t ANY = UINT32_MAX;

/** What an operation leaves in a chunk: the sum, or what one rank had in one of its chunks. */
struct Wanted
{
    bool isSum{false};
    uint32_t rank{ANY}; //!< ANY and no sum: whatever it may be
    uint32_t chunk{0};
};

/** An operation: what it leaves in each chunk of each rank, by layout, root, rank and chunk. */
using Operation = Wanted (*)(const RankLayout&, uint32_t, uint32_t, uint32_t);

Wanted
AllReduced(const RankLayout&, uint32_t, uint32_t, uint32_t)
{
    return {true};
}

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
Exchanged(const RankLayout& layout, uint32_t, uint32_t rank, uint32_t chunk)
{
    const uint32_t ranks = layout.GetRanks();
    for (uint32_t from = 0; from < ranks; ++from)
    {
        if (from != rank && chunk == ranks + layout.GetPosition(from))
        {
            return {false, from, layout.GetPosition(rank)};
        }
    }
    return {};
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

/** The factor of the bus bandwidth, as nccl-tests has it. */
using BusFactor = double (*)(double);

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

/** Bytes sent by all ranks, by ranks and bytes where the latter are a multiple of all parts. */
using BytesLaw = uint64_t (*)(uint64_t, uint64_t);

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

/** An algorithm and what is known of it. */
struct Case
{
    const char* name;
    Operation operation;
    BytesLaw bytes;
    BusFactor busFactor;
    Attributes attributes{};
};

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
    {"SendRecv", Shifted, All, One},
    {"DisseminationBarrier", Nothing, BarrierBytes, Zero},
};

bool
IsRooted(const Case& which)
{
    return which.operation == Broadcast || which.operation == Reduced ||
           which.operation == Gathered || which.operation == Scattered;
}

Ptr<CollectiveAlgorithm>
Make(const Case& which, const Attributes& more = {})
{
    ObjectFactory factory(std::string("ns3::") + which.name);
    for (const Attributes& attributes : {which.attributes, more})
    {
        for (const auto& [name, value] : attributes)
        {
            factory.Set(name, StringValue(value));
        }
    }
    return factory.Create<CollectiveAlgorithm>();
}

/** Servers of so many ranks each. */
RankLayout
Servers(const std::vector<uint32_t>& sizes)
{
    std::vector<uint32_t> serverOfRank;
    for (uint32_t server = 0; server < sizes.size(); ++server)
    {
        serverOfRank.insert(serverOfRank.end(), sizes[server], server);
    }
    return RankLayout(serverOfRank);
}

uint64_t
SentBytes(const CommunicationGraph& graph)
{
    uint64_t sum = 0;
    for (const Node& node : graph.GetNodes())
    {
        sum += node.kind == Kind::SEND ? node.bytes : 0;
    }
    return sum;
}

/** @return the same nodes */
CommunicationGraph
WithoutDependencies(const CommunicationGraph& graph)
{
    CommunicationGraph copy(graph.GetRankCount());
    for (const Node& node : graph.GetNodes())
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

/** Expects that the executor has left what the operation wants. */
void
ExpectResult(const SymbolicExecutor& executor,
             const CollectiveData& data,
             const Case& which,
             const RankLayout& layout,
             uint32_t root)
{
    const uint32_t ranks = layout.GetRanks();
    for (uint32_t pass = 0; pass < data.passes.size(); ++pass)
    {
        const ChunkSizes& sizes = data.passes[pass];
        std::vector<uint64_t> sums(sizes.chunks, 0);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            for (uint32_t chunk = 0; chunk < sizes.chunks; ++chunk)
            {
                sums[chunk] += executor.Initial(pass, rank, chunk);
            }
        }
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            for (uint32_t chunk = 0; chunk < sizes.chunks; ++chunk)
            {
                const Wanted wanted = which.operation(layout, root, rank, chunk);
                if (sizes.Get(rank, chunk) > 0 && (wanted.isSum || wanted.rank != ANY))
                {
                    const uint64_t value = wanted.isSum
                                               ? sums[chunk]
                                               : executor.Initial(pass, wanted.rank, wanted.chunk);
                    ASSERT_EQ(executor.Final(pass, rank, chunk), value)
                        << "chunk " << chunk << " of rank " << rank;
                }
            }
        }
    }
}

/**
 * Expects the right result whatever happens first: by proof that the order does not matter, and by
 * trying some.
 */
void
ExpectRight(const Case& which,
            const RankLayout& layout,
            uint64_t bytes,
            const Attributes& attributes = {},
            uint32_t root = 0)
{
    SCOPED_TRACE(testing::Message() << layout.GetRanks() << " ranks on " << layout.GetServers()
                                    << " servers, " << bytes << " bytes, root " << root);
    CollectiveData data;
    const CommunicationGraph graph = Make(which, attributes)->Build(layout, bytes, &data);
    EXPECT_NO_THROW(graph.Validate());
    SymbolicExecutor executor(graph, data);
    executor.ExpectBytes();
    if (layout.GetRanks() <= 64)
    {
        ASSERT_EQ(executor.FindRace(), "");
    }
    static uint64_t seed = 0;
    const bool isLarge = layout.GetRanks() > 20;
    for (const Order order :
         isLarge ? std::vector<Order>{Order::RANDOM}
                 : std::vector<Order>{Order::EARLIEST, Order::LATEST, Order::RANDOM, Order::RANDOM})
    {
        const auto completed = executor.Run(order, ++seed);
        uint64_t sum = 0;
        for (const uint32_t count : completed)
        {
            sum += count;
        }
        ASSERT_EQ(sum, graph.GetNodes().size());
        ExpectResult(executor, data, which, layout, root);
        ASSERT_FALSE(testing::Test::HasFailure());
    }
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

TEST(CollectiveAlgorithms, WaitForNothingThatTheDataDoNotDemand)
{
    // Without any single one of its dependencies the result is left to chance.
    for (const Case& which : CASES)
    {
        SCOPED_TRACE(which.name);
        const std::string name = which.name;
        if (name == "PairwiseAllToAll" || name == "DisseminationBarrier" ||
            name == "BinomialTreeBroadcast")
        {
            continue; // they wait for more than data
        }
        for (const uint32_t ranks : {4, 7})
        {
            if (name == "RecursiveDoublingAllReduce" && ranks == 7)
            {
                continue; // the result comes back to who was folded from one of two equal sums
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
            for (const Node& node : graph.GetNodes())
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

/** @return what Build() says, or nothing */
std::string
Complaint(const CollectiveAlgorithm& algorithm, const RankLayout& layout, uint64_t bytes)
{
    try
    {
        algorithm.Build(layout, bytes);
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "";
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
        for (const Node& node : graph.GetNodes())
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

TEST(CollectiveAlgorithms, TwoLevelAllReduceTakesTheNetworkForAShareOfTheServer)
{
    // m = 3 servers of g = 4 ranks, 48,000 bytes: beyond its server a rank sends 2 (m - 1)/m S/g =
    // 16,000 bytes, to its own rail, and within it 2 (g - 1)/g S = 72,000.
    const RankLayout layout = Servers({4, 4, 4});
    const auto graph =
        Make({"TwoLevelAllReduce", AllReduced, nullptr, nullptr})->Build(layout, 48'000);
    std::vector<uint64_t> within(12, 0);
    std::vector<uint64_t> beyond(12, 0);
    for (const Node& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            const bool sameServer = layout.GetServer(node.rank) == layout.GetServer(node.peer);
            (sameServer ? within : beyond)[node.rank] += node.bytes;
            EXPECT_TRUE(sameServer || layout.GetRail(node.rank) == layout.GetRail(node.peer));
        }
    }
    EXPECT_EQ(within, std::vector<uint64_t>(12, 72'000));
    EXPECT_EQ(beyond, std::vector<uint64_t>(12, 16'000));
}

TEST(CollectiveAlgorithms, ProxiesKeepAnAllToAllOnItsRails)
{
    // m = 3 servers of g = 4 ranks, blocks of 100 bytes: a rank sends (g - 1) m blocks within its
    // server and (m - 1) g beyond, with proxies that gather in (m - 1) (1 + 1) messages: its own
    // block and those of the others.
    const RankLayout layout = Servers({4, 4, 4});
    for (const bool aggregate : {true, false})
    {
        const auto graph = Make({"TwoLevelAllToAll",
                                 Exchanged,
                                 nullptr,
                                 nullptr,
                                 {{"Aggregate", aggregate ? "true" : "false"}}})
                               ->Build(layout, 1200);
        std::vector<uint64_t> within(12, 0);
        std::vector<uint64_t> beyond(12, 0);
        std::vector<uint64_t> messages(12, 0);
        for (const Node& node : graph.GetNodes())
        {
            if (node.kind == Kind::SEND)
            {
                const bool sameServer = layout.GetServer(node.rank) == layout.GetServer(node.peer);
                (sameServer ? within : beyond)[node.rank] += node.bytes;
                messages[node.rank] += sameServer ? 0 : 1;
                EXPECT_TRUE(sameServer || layout.GetRail(node.rank) == layout.GetRail(node.peer));
            }
        }
        EXPECT_EQ(within, std::vector<uint64_t>(12, 900));
        EXPECT_EQ(beyond, std::vector<uint64_t>(12, 800));
        EXPECT_EQ(messages, std::vector<uint64_t>(12, aggregate ? 4 : 8));
    }
}

TEST(CollectiveAlgorithms, AnAllToAllMayHaveATable)
{
    // What rank i has for rank j; own blocks stay.
    const std::vector<uint64_t> table{9, 1, 2, 0, 9, 5, 7, 300, 9};
    const TemporaryFile file("# three ranks\n9 1 2\n0 9 5 # rank 1\n7 300 9\n");
    for (const char* name : {"DirectAllToAll", "PairwiseAllToAll", "TwoLevelAllToAll"})
    {
        SCOPED_TRACE(name);
        const Case byTable{name, Exchanged, nullptr, nullptr, {{"Table", file.GetPath()}}};
        ExpectRight(byTable, RankLayout(3), 1);
        ExpectRight(byTable, RankLayout(3), 1, {{"SliceBytes", "64"}, {"Channels", "2"}});
        ExpectRight(byTable, Servers({3}), 1);
        EXPECT_EQ(SentBytes(Make(byTable)->Build(3, 1)), 315u);
        // Per rank (27 + 315)/3 bytes, whatever was asked for.
        EXPECT_EQ(Make(byTable)->GetOperationBytes(3, 77), 114u);

        const Case bySetter{name, Exchanged, nullptr, nullptr};
        const auto algorithm = DynamicCast<AllToAll>(Make(bySetter));
        EXPECT_EQ(algorithm->GetOperationBytes(3, 77), 77u);
        algorithm->SetTable(table);
        EXPECT_EQ(SentBytes(algorithm->Build(3, 1)), 315u);
        EXPECT_EQ(algorithm->GetOperationBytes(3, 77), 114u);
        EXPECT_EQ(Complaint(*algorithm, RankLayout(4), 1),
                  std::string("ns3::") + name + ": a table of 9 entries for 4 ranks; expected 16");
        EXPECT_EQ(Complaint(*Make(byTable), RankLayout(2), 1),
                  file.GetPath() + ":2: unexpected '2' after the last field of the line");
    }
}

TEST(CollectiveAlgorithms, AnAllToAllOverServersMayHaveATable)
{
    constexpr uint32_t RANKS = 12;
    std::vector<uint64_t> table;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < RANKS * RANKS; ++i)
    {
        table.push_back(i % 7 == 0 ? 0 : i * 3 % 100);
        sum += i / RANKS == i % RANKS ? 0 : table.back();
    }
    for (const bool aggregate : {true, false})
    {
        CollectiveData data;
        const Case which{"TwoLevelAllToAll",
                         Exchanged,
                         nullptr,
                         nullptr,
                         {{"Aggregate", aggregate ? "true" : "false"}}};
        const auto algorithm = DynamicCast<AllToAll>(Make(which));
        algorithm->SetTable(table);
        const RankLayout layout = Servers({4, 4, 4});
        const auto graph = algorithm->Build(layout, 1, &data);
        SymbolicExecutor executor(graph, data);
        executor.ExpectBytes();
        EXPECT_EQ(executor.FindRace(), "");
        executor.Run(Order::LATEST);
        ExpectResult(executor, data, which, layout, 0);
        uint64_t arrived = 0; // at the rank they are for
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            for (uint32_t chunk = RANKS; chunk < 2 * RANKS; ++chunk)
            {
                arrived += chunk - RANKS == rank ? 0 : data.passes[0].Get(rank, chunk);
            }
        }
        EXPECT_EQ(arrived, sum);
    }
}

} // namespace
