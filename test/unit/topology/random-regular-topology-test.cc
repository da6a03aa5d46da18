// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

class RandomRegularTopologyTest : public NetworkTest
{
  protected:
    using Edges = std::set<std::pair<uint32_t, uint32_t>>;

    /** @return the edges between switches; expects each to be there once */
    static Edges GetEdges(const FabricTopology& topology)
    {
        Edges edges;
        for (uint32_t i = topology.GetHostCount(); i < topology.links.size(); ++i)
        {
            const auto& link = topology.links[i];
            EXPECT_TRUE(edges.emplace(std::minmax(link.a, link.b)).second);
        }
        return edges;
    }
};

} // namespace

TEST_F(RandomRegularTopologyTest, EverySwitchHasItsDegree)
{
    for (const auto& [switches, degree] :
         {std::pair{2, 1}, {6, 2}, {6, 3}, {7, 4}, {8, 7}, {50, 5}, {20, 2}})
    {
        for (const std::string seed : {"1", "2", "3"})
        {
            const auto graph = Topology("RandomRegularTopology",
                                        {{"Switches", std::to_string(switches)},
                                         {"Degree", std::to_string(degree)},
                                         {"HostsPerSwitch", "3"},
                                         {"Seed", seed}});
            EXPECT_EQ(graph.GetHostCount(), 3u * switches);
            EXPECT_EQ(GetEdges(graph).size(), 1u * switches * degree / 2);
            const auto linksByNode = graph.GetLinksByNode();
            for (uint32_t node = graph.GetHostCount(); node < graph.nodes.size(); ++node)
            {
                EXPECT_EQ(linksByNode[node].size(), 3u + degree);
            }
        }
    }
}

TEST_F(RandomRegularTopologyTest, TheSeedIsTheGraph)
{
    const auto edges = [](const std::string& seed) {
        return GetEdges(Topology("RandomRegularTopology", {{"Switches", "40"}, {"Seed", seed}}));
    };
    EXPECT_EQ(edges("7"), edges("7"));
    EXPECT_NE(edges("7"), edges("8"));
}

TEST_F(RandomRegularTopologyTest, EdgesAreEquallyLikely)
{
    // Any two of 12 switches of degree 3 are joined with probability 3/11. Of 2,000 graphs that is
    // 545.5 +- 19.9 for each of the 66 pairs; beyond 4.5 sigma by chance is 1 in 2,000 for any
    // pair.
    std::vector<uint32_t> count(12 * 12);
    for (uint32_t seed = 0; seed < 2000; ++seed)
    {
        const auto graph =
            Topology("RandomRegularTopology",
                     "Switches=12 Degree=3 HostsPerSwitch=1 Seed=" + std::to_string(seed));
        for (const auto& [a, b] : GetEdges(graph))
        {
            ++count[(a - 12) * 12 + b - 12];
        }
    }
    for (uint32_t a = 0; a < 12; ++a)
    {
        for (uint32_t b = a + 1; b < 12; ++b)
        {
            EXPECT_NEAR(count[a * 12 + b], 545.5, 4.5 * 19.9) << a << " " << b;
        }
    }
}

TEST_F(RandomRegularTopologyTest, ImpossibleDegreesAreRefused)
{
    const auto message = [](const std::string& switches, const std::string& degree) {
        return MessageOf<InputError>([&] {
            Topology("RandomRegularTopology", {{"Switches", switches}, {"Degree", degree}});
        });
    };
    EXPECT_EQ(message("5", "3"),
              "ns3::RandomRegularTopology: Degree: 5 switches with 3 links each; expected fewer "
              "links than switches, and an even number of switches or of links");
    EXPECT_EQ(message("4", "4"),
              "ns3::RandomRegularTopology: Degree: 4 switches with 4 links each; expected fewer "
              "links than switches, and an even number of switches or of links");
}
