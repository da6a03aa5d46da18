// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"

#include "ns3/communication-graph.h"
#include "ns3/graph-check.h"
#include "ns3/input-error.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;

/** @return problem that CheckGraph() finds, empty if the graph is valid */
std::string
Complaint(const CommunicationGraph& graph)
{
    return MessageOf<InputError>([&] { CheckGraph(graph); }, "");
}

TEST(CommunicationGraph, ATransferIsASendAndAReceiveThatNameEachOther)
{
    CommunicationGraph graph(3);
    const auto [send, recv] = graph.AddTransfer(2, 1, 100, 4);
    EXPECT_EQ(send, 0u);
    EXPECT_EQ(recv, 1u);
    EXPECT_EQ(graph.GetNode(send).kind, Kind::SEND);
    EXPECT_EQ(graph.GetNode(send).rank, 2u);
    EXPECT_EQ(graph.GetNode(send).peer, 1u);
    EXPECT_EQ(graph.GetNode(send).match, recv);
    EXPECT_EQ(graph.GetNode(send).bytes, 100u);
    EXPECT_EQ(graph.GetNode(send).channel, 4u);
    EXPECT_EQ(graph.GetNode(send).serviceLevel, -1);
    EXPECT_EQ(graph.GetNode(recv).kind, Kind::RECV);
    EXPECT_EQ(graph.GetNode(recv).rank, 1u);
    EXPECT_EQ(graph.GetNode(recv).peer, 2u);
    EXPECT_EQ(graph.GetNode(recv).match, send);
    EXPECT_EQ(graph.GetNode(recv).bytes, 100u);
    EXPECT_EQ(Complaint(graph), "");
}

TEST(CommunicationGraph, LocalNodesKeepWhatTheyWereGiven)
{
    CommunicationGraph graph(2);
    const uint32_t reduce = graph.AddReduce(1, 10);
    const uint32_t copy = graph.AddCopy(0, 20);
    const uint32_t compute = graph.AddCompute(1, 30);
    graph.AddDependency(reduce, copy);
    graph.AddDependency(copy, compute);
    EXPECT_EQ(graph.GetNode(reduce).kind, Kind::REDUCE);
    EXPECT_EQ(graph.GetNode(reduce).rank, 1u);
    EXPECT_EQ(graph.GetNode(reduce).bytes, 10u);
    EXPECT_EQ(graph.GetNode(copy).kind, Kind::COPY);
    EXPECT_EQ(graph.GetNode(copy).bytes, 20u);
    EXPECT_EQ(graph.GetNode(compute).kind, Kind::COMPUTE);
    EXPECT_EQ(graph.GetNode(compute).timePs, 30);
    ASSERT_EQ(graph.GetDependencies().size(), 2u);
    EXPECT_EQ(*++graph.GetDependencies().begin(), std::make_pair(copy, compute));
    EXPECT_EQ(Complaint(graph), "");
}

