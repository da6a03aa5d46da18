// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Counts, distances and bisections against closed forms.

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/topology-files.h"
#include "ns3/topology-summary.h"

#include <sstream>
#include <string>

using namespace ns3;

namespace
{

class TopologySummaryTest : public NetworkTest
{
  protected:
    static TopologySummary Of(const std::string& type, const Attributes& attributes)
    {
        return TopologySummary(Topology(type, attributes));
    }
};

constexpr double RATE = 1e11; //!< 100 Gb/s

} // namespace

TEST_F(TopologySummaryTest, FatTree)
{
    // k = 4: 16 hosts, 20 switches, 48 links. From a host: 1 other at 2 links, 2 at 4, 12 at 6; 2
    // paths within a pod, 4 between pods. Half of the hosts send at full rate.
    const auto tree = Of("FatTreeTopology", {{"K", "4"}});
    EXPECT_EQ(tree.hosts, 16u);
    EXPECT_EQ(tree.switches, 20u);
    EXPECT_EQ(tree.CountLinks(true), 16u);
    EXPECT_EQ(tree.CountLinks(false), 32u);
    EXPECT_EQ(tree.diameter, 6u);
    EXPECT_EQ(tree.switchHops, 4u);
    EXPECT_DOUBLE_EQ(tree.meanHops, (2 + 2 * 4 + 12 * 6) / 15.0);
    EXPECT_DOUBLE_EQ(tree.minPaths, 2);
    EXPECT_DOUBLE_EQ(tree.maxPaths, 4);
    EXPECT_DOUBLE_EQ(tree.meanPaths, (2 * 2 + 12 * 4) / 14.0);
    EXPECT_DOUBLE_EQ(tree.bisectionbps, 8 * RATE);
    EXPECT_DOUBLE_EQ(tree.halfbps, 8 * RATE);
    EXPECT_EQ(tree.measuredFrom, 8u);
    EXPECT_EQ(tree.edgeSwitches, 8u);
    ASSERT_EQ(tree.nodes.size(), 4u);
    EXPECT_EQ(tree.nodes[1].kind, "edge");
    EXPECT_EQ(tree.nodes[3].count, 4u);
    EXPECT_EQ(tree.nodes[3].maxPorts, 4u);
    // Oversubscribed 1:2 above the edge and 1:3 above that it is a sixth.
    EXPECT_NEAR(Of("FatTreeTopology",
                   {{"K", "4"}, {"Oversubscription", "2"}, {"CoreOversubscription", "3"}})
                    .bisectionbps,
                8 * RATE / 6,
                100);
}

TEST_F(TopologySummaryTest, Torus)
{
    // 8 x 4 x 4, whichever way round: 2 * 16 links between the halves of the longest dimension.
    // Mean distance of a ring of k even is k/4 over all k, itself included: 2 + 1 + 1 of 128, so
    // 4 * 128 / 127 without itself, and the links of the two hosts.
    for (const std::string sizes : {"8x4x4", "4x8x4", "4x4x8"})
    {
        const auto torus =
            Of("TorusTopology",
               {{"Dimensions", sizes}, {"HostsPerSwitch", "1"}, {"Rate", "1000Gbps"}});
        EXPECT_EQ(torus.diameter, 4u + 2 + 2 + 2);
        EXPECT_DOUBLE_EQ(torus.meanHops, 4.0 * 128 / 127 + 2);
        EXPECT_DOUBLE_EQ(torus.bisectionbps, 32e12) << sizes;
    }
    // Parallel or not: the rates of two dimensions differ, and the cut is across the slow one.
    EXPECT_DOUBLE_EQ(
        Of("TorusTopology",
           "Dimensions=4x4 HostsPerSwitch=1 Rate=1000Gbps DimensionRates=400Gbps,100Gbps")
            .bisectionbps,
        8 * RATE);
}

TEST_F(TopologySummaryTest, TwoHostsAndAStar)
{
    const auto star = Of("StarTopology", {{"Hosts", "5"}, {"Rate", "100Gbps"}});
    EXPECT_EQ(star.diameter, 2u);
    EXPECT_EQ(star.switchHops, 0u);
    EXPECT_DOUBLE_EQ(star.meanHops, 2);
    EXPECT_DOUBLE_EQ(star.bisectionbps, 2 * RATE) << "the half of two hosts";
    FabricTopology pair;
    pair.AddHost("a");
    pair.AddHost("b");
    pair.AddLink({0, 1, 100'000'000'000, 0});
    const TopologySummary direct(pair);
    EXPECT_EQ(direct.diameter, 1u);
    EXPECT_DOUBLE_EQ(direct.bisectionbps, RATE);
}

TEST_F(TopologySummaryTest, MeasuresFromSomeOfVeryMany)
{
    // 24 x 24 x 24 has 41,472 links, twice as many arcs: all 13,824 sources would look at 1.1e9.
    // Every switch of a torus sees the same, so some of them are as good.
    const auto torus = Of("TorusTopology", {{"Dimensions", "24x24x24"}, {"HostsPerSwitch", "1"}});
    EXPECT_EQ(torus.edgeSwitches, 13'824u);
    EXPECT_EQ(torus.measuredFrom, 400'000'000u / (6 * 13'824u));
    EXPECT_EQ(torus.diameter, 36u + 2);
    EXPECT_DOUBLE_EQ(torus.meanHops, 18.0 * 13'824 / 13'823 + 2);
}

TEST_F(TopologySummaryTest, FilesHaveEveryNodeAndLink)
{
    const auto tree = Topology("FatTreeTopology", {{"K", "4"}, {"Delay", "1234567ps"}});
    const auto count = [](const std::string& text, const std::string& part) {
        size_t found = 0;
        for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
        {
            ++found;
        }
        return found;
    };
    std::ostringstream dot;
    WriteDot(dot, tree);
    EXPECT_EQ(count(dot.str(), " -- "), 48u);
    EXPECT_EQ(count(dot.str(), "label="), 36u);
    std::ostringstream graph;
    WriteGraphMl(graph, tree);
    EXPECT_EQ(count(graph.str(), "<edge "), 48u);
    EXPECT_EQ(count(graph.str(), "<node "), 36u);
    std::ostringstream picture;
    WriteSvg(picture, tree, "a < b");
    EXPECT_EQ(count(picture.str(), "<line "), 48u);
    EXPECT_EQ(count(picture.str(), "<circle "), 16u);
    EXPECT_EQ(count(picture.str(), "a &lt; b"), 1u);
    // A topology written in HPCC's format is read back unchanged.
    std::ostringstream hpcc;
    WriteHpcc(hpcc, tree);
    const TemporaryFile file(hpcc.str());
    const auto again = Topology("HpccTopology", {{"File", file.GetPath()}});
    ASSERT_EQ(again.links.size(), tree.links.size());
    EXPECT_EQ(again.hosts, tree.hosts);
    for (size_t i = 0; i < tree.links.size(); ++i)
    {
        EXPECT_EQ(again.links[i].a, tree.links[i].a);
        EXPECT_EQ(again.links[i].b, tree.links[i].b);
        EXPECT_EQ(again.links[i].ratebps, tree.links[i].ratebps);
        EXPECT_EQ(again.links[i].delayPs, tree.links[i].delayPs);
    }
}
