// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "has-text.h"
#include "make-object.h"
#include "separate-hosts.h"
#include "temporary-file.h"

#include "ns3/all-to-all-workload.h"
#include "ns3/collective-workload.h"
#include "ns3/incast-workload.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/permutation-workload.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <map>
#include <set>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;

/** A job of a workload on hosts whose host index is their node id. */
template <typename T>
FabricJob
Build(uint32_t hosts, const Attributes& attributes = {})
{
    const auto workload = CreateObject<T>();
    for (const auto& [name, value] : attributes)
    {
        workload->SetAttribute(name, StringValue(value));
    }
    workload->AssignStreams(7);
    return workload->Build(SeparateHosts(hosts));
}

/** Error message of building, without the name of the type. */
template <typename T>
std::string
ErrorOf(uint32_t hosts, const Attributes& attributes = {})
{
    return MessageBehind<InputError>(T::GetTypeId().GetName() + ": ",
                                     [&] { Build<T>(hosts, attributes); });
}

std::map<Kind, size_t>
CountKinds(const CommunicationGraph& graph)
{
    std::map<Kind, size_t> counts;
    for (const auto& node : graph.GetNodes())
    {
        ++counts[node.kind];
    }
    return counts;
}

/** Random streams are part of the state that the fixture resets. */
class WorkloadTest : public FabricTest
{
};

} // namespace

TEST_F(WorkloadTest, HostsAreTakenInTheOrderOfTheList)
{
    using Hosts = std::vector<uint32_t>;
    EXPECT_EQ(Build<AllToAllWorkload>(4).hostOfRank, (Hosts{0, 1, 2, 3}));
    EXPECT_EQ(Build<AllToAllWorkload>(9, {{"Hosts", "2-4,8,0"}}).hostOfRank,
              (Hosts{2, 3, 4, 8, 0}));
    EXPECT_EQ(Build<AllToAllWorkload>(9, {{"Hosts", " 1 - 2 , 5-5 "}}).hostOfRank,
              (Hosts{1, 2, 5}));
}

TEST_F(WorkloadTest, WrongHosts)
{
    const auto error = [](const std::string& hosts) {
        return ErrorOf<AllToAllWorkload>(4, {{"Hosts", hosts}});
    };
    const std::string noIndex =
        " is not a host index or an ascending range; expected a list such as 0-15,20";
    EXPECT_EQ(error("0-3"), "no error");
    EXPECT_EQ(error("0,,1"), "Hosts: ''" + noIndex);
    EXPECT_EQ(error("0,1,"), "Hosts: ''" + noIndex);
    EXPECT_EQ(error("3-1"), "Hosts: '3-1'" + noIndex);
    EXPECT_EQ(error("-1"), "Hosts: '-1'" + noIndex);
    EXPECT_EQ(error("0-x"), "Hosts: '0-x'" + noIndex);
    EXPECT_EQ(error("0-1-2"), "Hosts: '0-1-2'" + noIndex);
    EXPECT_EQ(error("0-99999999999"), "Hosts: '0-99999999999'" + noIndex);
    EXPECT_EQ(error("0,4"),
              "Hosts: host 4 does not exist; the topology has 4 hosts, counted from 0");
    EXPECT_EQ(error("0-4294967295"),
              "Hosts: host 4294967295 does not exist; the topology has 4 hosts, counted from 0");
    EXPECT_EQ(error("0-2,1"), "Hosts: host 1 is listed twice");
    EXPECT_EQ(error("2"), "Hosts: selects 1; expected at least 2");
}

