// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/routing-engine.h"

#include <string>

using namespace ns3;

namespace
{

class BufferDependencyGraphTest : public NetworkTest
{
  protected:
    /** @return the ring of buffers in words, after how many buffers are on rings; or "free" */
    static std::string Check(const FabricTopology& topology)
    {
        BufferDependencyGraph graph(topology);
        graph.AddRoutes(FabricRoutes(topology));
        const auto cycle = graph.FindCycle();
        return cycle.IsEmpty() ? "free"
                               : std::to_string(cycle.cyclicBuffers) + ": " + graph.Describe(cycle);
    }

    static std::string Check(const std::string& topology, const Attributes& attributes)
    {
        return Check(Topology(topology, attributes));
    }

    /** @return "free", or the ring of buffers of packets in certain service levels */
    static std::string Check(const FabricTopology& topology,
                             const FabricRoutes& routes,
                             const ServiceLanes& lanes,
                             const std::vector<uint8_t>& levels)
    {
        BufferDependencyGraph graph(topology, static_cast<uint8_t>(lanes.GetDataLanes()));
        graph.AddRoutes(routes, lanes, levels);
        const auto cycle = graph.FindCycle();
        return cycle.IsEmpty() ? "free" : graph.Describe(cycle);
    }

    /** @return the link between two nodes by name */
    static uint32_t LinkOf(const FabricTopology& topology,
                           const std::string& a,
                           const std::string& b)
    {
        uint32_t id = 0;
        for (; id < topology.links.size(); ++id)
        {
            const auto& link = topology.links[id];
            const std::string first = topology.nodes[link.a].name;
            const std::string second = topology.nodes[link.b].name;
            if ((first == a && second == b) || (first == b && second == a))
            {
                break;
            }
        }
        return id;
    }

    /** @return a map from text */
    static SlToVlMap Map(const std::string& text)
    {
        return SlToVlMap(text, "Map");
    }
};

} // namespace

TEST_F(BufferDependencyGraphTest, WithoutMapsALevelIsALaneAllTheWay)
{
    for (const auto& [name, attributes] :
         {std::pair<std::string, Attributes>{"RingTopology", {{"Switches", "5"}}},
          {"TorusTopology", {{"Dimensions", "4x3"}}},
          {"LeafSpineTopology", {{"Leaves", "3"}, {"Spines", "2"}}}})
    {
        const auto topology = Topology(name, attributes);
        const FabricRoutes routes(topology);
        BufferDependencyGraph plain(topology, 8);
        plain.AddRoutes(routes, 2);
        plain.AddRoutes(routes, 5);
        BufferDependencyGraph followed(topology, 8);
        followed.AddRoutes(routes, ServiceLanes(), {2, 5});
        EXPECT_GT(plain.GetDependencyCount(), 0u);
        EXPECT_EQ(followed.GetDependencyCount(), plain.GetDependencyCount()) << name;
        BufferDependencyGraph lossy(topology, 8);
        lossy.AddRoutes(routes, ServiceLanes(8, 1U << 2), {2, 5});
        EXPECT_EQ(2 * lossy.GetDependencyCount(), plain.GetDependencyCount()) << name;
    }
}

TEST_F(BufferDependencyGraphTest, AMapOfOnePairOfPortsBreaksARing)
{
    // Clockwise; what goes through switch 0 on the ring goes on in lane 1, and is at its switch.
    const auto topology =
        Topology("RingTopology",
                 {{"Switches", "3"}, {"HostsPerSwitch", "1"}, {"Clockwise", "true"}});
    const FabricRoutes routes(topology);
    uint32_t node = 0;
    while (topology.nodes[node].name != "switch0")
    {
        ++node;
    }
    const uint32_t from = LinkOf(topology, "switch2", "switch0");
    const uint32_t to = LinkOf(topology, "switch0", "switch1");
    ServiceLanes lanes;
    EXPECT_EQ(Check(topology, routes, lanes, {0}).substr(0, 14), "switch1 port 1");
    lanes.SetPairMap({node, from, to, Map("1,1,1,3")});
    EXPECT_EQ(Check(topology, routes, lanes, {0}), "free");
    EXPECT_EQ(Check(topology, routes, lanes, {0, 2}), "free");
    // Level 3 has lane 3 there as everywhere else.
    EXPECT_EQ(Check(topology, routes, lanes, {0, 3}),
              "switch1 port 1 lane 3 (from switch0) -> switch2 port 1 lane 3 (from switch1) -> "
              "switch0 port 2 lane 3 (from switch2) -> switch1 port 1 lane 3");
    // The other way about: from lane 1 back to lane 0 at the next switch.
    lanes.SetSwitchMap(Map("0"));
    EXPECT_EQ(Check(topology, routes, lanes, {0}), "free");
    lanes.SetPairMap({node, from, to, Map("15")});
    EXPECT_EQ(Check(topology, routes, lanes, {0}), "free") << "nothing goes on from there";
    lanes.SetPairMap({node, from, to, Map("8")}); // lane 0 of eight
    EXPECT_NE(Check(topology, routes, lanes, {0}), "free");
}

