// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "network-test.h"
#include "separate-hosts.h"
#include "temporary-file.h"
#include "trace-damage.h"

#include "ns3/graph-file-writer.h"
#include "ns3/graph-file.h"
#include "ns3/graph-workload.h"
#include "ns3/input-error.h"
#include "ns3/ring-collectives.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;

CommunicationGraph
Read(const std::string& text)
{
    const TemporaryFile file(text);
    return ReadGraphFile(file.GetPath());
}

std::string
ErrorOf(const std::string& text)
{
    return MessageBehindPath<InputError>(text,
                                         [](const std::string& path) { ReadGraphFile(path); });
}

/** Everything about a graph, as text. */
std::string
TextOf(const CommunicationGraph& graph)
{
    const TemporaryFile file("");
    WriteGraphFile(graph, file.GetPath());
    std::ifstream in(file.GetPath());
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::string HEAD =
    "{\"format\": \"ai-fabric-graph\", \"version\": 1, \"ranks\": 2, \"nodes\": [\n";

/** Error message of a file with some nodes; the first node is in line 2. */
std::string
ErrorOfNodes(const std::string& nodes)
{
    return ErrorOf(HEAD + nodes + "\n]}");
}

/** A node of every kind with everything that it can have. */
CommunicationGraph
EveryKind()
{
    CommunicationGraph graph(3);
    const uint32_t compute = graph.AddCompute(2, 5'000'000'000'000);
    const auto [send, recv] = graph.AddTransfer(2, 0, uint64_t{1} << 40, 7);
    const uint32_t reduce = graph.AddReduce(0, 12);
    const uint32_t copy = graph.AddCopy(1, 13);
    const uint32_t join = graph.AddJoin(0);
    graph.Edit(send, [&](auto& node) { node.serviceLevel = 4; });
    graph.Edit(send, [&](auto& node) { node.timePs = 99; });
    graph.Edit(reduce, [&](auto& node) { node.stream = 255; });
    graph.Edit(copy, [&](auto& node) {
        node.label = graph.AddLabel("a \"quoted\" \\ label\nof two lines");
    });
    graph.AddDependency(compute, send);
    graph.AddDependency(recv, reduce);
    graph.AddDependency(reduce, join);
    graph.AddDependency(copy, join);
    graph.AddOrder(send, graph.AddTransfer(2, 1, 1).first);
    return graph;
}

} // namespace

TEST(GraphFile, WhatIsWrittenIsReadAgain)
{
    const auto graph = EveryKind();
    const std::string text = TextOf(graph);
    const auto again = Read(text);
    EXPECT_EQ(TextOf(again), text);
    EXPECT_EQ(again.GetOrders(), (DependencyList{{1, 6}}));
    ASSERT_EQ(again.GetNodes().size(), graph.GetNodes().size());
    for (size_t i = 0; i < graph.GetNodes().size(); ++i)
    {
        const auto& a = graph.GetNodes()[i];
        const auto& b = again.GetNodes()[i];
        EXPECT_EQ(a.kind, b.kind);
        EXPECT_EQ(a.rank, b.rank);
        EXPECT_EQ(a.peer, b.peer);
        EXPECT_EQ(a.match, b.match);
        EXPECT_EQ(a.bytes, b.bytes);
        EXPECT_EQ(a.timePs, b.timePs);
        EXPECT_EQ(a.stream, b.stream);
        EXPECT_EQ(a.serviceLevel, b.serviceLevel);
        EXPECT_EQ(graph.GetLabel(a.label), again.GetLabel(b.label));
    }
    EXPECT_EQ(again.GetNodes()[1].channel, 7u);
}

TEST(GraphFile, HandWrittenFilesNeedLittle)
{
    const auto graph = Read("// a comment\n" + HEAD +
                            "{\"kind\": \"compute\", \"rank\": 0, \"timePs\": 5},\n"
                            "{\"kind\": \"send\", \"rank\": 0, \"peer\": 1, \"bytes\": 9, "
                            "\"after\": [0]},\n"
                            "{\"kind\": \"recv\", \"rank\": 1, \"match\": 1}]}");
    ASSERT_EQ(graph.GetNodes().size(), 3u);
    EXPECT_EQ(graph.GetNodes()[2].bytes, 9u);
    EXPECT_EQ(graph.GetNodes()[2].peer, 0u);
    EXPECT_EQ(graph.GetDependencies().size(), 1u);
}

