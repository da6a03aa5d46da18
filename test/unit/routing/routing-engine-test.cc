// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/input-error.h"
#include "ns3/routing-engine.h"

#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Links = std::vector<uint32_t>;

class RoutingEngineTest : public NetworkTest
{
  protected:
    static FabricRoutes Route(const std::string& engine,
                              const FabricTopology& topology,
                              const Attributes& attributes = {})
    {
        return Make<RoutingEngine>(engine, attributes)->Route(topology);
    }

    static std::string Message(const std::string& engine,
                               const FabricTopology& topology,
                               const Attributes& attributes = {})
    {
        return MessageOf<InputError>([&] { Route(engine, topology, attributes); });
    }

    static bool IsFree(const FabricTopology& topology, const FabricRoutes& routes)
    {
        BufferDependencyGraph graph(topology, routes.GetTables()->GetServiceLevelCount());
        graph.AddRoutes(routes);
        return graph.FindCycle().IsEmpty();
    }

    /** @return how many LIDs of hosts leave a switch by each of its links, by link id */
    static std::map<uint32_t, uint32_t> CountLids(const LinearForwardingTables& tables,
                                                  uint32_t node)
    {
        std::map<uint32_t, uint32_t> lids;
        for (uint32_t lid = 1; lid <= tables.GetTopLid(); ++lid)
        {
            const uint32_t dest = tables.GetNode(lid);
            if (dest != LinearForwardingTables::NO_NODE && tables.GetTopology().IsHost(dest))
            {
                ++lids[tables.GetLink(node, lid)];
            }
        }
        return lids;
    }

    /** Four hosts on each of four leaves, four spines; link 16 + 4 * leaf + spine joins two. */
    const FabricTopology m_leafSpine =
        Topology("LeafSpineTopology", {{"Leaves", "4"}, {"Spines", "4"}, {"HostsPerLeaf", "4"}});
    const FabricTopology m_ring =
        Topology("RingTopology", {{"Switches", "6"}, {"HostsPerSwitch", "1"}});
};

} // namespace

TEST_F(RoutingEngineTest, LidsAreAlignedAndOfHostsFirst)
{
    // LMC 2: host h has the LIDs 4 (h + 1) to 4 (h + 1) + 3, the 8 switches those from 68 on.
    const auto routes = Route("MinHopRouting", m_leafSpine, {{"Lmc", "2"}});
    const auto& tables = *routes.GetTables();
    EXPECT_EQ(tables.GetLid(0), 4u);
    EXPECT_EQ(tables.GetLid(15), 64u);
    EXPECT_EQ(tables.GetNode(67), 15u);
    EXPECT_EQ(tables.GetLid(16), 68u);
    EXPECT_EQ(tables.GetTopLid(), 75u);
    EXPECT_EQ(tables.GetNode(3), LinearForwardingTables::NO_NODE);
    EXPECT_EQ(tables.GetNode(76), LinearForwardingTables::NO_NODE);
    for (uint32_t leaf = 0; leaf < 4; ++leaf)
    {
        EXPECT_EQ(tables.GetLink(16 + leaf, tables.GetLid(20)), 16 + 4 * leaf) << "to spine 0";
    }
}

TEST_F(RoutingEngineTest, TooManyLidsAreRefused)
{
    // The first 128 are lost, for the LIDs of a host begin at a multiple of 128; leaf and spine
    // have one each: (2048 + 1) * 128 - 1 + 2.
    const auto topology =
        Topology("LeafSpineTopology", {{"Leaves", "1"}, {"Spines", "1"}, {"HostsPerLeaf", "2048"}});
    EXPECT_EQ(Message("MinHopRouting", topology, {{"Lmc", "7"}}),
              "ns3::LeafSpineTopology: lmc: 2048 hosts of 128 LIDs and 2 switches need LIDs up to "
              "262273; a subnet has LIDs up to 49151");
}

