// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "file-workload.h"
#include "network-test.h"
#include "temporary-file.h"
#include "trace-damage.h"

#include "ns3/goal-workload.h"
#include "ns3/input-error.h"

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;
using Edges = DependencyList;

FabricJob
ReadGoal(const std::string& text, const Attributes& attributes = {})
{
    return ReadJobText<GoalWorkload>(text, attributes);
}

std::string
ErrorOfGoal(const std::string& text)
{
    return ErrorOfJobText<GoalWorkload>(text);
}

/** Error message of a schedule with two ranks; the lines of the first rank begin in line 3. */
std::string
ErrorOfRanks(const std::string& first, const std::string& second = "")
{
    return ErrorOfGoal("num_ranks 2\nrank 0 {\n" + first + "\n}\nrank 1 {\n" + second + "\n}\n");
}

const std::string PING_PONG = "num_ranks 2\n"
                              "// a comment\n"
                              "rank 0 {\n"
                              "l1: calc 8000\n"
                              "l2: send 4096b to 1 tag 7\n"
                              "l2 requires l1\n"
                              "l3: recv 100 b from 1 tag 8 cpu 1 nic 2\n"
                              "}\n"
                              "/* and\n"
                              "one more */\n"
                              "rank 1 {\n"
                              "  l2 requires l1\n"
                              "  l1:recv 4096b from 0 tag 7\n"
                              "  l2 : send 100b to 0 tag 8 nic 3\n"
                              "}\n";

} // namespace

TEST(GoalWorkload, OperationsBecomeNodesAndRequirementsDependencies)
{
    const FabricJob job = ReadGoal(PING_PONG);
    EXPECT_EQ(job.hostOfRank, (std::vector<uint32_t>{0, 1}));
    const auto& nodes = job.graph.GetNodes();
    ASSERT_EQ(nodes.size(), 5u); // a calc and two halves of two messages, in the order of the sends
    EXPECT_EQ(nodes[0].kind, Kind::COMPUTE);
    EXPECT_EQ(nodes[0].timePs, 8'000'000); // 8000 ns
    EXPECT_EQ(nodes[1].kind, Kind::SEND);
    EXPECT_EQ(nodes[1].rank, 0u);
    EXPECT_EQ(nodes[1].peer, 1u);
    EXPECT_EQ(nodes[1].bytes, 4096u);
    EXPECT_EQ(nodes[2].kind, Kind::RECV);
    EXPECT_EQ(nodes[3].kind, Kind::SEND);
    EXPECT_EQ(nodes[3].rank, 1u);
    EXPECT_EQ(nodes[3].bytes, 100u);
    EXPECT_EQ(nodes[3].channel, 3u);
    EXPECT_EQ(nodes[4].rank, 0u);
    EXPECT_EQ(job.graph.GetDependencies(), (Edges{{0, 1}, {2, 3}}));
}

TEST(GoalWorkload, CalcsHaveAUnitAndAStream)
{
    const FabricJob job =
        ReadGoal("num_ranks 1\nrank 0 {\ncalc 3 cpu 2\n}\n", {{"CalcUnit", "5us"}});
    ASSERT_EQ(job.graph.GetNodes().size(), 1u);
    EXPECT_EQ(job.graph.GetNodes()[0].timePs, 15'000'000);
    EXPECT_EQ(job.graph.GetNodes()[0].stream, 2u);
}

TEST(GoalWorkload, IrequiresWaitsForTheStart)
{
    // c may start with b, that is once a has completed.
    const FabricJob job = ReadGoal(
        "num_ranks 1\nrank 0 {\na: calc 1\nb: calc 2\nc: calc 3\nb requires a\nc irequires b\n}");
    ASSERT_EQ(job.graph.GetNodes().size(), 4u);
    EXPECT_EQ(job.graph.GetNodes()[3].kind, Kind::JOIN);
    EXPECT_EQ(job.graph.GetDependencies(), (Edges{{3, 1}, {3, 2}, {0, 3}}));
}

TEST(GoalWorkload, MessagesOfOneTagAreMatchedInOrder)
{
    const FabricJob job =
        ReadGoal("num_ranks 2\nrank 0 {\nsend 1b to 1 tag 5\nsend 2b to 1\nsend 3b to 1 tag "
                 "5\n}\nrank 1 {\nrecv 2b from 0 tag 0\nrecv 9b from 0 tag 5\nx: recv 3b from "
                 "0 tag 5\ny: calc 1\ny requires x\n}\n");
    const auto& nodes = job.graph.GetNodes();
    ASSERT_EQ(nodes.size(), 7u);
    EXPECT_EQ(nodes[5].kind, Kind::RECV);
    EXPECT_EQ(nodes[5].bytes, 3u);
    EXPECT_EQ(job.graph.GetDependencies(), (Edges{{5, 6}}));
}

