// SPDX-License-Identifier: GPL-2.0-only

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/buffer-dependency-graph.h"

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
};

} // namespace

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
    // 3 leaf0-spine1, 4 leaf1-spine0, 5 leaf1-spine1. Hosts fill the leaves' buffers and empty what
    // comes down, so what is left are the turns in the two spines, two directions each.
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
    EXPECT_NE(text.find("(from switch14) -> ... 24 more ... -> switch0 port 2 (from switch39) -> "
                        "switch1 port 1"),
              std::string::npos)
        << text;
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
