// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/communication-graph.h"
#include "ns3/graph-check.h"
#include "ns3/graph-node.h"
#include "ns3/input-error.h"
#include "ns3/nccl-protocol.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;
using Edge = std::pair<uint32_t, uint32_t>;

bool
HasEdge(const CommunicationGraph& graph, uint32_t before, uint32_t after)
{
    const auto& edges = graph.GetDependencies();
    return std::find(edges.begin(), edges.end(), Edge{before, after}) != edges.end();
}

TEST(NcclProtocol, FlagsMakeMessagesLonger)
{
    NcclProtocolCost cost;
    EXPECT_EQ(cost.GetWireBytes(1'000), 1'000u); // Simple
    cost.dataBytes = 4;
    cost.lineBytes = 8; // LL
    EXPECT_EQ(cost.GetWireBytes(1'000), 2'000u);
    EXPECT_EQ(cost.GetWireBytes(1), 8u);
    cost.dataBytes = 120;
    cost.lineBytes = 128; // LL128: 1,000 B are 8.3 lines
    EXPECT_EQ(cost.GetWireBytes(1'000), 9u * 128);
    EXPECT_THROW(cost.GetWireBytes(UINT64_MAX), InputError);
}

TEST(NcclProtocol, StepsAreReductionsAndCopies)
{
    // Rank 0 sends to rank 1 of its server on channel 2. Rank 1 adds and forwards to rank 2 of
    // another server, which keeps the data and computes.
    CommunicationGraph graph(3);
    const auto first = graph.AddTransfer(0, 1, 100, 2);
    const uint32_t reduce = graph.AddReduce(1, 100);
    graph.AddDependency(first.second, reduce);
    const auto second = graph.AddTransfer(1, 2, 100, 2);
    graph.AddDependency(reduce, second.first);
    const uint32_t compute = graph.AddCompute(2, 7);
    graph.AddDependency(second.second, compute);

    NcclProtocolCost cost;
    cost.dataBytes = 4;
    cost.lineBytes = 8;
    cost.stepPs = 1'000;
    cost.networkDelayPs = 5'000;
    cost.launchPs = 30'000;
    const auto result = ApplyNcclProtocol(graph, RankLayout(std::vector<uint32_t>{0, 0, 1}), cost);
    CheckGraph(result);
    // The six nodes as they were, the delay of rank 1, the copy of what rank 2 gets and its delay,
    // three launches.
    const auto& nodes = result.GetNodes();
    ASSERT_EQ(nodes.size(), 12u);
    const uint32_t local = 6;
    const uint32_t copy = 7;
    const uint32_t delay = 8;
    EXPECT_EQ(nodes[first.first].bytes, 200u);
    EXPECT_EQ(nodes[reduce].bytes, 100u); // added data have no flags
    EXPECT_EQ(nodes[reduce].timePs, 0);   // a step holds up its message, and no other
    EXPECT_EQ(nodes[local].kind, Kind::JOIN);
    EXPECT_EQ(nodes[local].timePs, 1'000);
    EXPECT_TRUE(HasEdge(result, first.second, local));
    EXPECT_TRUE(HasEdge(result, local, reduce));
    EXPECT_EQ(nodes[reduce].stream, 1u + 2); // of its channel
    EXPECT_EQ(nodes[copy].kind, Kind::COPY);
    EXPECT_EQ(nodes[copy].rank, 2u);
    EXPECT_EQ(nodes[copy].bytes, 100u);
    EXPECT_EQ(nodes[copy].timePs, 0);
    EXPECT_EQ(nodes[copy].stream, 1u + 2);
    EXPECT_EQ(nodes[delay].kind, Kind::JOIN); // its message comes from another server
    EXPECT_EQ(nodes[delay].rank, 2u);
    EXPECT_EQ(nodes[delay].timePs, 1'000 + 5'000);
    EXPECT_TRUE(HasEdge(result, second.second, delay));
    EXPECT_TRUE(HasEdge(result, delay, copy));
    EXPECT_EQ(nodes[compute].stream, 0u);
    EXPECT_EQ(nodes[compute].timePs, 7);
    for (uint32_t rank = 0; rank < 3; ++rank)
    {
        EXPECT_EQ(nodes[9 + rank].kind, Kind::COMPUTE);
        EXPECT_EQ(nodes[9 + rank].rank, rank);
        EXPECT_EQ(nodes[9 + rank].timePs, 30'000);
        EXPECT_EQ(nodes[9 + rank].stream, 1u);
    }
    EXPECT_TRUE(HasEdge(result, second.second, copy));
    EXPECT_TRUE(HasEdge(result, copy, compute));    // in addition to the RECV
    EXPECT_TRUE(HasEdge(result, 9, first.first));   // SENDs wait for their rank's launch
    EXPECT_TRUE(HasEdge(result, 10, first.second)); // so do RECVs
    EXPECT_TRUE(HasEdge(result, 11, second.second));
    EXPECT_EQ(result.GetDependencies().size(), 3u + 2 + 3 + 1 + 3);
}

TEST(NcclProtocol, BytesAndProxiesTakeTime)
{
    // Rank 0 sends 1,000 B to rank 1 of another server, whose steps take 100 ps and 40 ps a byte.
    CommunicationGraph graph(2);
    const auto message = graph.AddTransfer(0, 1, 1'000, 3);
    const uint32_t reduce = graph.AddReduce(1, 1'000);
    graph.AddDependency(message.second, reduce);
    NcclProtocolCost cost;
    cost.stepPs = 100;
    cost.psPerByte = 40;
    cost.proxyPs = 2'000;
    cost.launchPs = 5'000;
    const auto result = ApplyNcclProtocol(graph, RankLayout(2), cost);
    CheckGraph(result);
    // SEND, RECV, REDUCE; the receiver's proxy and delay, the sender's block and its proxy, two
    // launches.
    const auto& nodes = result.GetNodes();
    ASSERT_EQ(nodes.size(), 9u);
    EXPECT_EQ(nodes[reduce].timePs, 40 * 1'000);
    const uint32_t receiver = 3;
    const uint32_t delay = 4;
    const uint32_t read = 5;
    const uint32_t sender = 6;
    EXPECT_EQ(nodes[receiver].rank, 1u);
    EXPECT_EQ(nodes[receiver].timePs, 2'000);
    EXPECT_EQ(nodes[receiver].stream, GraphNode::HOST_STREAM);
    EXPECT_EQ(nodes[read].rank, 0u);
    EXPECT_EQ(nodes[read].timePs, 40 * 1'000 / 2); // one operand of two
    EXPECT_EQ(nodes[read].stream, 1u + 3);
    EXPECT_EQ(nodes[sender].rank, 0u);
    EXPECT_EQ(nodes[sender].stream, GraphNode::HOST_STREAM);
    EXPECT_TRUE(HasEdge(result, 7, read)); // launch, block, proxy, message, proxy, step
    EXPECT_TRUE(HasEdge(result, read, sender));
    EXPECT_TRUE(HasEdge(result, sender, message.first));
    EXPECT_TRUE(HasEdge(result, message.second, receiver));
    EXPECT_TRUE(HasEdge(result, receiver, delay));
    EXPECT_TRUE(HasEdge(result, delay, reduce));
    EXPECT_FALSE(HasEdge(result, 7, message.first));
}

TEST(NcclProtocol, AMessageLeavesAfterTheFirstRound)
{
    // Rank 0 sends 1,000 B to rank 1 of its server, which adds and sends to rank 2 of its server
    // and rank 3 of another one. A block does 300 B in a round, at 10 ps a byte.
    CommunicationGraph graph(4);
    const auto first = graph.AddTransfer(0, 1, 1'000);
    const uint32_t reduce = graph.AddReduce(1, 1'000);
    graph.AddDependency(first.second, reduce);
    const auto near = graph.AddTransfer(1, 2, 1'000);
    const auto far = graph.AddTransfer(1, 3, 1'000);
    graph.AddDependency(reduce, near.first);
    graph.AddDependency(reduce, far.first);
    NcclProtocolCost cost;
    cost.psPerByte = 10;
    cost.roundBytes = 300;
    const auto result =
        ApplyNcclProtocol(graph, RankLayout(std::vector<uint32_t>{0, 0, 0, 1}), cost);
    CheckGraph(result);
    const auto& nodes = result.GetNodes();
    EXPECT_EQ(nodes[reduce].timePs, 3'000);
    const uint32_t rest = 7; // behind the seven nodes that there were
    EXPECT_EQ(nodes[rest].kind, Kind::COMPUTE);
    EXPECT_EQ(nodes[rest].timePs, 7'000);
    EXPECT_EQ(nodes[rest].stream, nodes[reduce].stream);
    EXPECT_TRUE(HasEdge(result, reduce, rest));
    EXPECT_FALSE(HasEdge(result, rest, near.first));
    EXPECT_TRUE(HasEdge(result, rest, far.first));
    // Reading at rank 0 takes half: 1,500 ps before the message leaves, 3,500 after.
    const auto last = static_cast<uint32_t>(nodes.size() - 1);
    EXPECT_EQ(nodes[last - 1].timePs, 1'500);
    EXPECT_TRUE(HasEdge(result, last - 1, first.first));
    EXPECT_EQ(nodes[last].timePs, 3'500);
    EXPECT_FALSE(HasEdge(result, last, first.first));
}

TEST(NcclProtocol, WhatIsPassedOnPassesNoKernel)
{
    // Rank 0 has data for rank 3 of the other server, which pass rank 1, on the rail of rank 3.
    CommunicationGraph graph(4);
    const auto there = graph.AddTransfer(0, 1, 100);
    const auto on = graph.AddTransfer(1, 3, 100);
    graph.AddDependency(there.second, on.first);
    NcclProtocolCost cost;
    cost.stepPs = 1'000;
    cost.psPerByte = 10;
    cost.blocks = 8;
    const auto result =
        ApplyNcclProtocol(graph, RankLayout(std::vector<uint32_t>{0, 0, 1, 1}), cost);
    CheckGraph(result);
    std::vector<GraphNode> kernels;
    for (const auto& node : result.GetNodes())
    {
        if (node.kind == Kind::COPY || node.kind == Kind::COMPUTE)
        {
            kernels.push_back(node);
        }
    }
    ASSERT_EQ(kernels.size(), 2u); // the last rank's copy and the first one's reading
    EXPECT_EQ(kernels[0].rank, 3u);
    EXPECT_EQ(kernels[0].stream, 1u + (0 + 4 - 3) % 4); // of the peer that the data come from
    EXPECT_EQ(kernels[1].rank, 0u);
    EXPECT_EQ(kernels[1].stream, 1u + 3); // of the one they are for
}

TEST(NcclProtocol, NvSwitchesWorkLoopByLoop)
{
    // Two ranks own a chunk of 100 B each in each of two loops.
    CommunicationGraph graph(2);
    const uint32_t reduces = graph.AddGroup({{0, 1}, true, 0});
    const uint32_t broadcasts = graph.AddGroup({{0, 1}, true, 1});
    std::vector<uint32_t> ofRank0; // REDUCE and BROADCAST by chunk
    for (uint32_t chunk = 0; chunk < 4; ++chunk)
    {
        const auto sums = graph.AddAggregate(reduces, AggregationOperation::REDUCE, 100, chunk % 2);
        const auto results =
            graph.AddAggregate(broadcasts, AggregationOperation::BROADCAST, 100, chunk % 2);
        ofRank0.insert(ofRank0.end(), {sums[0], results[0]});
        graph.AddDependency(sums[0], results[0]);
        graph.AddDependency(sums[1], results[1]);
    }
    NcclProtocolCost cost;
    cost.nvlsPsPerByte = 5;
    cost.launchPs = 7'000;
    const auto result = ApplyNcclProtocol(graph, RankLayout(std::vector<uint32_t>{0, 0}), cost);
    CheckGraph(result);
    // 16 nodes, 2 ranks x 2 loops x 2 copies, 2 launches.
    ASSERT_EQ(result.GetNodes().size(), 16u + 8 + 2);
    std::vector<uint32_t> before;
    std::vector<uint32_t> after;
    for (uint32_t number = 16; number < 24; ++number)
    {
        const auto node = result.GetNode(number);
        EXPECT_EQ(node.timePs, 5 * 200);
        if (node.rank == 0)
        {
            (HasEdge(result, 24, number) ? before : after).push_back(number); // the launch
        }
    }
    ASSERT_EQ(before.size(), 2u);
    ASSERT_EQ(after.size(), 2u);
    for (uint32_t chunk = 0; chunk < 4; ++chunk)
    {
        EXPECT_TRUE(HasEdge(result, before[chunk / 2], ofRank0[2 * chunk])) << chunk;
        EXPECT_FALSE(HasEdge(result, before[1 - chunk / 2], ofRank0[2 * chunk])) << chunk;
        EXPECT_TRUE(HasEdge(result, ofRank0[2 * chunk + 1], after[chunk / 2])) << chunk;
    }
}

TEST(NcclProtocol, NothingCostsNothing)
{
    CommunicationGraph graph(2);
    const auto message = graph.AddTransfer(0, 1, 100);
    const uint32_t reduce = graph.AddReduce(1, 100);
    graph.AddDependency(message.second, reduce);
    const auto result = ApplyNcclProtocol(graph, RankLayout(2), {});
    ASSERT_EQ(result.GetNodes().size(), 3u);
    EXPECT_EQ(result.GetDependencies(), graph.GetDependencies());
    EXPECT_EQ(result.GetNodes()[2].timePs, 0);
}

} // namespace
