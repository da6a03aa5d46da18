// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "make-object.h"
#include "temporary-file.h"

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/topology-generator.h"

#include <array>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** The way a scenario does it: a type by name, its attributes as text. */
FabricTopology
Generate(const std::string& type, const Attributes& attributes)
{
    return Make<TopologyGenerator>(type, attributes)->Generate();
}

std::string
ErrorOf(const std::string& type, const Attributes& attributes)
{
    return MessageOf<InputError>([&] { Generate(type, attributes); });
}

/** How many switches, named so, have so many links. */
std::map<std::pair<std::string, size_t>, int>
CountDegrees(const FabricTopology& topology)
{
    std::map<std::pair<std::string, size_t>, int> result;
    const auto linksByNode = topology.GetLinksByNode();
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        const auto& name = topology.nodes[node].name;
        ++result[{name.substr(0, name.find_first_of("0123456789")), linksByNode[node].size()}];
    }
    return result;
}

/** The rate of a link between the nodes of these names. */
uint64_t
RateOf(const FabricTopology& topology, const std::string& a, const std::string& b)
{
    for (const auto& link : topology.links)
    {
        if (topology.nodes[link.a].name == a && topology.nodes[link.b].name == b)
        {
            return link.ratebps;
        }
    }
    return 0;
}

using Degrees = std::map<std::pair<std::string, size_t>, int>;

} // namespace

