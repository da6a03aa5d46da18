// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/topology-summary.h"

using namespace ns3;

namespace
{

class HyperXTopologyTest : public NetworkTest
{
};

} // namespace

TEST_F(HyperXTopologyTest, CountsAndBisection)
{
    // 4 x 3 with 5 hosts: 12 switches of 3 + 2 neighbours with two links each. The first dimension
    // is cut between 1 and 2: 2 * 2 pairs in each of 3 rows, two links each.
    const auto topology =
        Topology("HyperXTopology",
                 "Dimensions=4x3 HostsPerSwitch=5 LinksPerPair=2 SwitchRate=25Gbps");
    const TopologySummary summary(topology);
    EXPECT_EQ(summary.hosts, 60u);
    EXPECT_EQ(summary.switches, 12u);
    EXPECT_EQ(summary.CountLinks(false), 12u * 5 * 2 / 2);
    EXPECT_EQ(summary.nodes[1].minPorts, 5u + 2 * 5);
    EXPECT_EQ(summary.switchHops, 2u);
    EXPECT_DOUBLE_EQ(summary.bisectionbps, 3 * 4 * 2 * 25e9);
    EXPECT_EQ(topology.nodes[60 + 11].name, "switch3-2");
    // In one coordinate 2 paths, in both either first: 2 * 2 * 2.
    EXPECT_DOUBLE_EQ(summary.minPaths, 2);
    EXPECT_DOUBLE_EQ(summary.maxPaths, 8);
}

TEST_F(HyperXTopologyTest, OneDimensionIsACompleteGraphAndTwosAreAHypercube)
{
    const TopologySummary complete(
        Topology("HyperXTopology", {{"Dimensions", "7"}, {"HostsPerSwitch", "1"}}));
    EXPECT_EQ(complete.CountLinks(false), 21u);
    EXPECT_EQ(complete.switchHops, 1u);
    const TopologySummary cube(
        Topology("HyperXTopology", {{"Dimensions", "2x2x2x2"}, {"HostsPerSwitch", "1"}}));
    EXPECT_EQ(cube.CountLinks(false), 32u);
    EXPECT_EQ(cube.switchHops, 4u);
    EXPECT_DOUBLE_EQ(cube.maxPaths, 24);
    EXPECT_DOUBLE_EQ(cube.bisectionbps, 8e11);
}

TEST_F(HyperXTopologyTest, BadDimensionsAreNamed)
{
    for (const std::string text : {"", "4x", "1x4", "4,4"})
    {
        EXPECT_EQ(MessageOf<InputError>([&] {
                      Topology("HyperXTopology", {{"Dimensions", text}});
                  }),
                  "ns3::HyperXTopology: Dimensions: '" + text +
                      "' is not a list of sizes; expected numbers from 2 to 65536, separated by x, "
                      "such as 4x4");
    }
}