TEST(GoalWorkload, AnySourceAndAnyTagGetWhatIsLeftOver)
{
    const FabricJob job =
        ReadGoal("num_ranks 3\nrank 0 {\na: recv 9b from -1 tag 4\nb: recv 9b from 2 tag 4\n"
                 "c: recv 9b from 1 tag -1\nd: recv 9b from -1 tag -1\nz: calc 0\n"
                 "z requires a\nz requires b\nz requires c\nz requires d\n}\n"
                 "rank 1 {\nsend 1b to 0 tag 4\nsend 2b to 0 tag 9\n}\n"
                 "rank 2 {\nsend 3b to 0 tag 4\nsend 4b to 0 tag 5\n}\n");
    const auto& nodes = job.graph.GetNodes();
    std::vector<uint64_t> got;
    for (const auto& [before, after] : job.graph.GetDependencies())
    {
        got.push_back(nodes[before].bytes);
    }
    EXPECT_EQ(got, (std::vector<uint64_t>{1, 3, 2, 4}));
}

TEST(GoalWorkload, MessagesToOneselfAreCopiesAndEmptyOnesOneByte)
{
    const FabricJob job =
        ReadGoal("num_ranks 2\nrank 0 {\nsend 10b to 0\na: recv 10b from 0\nb: send 0b to "
                 "1\nb requires a\n}\nrank 1 {\nrecv 0b from 0\n}\n");
    const auto& nodes = job.graph.GetNodes();
    ASSERT_EQ(nodes.size(), 4u);
    EXPECT_EQ(nodes[0].kind, Kind::COPY);
    EXPECT_EQ(nodes[0].bytes, 10u);
    EXPECT_EQ(nodes[1].kind, Kind::JOIN);
    EXPECT_EQ(nodes[2].bytes, 1u);
    EXPECT_EQ(job.graph.GetDependencies(), (Edges{{0, 1}, {1, 2}}));
}

TEST(GoalWorkload, RanksLiveOnTheHostsThatAreNamed)
{
    EXPECT_EQ(ReadGoal(PING_PONG, {{"Hosts", "5,3,7"}}).hostOfRank, (std::vector<uint32_t>{5, 3}));
    const TemporaryFile file(PING_PONG);
    EXPECT_EQ(MessageOf<InputError>([&] {
                  ReadJob<GoalWorkload>(file.GetPath(), {{"Hosts", "4"}});
              }),
              file.GetPath() +
                  ": has 2 ranks, but Hosts selects only 1; expected at least as many");
}

TEST(GoalWorkload, NoFile)
{
    EXPECT_EQ(MessageOf<InputError>([] { ReadJob<GoalWorkload>(""); }),
              "ns3::GoalWorkload: File: is not set; expected the path of a trace");
    EXPECT_EQ(MessageOf<InputError>([] { ReadJob<GoalWorkload>("/nowhere/x.goal"); }),
              "/nowhere/x.goal: cannot be read: No such file or directory");
}

TEST(GoalWorkload, WrongText)
{
    EXPECT_EQ(ErrorOfGoal(""), ":1: the file ends; expected num_ranks");
    EXPECT_EQ(ErrorOfGoal("rank 0 {"), ":1: unexpected 'rank'; expected num_ranks");
    EXPECT_EQ(ErrorOfGoal("num_ranks 0\n"),
              ":1: unexpected '0'; expected num_ranks, an integer from 1 to 16777216");
    EXPECT_EQ(ErrorOfGoal("num_ranks 2\nrank 2 {\n}"),
              ":2: unexpected '2'; expected rank, an integer from 0 to 1");
    EXPECT_EQ(ErrorOfGoal("num_ranks 1\nrank 0 {\n}\nrank 0 {\n}"),
              ":4: rank: 0 appears twice; expected it once");
    EXPECT_EQ(ErrorOfGoal("num_ranks 1\nrank 0 {\n\ncalc 1\n"),
              ":5: the file ends; expected } for the { in line 2");
    EXPECT_EQ(ErrorOfGoal("num_ranks 1\n/* no end\n"),
              ":2: a comment that does not end; expected */");
    EXPECT_EQ(ErrorOfRanks("calc"),
              ":4: unexpected '}'; expected the length of the calc, an integer from 0 to "
              "1000000000000000");
    EXPECT_EQ(ErrorOfRanks("x: clac 1"), ":3: unexpected 'clac'; expected calc, send or recv");
    EXPECT_EQ(ErrorOfRanks("x calc 1"),
              ":3: unexpected 'calc'; expected ':', requires or irequires after a label");
    EXPECT_EQ(ErrorOfRanks("send 1 to 1"), ":3: unexpected 'to'; expected b");
    EXPECT_EQ(ErrorOfRanks("send 1b from 1"), ":3: unexpected 'from'; expected to");
    EXPECT_EQ(ErrorOfRanks("send 1b to 2"),
              ":3: unexpected '2'; expected the other rank, an integer from 0 to 1");
    EXPECT_EQ(ErrorOfRanks("send 99999999999999999999b to 1"),
              ":3: unexpected '99999999999999999999'; expected a size, an integer from 0 to "
              "9223372036854775807");
    EXPECT_EQ(ErrorOfRanks("calc 1 nic 1"), ":3: unexpected 'nic'; expected the end of the line");
    EXPECT_EQ(ErrorOfRanks("a: calc 1\na: calc 2"),
              ":4: label: a appears twice in rank 0; expected it once");
    EXPECT_EQ(ErrorOfRanks("a: calc 1\na requires b"), ":4: requires: rank 0 has no label b");
    EXPECT_EQ(ErrorOfRanks("a: calc 1", "a irequires a"), ":6: irequires: rank 1 has no label a");
}