TEST(CommunicationGraph, APartGoesToItsRanksAndWaitsThere)
{
    CommunicationGraph part(2);
    const auto [send, recv] = part.AddTransfer(0, 1, 100, 3);
    const uint32_t reduce = part.AddReduce(1, 100);
    part.AddDependency(recv, reduce);
    part.Edit(reduce, [&](auto& node) { node.label = part.AddLabel("sum"); });

    CommunicationGraph graph(4);
    const uint32_t before = graph.AddCompute(3, 50);
    CommunicationGraph::Placement placement;
    placement.ranks = {3, 1};
    placement.after = {before, CommunicationGraph::NONE};
    placement.firstChannel = 10;
    placement.firstStream = 2;
    const auto joins = graph.Append(part, placement);

    EXPECT_EQ(Complaint(graph), "");
    const auto& nodes = graph.GetNodes();
    ASSERT_EQ(nodes.size(), 6u); // the computation, 3 of the part, 2 joins
    EXPECT_EQ(nodes[1 + send].rank, 3u);
    EXPECT_EQ(nodes[1 + send].peer, 1u);
    EXPECT_EQ(nodes[1 + send].channel, 13u);
    EXPECT_EQ(nodes[1 + send].match, 1 + recv);
    EXPECT_EQ(nodes[1 + reduce].rank, 1u);
    EXPECT_EQ(nodes[1 + reduce].stream, 2u);
    EXPECT_EQ(graph.GetLabel(nodes[1 + reduce].label), "sum");
    EXPECT_EQ(graph.GetLabel(nodes[1 + send].label), "");
    ASSERT_EQ(joins.size(), 2u);
    EXPECT_EQ(nodes[joins[0]].kind, Kind::JOIN);
    EXPECT_EQ(nodes[joins[0]].rank, 3u);
    EXPECT_EQ(nodes[joins[1]].rank, 1u);
    // Only rank 3 waits: its SEND for the computation. Each rank's loose end goes to its join.
    const DependencyList expected{{1 + recv, 1 + reduce},
                                  {1 + send, joins[0]},
                                  {before, 1 + send},
                                  {1 + reduce, joins[1]}};
    EXPECT_EQ(graph.GetDependencies(), expected);

    placement.label = graph.AddLabel("gradients");
    placement.after.clear();
    graph.Append(part, placement);
    EXPECT_EQ(graph.GetLabel(nodes[6 + reduce].label), "gradients");
    EXPECT_EQ(graph.AddLabel("sum"), 1u);
    EXPECT_EQ(graph.GetLabelCount(), 3u);
}

TEST(CommunicationGraph, APartThatHasNoPlace)
{
    const auto complaint = [](std::vector<uint32_t> ranks, std::vector<uint32_t> after) {
        CommunicationGraph graph(3);
        CommunicationGraph::Placement placement;
        placement.ranks = std::move(ranks);
        placement.after = std::move(after);
        return MessageOf<InputError>([&] { graph.Append(CommunicationGraph(2), placement); }, "");
    };
    EXPECT_EQ(complaint({0, 1}, {}), "");
    EXPECT_EQ(complaint({0}, {}), "communication graph: a part of 2 ranks is placed on 1");
    EXPECT_EQ(
        complaint({0, 3}, {}),
        "communication graph: a part is placed at rank 3, which does not exist; allowed: 0 to 2");
    EXPECT_EQ(complaint({1, 1}, {}),
              "communication graph: two ranks of a part are placed at rank 1");
    EXPECT_EQ(complaint({0, 1}, {CommunicationGraph::NONE}),
              "communication graph: a part of 2 ranks, of which 1 wait; expected all or none");
}

TEST(CommunicationGraph, OrdersAreOfMessagesOfARank)
{
    const auto complaint = [](uint32_t before, uint32_t after) {
        CommunicationGraph graph(2);
        graph.AddTransfer(0, 1, 1); // 0, 1
        graph.AddTransfer(0, 1, 1); // 2, 3
        graph.AddTransfer(1, 0, 1); // 4, 5
        graph.AddDependency(2, 0);
        graph.AddOrder(before, after);
        return Complaint(graph);
    };
    EXPECT_EQ(complaint(2, 0), "");
    EXPECT_NE(complaint(0, 2), ""); // a circle
    EXPECT_EQ(complaint(1, 0), "communication graph: order of nodes 1 and 0: node 1 is not a SEND");
    EXPECT_EQ(complaint(0, 6), "communication graph: order of nodes 0 and 6: node 6 is not a SEND");
    EXPECT_EQ(complaint(0, 4),
              "communication graph: order of nodes 0 and 4: the nodes belong to ranks 0 and 1; "
              "expected one rank");
}

TEST(CommunicationGraph, AnEmptyGraphIsValid)
{
    EXPECT_EQ(Complaint(CommunicationGraph()), "");
    EXPECT_EQ(Complaint(CommunicationGraph(4)), "");
}

/** What makes a graph of four ranks wrong; two messages of 8 B from rank 0 to 1 are nodes 0 to 3.
 */
