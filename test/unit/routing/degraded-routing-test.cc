// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "has-text.h"
#include "network-test.h"
#include "words.h"

#include "ns3/degraded-routing.h"
#include "ns3/routing-engine.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class DegradedRoutingTest : public NetworkTest
{
  protected:
    static DegradedRoutes Around(const FabricTopology& topology,
                                 const std::vector<uint32_t>& links,
                                 const std::string& engine)
    {
        std::vector<bool> down(topology.links.size());
        for (const uint32_t link : links)
        {
            down[link] = true;
        }
        return RouteAround(topology, down, ObjectFactory("ns3::" + engine));
    }

    /** Follows every path of every pair; counts the pairs without one. */
    static uint32_t CountCutOff(const FabricTopology& topology,
                                const std::vector<uint32_t>& links,
                                const DegradedRoutes& routes)
    {
        const auto linksByNode = topology.GetLinksByNode();
        uint32_t cutOff = 0;
        for (uint32_t source = 0; source < topology.GetHostCount(); ++source)
        {
            for (uint32_t dest = 0; dest < topology.GetHostCount(); ++dest)
            {
                if (routes.partOfHost[source] != routes.partOfHost[dest])
                {
                    ++cutOff;
                    continue;
                }
                const uint32_t end = topology.hosts[dest];
                const uint32_t begin = topology.hosts[source];
                uint32_t node = topology.GetPeer(linksByNode[begin].front(), begin);
                for (uint32_t hops = 0; source != dest && node != end; ++hops)
                {
                    const auto& ways = routes.nodes[node];
                    const uint32_t group = ways.groupOfHost[dest];
                    if (group == FabricRoutes::NO_GROUP || hops > topology.nodes.size())
                    {
                        ADD_FAILURE()
                            << topology.nodes[begin].name << " to " << topology.nodes[end].name
                            << " at " << topology.nodes[node].name;
                        break;
                    }
                    const auto& out = ways.groups[group];
                    const uint32_t link = out[(source + dest) % out.size()];
                    EXPECT_EQ(std::count(links.begin(), links.end(), link), 0);
                    node = topology.GetPeer(link, node);
                }
            }
        }
        return cutOff / 2;
    }
};

TEST_F(DegradedRoutingTest, WithAllLinksUpTheRoutesAreThoseOfTheEngine)
{
    const auto topology = Topology("TorusTopology", {{"Dimensions", "4x3"}});
    for (const std::string engine : {"ShortestPathRouting", "LashRouting", "DimensionOrderRouting"})
    {
        const auto routes = Make<RoutingEngine>(engine)->Route(topology);
        const auto around = Around(topology, {}, engine);
        EXPECT_EQ(around.complaint, "");
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            if (!topology.IsHost(node))
            {
                EXPECT_EQ(around.nodes[node].groups, routes.GetNode(node).groups);

                EXPECT_EQ(around.nodes[node].groupOfHost, routes.GetNode(node).groupOfHost);
            }
        }
    }
}

TEST_F(DegradedRoutingTest, AllThatHangsTogetherIsReachedWhateverFails)
{
    Dice dice(5);
    for (const auto& [name, attributes] :
         {std::pair<std::string, Attributes>{"TorusTopology", {{"Dimensions", "3x3"}}},
          {"LeafSpineTopology", {{"Leaves", "4"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}}},
          {"FatTreeTopology", {{"K", "4"}}}})
    {
        const auto topology = Topology(name, attributes);
        for (const auto& engine :
             Words("ShortestPathRouting MinHopRouting UpDownRouting LashRouting DfssspRouting"))
        {
            for (uint32_t failures = 1; failures < 12; failures += 2)
            {
                std::vector<uint32_t> links;
                for (uint32_t i = 0; i < failures; ++i)
                {
                    links.push_back(dice(topology.links.size()));
                }
                CountCutOff(topology, links, Around(topology, links, engine));
            }
        }
    }
}

TEST_F(DegradedRoutingTest, AnEngineThatNeedsAWholeGridIsReplaced)
{
    const auto topology =
        Topology("TorusTopology", {{"Dimensions", "4x3"}, {"Wrap", "false"}}); // a mesh
    const auto link = static_cast<uint32_t>(topology.links.size() - 1); // between two switches
    const auto around = Around(topology, {link}, "DimensionOrderRouting");
    EXPECT_TRUE(Has(around.complaint, "expected a complete grid"));
    EXPECT_EQ(CountCutOff(topology, {link}, around), 0u);
}

TEST_F(DegradedRoutingTest, ARingMayLackALinkWithoutAnotherEngine)
{
    const auto topology = Topology("TorusTopology", {{"Dimensions", "5x4"}});
    for (auto link = topology.GetHostCount(); link < topology.links.size(); ++link)
    {
        for (const std::string engine : {"DimensionOrderRouting", "Torus2QosRouting"})
        {
            const auto around = Around(topology, {link}, engine);
            EXPECT_EQ(around.complaint, "") << engine << ' ' << link;
            EXPECT_EQ(CountCutOff(topology, {link}, around), 0u);
        }
    }
    // A switch that is gone is too much for it.
    const uint32_t gone = topology.GetHostCount() + 7;
    std::vector<uint32_t> links;
    for (uint32_t link = 0; link < topology.links.size(); ++link)
    {
        if (topology.links[link].a == gone || topology.links[link].b == gone)
        {
            links.push_back(link);
        }
    }
    const auto around = Around(topology, links, "Torus2QosRouting");
    EXPECT_TRUE(Has(around.complaint, "lacks a switch"));
    EXPECT_EQ(CountCutOff(topology, links, around), topology.GetHostCount() - 1);
}

TEST_F(DegradedRoutingTest, PartsHaveNoWaysToEachOther)
{
    // Leaf 0 with hosts 0 and 1 loses both spines: 2 * 6 pairs. Host 7 loses its leaf: 5 more of
    // the remaining pairs, and two with hosts 0 and 1.
    const auto topology =
        Topology("LeafSpineTopology", {{"Leaves", "4"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}});
    const std::vector<uint32_t> links{7, 8, 9};
    const auto around = Around(topology, links, "MinHopRouting");
    EXPECT_EQ(around.complaint, "");
    EXPECT_EQ(CountCutOff(topology, links, around), 2u * 5 + 2 + 5);
    EXPECT_EQ(around.partOfHost[0], around.partOfHost[1]);
    EXPECT_EQ(around.partOfHost[2], around.partOfHost[6]);
}

} // namespace
