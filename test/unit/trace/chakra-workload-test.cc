// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"
#include "separate-hosts.h"
#include "temporary-file.h"
#include "temporary-folder.h"
#include "trace-damage.h"

#include "ns3/chakra-file.h"
#include "ns3/chakra-workload.h"
#include "ns3/input-error.h"

#include <fstream>
#include <optional>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;

/** Writes the wire format of protobuf, as its documentation on encoding describes it. */
std::string
Varint(uint64_t value)
{
    std::string bytes;
    for (; value >= 128; value >>= 7)
    {
        bytes += static_cast<char>(value | 128);
    }
    return bytes + static_cast<char>(value);
}

std::string
Number(uint32_t field, uint64_t value)
{
    return Varint(field << 3) + Varint(value);
}

std::string
Bytes(uint32_t field, const std::string& bytes)
{
    return Varint(field << 3 | 2) + Varint(bytes.size()) + bytes;
}

/** An attribute with a value in one of the integer fields. */
std::string
AttributeOf(const std::string& name, uint64_t value, uint32_t field = 9)
{
    return Bytes(10, Bytes(1, name) + Number(field, value));
}

std::string
TextAttribute(const std::string& name, const std::string& value)
{
    return Bytes(10, Bytes(1, name) + Bytes(29, value));
}

enum Type : uint64_t
{
    METADATA = 1,
    MEM_LOAD = 2,
    COMPUTE = 4,
    SEND = 5,
    RECV = 6,
    COLLECTIVE = 7
};

/** A node without the length before it. */
std::string
NodeOf(uint64_t id, Type type, const std::string& rest = "", const std::vector<uint64_t>& deps = {})
{
    std::string packed;
    for (const uint64_t dep : deps)
    {
        packed += Varint(dep);
    }
    return Number(1, id) + Bytes(2, "some name") + Number(3, type) +
           (deps.empty() ? "" : Bytes(5, packed)) + rest;
}

/** The file of a rank. */
std::string
Trace(const std::vector<std::string>& nodes)
{
    const std::string metadata = Bytes(1, "0.0.4");
    std::string text = Varint(metadata.size()) + metadata;
    for (const auto& node : nodes)
    {
        text += Varint(node.size()) + node;
    }
    return text;
}

std::string
Collective(uint64_t type, uint64_t bytes, const std::string& group = "")
{
    return AttributeOf("comm_type", type) + AttributeOf("comm_size", bytes) +
           (group.empty() ? "" : TextAttribute("pg_name", group));
}

/** Files of ranks, as long as it lives. */
class Files
{
  public:
    explicit Files(const std::vector<std::optional<std::string>>& ranks)
    {
        for (size_t rank = 0; rank < ranks.size(); ++rank)
        {
            if (ranks[rank])
            {
                std::ofstream(GetPrefix() + "." + std::to_string(rank) + ".et", std::ios::binary)
                    << *ranks[rank];
            }
        }
    }

    std::string GetPrefix() const
    {
        return m_folder.GetPath() + "/trace";
    }

  private:
    TemporaryFolder m_folder;
};

FabricJob
Read(const Files& files, const Attributes& attributes = {})
{
    const auto workload = Make<ChakraWorkload>("ChakraWorkload", attributes);
    workload->SetAttribute("File", StringValue(files.GetPrefix()));
    return workload->Build(SeparateHosts(8));
}

/** Error message of reading, without the folder of the files. */
std::string
ErrorOf(const std::vector<std::optional<std::string>>& ranks, const Attributes& attributes = {})
{
    const Files files(ranks);
    auto message = MessageOf<InputError>([&] { Read(files, attributes); });
    const std::string folder = files.GetPrefix().substr(0, files.GetPrefix().rfind('/') + 1);
    for (size_t at = message.find(folder); at != std::string::npos; at = message.find(folder))
    {
        message.erase(at, folder.size());
    }
    return message;
}