TEST_F(RoutingEngineTest, MinHopSpreadsLidsEvenlyOverPorts)
{
    // Each leaf has 12 hosts elsewhere and 4 spines: 3 LIDs by each.
    const auto routes = Route("MinHopRouting", m_leafSpine);
    const auto& tables = *routes.GetTables();
    for (uint32_t leaf = 0; leaf < 4; ++leaf)
    {
        const auto lids = CountLids(tables, 16 + leaf);
        for (uint32_t spine = 0; spine < 4; ++spine)
        {
            EXPECT_EQ(lids.at(16 + 4 * leaf + spine), 3u);
        }
    }
    EXPECT_EQ(tables.GetServiceLevelCount(), 1);
}

TEST_F(RoutingEngineTest, LidsOfAHostTakeDifferentWays)
{
    const auto routes = Route("MinHopRouting", m_leafSpine, {{"Lmc", "2"}});
    for (uint32_t dest = 4; dest < 16; ++dest)
    {
        std::map<uint32_t, uint32_t> firsts;
        for (uint32_t path = 0; path < 4; ++path)
        {
            const auto links = routes.GetTables()->PathLinks(0, dest, path);
            ASSERT_EQ(links.size(), 4u);
            ++firsts[links[1]];
        }
        EXPECT_EQ(firsts.size(), 4u) << dest;
        // As groups: the link by path number.
        EXPECT_EQ(routes.GetEgressLinks(16, dest).size(), 4u);
    }
    EXPECT_EQ(routes.GetEgressLinks(16, 1), (Links{1})) << "a host of the leaf itself";
}

TEST_F(RoutingEngineTest, FatTreeIsDModK)
{
    // k = 4: edge switches have two links up, aggregation switches two. Host d is reached over
    // aggregation d mod 2 of the pod of the source and core (d / 2) mod 2 of that group.
    const auto topology = Topology("FatTreeTopology", {{"K", "4"}});
    const auto routes = Route("FatTreeRouting", topology);
    for (uint32_t dest = 4; dest < 16; ++dest)
    {
        const auto links = routes.GetTables()->PathLinks(0, dest, 0);
        ASSERT_EQ(links.size(), 6u);
        const uint32_t aggregation = topology.GetPeer(links[1], 16);
        const uint32_t core = topology.GetPeer(links[2], aggregation);
        EXPECT_EQ(topology.nodes[aggregation].name, "aggregation" + std::to_string(dest % 2));
        EXPECT_EQ(topology.nodes[core].name, "core" + std::to_string(dest % 2 * 2 + dest / 2 % 2));
    }
    EXPECT_TRUE(IsFree(topology, routes));
}

TEST_F(RoutingEngineTest, ShiftsUseNoLinkOfAFatTreeTwice)
{
    const auto topology = Topology("FatTreeTopology", {{"K", "6"}});
    const auto routes = Route("FatTreeRouting", topology);
    for (uint32_t shift = 1; shift < 54; ++shift)
    {
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> uses; // link, sender
        for (uint32_t host = 0; host < 54; ++host)
        {
            uint32_t node = host;
            for (const uint32_t link : routes.PathLinks(host, (host + shift) % 54))
            {
                EXPECT_EQ(++uses[std::pair(link, node)], 1u) << "shift " << shift;
                node = topology.GetPeer(link, node);
            }
        }
    }
}

TEST_F(RoutingEngineTest, FatTreeRefusesWhatIsNone)
{
    EXPECT_EQ(Message("FatTreeRouting", m_ring),
              "ns3::RingTopology: ns3::FatTreeRouting: switch0 and switch1 are linked and both 0 "
              "links away from the nearest switch with hosts; expected a fat tree, or another "
              "routing, such as ns3::UpDownRouting");
}

TEST_F(RoutingEngineTest, UpDownGoesAroundTheRoot)
{
    // A ring of six switches with the root switch0, ranks 0 1 2 3 2 1. From switch2 to switch4 the
    // way over switch3 goes down and up again, so packets go up to the root and down: host link,
    // 2 - 1 - 0 - 5 - 4, host link. From switch 3 to switch 1 it is up all the way.
    const auto routes = Route("UpDownRouting", m_ring, {{"Roots", "switch0"}});
    EXPECT_EQ(routes.PathLinks(2, 4), (Links{2, 7, 6, 11, 10, 4}));
    EXPECT_EQ(routes.PathLinks(3, 1), (Links{3, 8, 7, 1}));
    EXPECT_TRUE(IsFree(m_ring, routes));
    // The middle of a ring is everywhere; the first switch is it.
    EXPECT_EQ(Route("UpDownRouting", m_ring).PathLinks(2, 4), (Links{2, 7, 6, 11, 10, 4}));
}

