// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/topology-summary.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

class ClosTopologyTest : public NetworkTest
{
  protected:
    static FabricTopology Clos(const Attributes& attributes)
    {
        return Topology("ClosTopology", attributes);
    }

    static std::string Message(const Attributes& attributes)
    {
        return MessageOf<InputError>([&] { Clos(attributes); });
    }

    /** @return how often names are linked, the lower node first */
    static std::map<std::pair<std::string, std::string>, int> Pairs(const FabricTopology& topology)
    {
        std::map<std::pair<std::string, std::string>, int> pairs;
        for (const auto& link : topology.links)
        {
            ++pairs[{topology.nodes[link.a].name, topology.nodes[link.b].name}];
        }
        return pairs;
    }
};

} // namespace

TEST_F(ClosTopologyTest, ThreeTiersAreWiredByHand)
{
    // Seven racks of two hosts, three of them to a pod: pods of 3, 3 and 1. Two spines in a pod,
    // each with two cores of its own and two links to each: cores 0 and 1 for the first spines, 2
    // and 3 for the second ones.
    const auto clos = Clos("Servers=13 ServersPerGroup=2 SwitchesBelow=3,0 SwitchesAbove=2,2 "
                           "LinksPerPair=1,2 HostRate=100Gbps Oversubscription=1,3");
    EXPECT_EQ(clos.GetHostCount(), 13u);
    EXPECT_EQ(clos.GetSwitchCount(), 7u + 3 * 2 + 4);
    const auto pairs = Pairs(clos);
    EXPECT_EQ(pairs.at({"host12", "leaf6"}), 1);
    EXPECT_EQ(pairs.at({"leaf5", "spine2"}), 1);
    EXPECT_EQ(pairs.at({"leaf5", "spine3"}), 1);
    EXPECT_EQ(pairs.count({"leaf5", "spine4"}), 0u);
    EXPECT_EQ(pairs.at({"leaf6", "spine5"}), 1);
    EXPECT_EQ(pairs.at({"spine4", "core0"}), 2);
    EXPECT_EQ(pairs.at({"spine4", "core1"}), 2);
    EXPECT_EQ(pairs.at({"spine5", "core3"}), 2);
    EXPECT_EQ(pairs.count({"spine5", "core0"}), 0u);
    EXPECT_EQ(clos.links.size(), 13u + 7 * 2 + 6 * 4);
    // A leaf: 2 x 100 down over 2 links up. A spine: 3 x 100 down over 3 * 4 links.
    EXPECT_EQ(clos.links[13].ratebps, 100'000'000'000u);
    EXPECT_EQ(clos.links.back().ratebps, 25'000'000'000u);
}

TEST_F(ClosTopologyTest, FatTreeIsAClos)
{
    // The k-ary fat tree of 6: the same nodes, the same links in the same order.
    const auto tree = Topology("FatTreeTopology", {{"K", "6"}});
    const auto clos =
        Clos("Servers=54 ServersPerGroup=3 SwitchesBelow=3,6 SwitchesAbove=3,3 HostRate=100Gbps");
    ASSERT_EQ(clos.nodes.size(), tree.nodes.size());
    ASSERT_EQ(clos.links.size(), tree.links.size());
    for (size_t i = 0; i < tree.links.size(); ++i)
    {
        EXPECT_EQ(clos.links[i].a, tree.links[i].a);
        EXPECT_EQ(clos.links[i].b, tree.links[i].b);
        EXPECT_EQ(clos.links[i].ratebps, tree.links[i].ratebps);
    }
}

TEST_F(ClosTopologyTest, RailsShareALeafPerGroup)
{
    // Three servers of four GPUs on two rails, two servers to a group: leaf 2n + r.
    const auto clos =
        Clos("Servers=3 GpusPerServer=4 ServersPerGroup=2 Rails=2 SwitchesBelow= SwitchesAbove=1");
    const auto pairs = Pairs(clos);
    for (uint32_t host = 0; host < 12; ++host)
    {
        const uint32_t leaf = host / 8 * 2 + host % 2;
        EXPECT_EQ(pairs.count({"host" + std::to_string(host), "leaf" + std::to_string(leaf)}), 1u);
    }
    EXPECT_FALSE(clos.islands);
}

TEST_F(ClosTopologyTest, RailOnlyIsATreePerRail)
{
    const auto clos = Clos("Servers=4 GpusPerServer=2 ServersPerGroup=2 Rails=2 RailOnly=true "
                           "SwitchesBelow=0 SwitchesAbove=3");
    EXPECT_TRUE(clos.islands);
    EXPECT_EQ(clos.GetSwitchCount(), 4u + 2 * 3);
    const auto pairs = Pairs(clos);
    EXPECT_EQ(pairs.count({"leaf2", "spine0"}), 1u) << "rail 0 of the second group";
    EXPECT_EQ(pairs.count({"leaf3", "spine3"}), 1u);
    EXPECT_EQ(pairs.count({"leaf3", "spine2"}), 0u);
    const TopologySummary summary(clos);
    EXPECT_EQ(summary.unreached, 8u * 4) << "every host has no path to the four of the other rail";
    // Without steps a rail is a single switch.
    const auto flat =
        Clos("Servers=4 GpusPerServer=2 Rails=2 RailOnly=true SwitchesBelow= SwitchesAbove=");
    EXPECT_EQ(flat.GetSwitchCount(), 2u);
}

TEST_F(ClosTopologyTest, PortsAreOnTheLeavesOfTheirRail)
{
    // Three servers of two GPUs on two rails, two servers to a group, two ports: leaf (2n + r) 2 +
    // q.
    const auto clos = Clos("Servers=3 GpusPerServer=2 ServersPerGroup=2 Rails=2 HostPorts=2 "
                           "SwitchesBelow=0 SwitchesAbove=3");
    EXPECT_EQ(clos.GetSwitchCount(), 8u + 3);
    const auto pairs = Pairs(clos);
    for (uint32_t host = 0; host < 6; ++host)
    {
        for (uint32_t port = 0; port < 2; ++port)
        {
            const uint32_t leaf = (host / 4 * 2 + host % 2) * 2 + port;
            EXPECT_EQ(pairs.count({"host" + std::to_string(host), "leaf" + std::to_string(leaf)}),
                      1u);
        }
    }
    EXPECT_EQ(clos.links.size(), 6u * 2 + 8 * 3);
    // A leaf has two ports of 400 Gb/s down, and three links up, rounded up.
    EXPECT_EQ(clos.links.back().ratebps, 266'666'666'667u);
}

TEST_F(ClosTopologyTest, DualTorIsThatOfALeafSpine)
{
    const auto leafSpine = Topology("LeafSpineTopology",
                                    {{"Leaves", "6"},
                                     {"Spines", "3"},
                                     {"HostsPerLeaf", "5"},
                                     {"HostPorts", "2"},
                                     {"HostRate", "100Gbps"},
                                     {"UplinkRate", "100Gbps"}});
    const auto clos = Clos("Servers=15 ServersPerGroup=5 HostPorts=2 SwitchesBelow=0 "
                           "SwitchesAbove=3 HostRate=100Gbps UplinkRates=100Gbps");
    EXPECT_EQ(Pairs(clos), Pairs(leafSpine));
}

TEST_F(ClosTopologyTest, FourTiers)
{
    // 2 x 2 x 2 racks of one host, two switches above each: 8 leaves, 8 spines, 8 cores, 8 above.
    const auto clos = Clos("Servers=8 ServersPerGroup=1 SwitchesBelow=2,2,2 SwitchesAbove=2,2,2");
    const TopologySummary summary(clos);
    ASSERT_EQ(summary.nodes.size(), 5u);
    EXPECT_EQ(summary.nodes[4].kind, "tier");
    EXPECT_EQ(summary.nodes[1].count, 8u);
    EXPECT_EQ(summary.nodes[2].count, 4u * 2);
    EXPECT_EQ(summary.nodes[3].count, 2u * 4);
    EXPECT_EQ(summary.nodes[4].count, 8u);
    EXPECT_EQ(summary.diameter, 8u);
    EXPECT_DOUBLE_EQ(summary.maxPaths, 8);
}

TEST_F(ClosTopologyTest, BadInputIsNamed)
{
    EXPECT_EQ(Message("GpusPerServer=2 Rails=2 HostPorts=2 RailOnly=true"),
              "ns3::ClosTopology: HostPorts: is 2 with RailOnly; expected 1, or RailOnly false");
    const std::string head = "ns3::ClosTopology: ";
    EXPECT_EQ(Message({{"SwitchesAbove", "2,x"}}),
              head + "SwitchesAbove: '2,x' is not a list of numbers; expected numbers from 1 to "
                     "65536, separated by commas, such as 16,2");
    EXPECT_EQ(Message({{"LinksPerPair", "1"}}),
              head +
                  "LinksPerPair: has 1 numbers; expected 2, one for each number of SwitchesAbove");
    EXPECT_EQ(Message({{"SwitchesBelow", "0,2"}}),
              head +
                  "SwitchesBelow: has a 0 below the highest tier; only the last number may be 0");
    EXPECT_EQ(Message({{"SwitchesBelow", "2,1"}}),
              head + "SwitchesBelow: leaves 2 blocks without links between them; expected a larger "
                     "last number, or 0 for all");
    EXPECT_EQ(Message({{"Rails", "3"}, {"GpusPerServer", "4"}}),
              head + "Rails: 3 is not a divisor of the 4 GpusPerServer");
    EXPECT_EQ(Message({{"RailOnly", "true"}}),
              head + "RailOnly: has no effect if Rails is 1; expected Rails of at least 2, or "
                     "RailOnly false");
    EXPECT_EQ(Message({{"UplinkRates", "1Gbps,2Gbps"}, {"Oversubscription", "1,2"}}),
              head + "Oversubscription: cannot be set together with UplinkRates; set one of them");
    EXPECT_EQ(
        Message({{"UplinkRates", "1Gbps,fast"}}),
        head + "UplinkRates: 'fast' is not a rate; expected a rate with its unit, such as 400Gbps");
    EXPECT_EQ(Message({{"UplinkRates", "1Gbps,"}}),
              head +
                  "UplinkRates: '' is not a rate; expected a rate with its unit, such as 400Gbps");
    EXPECT_EQ(
        Message({{"Oversubscription", "1"}}),
        head + "Oversubscription: has 1 ratios; expected 2, one for each number of SwitchesAbove");
}