TEST_F(BufferDependencyGraphTest, LayersMustNotBeFoldedIntoOneLane)
{
    const auto topology = Topology("RingTopology", {{"Switches", "6"}, {"HostsPerSwitch", "2"}});
    const auto routes = Make<RoutingEngine>("LashRouting")->Route(topology);
    ASSERT_EQ(routes.GetTables()->GetServiceLevelCount(), 2);
    const auto check = [&](const std::string& map) {
        ServiceLanes lanes;
        lanes.SetHostMap(Map(map));
        lanes.SetSwitchMap(Map(map));
        return Check(topology, routes, lanes, {});
    };
    EXPECT_EQ(check("0,1"), "free");
    EXPECT_EQ(check("3,2"), "free");
    EXPECT_EQ(check("0,9"), "free");
    EXPECT_NE(check("0,0"), "free");
    EXPECT_NE(check("1,9"), "free") << "two lanes of the tables, one of eight of the port";
}

TEST_F(BufferDependencyGraphTest, ClosFabricsAreFree)
{
    EXPECT_EQ(Check("StarTopology", {}), "free");
    EXPECT_EQ(Check("DumbbellTopology", {}), "free");
    EXPECT_EQ(Check("LeafSpineTopology", {}), "free");
    EXPECT_EQ(Check("LeafSpineTopology", {{"Leaves", "7"}, {"Spines", "5"}, {"LinksPerPair", "3"}}),
              "free");
    EXPECT_EQ(Check("FatTreeTopology", {{"K", "4"}}), "free");
    EXPECT_EQ(Check("FatTreeTopology", {{"K", "8"}}), "free");
}

TEST_F(BufferDependencyGraphTest, ALeafSpineDependsUpThenDown)
{
    // 2 leaves (nodes 2, 3), 2 spines (4, 5), a host each: links 0, 1 to the hosts, 2 leaf0-spine0,
    // 3 leaf0-spine1, 4 leaf1-spine0, 5 leaf1-spine1. Hosts fill the leaves' buffers and drain
    // packets that come down. The remaining dependencies are the turns in the two spines, in two
    // directions each.
    const auto topology =
        Topology("LeafSpineTopology", {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "1"}});
    BufferDependencyGraph graph(topology);
    graph.AddRoutes(FabricRoutes(topology));
    EXPECT_EQ(graph.GetDependencyCount(), 4u);
    EXPECT_TRUE(graph.HasDependency({2, 4, 0}, {4, 3, 0}));
    EXPECT_TRUE(graph.HasDependency({4, 4, 0}, {2, 2, 0}));
    EXPECT_TRUE(graph.HasDependency({3, 5, 0}, {5, 3, 0}));
    EXPECT_TRUE(graph.HasDependency({5, 5, 0}, {3, 2, 0}));
    EXPECT_FALSE(graph.HasDependency({2, 4, 0}, {5, 3, 0})) << "over another spine";
    EXPECT_FALSE(graph.HasDependency({4, 3, 0}, {3, 5, 0})) << "down, then up again";
}

TEST_F(BufferDependencyGraphTest, AClockwiseRingHasExactlyItsRing)
{
    // Ports 0, 1 of each switch are its hosts. Switch 0 has ring link 0 (to switch 1) at port 2 and
    // ring link 3 (to switch 3) at port 3; the others have the link to the one before them at port
    // 2 and the one to the next at port 3.
    EXPECT_EQ(Check("RingTopology", {{"Switches", "4"}, {"Clockwise", "true"}}),
              "4: switch1 port 2 (from switch0) -> switch2 port 2 (from switch1) -> switch3 port 2 "
              "(from switch2) -> switch0 port 3 (from switch3) -> switch1 port 2");
}

TEST_F(BufferDependencyGraphTest, ShortestPathsCloseARingOfFour)
{
    // With three switches every other one is next door. With four the opposite one is two links
    // away both ways round, which closes both rings: 4 buffers each.
    EXPECT_EQ(Check("RingTopology", {{"Switches", "3"}}), "free");
    EXPECT_EQ(Check("RingTopology", {{"Switches", "4"}}).substr(0, 3), "8: ");
    EXPECT_EQ(Check("RingTopology", {{"Switches", "5"}}).substr(0, 4), "10: ");
}