TEST_F(RoutingEngineTest, UpDownFindsTheSpines)
{
    const auto routes = Route("UpDownRouting", m_leafSpine);
    for (uint32_t dest = 4; dest < 16; ++dest)
    {
        EXPECT_EQ(routes.PathLinks(0, dest).size(), 4u);
    }
    // Over one root every way between leaves is over spine 2, link 16 + 2 of leaf 0.
    EXPECT_EQ(Route("UpDownRouting", m_leafSpine, {{"Roots", "spine2"}}).PathLinks(0, 4),
              (Links{0, 18, 22, 4}));
}

TEST_F(RoutingEngineTest, UpDownRootsAreChecked)
{
    EXPECT_EQ(Message("UpDownRouting", m_ring, {{"Roots", "switch0, spine1"}}),
              "ns3::RingTopology: ns3::UpDownRouting: Roots: 'spine1' is not a switch; expected "
              "the name of a switch, such as switch0");
    EXPECT_EQ(Message("UpDownRouting", m_ring, {{"Roots", "switch2,switch2"}}),
              "ns3::RingTopology: ns3::UpDownRouting: Roots: 'switch2' is listed twice");
    // Between the roots 0 and 3 nothing goes up and then down.
    EXPECT_EQ(Message("UpDownRouting", m_ring, {{"Roots", "switch0,switch3"}}),
              "ns3::RingTopology: ns3::UpDownRouting: Roots: with switch0,switch3 some pairs of "
              "switches with hosts have no path that goes up and then down; expected a single "
              "root, or other roots");
}

TEST_F(RoutingEngineTest, DimensionOrderGoesByDimensionAndTheShorterWay)
{
    // 5 x 4, from 0-0 to 4-2: the first dimension wraps backwards (1 link instead of 4), the
    // second one is a tie between 0 and 2, and 0 is even: it does not wrap.
    const auto torus = Topology("TorusTopology", {{"Dimensions", "5x4"}});
    const auto routes = Route("DimensionOrderRouting", torus);
    std::string names;
    uint32_t node = 0;
    for (const uint32_t link : routes.PathLinks(0, 18))
    {
        node = torus.GetPeer(link, node);
        names += torus.nodes[node].name + " ";
    }
    EXPECT_EQ(names, "switch0-0 switch4-0 switch4-1 switch4-2 host18 ");
    const auto& tables = *routes.GetTables();
    EXPECT_EQ(tables.GetServiceLevel(0, 18, 0), 1) << "the dateline of the first dimension";
    EXPECT_EQ(tables.GetServiceLevel(0, 3, 0), 2) << "0-0 to 0-3 wraps the second one";
    EXPECT_EQ(tables.GetServiceLevel(1, 3, 0), 2) << "the tie from 1 to 3 wraps, 1 is odd";
    EXPECT_EQ(tables.GetServiceLevel(0, 19, 0), 3);
    EXPECT_EQ(tables.GetServiceLevel(19, 0, 0), 3) << "both directions";
    EXPECT_EQ(tables.GetServiceLevelCount(), 4);
    EXPECT_TRUE(IsFree(torus, routes));
    EXPECT_FALSE(IsFree(torus, Route("DimensionOrderRouting", torus, {{"Datelines", "false"}})));
}

TEST_F(RoutingEngineTest, DimensionOrderNeedsLayersForLongRingsOnly)
{
    const auto levels = [](const Attributes& attributes) {
        const auto torus = Topology("TorusTopology", attributes);
        const auto routes = Route("DimensionOrderRouting", torus);
        EXPECT_TRUE(IsFree(torus, routes));
        return routes.GetTables()->GetServiceLevelCount();
    };
    EXPECT_EQ(levels({{"Dimensions", "4x4"}, {"Wrap", "false"}}), 1);
    EXPECT_EQ(levels({{"Dimensions", "3x3x2"}}), 1) << "paths of one link per dimension";
    EXPECT_EQ(levels({{"Dimensions", "3x6"}}), 2);
    EXPECT_EQ(levels({{"Dimensions", "4x4x4"}}), 8);
}