struct Wrong
{
    void (*change)(CommunicationGraph&);
    const char* complaint; //!< behind "communication graph: "
};

const Wrong WRONG[] = {
    {[](auto& graph) { graph.AddCompute(4, 1); },
     "node 4 (rank 4): this rank does not exist; allowed: 0 to 3"},
    {[](auto& graph) { graph.AddTransfer(1, 7, 1); },
     "node 4 (rank 1): peer 7 does not exist; allowed: 0 to 3"},
    {[](auto& graph) { graph.AddTransfer(2, 2, 1); },
     "node 4 (rank 2): a message from a rank to itself; use a copy"},
    {[](auto& graph) { graph.AddTransfer(2, 3, 0); },
     "node 4 (rank 2): a message of 0 bytes; expected at least 1"},
    {[](auto& graph) { graph.Edit(0, [](auto& node) { node.match = 99; }); },
     "node 0 (rank 0): its match, node 99, is not a RECV"},
    {[](auto& graph) { graph.Edit(1, [](auto& node) { node.match = 3; }); },
     "node 0 (rank 0): its RECV, node 1, matches node 3"},
    {[](auto& graph) { graph.Edit(2, [](auto& node) { node.match = 1; }); },
     "node 2 (rank 0): its RECV, node 1, matches node 0"},
    {[](auto& graph) { graph.Edit(1, [](auto& node) { node.rank = 2; }); },
     "node 0 (rank 0): its RECV, node 1, is at rank 2 with peer 0"},
    {[](auto& graph) { graph.Edit(1, [](auto& node) { node.bytes = 9; }); },
     "node 0 (rank 0): its RECV, node 1, has 9 bytes instead of 8"},
    {[](auto& graph) { graph.Edit(0, [](auto& node) { node.kind = Kind::COPY; }); },
     "node 1 (rank 1): its match, node 0, is not a SEND"},
    {[](auto& graph) { graph.AddCompute(0, -5); }, "node 4 (rank 0): a negative time, -5 ps"},
    {[](auto& graph) { graph.AddDependency(4, 1); },
     "dependency of node 1 on node 4: there is no such node; allowed: 0 to 3"},
    {[](auto& graph) { graph.AddDependency(graph.AddCompute(3, 1), 4); },
     "node 4 (rank 3): waits for itself"}};

TEST(CommunicationGraph, RejectsWhatIsWrong)
{
    for (const auto& wrong : WRONG)
    {
        CommunicationGraph graph(4);
        graph.AddTransfer(0, 1, 8);
        graph.AddTransfer(0, 1, 8);
        ASSERT_EQ(Complaint(graph), "");
        wrong.change(graph);
        EXPECT_EQ(Complaint(graph), std::string("communication graph: ") + wrong.complaint);
    }
}

TEST(CommunicationGraph, RejectsNodesWithoutRanksAndDependenciesWithoutNodes)
{
    CommunicationGraph none;
    none.AddCompute(0, 1);
    EXPECT_EQ(Complaint(none), "communication graph: it has nodes but no ranks");
    CommunicationGraph empty(1);
    empty.AddDependency(0, 1);
    EXPECT_EQ(Complaint(empty),
              "communication graph: dependency of node 1 on node 0: there is no such node; the "
              "graph has no nodes");
}