TEST(GoalWorkload, MessagesWithoutTheirOtherHalfAreNamed)
{
    const TemporaryFile tags(
        "num_ranks 2\nrank 0 {\nsend 8b to 1 tag 1\n}\nrank 1 {\nrecv 8b from 0 "
        "tag 2\n}\n");
    const auto& path = tags.GetPath();
    EXPECT_EQ(
        MessageOf<InputError>([&] { ReadJob<GoalWorkload>(path); }),
        path + ":3: tag: rank 0 sends 8 bytes to rank 1 with tag 1; no rank receives it, but at " +
            path + ":6 rank 1 waits for tag 2");
    EXPECT_EQ(ErrorOfRanks("", "recv 8b from 0"),
              ":6: tag: rank 1 receives 8 bytes from rank 0 with tag 0; no rank sends it");
    EXPECT_EQ(ErrorOfRanks("", "recv 8b from -1 tag -1"),
              ":6: tag: rank 1 receives 8 bytes from any rank with any tag; no rank sends it");
    const TemporaryFile sizes(
        "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 7b from 0\n}\n");
    EXPECT_EQ(MessageOf<InputError>([&] { ReadJob<GoalWorkload>(sizes.GetPath()); }),
              sizes.GetPath() +
                  ":3: tag: rank 0 sends 8 bytes to rank 1 with tag 0 does not fit its receive of "
                  "7 bytes at " +
                  sizes.GetPath() + ":6");
}

TEST(GoalWorkload, CyclesAreNamedByTheirLines)
{
    EXPECT_EQ(ErrorOfRanks("a: calc 1\na requires a"), ":3: waits for itself");
    // Each rank receives before it sends.
    const std::string text =
        "num_ranks 2\nrank 0 {\na: recv 1b from 1\nb: send 1b to 1\nb requires "
        "a\n}\nrank 1 {\na: recv 1b from 0\nb: send 1b to 0\nb requires a\n}\n";
    const TemporaryFile file(text);
    const auto& path = file.GetPath();
    EXPECT_EQ(MessageOf<InputError>([&] { ReadJob<GoalWorkload>(path); }),
              path + ":4: waits for itself, by way of " + path + ":3, " + path + ":9, " + path +
                  ":8");
}

TEST(GoalWorkload, DamagedFilesAreReadOrRefusedWithOneLine)
{
    const int refused = ReadDamaged(
        PING_PONG,
        [](const std::string& text) { ReadGoal(text); },
        400);
    EXPECT_GT(refused, 150);
}

using GoalWorkloadRunTest = NetworkTest;

TEST_F(GoalWorkloadRunTest, PingPongTakesCalcAndTwoMessages)
{
    const TemporaryFile file(PING_PONG);
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "3"}}));
    const auto job = Add("GoalWorkload", {{"File", file.GetPath()}});
    Simulator::Run();
    ExpectLosslessEnd();
    // The pong waits for the ping's last byte, the ping for the calc of 8 us. A message's own time
    // includes the way back of its acknowledgement, which the ping's successor does not wait for.
    const auto& records = job->GetRecords();
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].startPs, 8'000'000);
    EXPECT_NEAR(static_cast<double>(records[1].startPs),
                static_cast<double>(records[0].arrivedPs),
                static_cast<double>(TickPs()));
    EXPECT_NEAR(static_cast<double>(records[0].finishedPs - records[0].startPs),
                static_cast<double>(m_network.IdealMessagePs(0, 1, 4096)),
                static_cast<double>(TickPs()));
}
