// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "make-object.h"

#include "ns3/collective-algorithm.h"
#include "ns3/communication-graph.h"
#include "ns3/graph-check.h"
#include "ns3/graph-cycle.h"
#include "ns3/input-error.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;

std::shared_ptr<const CommunicationGraph>
MakeRing(uint32_t ranks)
{
    return std::make_shared<const CommunicationGraph>(
        Make<CollectiveAlgorithm>("RingAllReduce")->Build(RankLayout(ranks), 1000));
}

/** Expects that a graph is refused with a text. */
void
ExpectRefused(const CommunicationGraph& graph, const std::string& text)
{
    try
    {
        CheckGraph(graph);
        ADD_FAILURE() << "accepted; expected: " << text;
    }
    catch (const InputError& error)
    {
        EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
}

} // namespace

TEST(CollectiveNode, PartsStayInARowWhenAGraphIsAppended)
{
    const auto ring = MakeRing(3);
    CommunicationGraph collective(3);
    collective.AddCollective(ring, {0, 1, 2});

    CommunicationGraph graph(8);
    const uint32_t before = graph.AddCompute(5, 10);
    const CommunicationGraph::Placement placement{
        {5, 2, 7},
        {before, CommunicationGraph::NONE, CommunicationGraph::NONE}};
    const auto first = graph.Append(collective, placement);
    const auto second = graph.Append(collective, placement);
    EXPECT_EQ(first, (std::vector<uint32_t>{1, 2, 3}));
    EXPECT_EQ(second, (std::vector<uint32_t>{4, 5, 6}));
    for (uint32_t part = 0; part < 3; ++part)
    {
        const auto node = graph.GetNode(second[part]);
        EXPECT_EQ(node.kind, Kind::COLLECTIVE);
        EXPECT_EQ(node.match, 4u);
        EXPECT_EQ(node.rank, placement.ranks[part]);
        EXPECT_EQ(graph.GetLaw(node), ring);
    }
    EXPECT_EQ(graph.GetLaws().size(), 1u);
    EXPECT_EQ(graph.GetNodes().GetShapeOf(1), graph.GetNodes().GetShapeOf(4));
    CheckGraph(graph);
}

TEST(CollectiveNode, WrongPartsAreRefused)
{
    const auto make = [] {
        CommunicationGraph graph(4);
        graph.AddCollective(MakeRing(3), {0, 1, 2});
        return graph;
    };
    auto twice = make();
    twice.Edit(2, [](auto& node) { node.rank = 1; });
    ExpectRefused(twice, "its collective has parts of 2 ranks in a row; expected 3");
    auto other = make();
    other.Edit(1, [](auto& node) { node.kind = Kind::JOIN; });
    ExpectRefused(other, "its collective has parts of 2 ranks in a row; expected 3");
    auto unknown = make();
    unknown.Edit(0, [](auto& node) { node.peer = 1; });
    ExpectRefused(unknown, "its collective has no law");
}

// Parts wait for each other: a part that waits for what another part must come before is a cycle.
TEST(CollectiveNode, PartsThatWaitForEachOthersFollowersAreACycle)
{
    CommunicationGraph graph(2);
    const auto parts = graph.AddCollective(MakeRing(2), {0, 1});
    const uint32_t after = graph.AddCompute(0, 10);
    graph.AddDependency(parts[0], after);
    EXPECT_TRUE(FindGraphCycle(graph).empty());
    graph.AddDependency(after, parts[1]);
    EXPECT_FALSE(FindGraphCycle(graph).empty());
}