/** Whatever is done to a valid graph, it is looked at again. */
TEST(CommunicationGraph, RejectsWhatWasValidBefore)
{
    CommunicationGraph valid(3);
    const auto [send, recv] = valid.AddTransfer(0, 1, 100);
    const uint32_t group = valid.AddGroup({{0, 1}, false, 0, 0});
    valid.AddAggregate(group, AggregationOperation::BARRIER, 0);
    ASSERT_EQ(Complaint(valid), "");
    EXPECT_EQ(Complaint(valid), "");

    auto graph = valid;
    graph.AddReduce(3, 1);
    EXPECT_NE(Complaint(graph), "");
    graph = valid;
    graph.AddTransfer(1, 1, 1);
    EXPECT_NE(Complaint(graph), "");
    graph = valid;
    graph.AddDependency(recv, send);
    EXPECT_NE(Complaint(graph), "");
    graph = valid;
    graph.AddAggregate(group, AggregationOperation::BARRIER, 1);
    EXPECT_NE(Complaint(graph), "");
    graph = valid;
    graph.Edit(send, [](auto& node) { node.bytes = 99; });
    EXPECT_NE(Complaint(graph), "");
    graph.Edit(send, [](auto& node) { node.bytes = 100; });
    EXPECT_EQ(Complaint(graph), "");

    CommunicationGraph part(1);
    part.AddCompute(0, -1);
    graph = valid;
    graph.Append(part, {{2}, {}});
    EXPECT_NE(Complaint(graph), "");
    EXPECT_EQ(Complaint(valid), "");
}

/** Each of many equal messages is checked. */
TEST(CommunicationGraph, RejectsTheOneThatDoesNotMatch)
{
    for (const uint32_t wrong : {0, 1, 100, 101, 198, 199})
    {
        CommunicationGraph graph(4);
        for (int i = 0; i < 100; ++i)
        {
            graph.AddTransfer(0, 1, 100);
        }
        ASSERT_EQ(Complaint(graph), "");
        graph.Edit(wrong, [](auto& node) { node.match ^= 2; }); // the half of a neighbour
        EXPECT_NE(Complaint(graph), "") << wrong;
        graph.Edit(wrong, [](auto& node) { node.match ^= 2; });
        EXPECT_EQ(Complaint(graph), "") << wrong;
        graph.Edit(wrong, [](auto& node) { node.rank = 2; });
        EXPECT_NE(Complaint(graph), "") << wrong;
    }
}

TEST(CommunicationGraph, NamesTheCycleAndNotWhatHangsBehindIt)
{
    // 0 -> 1 -> 3 -> 2 -> 1 and 2 -> 4 -> 0': nodes 1, 3, 2 are the cycle; 4 only waits for it.
    CommunicationGraph graph(6);
    for (uint32_t rank = 0; rank < 6; ++rank)
    {
        graph.AddCompute(rank, 1);
    }
    graph.AddDependency(0, 1);
    graph.AddDependency(1, 3);
    graph.AddDependency(3, 2);
    graph.AddDependency(2, 1);
    graph.AddDependency(2, 4);
    graph.AddDependency(4, 5);
    EXPECT_EQ(Complaint(graph),
              "communication graph: node 1 (rank 1): waits for node 2, which waits for node 3, "
              "which waits for it");
}

TEST(CommunicationGraph, FindsACycleThroughAMessage)
{
    // Rank 0 sends after a computation that waits for what rank 1 sends back on receipt.
    CommunicationGraph graph(2);
    const auto [ping, pinged] = graph.AddTransfer(0, 1, 1); // nodes 0, 1
    const auto [pong, ponged] = graph.AddTransfer(1, 0, 1); // nodes 2, 3
    graph.AddDependency(pinged, pong);
    EXPECT_EQ(Complaint(graph), "");
    graph.AddDependency(ponged, ping);
    EXPECT_EQ(Complaint(graph),
              "communication graph: node 0 (rank 0): waits for node 3, which waits for node 2, "
              "which waits for node 1, which waits for it");
}

TEST(CommunicationGraph, ShortensALongCycle)
{
    CommunicationGraph graph(1);
    for (uint32_t i = 0; i < 20; ++i)
    {
        graph.AddCompute(0, 1);
        graph.AddDependency(i, (i + 19) % 20); // i waits for i + 1
    }
    // The dependency is "i before i - 1": i - 1 waits for i.
    EXPECT_EQ(Complaint(graph),
              "communication graph: node 0 (rank 0): waits for node 1, which waits for node 2, "
              "which waits for node 3, which waits for node 4, which waits for node 5, which waits "
              "for node 6, which waits for node 7, which waits for more, which wait for it");
}

} // namespace