TEST(GraphFile, WrongHeads)
{
    EXPECT_EQ(ErrorOf("[]"),
              ":1: does not hold an object; expected {\"format\": \"ai-fabric-graph\", ...");
    EXPECT_EQ(ErrorOf("{}"), ": format: is missing");
    EXPECT_EQ(ErrorOf("{\"format\": \"other\"}"),
              ":1: format: is an unknown format; expected \"ai-fabric-graph\"");
    EXPECT_EQ(ErrorOf("{\"format\": \"ai-fabric-graph\",\n \"version\": 2}"),
              ":2: version: is not an integer from 1 to 1");
    EXPECT_EQ(ErrorOf("{\"nods\": 1}"),
              ":1: nods: unknown key; expected one of format, version, ranks, nodes");
    EXPECT_EQ(ErrorOfNodes(""), ": nodes: is empty; expected at least one node");
    EXPECT_EQ(ErrorOf(HEAD + "{\"kind\": "),
              ":2: nodes.0: the file ends inside the value that begins in line 2");
    EXPECT_EQ(ErrorOf("{\"ranks\": 1,\n\"ranks\": 2}"),
              ":2: ranks: appears twice; expected it once");
}

TEST(GraphFile, WrongNodes)
{
    EXPECT_EQ(ErrorOfNodes("7"), ":2: nodes.0: is not an object; expected {\"kind\": ...}");
    EXPECT_EQ(
        ErrorOfNodes("{\"rank\": 0}"),
        ":2: nodes.0.kind: is missing; expected one of send, recv, reduce, copy, compute, join");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"sent\"}"),
              ":2: nodes.0.kind: is not a kind of node; expected one of send, recv, reduce, copy, "
              "compute, join");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"join\", \"rank\": 0},\n{\"kind\": \"join\"}"),
              ":3: nodes.1: a join without rank");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"send\", \"rank\": 0}"),
              ":2: nodes.0: a send without peer, bytes");
    EXPECT_EQ(
        ErrorOfNodes("{\"kind\": \"join\", \"rank\": 0,\n\"bytes\": 1}"),
        ":3: nodes.0.bytes: unknown key for a join; expected id, kind, rank, timePs, after, label");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"join\", \"rank\": 2}"),
              ":2: nodes.0.rank: does not exist; allowed: 0 to 1");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"join\", \"rank\": -1}"),
              ":2: nodes.0.rank: is not an integer from 0 to 16777215");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"join\", \"rank\": 0, \"id\": 1}"),
              ":2: nodes.0.id: is 1; expected 0, its index in the list");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"join\", \"rank\": 0, \"after\": [3]}"),
              ":2: nodes.0.after: there is no node 3; expected 0 to 0");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"join\", \"rank\": 0, \"after\": 3}"),
              ":2: nodes.0.after: is not a list; expected a list of node numbers, such as [0, 3]");
    EXPECT_EQ(ErrorOfNodes("{\"kind\": \"join\", \"rank\": 0, \"after\": [0]}"),
              ": communication graph: node 0 (rank 0): waits for itself");
}

TEST(GraphFile, WrongMessages)
{
    const std::string send = "{\"kind\": \"send\", \"rank\": 0, \"peer\": 1, \"bytes\": 9}";
    EXPECT_EQ(ErrorOfNodes(send), ":2: nodes.0.kind: a send without a recv that matches it");
    EXPECT_EQ(ErrorOfNodes(send + ",\n{\"kind\": \"recv\", \"rank\": 1, \"match\": 1}"),
              ":3: nodes.1.match: node 1 is not a send");
    EXPECT_EQ(ErrorOfNodes(send + ",\n{\"kind\": \"recv\", \"rank\": 1, \"match\": 0},\n{\"kind\": "
                                  "\"recv\", \"rank\": 1, \"match\": 0}"),
              ":4: nodes.2.match: send 0 is received by node 1, too");
    EXPECT_EQ(ErrorOfNodes(send + ",\n{\"kind\": \"recv\", \"rank\": 0, \"match\": 0}"),
              ": communication graph: node 0 (rank 0): its RECV, node 1, is at rank 0 with peer 0");
}

TEST(GraphFile, DamagedFilesAreReadOrRefusedWithOneLine)
{
    const int refused = ReadDamaged(
        TextOf(EveryKind()),
        [](const std::string& text) { Read(text); },
        400);
    EXPECT_GT(refused, 150);
}

TEST(GraphFile, CannotBeWritten)
{
    EXPECT_EQ(MessageOf<InputError>([] { WriteGraphFile(EveryKind(), "/nowhere/graph.json"); }),
              "/nowhere/graph.json: cannot be written: No such file or directory");
}

using GraphWorkloadTest = NetworkTest;

TEST_F(GraphWorkloadTest, ASavedCollectiveTakesTheSameTime)
{
    const TemporaryFile file("");
    std::vector<int64_t> finishes;
    for (const bool saved : {false, true})
    {
        Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "4"}}));
        const auto job =
            saved ? Add("GraphWorkload", {{"File", file.GetPath()}})
                  : Add("CollectiveWorkload", {{"Bytes", "65536"}, {"SaveGraph", file.GetPath()}});
        Simulator::Run();
        ExpectLosslessEnd();
        EXPECT_EQ(job->GetRecords().size(), 24u); // 4 chunks of 6 hops
        finishes.push_back(job->GetRecords().back().finishedPs);
        Simulator::Destroy();
    }
    EXPECT_EQ(finishes[0], finishes[1]);
}
