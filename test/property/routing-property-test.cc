// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "network-test.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/routing-engine.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** What an engine says of its paths. */
struct Claims
{
    std::string engine;
    bool shortest;
    bool free; //!< of deadlocks
};

const Claims MIN_HOP{"MinHopRouting", true, false};
const Claims UP_DOWN{"UpDownRouting", false, true};
const Claims UP_DOWN_OF_TREE{"UpDownRouting", true, true};
const Claims FAT_TREE{"FatTreeRouting", true, true};
const Claims DIMENSION_ORDER{"DimensionOrderRouting", true, true};
const Claims LASH{"LashRouting", true, true};
const Claims DFSSSP{"DfssspRouting", true, true};

class RoutingProperty : public NetworkTest
{
  protected:
    static std::string Number(uint32_t number)
    {
        return std::to_string(number);
    }

    /** Routes with random LMC, walks all paths by the tables alone, and checks the claims. */
    void Check(Dice& dice, const FabricTopology& topology, const std::vector<Claims>& all)
    {
        const FabricRoutes shortest(topology);
        for (const auto& claims : all)
        {
            SCOPED_TRACE(topology.origin + " by " + claims.engine);
            // More LIDs need more layers: in large tori more than there are lanes.
            const bool layered = claims.engine == LASH.engine || claims.engine == DFSSSP.engine;
            const uint32_t lmc = dice(!layered ? 3 : topology.GetSwitchCount() > 50 ? 1 : 2);
            Attributes attributes{{"Lmc", Number(lmc)}};
            if (layered)
            {
                attributes.emplace_back("MaxLayers", "15");
            }
            const auto engine = Make<RoutingEngine>(claims.engine, attributes);
            const auto routes = engine->Route(topology);
            const auto& tables = *routes.GetTables();
            BufferDependencyGraph graph(topology, tables.GetServiceLevelCount());
            graph.AddRoutes(routes);
            using Turn = std::tuple<uint32_t, uint32_t, uint32_t, uint8_t>; // in, node, out, lane
            std::set<Turn> turns;
            for (uint32_t src = 0; src < topology.GetHostCount(); ++src)
            {
                for (uint32_t dst = 0; dst < topology.GetHostCount(); ++dst)
                {
                    for (uint32_t path = 0; src != dst && path < tables.GetPathCount(); ++path)
                    {
                        const uint8_t level = tables.GetServiceLevel(src, dst, path);
                        ASSERT_EQ(level, tables.GetServiceLevel(dst, src, path));
                        const uint32_t lid = tables.GetLid(topology.hosts[dst]) + path;
                        uint32_t in = shortest.PathLinks(src, dst).front();
                        uint32_t node = topology.GetPeer(in, topology.hosts[src]);
                        size_t length = 1;
                        while (node != topology.hosts[dst])
                        {
                            ASSERT_FALSE(topology.IsHost(node));
                            ASSERT_LE(++length, topology.nodes.size());
                            const uint32_t out = tables.GetLink(node, lid);
                            const uint32_t next = topology.GetPeer(out, node);
                            if (!topology.IsHost(topology.GetPeer(in, node)) &&
                                !topology.IsHost(next))
                            {
                                turns.emplace(in, node, out, level);
                            }
                            in = out;
                            node = next;
                        }
                        if (claims.shortest)
                        {
                            ASSERT_EQ(length, shortest.PathLinks(src, dst).size());
                        }
                        ++m_paths;
                    }
                }
            }
            EXPECT_EQ(graph.GetDependencyCount(), turns.size());
            for (const auto& [in, node, out, level] : turns)
            {
                EXPECT_TRUE(graph.HasDependency({in, node, level},
                                                {out, topology.GetPeer(out, node), level}));
            }
            const auto cycle = graph.FindCycle();
            if (claims.free)
            {
                EXPECT_TRUE(cycle.IsEmpty()) << graph.Describe(cycle);
            }
            m_rings += cycle.IsEmpty() ? 0 : 1;
        }
    }