TEST_F(RoutingEngineTest, DimensionOrderNeedsAGrid)
{
    EXPECT_EQ(Message("DimensionOrderRouting", m_leafSpine),
              "ns3::LeafSpineTopology: ns3::DimensionOrderRouting: the switches have no "
              "coordinates; expected a topology with dimensions, such as ns3::TorusTopology or "
              "ns3::RingTopology");
    EXPECT_EQ(
        Message("DimensionOrderRouting", Topology("TorusTopology", {{"Dimensions", "4x4x4x4"}})),
        "ns3::TorusTopology: ns3::DimensionOrderRouting: 4 dimensions wrap around, and each "
        "doubles the service levels; expected at most 3, or Datelines false");
    auto mesh = Topology("TorusTopology", {{"Dimensions", "4x4"}, {"Wrap", "false"}});
    mesh.links.pop_back(); // of switch3-2: to switch3-3
    EXPECT_EQ(Message("DimensionOrderRouting", mesh),
              "ns3::TorusTopology: ns3::DimensionOrderRouting: switch3-2 has no link up in "
              "dimension 1; expected a complete grid");
}

TEST_F(RoutingEngineTest, LashTakesALayerMoreWhereMinHopClosesARing)
{
    EXPECT_FALSE(IsFree(m_ring, Route("MinHopRouting", m_ring)));
    const auto routes = Route("LashRouting", m_ring);
    EXPECT_TRUE(IsFree(m_ring, routes));
    // Two are possible; taking the pairs in their order may cost one more.
    EXPECT_LE(routes.GetTables()->GetServiceLevelCount(), 3);
    EXPECT_EQ(Message("LashRouting", m_ring, {{"MaxLayers", "1"}}),
              "ns3::RingTopology: ns3::LashRouting: MaxLayers: shortest paths need more than 1 "
              "layers to be free of deadlocks; expected more layers, or another routing, such as "
              "ns3::UpDownRouting");
    EXPECT_EQ(Route("LashRouting", m_leafSpine).GetTables()->GetServiceLevelCount(), 1);
}

TEST_F(RoutingEngineTest, LashNeedsFewLayersForTori)
{
    // Evenly loaded shortest paths would take 13, 8 and 8.
    for (const auto& [sizes, most] : {std::pair{"8x8", 6}, {"4x4x4", 2}, {"5x5x3", 4}})
    {
        const auto torus = Topology("TorusTopology", {{"Dimensions", sizes}});
        const auto routes = Route("LashRouting", torus);
        EXPECT_LE(routes.GetTables()->GetServiceLevelCount(), most) << sizes;
        EXPECT_TRUE(IsFree(torus, routes));
    }
}

TEST_F(RoutingEngineTest, RoutesByHandAreForShortestPathRouting)
{
    const auto ring = Topology("RingTopology", {{"Clockwise", "true"}});
    EXPECT_EQ(Route("ShortestPathRouting", ring).GetTables(), nullptr);
    EXPECT_EQ(Message("MinHopRouting", ring),
              "ns3::RingTopology: ns3::MinHopRouting: the topology has given routes; expected a "
              "topology without given routes, or ns3::ShortestPathRouting, which uses them");
}

TEST_F(RoutingEngineTest, TwoHostsNeedNoSwitch)
{
    FabricTopology pair;
    pair.AddHost("a");
    pair.AddHost("b");
    pair.AddLink({0, 1, 1'000'000'000, 0});
    for (const std::string engine :
         {"MinHopRouting", "UpDownRouting", "FatTreeRouting", "LashRouting", "DfssspRouting"})
    {
        const auto routes = Route(engine, pair);
        EXPECT_EQ(routes.PathLinks(0, 1), (Links{0})) << engine;
        EXPECT_EQ(routes.GetTables()->PathLinks(1, 0, 0), (Links{0})) << engine;
    }
}
