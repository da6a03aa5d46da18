// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/fabric-routing.h"
#include "ns3/hpcc-topology.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/topology-files.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

FabricTopology
ReadFile(const std::string& path)
{
    ObjectFactory factory("ns3::HpccTopology");
    factory.Set("File", StringValue(path));
    return factory.Create<TopologyGenerator>()->Generate();
}

FabricTopology
Read(const std::string& text)
{
    const TemporaryFile file(text);
    return ReadFile(file.GetPath());
}

std::string
ErrorOf(const std::string& text)
{
    return MessageBehindPath<InputError>(text, [](const std::string& path) { ReadFile(path); });
}

/** Three hosts on switch 3, with one line of links replaced. */
std::string
StarWithLink(const std::string& secondLink)
{
    return "4 1 3\n3\n0 3 100Gbps 1us 0\n" + secondLink + "\n2 3 100Gbps 1us 0\n";
}

} // namespace

TEST(HpccTopology, OneSwitch)
{
    const auto topology = Read("4 1 3\n"
                               "3\n"
                               "0 3 100Gbps 0.001ms 0\n"
                               "1 3 25Gbps 600ns 0.000000\n"
                               "2 3 400Gbps 1us 0.01\n");
    EXPECT_EQ(topology.GetHostCount(), 3u);
    EXPECT_EQ(topology.GetSwitchCount(), 1u);
    ASSERT_EQ(topology.links.size(), 3u);
    EXPECT_EQ(topology.nodes[2].name, "node2");
    EXPECT_FALSE(topology.IsHost(3));
    EXPECT_EQ(topology.links[0].delayPs, 1'000'000);
    EXPECT_EQ(topology.links[1].a, 1u);
    EXPECT_EQ(topology.links[1].b, 3u);
    EXPECT_EQ(topology.links[1].ratebps, 25'000'000'000u);
    EXPECT_EQ(topology.links[1].delayPs, 600'000);
    EXPECT_EQ(topology.links[1].errorRate, 0);
    EXPECT_EQ(topology.links[2].errorRate, 0.01);
    EXPECT_EQ(topology.linkLines, (std::vector<uint64_t>{3, 4, 5}));
}

TEST(HpccTopology, SwitchesMayHaveAnyNumbers)
{
    const auto topology = Read("5 2 4\n0 2\n1 0 1Gbps 1us 0\n3 2 1Gbps 1us 0\n4 2 1Gbps 1us 0\n"
                               "0 2 1Gbps 1us 0\n");
    EXPECT_EQ(topology.hosts, (std::vector<uint32_t>{1, 3, 4}));
    EXPECT_EQ(FabricRoutes(topology).PathLinks(0, 1), (std::vector<uint32_t>{0, 3, 1}));
}

TEST(HpccTopology, LeafSpineWithParallelLinks)
{
    // Leaves 4 and 5, spine 6 with two links to each: the same line twice is two links.
    const auto topology = Read("7 3 8\n4 5 6\n"
                               "0 4 100Gbps 1us 0\n1 4 100Gbps 1us 0\n"
                               "2 5 100Gbps 1us 0\n3 5 100Gbps 1us 0\n"
                               "4 6 100Gbps 1us 0\n4 6 100Gbps 1us 0\n"
                               "5 6 100Gbps 1us 0\n6 5 100Gbps 1us 0\n");
    EXPECT_EQ(topology.links.size(), 8u);
    const FabricRoutes routes(topology);
    EXPECT_EQ(routes.GetEgressLinks(4, 2), (std::vector<uint32_t>{4, 5}));
    EXPECT_EQ(routes.GetEgressLinks(6, 2), (std::vector<uint32_t>{6, 7}));
}

TEST(HpccTopology, NoSwitch)
{
    EXPECT_EQ(Read("2 0 1\n\n0 1 10Gbps 1us 0\n").links.size(), 1u);
    EXPECT_EQ(Read("2 0 1\n0 1 10Gbps 1us 0").links.size(), 1u);
}

TEST(HpccTopology, LayoutThatDoesNotMatter)
{
    // Line ends of Windows, tabs, blank lines, and the legend below HPCC's own files.
    const auto topology = Read("2 0 1\r\n\r\n0\t1 10Gbps 1us 0 \r\n\r\n\r\n"
                               "First line: total node #, switch node #, link #\r\n"
                               "src0 dst0 rate delay error_rate\r\n...\r\n");
    EXPECT_EQ(topology.links.size(), 1u);
    EXPECT_EQ(topology.linkLines.front(), 3u);
}

TEST(HpccTopology, NoFile)
{
    EXPECT_EQ(MessageOf<InputError>([] { ReadFile(""); }),
              "ns3::HpccTopology: File: is not set; expected the path of a topology.txt");
    EXPECT_EQ(MessageOf<InputError>([] { ReadFile("/nowhere/topology.txt"); }),
              "/nowhere/topology.txt: cannot be read: No such file or directory");
    EXPECT_EQ(MessageOf<InputError>([] { ReadFile("/tmp"); }),
              "/tmp: cannot be read: Is a directory");
    EXPECT_EQ(ErrorOf(""), ": the file is empty");
}

TEST(HpccTopology, WrongFirstLine)
{
    EXPECT_EQ(ErrorOf("4 1\n3\n"), ":1: links: the line ends before this field");
    EXPECT_EQ(ErrorOf("x 1 3\n"), ":1: nodes: 'x' is not an integer from 1 to 4294967294");
    EXPECT_EQ(ErrorOf("0 0 0\n"), ":1: nodes: '0' is not an integer from 1 to 4294967294");
    EXPECT_EQ(ErrorOf("-4 1 3\n"), ":1: nodes: '-4' is not an integer from 1 to 4294967294");
    EXPECT_EQ(
        ErrorOf("4 5 3\n"),
        ":1: switches: 5 of 4 nodes are switches; expected at most as many switches as nodes");
    // SimAI's first line is another one.
    EXPECT_EQ(ErrorOf("16 8 2 1 3 H100\n"), ":1: unexpected '1' after the last field of the line");
}

TEST(HpccTopology, CountsThatTheFileCannotHoldCostNothing)
{
    EXPECT_EQ(ErrorOf("4294967294 1 3\n3\n"), ":1: links: 3 links cannot connect 4294967293 hosts");
    EXPECT_EQ(ErrorOf("4294967294 4294967294 3\n3\n"),
              ":2: switch id: the line ends before this field");
    EXPECT_EQ(ErrorOf("4 1 4294967294\n3\n0 3 1Gbps 1us 0\n"),
              ":3: links: the file ends after 1 of 4294967294 links announced in its first line");
}

TEST(HpccTopology, WrongSwitches)
{
    EXPECT_EQ(ErrorOf("4 1 3\n4\n"), ":2: switch id: '4' is not an integer from 0 to 3");
    EXPECT_EQ(ErrorOf("4 2 3\n3 3\n"), ":2: switch id: 3 is listed twice");
    EXPECT_EQ(ErrorOf("4 2 3\n3\n0 3 1Gbps 1us 0\n"),
              ":2: switch id: the line ends before this field");
    EXPECT_EQ(ErrorOf("4 1 3\n3 2\n0 3 1Gbps 1us 0\n"),
              ":2: unexpected '2' after the last field of the line");
}

TEST(HpccTopology, TooFewOrTooManyLinks)
{
    const std::string two = "4 1 3\n3\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n";
    EXPECT_EQ(ErrorOf(two),
              ":4: links: the file ends after 2 of 3 links announced in its first line");
    EXPECT_EQ(ErrorOf(two + "2 3 100Gbps"), ":5: delay: the line ends before this field");
    EXPECT_EQ(ErrorOf(two + "2 3 100Gbps 1us 0\n"), "no error");
    EXPECT_EQ(ErrorOf(two + "2 3 100Gbps 1us 0\n0 3 100Gbps 1us 0\n"),
              ":6: links: unexpected '0' after 3 links announced in its first line");
    EXPECT_EQ(ErrorOf(two + "2 3 100Gbps 1us 0 7\n"),
              ":5: unexpected '7' after the last field of the line");
}

TEST(HpccTopology, WrongLinks)
{
    const std::string rate = "; expected a positive rate with its unit, such as 100Gbps";
    const std::string time = "; expected a time of 0 or more with its unit, such as 1us";
    EXPECT_EQ(ErrorOf(StarWithLink("1 3 100Gbps 1us 0")), "no error");
    EXPECT_EQ(ErrorOf(StarWithLink("4 3 100Gbps 1us 0")),
              ":4: first node: '4' is not an integer from 0 to 3");
    EXPECT_EQ(ErrorOf(StarWithLink("1 -3 100Gbps 1us 0")),
              ":4: second node: '-3' is not an integer from 0 to 3");
    EXPECT_EQ(ErrorOf(StarWithLink("1 1 100Gbps 1us 0")), ":4: link: node1 is linked to itself");
    EXPECT_EQ(ErrorOf(StarWithLink("1 3 0Gbps 1us 0")), ":4: rate: is zero" + rate);
    EXPECT_EQ(ErrorOf(StarWithLink("1 3 10bps 1us 0")),
              ":4: rate: 10 bit/s on link node1 - node3; expected 1 kbit/s to 1 Pbit/s");
    EXPECT_EQ(ErrorOf(StarWithLink("1 3 100Gbps 1 0")), ":4: delay: '1' has a wrong unit" + time);
    EXPECT_EQ(ErrorOf(StarWithLink("1 3 100Gbps 3s 0")),
              ":4: delay: 3000000000000 ps on link node1 - node3; expected 0 to 1 s");
    EXPECT_EQ(ErrorOf(StarWithLink("1 3 100Gbps 1us -0.1")),
              ":4: error rate: '-0.1' is not a number from 0 to 1");
    EXPECT_EQ(ErrorOf(StarWithLink("1 3 100Gbps 1us 1")),
              ":4: error rate: 1 on link node1 - node3; expected a probability from 0 to below 1");
    EXPECT_EQ(ErrorOf(StarWithLink("1 3 100Gbps 1us")),
              ":4: error rate: the line ends before this field");
}

TEST(HpccTopology, HostsOfTwoSwitchesHaveTwoPorts)
{
    // Hosts 0 and 1 on switches 2 and 3, which switch 4 joins. Port 0 is on the switch with the
    // lower number, in whatever order the file has the links.
    const auto topology = Read("5 3 6\n2 3 4\n0 2 1Gbps 1us 0\n3 1 1Gbps 1us 0\n0 3 2Gbps 1us 0\n"
                               "1 2 1Gbps 1us 0\n2 4 1Gbps 1us 0\n3 4 1Gbps 1us 0\n");
    EXPECT_EQ(topology.ports, 2u);
    EXPECT_EQ(topology.GetMachineCount(), 2u);
    EXPECT_EQ(topology.GetHostCount(), 4u);
    EXPECT_EQ(topology.GetSwitchCount(), 3u);
    ASSERT_EQ(topology.links.size(), 6u);
    EXPECT_EQ(topology.GetPortsOf(1), (std::vector<uint32_t>{1, 3}));
    EXPECT_EQ(topology.GetMachine(3), 1u);
    const auto links = topology.GetLinksByNode();
    const auto switchOf = [&](uint32_t host) {
        const uint32_t node = topology.hosts[host];
        EXPECT_EQ(links[node].size(), 1u);
        return topology.nodes[topology.GetPeer(links[node][0], node)].name;
    };
    EXPECT_EQ(switchOf(0), "node2");
    EXPECT_EQ(switchOf(1), "node2");
    EXPECT_EQ(switchOf(2), "node3");
    EXPECT_EQ(switchOf(3), "node3");
    EXPECT_EQ(topology.nodes[topology.hosts[2]].name, "node0");
    EXPECT_EQ(topology.links[2].ratebps, 2'000'000'000u);

    // What is written is the same network.
    std::ostringstream out;
    WriteHpcc(out, topology);
    const auto again = Read(out.str());
    EXPECT_EQ(again.ports, 2u);
    EXPECT_EQ(again.GetMachineCount(), 2u);
    ASSERT_EQ(again.links.size(), topology.links.size());
    for (size_t link = 0; link < again.links.size(); ++link)
    {
        EXPECT_EQ(again.links[link].a, topology.links[link].a);
        EXPECT_EQ(again.links[link].b, topology.links[link].b);
    }
}

TEST(HpccTopology, WrongPorts)
{
    EXPECT_EQ(ErrorOf("3 1 4\n2\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0\n0 2 1Gbps 1us 0\n"
                      "1 2 1Gbps 1us 0\n"),
              ":5: host node0 has several links, and one more to node2; expected each port on "
              "another switch");
    // Two planes need no path to each other, but each joins its ports.
    const std::string planes = "5 3 4\n2 3 4\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0\n"
                               "0 3 1Gbps 1us 0\n";
    EXPECT_EQ(Read(planes + "1 3 1Gbps 1us 0\n").ports, 2u);
    EXPECT_EQ(ErrorOf(planes + "1 4 1Gbps 1us 0\n"),
              ": no path between the hosts node0 and node1 for their ports 1");
}

TEST(HpccTopology, WrongGraphs)
{
    EXPECT_EQ(ErrorOf("4 2 2\n2 3\n0 2 1Gbps 1us 0\n1 3 1Gbps 1us 0\n"),
              ": no path between the hosts node0 and node1");
    EXPECT_EQ(ErrorOf("4 1 3\n3\n0 3 1Gbps 1us 0\n1 3 1Gbps 1us 0\n0 3 1Gbps 1us 0\n"),
              ":5: host node0 has several links, and one more to node3; expected each port on "
              "another switch");
    EXPECT_EQ(ErrorOf("5 2 4\n3 4\n0 3 1Gbps 1us 0\n0 4 1Gbps 1us 0\n1 3 1Gbps 1us 0\n"
                      "2 4 1Gbps 1us 0\n"),
              ":4: host node0 has 2 links and node1 1; expected the same number for each host");
    EXPECT_EQ(ErrorOf("4 2 2\n2 3\n0 2 1Gbps 1us 0\n2 3 1Gbps 1us 0\n"),
              ": node1 is a host without a link");
    EXPECT_EQ(ErrorOf("1 1 0\n0\n"), ": the topology has no host");
}
