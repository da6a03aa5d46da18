// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_CASE_H
#define AI_FABRIC_COLLECTIVE_CASE_H

#include "error-message.h"
#include "make-object.h"
#include "race-finder.h"
#include "symbolic-executor.h"

#include "ns3/collective-algorithm.h"
#include "ns3/graph-check.h"
#include "ns3/input-error.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** A collective algorithm, what it is to do and how to see that it does. */
namespace collective
{

using Kind = CommunicationGraph::Kind;
using Node = CommunicationGraph::Node;
using Order = SymbolicExecutor::Order;

/** A number that chunks of the operation may have in the end, or ANY. */
constexpr uint32_t ANY = UINT32_MAX;

/** What an operation leaves in a chunk: the sum, or what one rank had in one of its chunks. */
struct Wanted
{
    bool isSum{false};  //!< of what all ranks have in that chunk
    uint32_t rank{ANY}; //!< ANY and no sum: whatever it may be
    uint32_t chunk{0};  //!< of that rank
};

/** An operation: what it leaves in each chunk of each rank, by layout, root, rank and chunk. */
using Operation = Wanted (*)(const RankLayout&, uint32_t, uint32_t, uint32_t);

/** What an all-reduce leaves. */
inline Wanted
AllReduced(const RankLayout&, uint32_t, uint32_t, uint32_t)
{
    return {true};
}

/** What an all-to-all leaves. */
inline Wanted
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

/** The factor of the bus bandwidth, as nccl-tests has it. */
using BusFactor = double (*)(double);

/** Bytes sent by all ranks, by ranks and bytes where the latter are a multiple of all parts. */
using BytesLaw = uint64_t (*)(uint64_t, uint64_t);

/** An algorithm and what is known of it. */
struct Case
{
    const char* name;    //!< of the class
    Operation operation; //!< what it leaves
    BytesLaw bytes;      //!< null: not looked at
    BusFactor busFactor; //!< by the number of ranks
    Attributes attributes{};
};

inline Ptr<CollectiveAlgorithm>
Make(const Case& which, const Attributes& more = {})
{
    return ns3::Make<CollectiveAlgorithm>(which.name, which.attributes + more);
}

/** Servers of so many ranks each. */
inline RankLayout
Servers(const std::vector<uint32_t>& sizes)
{
    std::vector<uint32_t> serverOfRank;
    for (uint32_t server = 0; server < sizes.size(); ++server)
    {
        serverOfRank.insert(serverOfRank.end(), sizes[server], server);
    }
    return RankLayout(serverOfRank);
}

inline uint64_t
SentBytes(const CommunicationGraph& graph)
{
    uint64_t sum = 0;
    for (const Node& node : graph.GetNodes())
    {
        sum += node.kind == Kind::SEND ? node.bytes : 0;
    }
    return sum;
}

/** Expects that the executor has left what the operation wants. */
inline void
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
inline void
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
    EXPECT_NO_THROW(CheckGraph(graph));
    SymbolicExecutor executor(graph, data);
    executor.ExpectBytes();
    if (layout.GetRanks() <= 40 || layout.GetRanks() == 63 || layout.GetRanks() == 64)
    {
        ASSERT_EQ(RaceFinder(graph, data).Find(), "");
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

/** @return what Build() says, or nothing */
inline std::string
Complaint(const CollectiveAlgorithm& algorithm, const RankLayout& layout, uint64_t bytes)
{
    return MessageOf<InputError>([&] { algorithm.Build(layout, bytes); }, "");
}

} // namespace collective

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_CASE_H