TEST_F(WorkloadTest, NameStartAndPriority)
{
    const FabricJob plain = Build<IncastWorkload>(3);
    EXPECT_EQ(plain.name, "IncastWorkload");
    EXPECT_EQ(plain.startPs, 0);
    EXPECT_EQ(plain.graph.GetNodes()[0].serviceLevel, -1);
    const FabricJob job =
        Build<IncastWorkload>(3, {{"Name", "burst"}, {"Start", "1.5us"}, {"Priority", "5"}});
    EXPECT_EQ(job.name, "burst");
    EXPECT_EQ(job.startPs, 1'500'000);
    EXPECT_EQ(job.graph.GetNodes()[0].serviceLevel, 5);
    EXPECT_EQ(job.graph.GetNodes()[2].serviceLevel, 5);
    const auto workload = CreateObject<IncastWorkload>();
    EXPECT_FALSE(workload->SetAttributeFailSafe("Priority", IntegerValue(16)));
    EXPECT_FALSE(workload->SetAttributeFailSafe("Start", TimeValue(Seconds(-1))));
    EXPECT_EQ(ErrorOf<IncastWorkload>(3, {{"Start", "2000000s"}}),
              "Start: is too late; expected at most 1000000 s");
}

TEST_F(WorkloadTest, IncastSendsToTheLastHost)
{
    // 3 sources, 2 rounds: 6 messages; the second of each source waits for its first.
    const FabricJob job = Build<IncastWorkload>(4, {{"Bytes", "500"}, {"Rounds", "2"}});
    EXPECT_EQ(job.hostOfRank, (std::vector<uint32_t>{0, 1, 2, 3}));
    EXPECT_EQ(CountKinds(job.graph), (std::map<Kind, size_t>{{Kind::SEND, 6}, {Kind::RECV, 6}}));
    ASSERT_EQ(job.graph.GetDependencies().size(), 3u);
    for (const auto& [before, after] : job.graph.GetDependencies())
    {
        const auto& nodes = job.graph.GetNodes();
        EXPECT_EQ(nodes[before].kind, Kind::SEND);
        EXPECT_EQ(nodes[after].kind, Kind::SEND);
        EXPECT_EQ(nodes[before].rank, nodes[after].rank);
        EXPECT_EQ(nodes[after].peer, 3u);
        EXPECT_EQ(nodes[after].bytes, 500u);
    }
}

TEST_F(WorkloadTest, IncastOfSeveralFlowsPerSource)
{
    // 2 sources, 3 flows each, 2 rounds: 12 messages, and 6 of them wait for one before.
    const FabricJob job = Build<IncastWorkload>(3, {{"FlowsPerSource", "3"}, {"Rounds", "2"}});
    std::map<std::pair<uint32_t, uint32_t>, size_t> messages;
    for (const auto& node : job.graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            ++messages[{node.rank, node.channel}];
        }
    }
    const std::map<std::pair<uint32_t, uint32_t>, size_t> expected =
        {{{0, 0}, 2}, {{0, 1}, 2}, {{0, 2}, 2}, {{1, 0}, 2}, {{1, 1}, 2}, {{1, 2}, 2}};
    EXPECT_EQ(messages, expected);
    ASSERT_EQ(job.graph.GetDependencies().size(), 6u);
    for (const auto& [before, after] : job.graph.GetDependencies())
    {
        const auto& nodes = job.graph.GetNodes();
        EXPECT_EQ(nodes[before].rank, nodes[after].rank);
        EXPECT_EQ(nodes[before].channel, nodes[after].channel);
    }
}

TEST_F(WorkloadTest, IncastWithSeveralMessagesInFlight)
{
    // 2 sources, 5 messages each, 3 in flight: the fourth waits for the first, the fifth for the
    // second. A source's messages are every other one.
    const FabricJob job = Build<IncastWorkload>(3, {{"Rounds", "5"}, {"InFlight", "3"}});
    std::vector<std::vector<uint32_t>> messages(2); // of each source, their nodes
    const auto& nodes = job.graph.GetNodes();
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        if (nodes[node].kind == Kind::SEND)
        {
            messages[nodes[node].rank].push_back(node);
        }
    }
    std::set<std::pair<uint32_t, uint32_t>> expected;
    for (const auto& source : messages)
    {
        ASSERT_EQ(source.size(), 5u);
        expected.insert({source[0], source[3]});
        expected.insert({source[1], source[4]});
    }
    std::set<std::pair<uint32_t, uint32_t>> found;
    for (const auto& [before, after] : job.graph.GetDependencies())
    {
        found.insert({before, after});
    }
    EXPECT_EQ(found, expected);
    // More in flight than there are messages: none waits.
    EXPECT_TRUE(Build<IncastWorkload>(3, {{"Rounds", "5"}, {"InFlight", "6"}})
                    .graph.GetDependencies()
                    .empty());
}