TEST_F(BufferDependencyGraphTest, RoutesThatLeaveOneLinkOutBreakTheRing)
{
    // Nothing between switch 3 and switch 0 crosses their link: the ring is a line.
    const TemporaryFile file("switch0 * switch1\n"
                             "switch1 host3 switch2\nswitch1 host2 switch2\nswitch1 host0 switch0\n"
                             "switch2 host3 switch3\nswitch2 host0 switch1\nswitch2 host1 switch1\n"
                             "switch3 * switch2\n");
    EXPECT_EQ(Check("RingTopology",
                    {{"Switches", "4"}, {"HostsPerSwitch", "1"}, {"RoutesFile", file.GetPath()}}),
              "free");
}

TEST_F(BufferDependencyGraphTest, OnlyWhatHostsSendCounts)
{
    // A ring of three switches clockwise, with a host on each of the first two. Host 0 to host 1
    // takes ring link 0, host 1 to host 0 the links 1 and 2: one dependency, and no ring.
    FabricTopology topology;
    topology.AddHost("host0");
    topology.AddHost("host1");
    for (uint32_t i = 0; i < 3; ++i)
    {
        topology.AddSwitch("switch" + std::to_string(i));
    }
    topology.AddLink({0, 2, 1'000'000'000, 0});
    topology.AddLink({1, 3, 1'000'000'000, 0});
    for (uint32_t i = 0; i < 3; ++i)
    {
        const uint32_t link = topology.AddLink({2 + i, 2 + (i + 1) % 3, 1'000'000'000, 0});
        topology.routes.push_back({2 + i, {}, {link}});
    }
    topology.routes[0].hosts = {1};
    topology.routes[1].hosts = {0};
    topology.routes[2].hosts = {0, 1};
    BufferDependencyGraph graph(topology);
    graph.AddRoutes(FabricRoutes(topology));
    EXPECT_EQ(graph.GetDependencyCount(), 1u);
    EXPECT_TRUE(graph.HasDependency({3, 4, 0}, {4, 2, 0}));
    EXPECT_EQ(Check(topology), "free");
}

TEST_F(BufferDependencyGraphTest, LanesThatChangeOnceBreakTheRing)
{
    // A clockwise ring of four with one host each; packets begin in lane 0 and change to lane 1
    // where they pass from switch 3 to switch 0 (a dateline, as in a torus). Ring links 4..7,
    // switches 4..7; link 4+i is received by switch 4 + (i+1) % 4.
    const auto topology =
        Topology("RingTopology",
                 {{"Switches", "4"}, {"HostsPerSwitch", "1"}, {"Clockwise", "true"}});
    BufferDependencyGraph graph(topology, 2);
    const auto buffer = [](uint32_t i, uint8_t lane) {
        return BufferDependencyGraph::Buffer{4 + i, 4 + (i + 1) % 4, lane};
    };
    for (uint32_t i = 0; i < 3; ++i)
    {
        graph.AddDependency(buffer(i, 0), buffer(i + 1, 0));
        graph.AddDependency(buffer(i, 1), buffer(i + 1, 1));
    }
    graph.AddDependency(buffer(3, 0), buffer(0, 1));
    EXPECT_TRUE(graph.FindCycle().IsEmpty());
    graph.AddDependency(buffer(3, 1), buffer(0, 1));
    const auto cycle = graph.FindCycle();
    EXPECT_EQ(cycle.cyclicBuffers, 4u);
    EXPECT_EQ(graph.Describe(cycle).substr(0, 59),
              "switch1 port 1 lane 1 (from switch0) -> switch2 port 1 lane");
}

TEST_F(BufferDependencyGraphTest, ALongRingIsCutShort)
{
    const auto text =
        Check("RingTopology", {{"Switches", "40"}, {"HostsPerSwitch", "1"}, {"Clockwise", "true"}});
    EXPECT_TRUE(Has(text,
                    "(from switch14) -> ... 24 more ... -> switch0 port 2 (from switch39) -> "
                    "switch1 port 1"));
}

TEST_F(BufferDependencyGraphTest, FourThousandHosts)
{
    // k = 26: 4,394 hosts on 845 switches. Turns between switches: an aggregation joins 13 edges
    // and 13 cores; from an edge to each other edge and to each core, from a core to each edge; a
    // core from each of 26 pods to each other one. Packets to a host of the same pod do not go to a
    // core, and none comes back to where it came from.
    const auto topology = Topology("FatTreeTopology", {{"K", "26"}});
    BufferDependencyGraph graph(topology);
    graph.AddRoutes(FabricRoutes(topology));
    EXPECT_EQ(graph.GetDependencyCount(),
              26u * 13 * (13 * 12 + 13 * 13 + 13 * 13) + 169u * 26 * 25);
    EXPECT_TRUE(graph.FindCycle().IsEmpty());
}
