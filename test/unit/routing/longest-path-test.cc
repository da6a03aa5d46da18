// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "make-object.h"

#include "ns3/fabric-routing.h"
#include "ns3/longest-path.h"
#include "ns3/topology-generator.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

FabricTopology
Generate(const std::string& type, const Attributes& attributes)
{
    return Make<TopologyGenerator>(type, attributes)->Generate();
}

uint32_t
Longest(const FabricTopology& topology)
{
    return CountLongestPath(topology, FabricRoutes(topology));
}

} // namespace

TEST(LongestPath, CountsSwitches)
{
    EXPECT_EQ(Longest(Generate("StarTopology", {{"Hosts", "3"}})), 1u);
    EXPECT_EQ(Longest(Generate("LeafSpineTopology", {})), 3u);
    EXPECT_EQ(Longest(Generate("FatTreeTopology", {{"K", "4"}})), 5u);
    for (const std::string switches : {"2", "6", "16"})
    {
        EXPECT_EQ(Longest(Generate("ParkingLotTopology", {{"Switches", switches}})),
                  std::stoul(switches));
    }
}

TEST(LongestPath, HostsWithoutASwitchHaveNone)
{
    FabricTopology pair;
    pair.AddLink({pair.AddHost("a"), pair.AddHost("b"), 1'000'000'000, 1'000});
    EXPECT_EQ(Longest(pair), 0u);
}

/** Over a spine by a link up and one down: spines times links up times links down. */
TEST(CountPaths, MultipliesWhatEachSwitchMayChoose)
{
    const auto topology =
        Generate("LeafSpineTopology",
                 {{"Leaves", "2"}, {"Spines", "3"}, {"HostsPerLeaf", "2"}, {"LinksPerPair", "2"}});
    const FabricRoutes routes(topology);
    EXPECT_EQ(CountPaths(topology, routes, 0, 1), 1u);
    EXPECT_EQ(CountPaths(topology, routes, 0, 2), 12u);
    const auto tree = Generate("FatTreeTopology", {{"K", "4"}});
    EXPECT_EQ(CountPaths(tree, FabricRoutes(tree), 0, 15), 4u); // (K / 2)^2
}