std::string
ErrorOfNodes(const std::vector<std::string>& nodes)
{
    return ErrorOf({Trace(nodes), Trace({})});
}

class ChakraWorkloadTest : public NetworkTest
{
  protected:
    void SetUp() override
    {
        NetworkTest::SetUp();
        const auto message = MessageOf<InputError>([] { ReadChakraFile("/nowhere"); });
        if (message.find("not built in") != std::string::npos)
        {
            GTEST_SKIP() << message;
        }
    }
};

} // namespace

TEST_F(ChakraWorkloadTest, NodesBecomeOperations)
{
    const Files files(
        {Trace({NodeOf(7, COMPUTE, Number(7, 30)),
                NodeOf(3, COMPUTE, AttributeOf("is_cpu_op", 1, 27) + Number(7, 2), {7}),
                NodeOf(9, MEM_LOAD, Number(7, 4)),
                NodeOf(10,
                       SEND,
                       AttributeOf("comm_dst", 1, 7) + AttributeOf("comm_size", 1000) +
                           AttributeOf("comm_tag", 5, 11) + Number(4, 7),
                       {3, 9})}),
         Trace({NodeOf(0, METADATA),
                NodeOf(1,
                       RECV,
                       AttributeOf("comm_src", 0, 7) + AttributeOf("comm_size", 2000, 15) +
                           AttributeOf("comm_tag", 5))})});
    const FabricJob job = Read(files);
    EXPECT_EQ(job.hostOfRank, (std::vector<uint32_t>{0, 1}));
    const auto& nodes = job.graph.GetNodes();
    ASSERT_EQ(nodes.size(), 6u);
    EXPECT_EQ(nodes[0].kind, Kind::COMPUTE);
    EXPECT_EQ(nodes[0].timePs, 30'000'000);
    EXPECT_EQ(nodes[0].stream, 0);
    EXPECT_EQ(nodes[1].stream, 255);
    EXPECT_EQ(nodes[2].stream, 254);
    EXPECT_EQ(nodes[3].kind, Kind::SEND);
    EXPECT_EQ(nodes[3].bytes, 1000u); // 2000, zigzag, is room for 1000
    EXPECT_EQ(nodes[4].kind, Kind::RECV);
    EXPECT_EQ(nodes[5].kind, Kind::JOIN);
    EXPECT_EQ(job.graph.GetDependencies(), (DependencyList{{0, 1}, {1, 3}, {2, 3}, {0, 3}}));
}

TEST_F(ChakraWorkloadTest, OperationsTakeTimeIfTheSpeedIsKnown)
{
    const Files files({Trace({NodeOf(1, COMPUTE, AttributeOf("num_ops", 6'000'000))})});
    EXPECT_EQ(Read(files).graph.GetNodes()[0].kind, Kind::JOIN);
    const FabricJob job = Read(files, {{"OpsPerSecond", "2e12"}});
    EXPECT_EQ(job.graph.GetNodes()[0].timePs, 3'000'000);
}

TEST_F(ChakraWorkloadTest, CollectivesAreMatchedByTheirOrderInTheGroup)
{
    // Two all-reduces of all, and one of ranks 2 and 3 in between.
    const std::vector<std::string> two = {NodeOf(0, COLLECTIVE, Collective(0, 400)),
                                          NodeOf(1, COLLECTIVE, Collective(0, 800), {0})};
    const std::vector<std::string> three = {NodeOf(5, COLLECTIVE, Collective(0, 400)),
                                            NodeOf(6, COLLECTIVE, Collective(0, 64, "b"), {5}),
                                            NodeOf(7, COLLECTIVE, Collective(0, 800), {6})};
    const Files files({Trace(two), Trace(two), Trace(three), Trace(three)});
    const TemporaryFile groups("{\"a\": [0, 1], \"b\": [2, 3]}");
    const FabricJob job = Read(files, {{"Groups", groups.GetPath()}});
    // A ring of n ranks sends 2 (n - 1) S bytes in all: 6 * 400 + 6 * 800 + 2 * 64.
    uint64_t sent = 0;
    uint64_t sentByTwo = 0;
    for (const auto& node : job.graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            EXPECT_EQ(job.graph.GetLabel(node.label), "all-reduce");
            sent += node.bytes;
            sentByTwo += node.rank == 2 ? node.bytes : 0;
        }
    }
    EXPECT_EQ(sent, 7328u);
    EXPECT_EQ(sentByTwo, 1864u); // 6 / 4 * 400 + 6 / 4 * 800 + 64
}