TEST_F(WorkloadTest, IncastWithATarget)
{
    using Hosts = std::vector<uint32_t>;
    EXPECT_EQ(Build<IncastWorkload>(6, {{"Target", "1"}, {"Sources", "3"}}).hostOfRank,
              (Hosts{0, 2, 3, 1}));
    EXPECT_EQ(Build<IncastWorkload>(6, {{"Target", "5"}, {"Hosts", "0-1"}}).hostOfRank,
              (Hosts{0, 1, 5}));
}

TEST_F(WorkloadTest, WrongIncast)
{
    EXPECT_EQ(ErrorOf<IncastWorkload>(1), "Hosts: selects 1; expected at least 2");
    EXPECT_EQ(ErrorOf<IncastWorkload>(3, {{"Hosts", "1"}, {"Target", "1"}}),
              "Hosts: has no source besides the target; expected at least one");
    EXPECT_EQ(ErrorOf<IncastWorkload>(3, {{"Target", "3"}}),
              "Target: host 3 does not exist; the topology has 3 hosts, counted from 0");
    EXPECT_EQ(ErrorOf<IncastWorkload>(3, {{"Sources", "3"}}),
              "Sources: is 3; expected at most 2, the number of Hosts without the target");
    EXPECT_EQ(ErrorOf<IncastWorkload>(3, {{"Bytes", "0"}}), "Bytes: is 0; expected at least 1");
    EXPECT_EQ(ErrorOf<IncastWorkload>(3, {{"Rounds", "0"}}), "Rounds: is 0; expected at least 1");
    EXPECT_EQ(ErrorOf<IncastWorkload>(3, {{"Rounds", "100000000"}}),
              "Rounds: need more than 268435456 nodes of a graph; use less");
}

TEST_F(WorkloadTest, PermutationGivesEverybodyOneToSendToAndOneToReceiveFrom)
{
    for (const uint32_t hosts : {2u, 3u, 64u})
    {
        const FabricJob job = Build<PermutationWorkload>(hosts, {{"Bytes", "9"}});
        std::set<uint32_t> senders;
        std::set<uint32_t> receivers;
        for (const auto& node : job.graph.GetNodes())
        {
            if (node.kind == Kind::SEND)
            {
                EXPECT_NE(node.rank, node.peer);
                EXPECT_EQ(node.bytes, 9u);
                senders.insert(node.rank);
                receivers.insert(node.peer);
            }
        }
        EXPECT_EQ(job.graph.GetNodes().size(), 2 * hosts);
        EXPECT_EQ(senders.size(), hosts);
        EXPECT_EQ(receivers.size(), hosts);
    }
}

