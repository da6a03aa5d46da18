// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/communication-graph.h"
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
    // Rank 0 sends to rank 1 of its server on channel 2, which adds and sends on to rank 2 of
    // another server, which keeps what it gets and computes.
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
    result.Validate();
    // The six nodes as they were, the copy of what rank 2 gets and its delay, three launches.
    const auto& nodes = result.GetNodes();
    ASSERT_EQ(nodes.size(), 11u);
    const uint32_t copy = 6;
    const uint32_t delay = 7;
    EXPECT_EQ(nodes[first.first].bytes, 200u);
    EXPECT_EQ(nodes[reduce].bytes, 100u); // what is added has no flags
    EXPECT_EQ(nodes[reduce].timePs, 1'000);
    EXPECT_EQ(nodes[reduce].stream, 1u + 2); // of its channel
    EXPECT_EQ(nodes[copy].kind, Kind::COPY);
    EXPECT_EQ(nodes[copy].rank, 2u);
    EXPECT_EQ(nodes[copy].bytes, 100u);
    EXPECT_EQ(nodes[copy].timePs, 1'000);
    EXPECT_EQ(nodes[copy].stream, 1u + 2);
    EXPECT_EQ(nodes[delay].kind, Kind::JOIN); // its message comes from another server
    EXPECT_EQ(nodes[delay].rank, 2u);
    EXPECT_EQ(nodes[delay].timePs, 5'000);
    EXPECT_TRUE(HasEdge(result, second.second, delay));
    EXPECT_TRUE(HasEdge(result, delay, copy));
    EXPECT_EQ(nodes[compute].stream, 0u);
    EXPECT_EQ(nodes[compute].timePs, 7);
    for (uint32_t rank = 0; rank < 3; ++rank)
    {
        EXPECT_EQ(nodes[8 + rank].kind, Kind::COMPUTE);
        EXPECT_EQ(nodes[8 + rank].rank, rank);
        EXPECT_EQ(nodes[8 + rank].timePs, 30'000);
        EXPECT_EQ(nodes[8 + rank].stream, 1u);
    }
    EXPECT_TRUE(HasEdge(result, second.second, copy));
    EXPECT_TRUE(HasEdge(result, copy, compute));   // besides the RECV
    EXPECT_TRUE(HasEdge(result, 8, first.first));  // SENDs wait for their rank's launch
    EXPECT_TRUE(HasEdge(result, 9, first.second)); // so do RECVs
    EXPECT_TRUE(HasEdge(result, 10, second.second));
    EXPECT_EQ(result.GetDependencies().size(), 3u + 2 + 2 + 3);
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
    result.Validate();
    // SEND, RECV, REDUCE; the receiver's proxy, the sender's block and its proxy, two launches.
    const auto& nodes = result.GetNodes();
    ASSERT_EQ(nodes.size(), 8u);
    EXPECT_EQ(nodes[reduce].timePs, 100 + 40 * 1'000);
    const uint32_t receiver = 3;
    const uint32_t read = 4;
    const uint32_t sender = 5;
    EXPECT_EQ(nodes[receiver].rank, 1u);
    EXPECT_EQ(nodes[receiver].timePs, 2'000);
    EXPECT_EQ(nodes[receiver].stream, GraphNode::HOST_STREAM);
    EXPECT_EQ(nodes[read].rank, 0u);
    EXPECT_EQ(nodes[read].timePs, 40 * 1'000 / 2); // one operand of two
    EXPECT_EQ(nodes[read].stream, 1u + 3);
    EXPECT_EQ(nodes[sender].rank, 0u);
    EXPECT_EQ(nodes[sender].stream, GraphNode::HOST_STREAM);
    EXPECT_TRUE(HasEdge(result, 6, read)); // launch, block, proxy, message, proxy, step
    EXPECT_TRUE(HasEdge(result, read, sender));
    EXPECT_TRUE(HasEdge(result, sender, message.first));
    EXPECT_TRUE(HasEdge(result, message.second, receiver));
    EXPECT_TRUE(HasEdge(result, receiver, reduce));
    EXPECT_FALSE(HasEdge(result, 6, message.first));
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
