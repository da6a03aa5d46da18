// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "separate-hosts.h"
#include "temporary-file.h"

#include "ns3/fabric-units.h"
#include "ns3/hpcc-flow-workload.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/** Hosts are the nodes 0, 2 and 5; 1, 3 and 4 are switches. */
const std::vector<uint32_t> NODE_OF_HOST = {0, 2, 5};

FabricJob
ReadFile(const std::string& path, const std::string& hosts = "")
{
    const auto workload = CreateObject<HpccFlowWorkload>();
    workload->SetAttribute("File", StringValue(path));
    workload->SetAttribute("Hosts", StringValue(hosts));
    return workload->Build(SeparateHosts(NODE_OF_HOST));
}

FabricJob
ReadFlows(const std::string& text)
{
    const TemporaryFile file(text);
    return ReadFile(file.GetPath());
}

std::string
ErrorOfFlows(const std::string& text)
{
    return MessageBehindPath<InputError>(text, [](const std::string& path) { ReadFile(path); });
}

/** Error message of a file with one flow. */
std::string
ErrorOfFlow(const std::string& flow)
{
    return ErrorOfFlows("1\n" + flow + "\n");
}

} // namespace

TEST(HpccFlowWorkload, EveryFlowIsAMessageOnAChannelOfItsOwn)
{
    const FabricJob job =
        ReadFlows("3\n5 0 3 100 1000 2.0\n0 2 4 65535 1 0.000000001\n2 5 0 0 7 0\n");
    EXPECT_EQ(job.hostOfRank, (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_EQ(job.bytes, 0u);
    const auto& nodes = job.graph.GetNodes();
    ASSERT_EQ(nodes.size(), 6u); // a SEND and a RECV each
    EXPECT_EQ(nodes[0].rank, 2u);
    EXPECT_EQ(nodes[0].peer, 0u);
    EXPECT_EQ(nodes[0].serviceLevel, 3);
    EXPECT_EQ(nodes[0].bytes, 1000u);
    EXPECT_EQ(nodes[0].timePs, 2 * PS_PER_SECOND);
    EXPECT_EQ(nodes[0].channel, 0u);
    EXPECT_EQ(nodes[2].rank, 0u);
    EXPECT_EQ(nodes[2].peer, 1u);
    EXPECT_EQ(nodes[2].serviceLevel, 4);
    EXPECT_EQ(nodes[2].timePs, 1'000);
    EXPECT_EQ(nodes[2].channel, 1u);
    EXPECT_EQ(nodes[4].serviceLevel, 0);
    EXPECT_EQ(nodes[4].timePs, 0);
    EXPECT_TRUE(job.graph.GetDependencies().empty());
}

TEST(HpccFlowWorkload, LinesThatAreAlikeAreTwoFlows)
{
    const FabricJob job = ReadFlows("2\n0 2 3 100 1000 0\n0 2 3 100 1000 0\n");
    ASSERT_EQ(job.graph.GetNodes().size(), 4u);
    EXPECT_NE(job.graph.GetNodes()[0].channel, job.graph.GetNodes()[2].channel);
}

TEST(HpccFlowWorkload, ALegendMayFollow)
{
    EXPECT_EQ(ReadFlows("1\n0 2 3 100 1000 0\n\nFirst line: flow #\n").graph.GetNodes().size(), 2u);
}

TEST(HpccFlowWorkload, NoFile)
{
    EXPECT_EQ(MessageOf<InputError>([] { ReadFile(""); }),
              "ns3::HpccFlowWorkload: File: is not set; expected the path of a flow.txt");
    EXPECT_EQ(MessageOf<InputError>([] { ReadFile("/nowhere/flow.txt"); }),
              "/nowhere/flow.txt: cannot be read: No such file or directory");
    EXPECT_EQ(
        MessageOf<InputError>([] { ReadFile("/nowhere/flow.txt", "0-1"); }),
        "ns3::HpccFlowWorkload: Hosts: has no effect here; the hosts come from the flow file");
    EXPECT_EQ(ErrorOfFlows(""), ": the file is empty");
}

TEST(HpccFlowWorkload, WrongCount)
{
    const std::string flow = "0 2 3 100 1000 0\n";
    EXPECT_EQ(ErrorOfFlows("0\n"), ":1: flows: '0' is not an integer from 1 to 134217728");
    EXPECT_EQ(ErrorOfFlows("-1\n" + flow), ":1: flows: '-1' is not an integer from 1 to 134217728");
    EXPECT_EQ(ErrorOfFlows(flow), ":1: flows: '0' is not an integer from 1 to 134217728");
    EXPECT_EQ(ErrorOfFlows("1 2\n" + flow), ":1: unexpected '2' after the last field of the line");
    EXPECT_EQ(ErrorOfFlows("2\n" + flow),
              ":2: flows: the file ends after 1 of 2 flows announced in its first line");
    EXPECT_EQ(ErrorOfFlows("1\n" + flow + flow),
              ":3: flows: unexpected '0' after 1 flows announced in its first line");
}

TEST(HpccFlowWorkload, WrongFlows)
{
    const std::string noHost = " is not a host of the topology; expected the node id of a host";
    EXPECT_EQ(ErrorOfFlow("0 2 3 100 1000 0"), "no error");
    EXPECT_EQ(ErrorOfFlow("0 2 3 100 1000"), ":2: start: the line ends before this field");
    EXPECT_EQ(ErrorOfFlow("0 2 3 100 1000 0 9"),
              ":2: unexpected '9' after the last field of the line");
    EXPECT_EQ(ErrorOfFlow("6 2 3 100 1000 0"), ":2: src: node 6" + noHost);
    EXPECT_EQ(ErrorOfFlow("0 3 3 100 1000 0"), ":2: dst: node 3" + noHost);
    EXPECT_EQ(ErrorOfFlow("-1 2 3 100 1000 0"),
              ":2: src: '-1' is not an integer from 0 to 4294967294");
    EXPECT_EQ(ErrorOfFlow("2 2 3 100 1000 0"),
              ":2: dst: node 2 is also the source; expected another host");
    EXPECT_EQ(ErrorOfFlow("0 2 8 100 1000 0"), ":2: priority: '8' is not an integer from 0 to 7");
    EXPECT_EQ(ErrorOfFlow("0 2 3 65536 1000 0"),
              ":2: dport: '65536' is not an integer from 0 to 65535");
    EXPECT_EQ(ErrorOfFlow("0 2 3 100 0 0"),
              ":2: bytes: '0' is not an integer from 1 to 9223372036854775807");
    EXPECT_EQ(ErrorOfFlow("0 2 3 100 1e6 0"),
              ":2: bytes: '1e6' is not an integer from 1 to 9223372036854775807");
    EXPECT_EQ(ErrorOfFlow("0 2 3 100 1000 -1"),
              ":2: start: '-1' is negative; expected 0 or more seconds without a unit");
    EXPECT_EQ(ErrorOfFlow("0 2 3 100 1000 1us"),
              ":2: start: '1us' has a wrong unit; expected 0 or more seconds without a unit");
    EXPECT_EQ(ErrorOfFlow("0 2 3 100 1000 2000000"),
              ":2: start: is too late; expected at most 1000000 seconds");
}