TEST_F(ChakraWorkloadTest, SizesAreThoseOfOneRanksInput)
{
    // Bytes that all ranks send together, with n = 4 ranks and 1000 B each.
    const std::vector<std::pair<uint64_t, uint64_t>> sums = {
        {0, 6000},  // all-reduce: 2 (n - 1) S
        {2, 12000}, // all-gather: each of n parts of S to n - 1
        {6, 3000},  // all-to-all: each rank sends (n - 1) / n S
        {7, 3000},  // reduce-scatter: (n - 1) S
    };
    for (const auto& [type, sum] : sums)
    {
        const auto trace = Trace({NodeOf(0, COLLECTIVE, Collective(type, 1000))});
        uint64_t sent = 0;
        const FabricJob job = Read(Files({trace, trace, trace, trace}));
        for (const auto& node : job.graph.GetNodes())
        {
            sent += node.kind == Kind::SEND ? node.bytes : 0;
        }
        EXPECT_EQ(sent, sum) << type;
    }
}

TEST_F(ChakraWorkloadTest, EveryKindOfCollectiveHasAnAlgorithm)
{
    for (uint64_t type = 0; type < 10; ++type)
    {
        const auto trace = Trace({NodeOf(0, COLLECTIVE, Collective(type, 1000))});
        EXPECT_GT(Read(Files({trace, trace, trace})).graph.GetNodes().size(), 6u) << type;
    }
}

TEST_F(ChakraWorkloadTest, GroupsMayStandInTheTrace)
{
    const std::string pairs = "['[{\"pg_name\": \"0\", \"ranks\": []}, {\"pg_name\": \"p\", "
                              "\"ranks\": [FIRST, SECOND]}]']";
    std::vector<std::optional<std::string>> ranks;
    for (int rank = 0; rank < 4; ++rank)
    {
        std::string text = pairs;
        text.replace(text.find("FIRST"), 5, std::to_string(rank / 2 * 2));
        text.replace(text.find("SECOND"), 6, std::to_string(rank / 2 * 2 + 1));
        ranks.emplace_back(Trace({NodeOf(0, METADATA, Bytes(8, Bytes(1, text))),
                                  NodeOf(1, COLLECTIVE, Collective(0, 100, "p")),
                                  NodeOf(2, COLLECTIVE, Collective(0, 10, "0"), {1})}));
    }
    uint64_t sent = 0;
    const FabricJob job = Read(Files(ranks));
    for (const auto& node : job.graph.GetNodes())
    {
        sent += node.kind == Kind::SEND ? node.bytes : 0;
    }
    EXPECT_EQ(sent, 2u * 2 * 100 + 6 * 10);
}

TEST_F(ChakraWorkloadTest, MissingFiles)
{
    const auto trace = Trace({});
    EXPECT_EQ(ErrorOf({}),
              "trace.0.et: does not exist; expected File to be the path of the traces without the "
              "ending .0.et");
    EXPECT_EQ(ErrorOf({trace, std::nullopt, trace}),
              "trace.1.et: does not exist, but rank 2 has a file; expected one per rank");
    EXPECT_EQ(ErrorOf({trace, trace}, {{"Hosts", "3"}}),
              "trace.*.et: has 2 ranks, but Hosts selects only 1; expected at least as many");
    EXPECT_TRUE(
        Begins(ErrorOf({trace}, {{"AllToAll", "ns3::Gpu"}}),
               "ns3::Gpu is not derived from ns3::CollectiveAlgorithm; expected one of ns3::"));
}