    uint64_t m_paths{0}; //!< walked
    uint64_t m_rings{0}; //!< graphs with a cycle
};

} // namespace

TEST_F(RoutingProperty, Trees)
{
    const std::vector<Claims> all{MIN_HOP, UP_DOWN_OF_TREE, FAT_TREE, LASH, DFSSSP};
    for (uint32_t seed = 0; seed < 12; ++seed)
    {
        Dice dice(seed);
        Check(dice,
              Topology("LeafSpineTopology",
                       {{"Leaves", Number(1 + dice(6))},
                        {"Spines", Number(1 + dice(5))},
                        {"HostsPerLeaf", Number(1 + dice(5))}}),
              all);
    }
    Dice dice(1);
    for (const std::string k : {"2", "4", "6"})
    {
        Check(dice, Topology("FatTreeTopology", {{"K", k}}), all);
    }
    EXPECT_EQ(m_rings, 0u) << "shortest paths of trees close none";
    EXPECT_GT(m_paths, 10'000u);
}

TEST_F(RoutingProperty, ClosNetworks)
{
    for (uint32_t seed = 0; seed < 16; ++seed)
    {
        Dice dice(seed);
        const std::string rails = Number(1 + dice(2));
        const bool three = dice(2) == 1;
        Check(
            dice,
            Topology(
                "ClosTopology",
                {{"Servers", Number(1 + dice(20))},
                 {"GpusPerServer", "2"},
                 {"Rails", rails},
                 {"ServersPerGroup", Number(1 + dice(4))},
                 {"SwitchesBelow", three ? Number(1 + dice(4)) + ",0" : "0"},
                 {"SwitchesAbove", Number(1 + dice(3)) + (three ? "," + Number(1 + dice(3)) : "")},
                 {"LinksPerPair", Number(1 + dice(2)) + (three ? "," + Number(1 + dice(2)) : "")}}),
            {MIN_HOP, UP_DOWN_OF_TREE, FAT_TREE, LASH, DFSSSP});
    }
    EXPECT_EQ(m_rings, 0u) << "shortest paths of trees close none";
    EXPECT_GT(m_paths, 5'000u);
}

TEST_F(RoutingProperty, DragonfliesPlus)
{
    for (uint32_t seed = 0; seed < 10; ++seed)
    {
        Dice dice(seed);
        const uint32_t spines = 1 + dice(3);
        const uint32_t links = 1 + dice(2);
        Check(dice,
              Topology("DragonflyPlusTopology",
                       {{"Groups", Number(2 + dice(spines * links))},
                        {"LeavesPerGroup", Number(1 + dice(3))},
                        {"SpinesPerGroup", Number(spines)},
                        {"HostsPerLeaf", Number(1 + dice(2))},
                        {"GlobalLinks", Number(links)}}),
              {MIN_HOP, UP_DOWN, LASH, DFSSSP});
    }
    EXPECT_GT(m_paths, 1'000u);
}

TEST_F(RoutingProperty, HyperXNetworks)
{
    for (uint32_t seed = 0; seed < 10; ++seed)
    {
        Dice dice(seed);
        std::string sizes = Number(2 + dice(4));
        for (uint32_t more = dice(3); more > 0; --more)
        {
            sizes += "x" + Number(2 + dice(3));
        }
        SCOPED_TRACE(sizes);
        const auto topology = Topology("HyperXTopology",
                                       {{"Dimensions", sizes},
                                        {"HostsPerSwitch", Number(1 + dice(2))},
                                        {"LinksPerPair", Number(1 + dice(2))}});
        Check(dice, topology, {MIN_HOP, UP_DOWN, LASH, DFSSSP});
        // The lowest links first is dimension by dimension, for which one lane does.
        const auto lash = Make<RoutingEngine>("LashRouting")->Route(topology);
        EXPECT_EQ(lash.GetTables()->GetServiceLevelCount(), 1u);
    }
    EXPECT_GT(m_paths, 5'000u);
}

TEST_F(RoutingProperty, SlimFlies)
{
    for (const std::string q : {"3", "4", "5"})
    {
        Dice dice(1);
        Check(dice,
              Topology("SlimFlyTopology", {{"Q", q}, {"HostsPerRouter", "1"}}),
              {MIN_HOP, UP_DOWN, LASH, DFSSSP});
    }
    EXPECT_GT(m_rings, 0u) << "min-hop closes some";
    EXPECT_GT(m_paths, 4'000u);
}

TEST_F(RoutingProperty, ToriOfCubes)
{
    for (const std::string cubes : {"2x1", "1x1x2", "3", "2x2"})
    {
        SCOPED_TRACE(cubes);
        Dice dice(2);
        Check(dice,
              Topology("CubeTorusTopology", {{"Cubes", cubes}, {"CubeSize", "3"}}),
              {MIN_HOP, UP_DOWN, DIMENSION_ORDER, LASH, DFSSSP});
    }
    for (const std::string cubes : {"1x2", "2x1x1", "2x2x1"})
    {
        SCOPED_TRACE(cubes + " twisted");
        Dice dice(2);
        Check(dice,
              Topology("CubeTorusTopology",
                       {{"Cubes", cubes}, {"CubeSize", "3"}, {"Twisted", "true"}}),
              {MIN_HOP, UP_DOWN, LASH, DFSSSP});
    }
    EXPECT_GT(m_paths, 4'000u);
}

TEST_F(RoutingProperty, Tori)
{
    for (uint32_t seed = 0; seed < 25; ++seed)
    {
        Dice dice(seed);
        std::string sizes = Number(2 + dice(6));
        for (uint32_t more = dice(3); more > 0; --more)
        {
            sizes += "x" + Number(2 + dice(3 + (more == 1 ? 3 : 0)));
        }
        SCOPED_TRACE(sizes);
        Check(dice,
              Topology("TorusTopology",
                       {{"Dimensions", sizes}, {"Wrap", dice(4) == 0 ? "false" : "true"}}),
              {MIN_HOP, UP_DOWN, DIMENSION_ORDER, LASH, DFSSSP});
    }
    EXPECT_GT(m_rings, 5u) << "min-hop closes some";
    EXPECT_GT(m_paths, 10'000u);
}

TEST_F(RoutingProperty, Dragonflies)
{
    for (uint32_t seed = 0; seed < 12; ++seed)
    {
        Dice dice(seed);
        const uint32_t routers = 1 + dice(4);
        const uint32_t links = 1 + dice(2);
        const uint32_t most = routers * links + 1;
        Check(dice,
              Topology("DragonflyTopology",
                       {{"Groups", Number(2 + dice(most - 1))},
                        {"RoutersPerGroup", Number(routers)},
                        {"HostsPerRouter", Number(1 + dice(2))},
                        {"GlobalLinks", Number(links)}}),
              {MIN_HOP, UP_DOWN, LASH, DFSSSP});
    }
    EXPECT_GT(m_paths, 1'000u);
}

TEST_F(RoutingProperty, RandomRegularGraphs)
{
    for (uint32_t seed = 0; seed < 20; ++seed)
    {
        Dice dice(seed);
        const uint32_t degree = 2 + dice(4);
        Check(dice,
              Topology("RandomRegularTopology",
                       {{"Switches", Number(2 * (3 + dice(8)))},
                        {"Degree", Number(degree)},
                        {"HostsPerSwitch", Number(1 + dice(2))},
                        {"Seed", Number(seed)}}),
              {MIN_HOP, UP_DOWN, LASH, DFSSSP});
    }
    EXPECT_GT(m_rings, 5u) << "min-hop closes some";
    EXPECT_GT(m_paths, 10'000u);
}
