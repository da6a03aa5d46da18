// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"

#include <string>

using namespace ns3;

namespace
{

class RailOptimizedTopologyTest : public NetworkTest
{
  protected:
    static FabricTopology Rails(const Attributes& attributes)
    {
        return Topology("RailOptimizedTopology", attributes);
    }

    /** @return name of the leaf of a host */
    static std::string LeafOf(const FabricTopology& topology, uint32_t host)
    {
        return topology.nodes[topology.GetPeer(host, host)].name; // link h is that of host h
    }

    static std::string ErrorOf(const Attributes& attributes)
    {
        return MessageOf<InputError>([&] { Rails(attributes); });
    }
};

} // namespace

TEST_F(RailOptimizedTopologyTest, GpusOfOneNumberShareALeafOfTheirGroup)
{
    // 6 servers of 4 in 2 groups of 3: 24 hosts, 2 * 4 leaves, 3 spines; 24 + 8 * 3 links.
    const auto topology =
        Rails("Servers=6 GpusPerServer=4 ServersPerGroup=3 Spines=3 HostRate=400Gbps");
    EXPECT_EQ(topology.GetHostCount(), 24u);
    EXPECT_EQ(topology.GetSwitchCount(), 11u);
    EXPECT_EQ(topology.links.size(), 48u);
    EXPECT_FALSE(topology.islands);
    for (uint32_t host = 0; host < 24; ++host)
    {
        EXPECT_EQ(LeafOf(topology, host), "leaf" + std::to_string(host / 12 * 4 + host % 4));
    }
    // A leaf has 3 hosts of 400 Gb/s and 3 uplinks: non-blocking at 400 Gb/s.
    EXPECT_EQ(topology.links.back().ratebps, 400'000'000'000u);
    const FabricRoutes routes(topology);
    EXPECT_EQ(routes.PathLinks(1, 5).size(), 2u);  // one rail, one group
    EXPECT_EQ(routes.PathLinks(1, 6).size(), 4u);  // another rail
    EXPECT_EQ(routes.PathLinks(1, 13).size(), 4u); // another group
}

TEST_F(RailOptimizedTopologyTest, RailMapPutsGpusTogether)
{
    const auto topology =
        Rails("Servers=2 GpusPerServer=4 RailMap=0,0,1,1 Spines=2 HostRate=100Gbps");
    EXPECT_EQ(topology.GetSwitchCount(), 4u); // 2 leaves and 2 spines
    EXPECT_EQ(LeafOf(topology, 1), "leaf0");
    EXPECT_EQ(LeafOf(topology, 2), "leaf1");
    EXPECT_EQ(LeafOf(topology, 5), "leaf0");
    // 4 hosts of 100 Gb/s on a leaf, 2 uplinks.
    EXPECT_EQ(topology.links.back().ratebps, 200'000'000'000u);
}

TEST_F(RailOptimizedTopologyTest, RailOnlyJoinsLeavesOfOneRail)
{
    // 4 servers of 2 in 2 groups: 4 leaves, 2 spines for each of the 2 rails; every leaf has 2.
    const auto topology = Rails("Servers=4 GpusPerServer=2 ServersPerGroup=2 Spines=2 RailOnly=1");
    EXPECT_TRUE(topology.islands);
    EXPECT_EQ(topology.GetSwitchCount(), 8u);
    EXPECT_EQ(topology.links.size(), 16u);
    const FabricRoutes routes(topology);
    for (uint32_t host = 1; host < 8; ++host)
    {
        EXPECT_EQ(routes.HasPath(0, host), host % 2 == 0) << host;
    }
    EXPECT_EQ(routes.GetEgressLinks(topology.GetPeer(0, 0), 4).size(), 2u); // both of its spines
    EXPECT_THROW(routes.PathLinks(0, 1), InputError);
}

TEST_F(RailOptimizedTopologyTest, WhatMakesNoSenseIsRefused)
{
    const std::string type = "ns3::RailOptimizedTopology: ";
    EXPECT_EQ(ErrorOf({{"Servers", "4"}, {"ServersPerGroup", "3"}}),
              type + "ServersPerGroup: 3 is not a divisor of the 4 Servers");
    EXPECT_EQ(ErrorOf({{"Spines", "0"}}),
              type +
                  "Spines: is 0; expected at least 1, or RailOnly with all servers in one group");
    EXPECT_EQ(ErrorOf({{"GpusPerServer", "4"}, {"RailMap", "0,1"}}),
              type + "RailMap: has 2 rails; expected one for each of the 4 GPUs of a server");
    EXPECT_EQ(ErrorOf({{"GpusPerServer", "2"}, {"RailMap", "0,x"}}),
              type +
                  "RailMap: 'x' is not a rail; expected numbers from 0 to 1, separated by commas");
    EXPECT_EQ(ErrorOf({{"GpusPerServer", "4"}, {"RailMap", "0,0,2,2"}}),
              type + "RailMap: has no GPU on rail 1");
}