TEST_F(ChakraWorkloadTest, WrongBytes)
{
    EXPECT_EQ(ErrorOf({""}), "trace.0.et: the file is empty");
    EXPECT_EQ(ErrorOf({"\x1f\x8b rest"}), "trace.0.et: is compressed with gzip; unpack it first");
    EXPECT_EQ(
        ErrorOf({"\x05"}),
        "trace.0.et: byte 1: is not a Chakra trace: a field of 5 bytes, but only 0 bytes are left");
    EXPECT_EQ(ErrorOf({"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"}),
              "trace.0.et: byte 0: is not a Chakra trace: a number that does not end");
    EXPECT_EQ(ErrorOfNodes({Bytes(3, "x")}),
              "trace.0.et: byte 10: is not a Chakra trace: a field of kind 2 instead of 0");
    EXPECT_EQ(ErrorOfNodes({Number(3, 8)}),
              "trace.0.et: byte 11: is not a Chakra trace: a node of type 8; expected 0 to 7");
}

TEST_F(ChakraWorkloadTest, WrongNodes)
{
    const auto dst = [](uint64_t rank) { return AttributeOf("comm_dst", rank); };
    EXPECT_EQ(ErrorOfNodes({NodeOf(4, COMPUTE), NodeOf(4, COMPUTE)}),
              "trace.0.et: node 4: appears twice; expected every id once");
    EXPECT_EQ(ErrorOfNodes({NodeOf(4, COMPUTE, "", {5})}),
              "trace.0.et: node 4: waits for node 5, which does not exist");
    EXPECT_EQ(ErrorOfNodes({NodeOf(4, COMPUTE, "", {5}), NodeOf(5, COMPUTE, "", {4})}),
              "trace.0.et: node 4: waits for itself, by way of trace.0.et: node 5");
    EXPECT_EQ(ErrorOfNodes({NodeOf(4, SEND)}),
              "trace.0.et: node 4: comm_dst is missing; expected 0 to 1");
    EXPECT_EQ(ErrorOfNodes({NodeOf(4, SEND, dst(2))}),
              "trace.0.et: node 4: comm_dst is rank 2; expected 0 to 1");
    EXPECT_EQ(ErrorOfNodes({NodeOf(4, SEND, AttributeOf("comm_dst", ~uint64_t{0}))}),
              "trace.0.et: node 4: comm_dst is not an integer from 0 to 2^63 - 1");
    EXPECT_EQ(ErrorOfNodes({NodeOf(4, SEND, dst(1) + AttributeOf("comm_src", 1))}),
              "trace.0.et: node 4: comm_src is rank 1; expected 0, the rank of the file");
    EXPECT_EQ(
        ErrorOfNodes({NodeOf(4, SEND, dst(1) + AttributeOf("comm_size", 9))}),
        "trace.0.et: node 4: tag: rank 0 sends 9 bytes to rank 1 with tag 0; no rank receives it");
    EXPECT_EQ(ErrorOfNodes({NodeOf(4, COMPUTE, Number(7, ~uint64_t{0}))}),
              "trace.0.et: node 4: takes too long; expected at most 1000000 s");
}

