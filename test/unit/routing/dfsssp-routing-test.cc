// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/input-error.h"
#include "ns3/routing-engine.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class DfssspRoutingTest : public NetworkTest
{
  protected:
    static FabricRoutes Route(const std::string& engine,
                              const FabricTopology& topology,
                              const Attributes& attributes = {})
    {
        return Make<RoutingEngine>(engine, attributes)->Route(topology);
    }

    static bool IsFree(const FabricTopology& topology, const FabricRoutes& routes)
    {
        BufferDependencyGraph graph(topology, routes.GetTables()->GetServiceLevelCount());
        graph.AddRoutes(routes);
        return graph.FindCycle().IsEmpty();
    }

    /** @return paths between hosts by direction of link, of links between switches */
    static std::vector<uint32_t> CountPaths(const FabricTopology& topology,
                                            const FabricRoutes& routes)
    {
        std::vector<uint32_t> paths(2 * topology.links.size(), 0);
        for (uint32_t src = 0; src < topology.GetHostCount(); ++src)
        {
            for (uint32_t dst = 0; dst < topology.GetHostCount(); ++dst)
            {
                uint32_t node = topology.hosts[src];
                for (const uint32_t link : routes.PathLinks(src, dst))
                {
                    const uint32_t peer = topology.GetPeer(link, node);
                    const bool inside = !topology.IsHost(node) && !topology.IsHost(peer);
                    paths[2 * link + routes.GetDirection(link, node)] += inside ? 1 : 0;
                    node = peer;
                }
            }
        }
        return paths;
    }

    static uint32_t Most(const FabricTopology& topology, const FabricRoutes& routes)
    {
        const auto paths = CountPaths(topology, routes);
        return *std::max_element(paths.begin(), paths.end());
    }

    /** @return the sum of the squares of CountPaths(): the less, the evener are equal sums */
    static uint64_t SquareSum(const FabricTopology& topology, const FabricRoutes& routes)
    {
        uint64_t sum = 0;
        for (const uint64_t paths : CountPaths(topology, routes))
        {
            sum += paths * paths;
        }
        return sum;
    }
};

} // namespace

TEST_F(DfssspRoutingTest, ARingNeedsTwoLayersAndATreeOne)
{
    // Paths of one level may leave out one link each way, so two levels are enough if there is one
    // shortest path; of an even ring the two directions of a pair may go around it both ways.
    for (const std::string switches : {"4", "5", "6", "9", "17"})
    {
        SCOPED_TRACE(switches);
        const auto ring =
            Topology("RingTopology", {{"Switches", switches}, {"HostsPerSwitch", "2"}});
        const auto routes = Route("DfssspRouting", ring);
        EXPECT_GE(routes.GetTables()->GetServiceLevelCount(), 2);
        EXPECT_LE(routes.GetTables()->GetServiceLevelCount(), switches == "6" ? 3 : 2);
        EXPECT_TRUE(IsFree(ring, routes));
        EXPECT_EQ(MessageOf<InputError>([&] {
                      Route("DfssspRouting", ring, {{"MaxLayers", "1"}});
                  }),
                  "ns3::RingTopology: ns3::DfssspRouting: MaxLayers: shortest paths need more than "
                  "1 layers to be free of deadlocks; expected more layers, or another routing, "
                  "such as ns3::UpDownRouting");
    }
    const auto tree =
        Topology("LeafSpineTopology", {{"Leaves", "3"}, {"Spines", "2"}, {"HostsPerLeaf", "3"}});
    EXPECT_EQ(Route("DfssspRouting", tree).GetTables()->GetServiceLevelCount(), 1);
}

TEST_F(DfssspRoutingTest, PathsAreSpreadOverTheWholeNetwork)
{
    // A ring of six with a host each: 6 (1 + 1 + 2 + 2 + 3) links on paths over 12 directions.
    const auto ring = Topology("RingTopology", {{"Switches", "6"}, {"HostsPerSwitch", "1"}});
    EXPECT_EQ(Most(ring, Route("DfssspRouting", ring)), 5u) << "54 / 12, rounded up";
    // Leaf and spine: 9 hosts elsewhere and 3 spines, from 3 hosts: 3 * 9 / 3 both ways.
    const auto clos =
        Topology("LeafSpineTopology", {{"Leaves", "4"}, {"Spines", "3"}, {"HostsPerLeaf", "3"}});
    const auto paths = CountPaths(clos, Route("DfssspRouting", clos));
    EXPECT_EQ(std::set<uint32_t>(paths.begin(), paths.end()), (std::set<uint32_t>{0, 9}))
        << "0 on links of hosts";
}

TEST_F(DfssspRoutingTest, LoadsAreEvenerThanWithMinHop)
{
    uint64_t sum = 0;
    uint64_t sumOfMinHop = 0;
    for (const auto& topology :
         {Topology("TorusTopology", {{"Dimensions", "4x4"}}),
          Topology("TorusTopology", {{"Dimensions", "6x5"}}),
          Topology("DragonflyTopology", {{"HostsPerRouter", "1"}}),
          Topology("SlimFlyTopology", {{"Q", "5"}, {"HostsPerRouter", "1"}}),
          Topology("RandomRegularTopology", {{"Switches", "24"}, {"Degree", "3"}})})
    {
        SCOPED_TRACE(topology.origin);
        const auto routes = Route("DfssspRouting", topology, {{"MaxLayers", "15"}});
        EXPECT_TRUE(IsFree(topology, routes));
        const uint64_t own = SquareSum(topology, routes);
        const uint64_t ofMinHop = SquareSum(topology, Route("MinHopRouting", topology));
        EXPECT_LE(own, ofMinHop);
        sum += own;
        sumOfMinHop += ofMinHop;
    }
    EXPECT_LT(sum, sumOfMinHop);
}