TEST(StarTopology, OneSwitch)
{
    const auto topology =
        Generate("StarTopology", {{"Hosts", "5"}, {"Rate", "400Gbps"}, {"Delay", "600ns"}});
    EXPECT_EQ(topology.GetHostCount(), 5u);
    EXPECT_EQ(topology.GetSwitchCount(), 1u);
    ASSERT_EQ(topology.links.size(), 5u);
    EXPECT_EQ(CountDegrees(topology), (Degrees{{{"host", 1}, 5}, {{"switch", 5}, 1}}));
    EXPECT_EQ(topology.nodes[3].name, "host3");
    EXPECT_EQ(topology.nodes[5].name, "switch0");
    EXPECT_EQ(topology.links[3].a, 3u);
    EXPECT_EQ(topology.links[3].b, 5u);
    EXPECT_EQ(topology.links[3].ratebps, 400'000'000'000u);
    EXPECT_EQ(topology.links[3].delayPs, 600'000);
    EXPECT_EQ(topology.links[3].errorRate, 0);
    EXPECT_EQ(topology.origin, "ns3::StarTopology");
}

TEST(DumbbellTopology, TwoSwitches)
{
    const auto topology = Generate("DumbbellTopology",
                                   "LeftHosts=3 RightHosts=2 HostRate=100Gbps "
                                   "BottleneckRate=40Gbps HostDelay=1us BottleneckDelay=5us");
    EXPECT_EQ(topology.GetHostCount(), 5u);
    ASSERT_EQ(topology.links.size(), 6u);
    EXPECT_EQ(CountDegrees(topology),
              (Degrees{{{"host", 1}, 5}, {{"left", 4}, 1}, {{"right", 3}, 1}}));
    EXPECT_EQ(RateOf(topology, "host2", "left0"), 100'000'000'000u);
    EXPECT_EQ(RateOf(topology, "host3", "right0"), 100'000'000'000u);
    EXPECT_EQ(RateOf(topology, "left0", "right0"), 40'000'000'000u);
    EXPECT_EQ(topology.links[0].delayPs, 1'000'000);
    EXPECT_EQ(topology.links[5].delayPs, 5'000'000);
}

TEST(LeafSpineTopology, EveryLeafMeetsEverySpine)
{
    // w2: 8 leaves x 8 hosts, 8 spines: 64 hosts, 16 switches, 64 + 8*8 = 128 links. A leaf has
    // 8 hosts and 8 uplinks, a spine 8 leaves; 8 * 100G / 8 uplinks = 100G.
    const auto topology =
        Generate("LeafSpineTopology", {{"Leaves", "8"}, {"Spines", "8"}, {"HostsPerLeaf", "8"}});
    EXPECT_EQ(topology.GetHostCount(), 64u);
    EXPECT_EQ(topology.GetSwitchCount(), 16u);
    EXPECT_EQ(topology.links.size(), 128u);
    EXPECT_EQ(CountDegrees(topology),
              (Degrees{{{"host", 1}, 64}, {{"leaf", 16}, 8}, {{"spine", 8}, 8}}));
    EXPECT_EQ(RateOf(topology, "host63", "leaf7"), 100'000'000'000u);
    EXPECT_EQ(RateOf(topology, "host8", "leaf1"), 100'000'000'000u);
    EXPECT_EQ(RateOf(topology, "leaf7", "spine0"), 100'000'000'000u);
    EXPECT_EQ(RateOf(topology, "leaf0", "spine7"), 100'000'000'000u);
}

TEST(LeafSpineTopology, ParallelUplinks)
{
    // 2 leaves, 3 spines, 2 links per pair: a leaf has 4 hosts and 6 uplinks, a spine 2*2 links;
    // 8 + 2*6 = 20 links.
    const auto topology = Generate("LeafSpineTopology",
                                   "Leaves=2 Spines=3 HostsPerLeaf=4 LinksPerPair=2 "
                                   "UplinkRate=50Gbps HostDelay=100ns UplinkDelay=2us");
    EXPECT_EQ(topology.links.size(), 20u);
    EXPECT_EQ(CountDegrees(topology),
              (Degrees{{{"host", 1}, 8}, {{"leaf", 10}, 2}, {{"spine", 4}, 3}}));
    EXPECT_EQ(RateOf(topology, "leaf1", "spine2"), 50'000'000'000u);
    EXPECT_EQ(topology.links.front().delayPs, 100'000);
    EXPECT_EQ(topology.links.back().delayPs, 2'000'000);
    // The second pair of uplinks of leaf 0 (node 8) goes to spine 1 (node 11).
    for (const uint32_t link : {10, 11})
    {
        EXPECT_EQ(topology.links[link].a, 8u);
        EXPECT_EQ(topology.links[link].b, 11u);
    }
}

TEST(LeafSpineTopology, OversubscriptionSetsTheUplinks)
{
    const auto uplinkOf = [](const std::string& hosts,
                             const std::string& spines,
                             const std::string& parallel,
                             const std::string& oversubscription) {
        const auto topology = Generate("LeafSpineTopology",
                                       {{"HostsPerLeaf", hosts},
                                        {"Spines", spines},
                                        {"LinksPerPair", parallel},
                                        {"HostRate", "100Gbps"},
                                        {"Oversubscription", oversubscription}});
        return RateOf(topology, "leaf0", "spine0");
    };
    EXPECT_EQ(uplinkOf("8", "4", "1", "1"), 200'000'000'000u);   // 800 / 4
    EXPECT_EQ(uplinkOf("8", "4", "1", "2"), 100'000'000'000u);   // 800 / (2 * 4)
    EXPECT_EQ(uplinkOf("8", "4", "2", "2"), 50'000'000'000u);    // 800 / (2 * 4 * 2)
    EXPECT_EQ(uplinkOf("8", "4", "1", "0.5"), 400'000'000'000u); // 800 / (0.5 * 4)
    EXPECT_EQ(uplinkOf("8", "3", "1", "1"), 266'666'666'667u);   // 800 / 3, rounded
}

TEST(LeafSpineTopology, OversubscriptionRemovesUplinksWhereNoPortHasTheRate)
{
    // 32 hosts of 400 Gb/s, spines and links for as many uplinks: what carries 12.8 Tb/s over the
    // ratio in links of 400 Gb/s, if 5 % right, and not 400 Gb/s over the ratio on all of them.
    const auto leafOf =
        [](const std::string& spines, const std::string& parallel, const std::string& ratio) {
            const auto topology = Generate("LeafSpineTopology",
                                           {{"HostsPerLeaf", "32"},
                                            {"Leaves", "2"},
                                            {"Spines", spines},
                                            {"LinksPerPair", parallel},
                                            {"HostRate", "400Gbps"},
                                            {"Oversubscription", ratio}});
            return std::array<uint64_t, 3>{topology.GetSwitchCount() - 2,
                                           (topology.links.size() - 64) / 2,
                                           topology.links.back().ratebps};
        };
    using Leaf = std::array<uint64_t, 3>; // spines, uplinks of a leaf, rate
    constexpr uint64_t GBPS = 1'000'000'000;
    EXPECT_EQ(leafOf("32", "1", "1.75"), (Leaf{18, 18, 400 * GBPS})); // 18.29: 1.78 to 1
    EXPECT_EQ(leafOf("32", "1", "3"), (Leaf{11, 11, 400 * GBPS}));    // 10.67: 2.91 to 1
    EXPECT_EQ(leafOf("16", "2", "1.75"), (Leaf{9, 18, 400 * GBPS}));  // 2 to each
    EXPECT_EQ(
        leafOf("8", "4", "3"),
        (Leaf{7, 21, 200 * GBPS})); // 10.67 links cannot be shared by 8: 3 of 200 Gb/s to each of 7
    EXPECT_EQ(leafOf("32", "1", "2"), (Leaf{32, 32, 200 * GBPS})); // has ports
    EXPECT_EQ(leafOf("1", "1", "1"), (Leaf{1, 1, 12'800 * GBPS})); // there is no ratio to keep
}

TEST(ClosTopology, FewerUplinksBetweenPods)
{
    // Llama 3: 192 racks of 400 Gb/s below each of 16 switches of a pod, 1:7 above: 27.4 links.
    const auto topology =
        Generate("ClosTopology",
                 "Servers=768 GpusPerServer=8 ServersPerGroup=2 SwitchesBelow=192,2 "
                 "SwitchesAbove=16,1 LinksPerPair=1,28 HostRate=400Gbps Oversubscription=1,7");
    EXPECT_EQ(topology.links.back().ratebps, 400'000'000'000U);
    EXPECT_EQ(topology.links.size(), 6144U + 384 * 16 + 32 * 27);
}

TEST(FatTreeTopology, FourPorts)
{
    // k=4: 16 hosts, 8 edge + 8 aggregation + 4 core = 20 switches of 4 ports, 3 * 16 = 48 links.
    const auto topology = Generate("FatTreeTopology", {{"K", "4"}, {"Delay", "500ns"}});
    EXPECT_EQ(topology.GetHostCount(), 16u);
    EXPECT_EQ(topology.GetSwitchCount(), 20u);
    EXPECT_EQ(topology.links.size(), 48u);
    EXPECT_EQ(
        CountDegrees(topology),
        (Degrees{{{"host", 1}, 16}, {{"edge", 4}, 8}, {{"aggregation", 4}, 8}, {{"core", 4}, 4}}));
    for (const auto& link : topology.links)
    {
        EXPECT_EQ(link.ratebps, 100'000'000'000u);
        EXPECT_EQ(link.delayPs, 500'000);
    }
    // Pod 1 has edge and aggregation switches 2 and 3; the cores 2 and 3 meet the second
    // aggregation switch of each pod, the odd ones.
    EXPECT_NE(RateOf(topology, "host5", "edge2"), 0u);
    EXPECT_NE(RateOf(topology, "edge2", "aggregation3"), 0u);
    EXPECT_EQ(RateOf(topology, "edge2", "aggregation1"), 0u);
    EXPECT_NE(RateOf(topology, "aggregation3", "core2"), 0u);
    EXPECT_NE(RateOf(topology, "aggregation3", "core3"), 0u);
    EXPECT_EQ(RateOf(topology, "aggregation3", "core1"), 0u);
}

TEST(FatTreeTopology, CountsForEveryK)
{
    for (const uint32_t k : {2u, 6u, 8u, 16u})
    {
        const auto topology = Generate("FatTreeTopology", {{"K", std::to_string(k)}});
        EXPECT_EQ(topology.GetHostCount(), k * k * k / 4);
        EXPECT_EQ(topology.GetSwitchCount(), 5 * k * k / 4);
        EXPECT_EQ(topology.links.size(), 3 * k * k * k / 4);
        const auto linksByNode = topology.GetLinksByNode();
        for (uint32_t node = topology.GetHostCount(); node < topology.nodes.size(); ++node)
        {
            EXPECT_EQ(linksByNode[node].size(), k) << topology.nodes[node].name;
        }
    }
}

TEST(FatTreeTopology, OversubscriptionPerTier)
{
    // Between pods 1:7 as in Llama 3's cluster: hosts 400G, edges non-blocking 400G, core 400/7.
    const auto flat =
        Generate("FatTreeTopology", {{"Rate", "400Gbps"}, {"CoreOversubscription", "7"}});
    EXPECT_EQ(RateOf(flat, "edge0", "aggregation0"), 400'000'000'000u);
    EXPECT_EQ(RateOf(flat, "aggregation0", "core0"), 57'142'857'143u);
    // 100 / 2 = 50; two of 50 / 4 = 12.5 are one of 25, so there is a core for each of two switches
    const auto steep =
        Generate("FatTreeTopology", {{"Oversubscription", "2"}, {"CoreOversubscription", "4"}});
    EXPECT_EQ(RateOf(steep, "host0", "edge0"), 100'000'000'000u);
    EXPECT_EQ(RateOf(steep, "edge0", "aggregation0"), 50'000'000'000u);
    EXPECT_EQ(RateOf(steep, "aggregation0", "core0"), 25'000'000'000u);
    EXPECT_EQ(steep.GetSwitchCount(), 8U + 8 + 2);
    // Eight uplinks of 400 Gb/s over 8/3: three aggregation switches in each of 16 pods. These have
    // eight uplinks of 400 Gb/s over 4, which ports have: 3 * 8 cores.
    const auto fewer =
        Generate("FatTreeTopology",
                 "K=16 Rate=400Gbps Oversubscription=2.6666666666666667 CoreOversubscription=4");
    EXPECT_EQ(RateOf(fewer, "edge0", "aggregation2"), 400'000'000'000u);
    EXPECT_EQ(RateOf(fewer, "aggregation2", "core16"), 100'000'000'000u);
    EXPECT_EQ(fewer.GetSwitchCount(), 16U * 8 + 16 * 3 + 3 * 8);
}

TEST(TopologyGenerator, AttributesOutOfRangeAreNotAccepted)
{
    const auto accepts =
        [](const std::string& type, const std::string& name, const std::string& value) {
            return ObjectFactory(type).Create()->SetAttributeFailSafe(name, StringValue(value));
        };
    EXPECT_TRUE(accepts("ns3::StarTopology", "Hosts", "1"));
    EXPECT_FALSE(accepts("ns3::StarTopology", "Hosts", "0"));
    EXPECT_FALSE(accepts("ns3::StarTopology", "Hosts", "65537"));
    EXPECT_FALSE(accepts("ns3::StarTopology", "Delay", "-1us"));
    EXPECT_FALSE(accepts("ns3::StarTopology", "Delay", "2s"));
    EXPECT_FALSE(accepts("ns3::DumbbellTopology", "LeftHosts", "0"));
    EXPECT_FALSE(accepts("ns3::LeafSpineTopology", "Spines", "0"));
    EXPECT_FALSE(accepts("ns3::LeafSpineTopology", "LinksPerPair", "0"));
    EXPECT_FALSE(accepts("ns3::LeafSpineTopology", "Oversubscription", "0"));
    EXPECT_FALSE(accepts("ns3::FatTreeTopology", "K", "0"));
    EXPECT_FALSE(accepts("ns3::FatTreeTopology", "K", "130"));
    EXPECT_TRUE(accepts("ns3::FatTreeTopology", "K", "128"));
}

TEST(TopologyGenerator, ErrorsNameTheAttribute)
{
    EXPECT_EQ(ErrorOf("StarTopology", {{"Rate", "0bps"}}),
              "ns3::StarTopology: Rate: 0 bit/s; expected 1 kbit/s to 1 Pbit/s");
    EXPECT_EQ(ErrorOf("DumbbellTopology", {{"BottleneckRate", "10bps"}}),
              "ns3::DumbbellTopology: BottleneckRate: 10 bit/s; expected 1 kbit/s to 1 Pbit/s");
    EXPECT_EQ(ErrorOf("FatTreeTopology", {{"K", "5"}}),
              "ns3::FatTreeTopology: K: 5 is odd; expected an even number");
    EXPECT_EQ(ErrorOf("FatTreeTopology", {{"Rate", "999000Gbps"}, {"Oversubscription", "0.1"}}),
              "ns3::FatTreeTopology: Oversubscription: needs an uplink faster than the limit of 1 "
              "Pbit/s");
    EXPECT_EQ(ErrorOf("LeafSpineTopology", {{"UplinkRate", "100Gbps"}, {"Oversubscription", "2"}}),
              "ns3::LeafSpineTopology: Oversubscription: cannot be set together with UplinkRate; "
              "set one of them");
}

TEST(TopologyGenerator, ProductsOfCountsAreBounded)
{
    EXPECT_EQ(ErrorOf("LeafSpineTopology", {{"Leaves", "60000"}, {"HostsPerLeaf", "60000"}}),
              "ns3::LeafSpineTopology: Leaves, Spines, HostsPerLeaf, HostPorts, LinksPerPair: make "
              "3600000000 "
              "hosts and 3600240000 links; expected at most 1000000 and 10000000");
}

TEST(TopologyGenerator, PathLengths)
{
    // In links: star 2; dumbbell 2 and 3; leaf-spine 2 and 4; fat tree 2, 4 in a pod, 6 between.
    const FabricRoutes star(Generate("StarTopology", {}));
    EXPECT_EQ(star.PathLinks(0, 15).size(), 2u);
    const FabricRoutes dumbbell(Generate("DumbbellTopology", {}));
    EXPECT_EQ(dumbbell.PathLinks(0, 7).size(), 2u);
    EXPECT_EQ(dumbbell.PathLinks(7, 8).size(), 3u);
    const FabricRoutes leafSpine(Generate("LeafSpineTopology", {}));
    EXPECT_EQ(leafSpine.PathLinks(0, 3).size(), 2u);
    EXPECT_EQ(leafSpine.PathLinks(3, 4).size(), 4u);
    const FabricRoutes fatTree(Generate("FatTreeTopology", {{"K", "4"}}));
    EXPECT_EQ(fatTree.PathLinks(0, 1).size(), 2u);
    EXPECT_EQ(fatTree.PathLinks(1, 2).size(), 4u);
    EXPECT_EQ(fatTree.PathLinks(3, 4).size(), 6u);
    EXPECT_EQ(fatTree.PathLinks(15, 0).size(), 6u);
}
