// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/topology-generator.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Links = std::vector<uint32_t>;

FabricTopology
MakeFatTree(uint32_t k)
{
    ObjectFactory factory("ns3::FatTreeTopology");
    factory.Set("K", UintegerValue(k));
    return factory.Create<TopologyGenerator>()->Generate();
}

} // namespace

TEST(FabricRoutes, OneSwitchHasAGroupPerHost)
{
    ObjectFactory factory("ns3::StarTopology");
    factory.Set("Hosts", UintegerValue(3));
    const FabricRoutes routes(factory.Create<TopologyGenerator>()->Generate());
    const auto& hub = routes.GetNode(3);
    EXPECT_EQ(hub.groupOfHost, (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_EQ(hub.groups, (std::vector<Links>{{0}, {1}, {2}}));
    EXPECT_TRUE(routes.GetNode(1).groupOfHost.empty());
    EXPECT_EQ(routes.GetNode(1).groups, (std::vector<Links>{{1}}));
    EXPECT_EQ(routes.PathLinks(0, 2), (Links{0, 2}));
    EXPECT_EQ(routes.PathLinks(2, 0), (Links{2, 0}));
    EXPECT_TRUE(routes.PathLinks(1, 1).empty());
}

TEST(FabricRoutes, TwoHostsBackToBack)
{
    FabricTopology topology;
    topology.AddHost("host0");
    topology.AddHost("host1");
    topology.AddLink({0, 1, 1'000'000'000, 0});
    const FabricRoutes routes(topology);
    EXPECT_EQ(routes.PathLinks(0, 1), (Links{0}));
    EXPECT_EQ(routes.GetEgressLinks(1, 0), (Links{0}));
}

TEST(FabricRoutes, OnlyShortestPathsAreUsed)
{
    // A ring of five switches 5..9 with host i on switch 5+i. Links 0-4 to the hosts, 5-9 around:
    // from switch 5 to host 2 (on 7) it is 2 links over 6 and 3 over 9, to host 3 the other way.
    FabricTopology ring;
    for (const char* name : {"host0", "host1", "host2", "host3", "host4"})
    {
        ring.AddHost(name);
    }
    for (uint32_t i = 0; i < 5; ++i)
    {
        ring.AddSwitch("switch");
        ring.AddLink({i, 5 + i, 1'000'000'000, 0});
    }
    for (uint32_t i = 0; i < 5; ++i)
    {
        ring.AddLink({5 + i, 5 + (i + 1) % 5, 1'000'000'000, 0});
    }
    const FabricRoutes routes(ring);
    EXPECT_EQ(routes.GetNode(5).groupOfHost, (std::vector<uint32_t>{0, 1, 1, 2, 2}));
    EXPECT_EQ(routes.GetNode(5).groups, (std::vector<Links>{{0}, {5}, {9}}));
    EXPECT_EQ(routes.PathLinks(0, 2), (Links{0, 5, 6, 2}));
    EXPECT_EQ(routes.PathLinks(0, 3), (Links{0, 9, 8, 3}));
}

TEST(FabricRoutes, ParallelLinksAreMembersOfTheGroup)
{
    ObjectFactory factory("ns3::LeafSpineTopology");
    factory.Set("Leaves", UintegerValue(2));
    factory.Set("Spines", UintegerValue(2));
    factory.Set("HostsPerLeaf", UintegerValue(1));
    factory.Set("LinksPerPair", UintegerValue(2));
    // Hosts 0, 1, leaves 2, 3, spines 4, 5. Links 0, 1 to the hosts; 2, 3 join leaf 2 and spine 4,
    // 4, 5 leaf 2 and spine 5; 6, 7 leaf 3 and spine 4; 8, 9 leaf 3 and spine 5.
    const FabricRoutes routes(factory.Create<TopologyGenerator>()->Generate());
    EXPECT_EQ(routes.GetEgressLinks(2, 0), (Links{0}));
    EXPECT_EQ(routes.GetEgressLinks(2, 1), (Links{2, 3, 4, 5}));
    EXPECT_EQ(routes.GetEgressLinks(4, 1), (Links{6, 7}));
    EXPECT_EQ(routes.GetEgressLinks(5, 0), (Links{4, 5}));
    EXPECT_EQ(routes.PathLinks(0, 1), (Links{0, 2, 6, 1}));
}

TEST(FabricRoutes, FatTreeGroups)
{
    // k=4. Nodes: hosts 0-15, edges 16-23, aggregations 24-31, cores 32-35.
    const FabricRoutes routes(MakeFatTree(4));
    for (uint32_t edge = 16; edge < 24; ++edge)
    {
        // its two hosts, and both uplinks for everybody else
        const auto& groups = routes.GetNode(edge).groups;
        ASSERT_EQ(groups.size(), 3u);
        size_t members = 0;
        for (const auto& group : groups)
        {
            members += group.size();
        }
        EXPECT_EQ(members, 1u + 1 + 2);
    }
    for (uint32_t aggregation = 24; aggregation < 32; ++aggregation)
    {
        // the two edge switches of its pod, and both cores for the other pods
        EXPECT_EQ(routes.GetNode(aggregation).groups.size(), 3u);
    }
    for (uint32_t core = 32; core < 36; ++core)
    {
        // one link per pod, which serves the four hosts there
        const auto& node = routes.GetNode(core);
        EXPECT_EQ(node.groups.size(), 4u);
        EXPECT_EQ(node.groupOfHost,
                  (std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
    }
    EXPECT_EQ(routes.GetEgressLinks(16, 0).size(), 1u);
    EXPECT_EQ(routes.GetEgressLinks(16, 2).size(), 2u);
    EXPECT_EQ(routes.GetEgressLinks(16, 15).size(), 2u);
    EXPECT_EQ(routes.GetEgressLinks(24, 2).size(), 1u);
    EXPECT_EQ(routes.GetEgressLinks(24, 15).size(), 2u);
}

TEST(FabricRoutes, AThousandHosts)
{
    // k=16: 1,024 hosts, 320 switches. Groups: 8 hosts and up at each of 128 edges, 8 edges and up
    // at each of 128 aggregations, 16 pods at each of 64 cores.
    const auto topology = MakeFatTree(16);
    const FabricRoutes routes(topology);
    size_t groups = 0;
    for (uint32_t node = topology.GetHostCount(); node < topology.nodes.size(); ++node)
    {
        groups += routes.GetNode(node).groups.size();
    }
    EXPECT_EQ(groups, 128u * 9 + 128 * 9 + 64 * 16);
    EXPECT_EQ(routes.PathLinks(0, 1023).size(), 6u);
}

TEST(FabricRoutes, ASwitchWithoutAWayHasNoGroup)
{
    FabricTopology topology;
    topology.AddHost("host0");
    topology.AddHost("host1");
    topology.AddSwitch("spare");
    topology.AddLink({0, 1, 1'000'000'000, 0});
    const FabricRoutes routes(topology);
    EXPECT_EQ(routes.GetNode(2).groupOfHost,
              (std::vector<uint32_t>{FabricRoutes::NO_GROUP, FabricRoutes::NO_GROUP}));
    EXPECT_TRUE(routes.GetEgressLinks(2, 0).empty());
}

TEST(FabricRoutes, AnInvalidTopologyIsRefused)
{
    FabricTopology topology;
    topology.AddHost("host0");
    EXPECT_THROW(FabricRoutes{topology}, InputError);
}