TEST_F(WorkloadTest, PermutationsAreUniform)
{
    // Four elements have 9 permutations without a fixed point: 6 cycles of four, 3 pairs of swaps.
    // In 9,000 draws each is expected 1,000 times with a standard deviation of 29.8; 150 is 5 of
    // them.
    const auto workload = CreateObject<PermutationWorkload>();
    EXPECT_EQ(workload->AssignStreams(3), 1);
    std::map<std::vector<uint32_t>, int> seen;
    for (int i = 0; i < 9'000; ++i)
    {
        std::vector<uint32_t> peers;
        const FabricJob job = workload->Build(SeparateHosts(4));
        for (const auto& node : job.graph.GetNodes())
        {
            if (node.kind == Kind::SEND)
            {
                peers.push_back(node.peer);
            }
        }
        ++seen[peers];
    }
    EXPECT_EQ(seen.size(), 9u);
    for (const auto& [peers, count] : seen)
    {
        EXPECT_NEAR(count, 1'000, 150);
    }
}

TEST_F(WorkloadTest, TheStreamDecidesThePermutation)
{
    const auto peers = [](int64_t stream) {
        const auto workload = CreateObject<PermutationWorkload>();
        workload->AssignStreams(stream);
        std::vector<uint32_t> result;
        const FabricJob job = workload->Build(SeparateHosts(64));
        for (const auto& node : job.graph.GetNodes())
        {
            result.push_back(node.peer);
        }
        return result;
    };
    EXPECT_EQ(peers(5), peers(5));
    EXPECT_NE(peers(5), peers(6));
}

TEST_F(WorkloadTest, AllToAllRotates)
{
    // 4 ranks: 12 messages; the messages of rank 1 go to 2, 3, 0. busbw factor 3/4 of 4 * 100 B.
    const FabricJob job = Build<AllToAllWorkload>(4, {{"Bytes", "100"}});
    EXPECT_EQ(CountKinds(job.graph), (std::map<Kind, size_t>{{Kind::SEND, 12}, {Kind::RECV, 12}}));
    std::vector<uint32_t> peers;
    for (const auto& node : job.graph.GetNodes())
    {
        if (node.kind == Kind::SEND && node.rank == 1)
        {
            peers.push_back(node.peer);
        }
    }
    EXPECT_EQ(peers, (std::vector<uint32_t>{2, 3, 0}));
    EXPECT_EQ(job.bytes, 400u);
    EXPECT_DOUBLE_EQ(job.busFactor, 0.75);
    EXPECT_EQ(ErrorOf<AllToAllWorkload>(4, {{"Bytes", "0"}}), "Bytes: is 0; expected at least 1");
    EXPECT_EQ(ErrorOf<AllToAllWorkload>(30'000),
              "Hosts: need more than 268435456 nodes of a graph; use less");
}

TEST_F(WorkloadTest, OneCollective)
{
    // Ring of 4: 4 chunks of 6 hops, a reduction after each of the first 3.
    const FabricJob job = Build<CollectiveWorkload>(4, {{"Bytes", "4000"}});
    EXPECT_EQ(CountKinds(job.graph),
              (std::map<Kind, size_t>{{Kind::SEND, 24}, {Kind::RECV, 24}, {Kind::REDUCE, 12}}));
    EXPECT_EQ(job.bytes, 4'000u);
    EXPECT_EQ(job.iterations, 1u);
    EXPECT_DOUBLE_EQ(job.busFactor, 1.5);
}

TEST_F(WorkloadTest, IterationsFollowOneAnotherRankByRank)
{
    // Ring of 2: 2 chunks of 2 hops, a reduction after the first. Per copy: 4 messages and 2
    // reductions, with dependencies RECV-REDUCE and REDUCE-SEND per chunk. Each rank has two ends
    // of beginning (its first SEND, the RECV of the other chunk and that of its second hop, which
    // wait for nothing) and its loose ends: 2 SENDs and the last RECV. A JOIN per copy and rank.
    const FabricJob job = Build<CollectiveWorkload>(2, {{"Bytes", "2000"}, {"Iterations", "3"}});
    EXPECT_EQ(job.iterations, 3u);
    EXPECT_EQ(job.bytes, 2'000u);
    EXPECT_EQ(CountKinds(job.graph),
              (std::map<Kind, size_t>{{Kind::SEND, 12},
                                      {Kind::RECV, 12},
                                      {Kind::REDUCE, 6},
                                      {Kind::JOIN, 6}}));
    // 3 * 4 within the copies; per copy and rank 3 loose ends; per seam and rank 3 beginnings.
    EXPECT_EQ(job.graph.GetDependencies().size(), 3u * 4 + 3 * 2 * 3 + 2 * 2 * 3);
    for (const auto& [before, after] : job.graph.GetDependencies())
    {
        EXPECT_EQ(job.graph.GetNodes()[before].rank, job.graph.GetNodes()[after].rank);
    }
}

TEST_F(WorkloadTest, CollectiveWithAttributesOfItsAlgorithm)
{
    const FabricJob job = Build<CollectiveWorkload>(
        2,
        {{"Algorithm", "ns3::RingAllReduce[Channels=3]"}, {"Bytes", "6000"}});
    EXPECT_EQ(CountKinds(job.graph)[Kind::SEND], 12u); // 2 chunks, 2 hops, 3 channels
}

TEST_F(WorkloadTest, ACollectiveKnowsWhichRanksShareAServer)
{
    // Servers of hosts 0 to 2 and 3 to 5; the job has two hosts of each, 2, 1, 4 and 5, whose rails
    // are 0, 1, 0 and 1.
    HostMap hosts = SeparateHosts(6);
    hosts.server = {8, 8, 8, 3, 3, 3};
    const auto workload = CreateObject<CollectiveWorkload>();
    workload->SetAttribute("Algorithm", StringValue("ns3::TwoLevelAllReduce"));
    workload->SetAttribute("Hosts", StringValue("2,1,4,5"));
    workload->SetAttribute("Bytes", UintegerValue(400));
    const FabricJob job = workload->Build(hosts);
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> sent;
    for (const auto& node : job.graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            sent[{node.rank, node.peer}] += node.bytes;
        }
    }
    // 2 * 400/2 to the neighbour in the server, 2 * (2 - 1)/2 * 400/2 along the rail.
    const std::map<std::pair<uint32_t, uint32_t>, uint64_t> expected{{{0, 1}, 400},
                                                                     {{0, 2}, 200},
                                                                     {{1, 0}, 400},
                                                                     {{1, 3}, 200},
                                                                     {{2, 0}, 200},
                                                                     {{2, 3}, 400},
                                                                     {{3, 1}, 200},
                                                                     {{3, 2}, 400}};
    EXPECT_EQ(sent, expected);
}

TEST_F(WorkloadTest, AnAllToAllWithATableHasTheSizeOfTheTable)
{
    const TemporaryFile table("0 10\n30 0\n");
    const FabricJob job = Build<CollectiveWorkload>(
        2,
        {{"Algorithm", "ns3::DirectAllToAll[Table=" + table.GetPath() + "]"}, {"Bytes", "7"}});
    EXPECT_EQ(job.bytes, 20u); // per rank
    EXPECT_EQ(CountKinds(job.graph)[Kind::SEND], 2u);
}

TEST_F(WorkloadTest, WrongCollective)
{
    EXPECT_EQ(ErrorOf<CollectiveWorkload>(1), "Hosts: selects 1; expected at least 2");
    EXPECT_EQ(ErrorOf<CollectiveWorkload>(2, {{"Bytes", "0"}}), "Bytes: is 0; expected at least 1");
    EXPECT_EQ(ErrorOf<CollectiveWorkload>(2, {{"Iterations", "0"}}),
              "Iterations: is 0; expected at least 1");
    for (const auto& [wrong, problem] :
         {std::pair<std::string, std::string>{
              "ns3::IncastWorkload",
              "ns3::IncastWorkload is not derived from ns3::CollectiveAlgorithm"},
          {"ns3::CollectiveAlgorithm", "Algorithm: is ns3::CollectiveAlgorithm"}})
    {
        const std::string error = ErrorOf<CollectiveWorkload>(2, {{"Algorithm", wrong}});
        EXPECT_TRUE(Begins(error, problem + "; expected one of ns3::"));
        EXPECT_TRUE(Has(error, ", ns3::RingAllReduce, "));
    }
}