TEST_F(ChakraWorkloadTest, WrongCollectives)
{
    const auto one = [](const std::string& rest) { return NodeOf(4, COLLECTIVE, rest); };
    EXPECT_EQ(ErrorOfNodes({one("")}), "trace.0.et: node 4: comm_type is missing; expected 0 to 9");
    EXPECT_EQ(ErrorOfNodes({one(Collective(10, 1))}),
              "trace.0.et: node 4: comm_type is 10; expected 0 to 9");
    EXPECT_EQ(
        ErrorOfNodes({one(Collective(0, 1, "x"))}),
        "trace.0.et: node 4: process group x is not defined; define it in the file of Groups");
    EXPECT_EQ(ErrorOfNodes({one(Collective(0, 7))}),
              "trace.0.et: node 4: rank 1 does not take part in this all-reduce of 7 bytes of its "
              "process group");
    EXPECT_EQ(
        ErrorOf({Trace({one(Collective(0, 7))}), Trace({one(Collective(2, 7))})}),
        "trace.1.et: node 4: is the all-gather of 7 bytes while rank 0 does the all-reduce of "
        "7 bytes of node 4");
    EXPECT_EQ(
        ErrorOfNodes({one(Collective(0, 7) +
                          Bytes(10, Bytes(1, "involved_dim") + Bytes(28, Bytes(1, {1, 0}))))}),
        "trace.0.et: node 4: involved_dim selects some dimensions of a network; expected all "
        "dimensions, or a process group");
    const TemporaryFile groups("{\"a\": [0, 1],\n\"b\": [1, 2]}");
    EXPECT_EQ(ErrorOf({Trace({}), Trace({})}, {{"Groups", groups.GetPath()}}),
              groups.GetPath() +
                  ":2: process group b: its entry 1 is not a rank from 0 to 1 or appears twice");
    const TemporaryFile other("{\"a\": [1]}");
    EXPECT_EQ(
        ErrorOf({Trace({one(Collective(0, 7, "a"))}), Trace({})}, {{"Groups", other.GetPath()}}),
        "trace.0.et: node 4: process group a does not hold rank 0");
    // Each rank waits for the other one's collective.
    const std::vector<std::string> ab = {NodeOf(1, COLLECTIVE, Collective(0, 8, "a")),
                                         NodeOf(2, COLLECTIVE, Collective(0, 8, "b"), {1})};
    const std::vector<std::string> ba = {NodeOf(1, COLLECTIVE, Collective(0, 8, "b")),
                                         NodeOf(2, COLLECTIVE, Collective(0, 8, "a"), {1})};
    const TemporaryFile both("{\"a\": [0, 1], \"b\": [0, 1]}");
    const auto circle = ErrorOf({Trace(ab), Trace(ba)}, {{"Groups", both.GetPath()}});
    EXPECT_TRUE(Has(circle, "waits for itself, by way of "));
}

TEST_F(ChakraWorkloadTest, DamagedFilesAreReadOrRefusedWithOneLine)
{
    const auto good =
        Trace({NodeOf(1, COMPUTE, Number(7, 3)),
               NodeOf(2, COLLECTIVE, Collective(0, 100), {1}),
               NodeOf(3, SEND, AttributeOf("comm_dst", 0) + AttributeOf("comm_size", 5)),
               NodeOf(4, RECV, AttributeOf("comm_src", 0) + AttributeOf("comm_size", 5))});
    const int refused = ReadDamaged(
        good,
        [](const std::string& text) { Read(Files({text})); },
        300);
    EXPECT_GT(refused, 100);
}

TEST_F(ChakraWorkloadTest, ATraceOfOneCollectiveTakesAsLongAsTheCollective)
{
    const auto trace = Trace(
        {NodeOf(0, COMPUTE, Number(7, 10)), NodeOf(1, COLLECTIVE, Collective(0, 1'000'000), {0})});
    const Files files({trace, trace, trace, trace});
    std::vector<int64_t> finishes;
    for (const bool traced : {false, true})
    {
        Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "4"}}));
        const auto job = traced ? Add("ChakraWorkload", {{"File", files.GetPrefix()}})
                                : Add("CollectiveWorkload", {{"Bytes", "1000000"}});
        Simulator::Run();
        ExpectLosslessEnd();
        EXPECT_EQ(job->GetRecords().size(), 24u);
        finishes.push_back(job->GetFinishPs());
        Simulator::Destroy();
    }
    EXPECT_EQ(finishes[1], finishes[0] + 10'000'000); // after 10 us of computing
}
