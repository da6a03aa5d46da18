// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/degraded-routing.h"
#include "ns3/dragonfly-routing.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Numbers of links of a path between groups and within groups, without host links. */
using Counts = std::pair<uint32_t, uint32_t>;

class DragonflyRoutingTest : public NetworkTest
{
  protected:
    /** Follows all ways on from a node. */
    static void Follow(const FabricTopology& topology,
                       const FabricRoutes& routes,
                       uint32_t node,
                       uint32_t dest,
                       Counts counts,
                       std::set<Counts>& found)
    {
        ASSERT_LT(counts.first + counts.second, 10u) << "a loop";
        for (const uint32_t link : routes.GetEgressLinks(node, dest))
        {
            const uint32_t peer = topology.GetPeer(link, node);
            if (topology.IsHost(peer))
            {
                EXPECT_EQ(peer, topology.hosts[dest]);
                found.insert(counts);
                continue;
            }
            Counts more = counts;
            if (!topology.IsHost(node))
            {
                ++(topology.groups[node] == topology.groups[peer] ? more.second : more.first);
            }
            Follow(topology, routes, peer, dest, more, found);
        }
    }

    static std::set<Counts> FindWays(const FabricTopology& topology,
                                     const FabricRoutes& routes,
                                     uint32_t source,
                                     uint32_t dest)
    {
        std::set<Counts> found;
        Follow(topology, routes, topology.hosts[source], dest, {0, 0}, found);
        return found;
    }

    static uint32_t GroupOf(const FabricTopology& topology, uint32_t host)
    {
        const uint32_t node = topology.hosts[host];
        return topology.groups[topology.GetPeer(topology.GetLinksByNode()[node].front(), node)];
    }
};

} // namespace

TEST_F(DragonflyRoutingTest, WaysHaveOneLinkBetweenGroupsAtMost)
{
    for (const auto& [groups, routers, hosts, links] : {std::tuple{"0", "4", "2", "2"},
                                                        {"0", "3", "1", "1"},
                                                        {"5", "4", "1", "3"},
                                                        {"2", "1", "3", "1"}})
    {
        const auto topology = Topology("DragonflyTopology",
                                       {{"Groups", groups},
                                        {"RoutersPerGroup", routers},
                                        {"HostsPerRouter", hosts},
                                        {"GlobalLinks", links}});
        const auto routes = CreateObject<DragonflyRouting>()->Route(topology);
        for (uint32_t source = 0; source < topology.GetHostCount(); ++source)
        {
            for (uint32_t dest = 0; dest < topology.GetHostCount(); ++dest)
            {
                const auto ways = source == dest ? std::set<Counts>{{0, 0}}
                                                 : FindWays(topology, routes, source, dest);
                ASSERT_EQ(ways.size(), 1u) << "all of the same length";
                const bool far = GroupOf(topology, source) != GroupOf(topology, dest);
                EXPECT_EQ(ways.begin()->first, far ? 1u : 0u);
                EXPECT_LE(ways.begin()->second, far ? 2u : 1u);
            }
        }
    }
}

TEST_F(DragonflyRoutingTest, OfDragonflyPlusTheyAreLeafSpineSpineLeaf)
{
    const auto topology =
        Topology("DragonflyPlusTopology",
                 "LeavesPerGroup=2 SpinesPerGroup=2 HostsPerLeaf=1 GlobalLinks=2");
    const auto routes = CreateObject<DragonflyRouting>()->Route(topology);
    for (uint32_t dest = 1; dest < topology.GetHostCount(); ++dest)
    {
        const bool far = GroupOf(topology, dest) != GroupOf(topology, 0);
        EXPECT_EQ(FindWays(topology, routes, 0, dest), (std::set<Counts>{{far ? 1 : 0, 2}}));
    }
}

TEST_F(DragonflyRoutingTest, ADeadLinkBetweenTwoGroupsSendsThemOverAThirdOne)
{
    const auto topology = Topology("DragonflyTopology", {{"HostsPerRouter", "1"}});
    std::vector<bool> down(topology.links.size());
    for (uint32_t link = 0; link < down.size(); ++link)
    {
        const auto& ends = topology.links[link];
        down[link] =
            !topology.IsHost(ends.a) && !topology.IsHost(ends.b) &&
            std::set{topology.groups[ends.a], topology.groups[ends.b]} == std::set<uint32_t>{0, 1};
    }
    EXPECT_EQ(std::count(down.begin(), down.end(), true), 1);
    ObjectFactory factory;
    factory.SetTypeId(DragonflyRouting::GetTypeId());
    const auto routes = RouteAround(topology, down, factory);
    EXPECT_EQ(routes.complaint, "");
    // From host 0, in group 0, to host 4, the first one of group 1: two links between groups.
    uint32_t node = topology.GetPeer(topology.GetLinksByNode()[0].front(), 0);
    uint32_t between = 0;
    while (node != 4)
    {
        const auto& ways = routes.nodes[node];
        const uint32_t link = ways.groups[ways.groupOfHost[4]].front();
        EXPECT_FALSE(down[link]);
        const uint32_t peer = topology.GetPeer(link, node);
        between += !topology.IsHost(peer) && topology.groups[node] != topology.groups[peer] ? 1 : 0;
        node = peer;
        ASSERT_LT(between, 5u);
    }
    EXPECT_EQ(between, 2u);
}
