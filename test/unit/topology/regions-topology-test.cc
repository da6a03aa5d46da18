// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"
#include "network-test.h"

#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/topology-summary.h"

#include <map>
#include <set>
#include <utility>

using namespace ns3;

namespace
{

class RegionsTopologyTest : public NetworkTest
{
  protected:
    /** @return sites of 2 leaves, 2 spines and 3 hosts at each leaf, at 100 Gb/s */
    static FabricTopology Make(const std::string& attributes)
    {
        return Topology("RegionsTopology",
                        "Site=ns3::LeafSpineTopology[Leaves=2|Spines=2|HostsPerLeaf=3] " +
                            attributes);
    }

    /** @return links between two kinds of nodes: number by rate in Gb/s and delay in us */
    static std::map<std::pair<uint64_t, int64_t>, int> CountLinks(const FabricTopology& topology,
                                                                  const std::string& one,
                                                                  const std::string& other)
    {
        std::map<std::pair<uint64_t, int64_t>, int> count;
        for (const auto& link : topology.links)
        {
            if (Begins(topology.nodes[link.a].name, one) &&
                Begins(topology.nodes[link.b].name, other))
            {
                ++count[{link.ratebps / 1'000'000'000, link.delayPs / 1'000'000}];
            }
        }
        return count;
    }

    using Links = std::map<std::pair<uint64_t, int64_t>, int>;
};

} // namespace

/**
 * Three regions of two sites of 6 hosts, 2 leaves and 2 spines, and two border switches each. A
 * spine has 300 Gb/s to its site; 1.5 to 1 oversubscribed it has 100 to each border switch.
 */
TEST_F(RegionsTopologyTest, CountsAndRatesFollowFromTheSites)
{
    const auto topology = Make("Regions=3 SitesPerRegion=2 BorderSwitches=2 Oversubscription=1.5 "
                               "RegionLinks=2 PortRate=800Gbps BondedPorts=4 "
                               "Kilometres=1,10,0.5");
    EXPECT_EQ(topology.GetHostCount(), 36u);
    EXPECT_EQ(topology.GetSwitchCount(), 6u * 4 + 3 * 2);
    EXPECT_EQ(CountLinks(topology, "host", "leaf"), (Links{{{100, 1}, 36}}));
    // 3 hosts of 100 Gb/s over two spines.
    EXPECT_EQ(CountLinks(topology, "leaf", "spine"), (Links{{{150, 1}, 24}}));
    EXPECT_EQ(CountLinks(topology, "spine", "border"), (Links{{{100, 1}, 6 * 2 * 2}}));
    // Planar: border switch i to border switch i, two links of 3.2 Tb/s, 5 us per km.
    EXPECT_EQ(CountLinks(topology, "border", "border"),
              (Links{{{3'200, 5}, 4}, {{3'200, 50}, 4}, {{3'200, 2}, 4}}));
    for (const auto& link : topology.links)
    {
        const std::string& a = topology.nodes[link.a].name;
        const std::string& b = topology.nodes[link.b].name;
        if (Begins(a, "border") && Begins(b, "border"))
        {
            EXPECT_EQ(a.substr(0, 7), b.substr(0, 7)) << "planar";
        }
        else
        {
            EXPECT_EQ(topology.regions[link.a], topology.regions[link.b]) << a << ", " << b;
        }
    }
    EXPECT_EQ(topology.regions[0], 0u);
    EXPECT_EQ(topology.regions[11], 0u);
    EXPECT_EQ(topology.regions[12], 1u);
    EXPECT_EQ(topology.regions[35], 2u);
    // Host, leaf, spine, border, border, spine, leaf, host.
    EXPECT_EQ(TopologySummary(topology).diameter, 7u);
}

TEST_F(RegionsTopologyTest, SpreadJoinsAllBorderSwitches)
{
    const auto count = [](const std::string& attributes) {
        return CountLinks(Make("BorderSwitches=3 UplinkRate=50Gbps " + attributes),
                          "border",
                          "border");
    };
    EXPECT_EQ(count("RegionLinks=2"), (Links{{{800, 500}, 6}}));
    EXPECT_EQ(count("RegionLinks=2 Spread=true"), (Links{{{800, 500}, 18}}));
}

/** Two planes: spine i and the border switches 2 i and 2 i + 1; 300 Gb/s over two. */
TEST_F(RegionsTopologyTest, PlanesMeetInNoSwitch)
{
    const auto topology = Make("BorderSwitches=4 Planes=2");
    std::set<std::pair<std::string, std::string>> pairs;
    for (const auto& link : topology.links)
    {
        const std::string& a = topology.nodes[link.a].name;
        const std::string& b = topology.nodes[link.b].name;
        if (Begins(a, "spine") && topology.regions[link.a] == 0)
        {
            EXPECT_EQ(link.ratebps, 150'000'000'000u);
            pairs.emplace(a, b);
        }
    }
    EXPECT_EQ(pairs,
              (std::set<std::pair<std::string, std::string>>{{"spine0-site0", "border0-region0"},
                                                             {"spine0-site0", "border1-region0"},
                                                             {"spine1-site0", "border2-region0"},
                                                             {"spine1-site0", "border3-region0"}}));
    EXPECT_TRUE(Has(MessageOf<InputError>([] { Make("BorderSwitches=3 Planes=2"); }),
                    "Planes: 2 does not divide the 3 border switches"));
}

TEST_F(RegionsTopologyTest, BordersAreATierOfTheirOwn)
{
    const auto topology = Make("Regions=2");
    const auto links = topology.CountLinksToHosts();
    const auto byNode = topology.GetLinksByNode();
    std::set<std::string> borders;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsBorder(node, byNode))
        {
            borders.insert(topology.nodes[node].name);
            EXPECT_EQ(links[node], 3u);
        }
    }
    EXPECT_EQ(borders, (std::set<std::string>{"border0-region0", "border0-region1"}));
    Build("RoceFabric",
          {{"CoreSwitches", "ns3::SwitchTier[Marker=ns3::StepMarker]"},
           {"BorderSwitches", "ns3::SwitchTier[Buffer=ns3::SharedBuffer[SizeBytes=900000000]]"}},
          topology);
    uint32_t deep = 0;
    size_t number = 0;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            continue;
        }
        const auto& it = m_network.fabricSwitches[number++];
        UintegerValue bytes;
        it->GetBuffer().GetAttribute("SizeBytes", bytes);
        deep += bytes.Get() == 900'000'000;
        EXPECT_EQ(bytes.Get() == 900'000'000, borders.count(topology.nodes[node].name) == 1);
    }
    EXPECT_EQ(deep, 2u);
    EXPECT_TRUE(Begins(MessageOf<InputError>([] {
                           NetworkTest::Topology("RegionsTopology", {{"Kilometres", "1,2"}});
                       }),
                       "ns3::RegionsTopology: Kilometres: '1,2' has 2 lengths for 1 pairs"));
}

TEST_F(RegionsTopologyTest, BorderPartsNeedBorders)
{
    EXPECT_TRUE(Begins(MessageOf<InputError>([&] {
                           Build("RoceFabric",
                                 {{"BorderSwitches", "ns3::SwitchTier[Marker=ns3::NoMarker]"}},
                                 Topology("LeafSpineTopology", Attributes{}));
                       }),
                       "BorderSwitches: no switch of "));
}

TEST_F(RegionsTopologyTest, OtherSitesAndWrongOnes)
{
    // A star is one tier, its switch the top: 4 hosts of 100 Gb/s, 400 to the border.
    EXPECT_EQ(CountLinks(Topology("RegionsTopology", {{"Site", "ns3::StarTopology[Hosts=4]"}}),
                         "switch",
                         "border"),
              (Links{{{400, 1}, 2}}));
    // Dual ToR: hosts keep their two ports.
    const auto dual = Topology(
        "RegionsTopology",
        {{"Site", "ns3::LeafSpineTopology[Leaves=2|HostPorts=2|HostsPerLeaf=3|Spines=2]"}});
    EXPECT_EQ(dual.GetMachineCount(), 6u);
    EXPECT_EQ(dual.ports, 2u);
    EXPECT_EQ(dual.regions.size(), dual.nodes.size());
    const auto refusal = [](const Attributes& attributes) {
        return MessageOf<InputError>([&] { NetworkTest::Topology("RegionsTopology", attributes); });
    };
    EXPECT_TRUE(Has(refusal({{"Site", "ns3::RegionsTopology"}}), "has regions itself"));
    EXPECT_TRUE(Has(refusal({{"Kilometres", "0"}}), "expected 0.001 to 20000"));
    EXPECT_TRUE(Has(refusal({{"Kilometres", "1km"}}), "expected 0.001 to 20000"));
    EXPECT_TRUE(Has(refusal({{"UplinkRate", "1Gbps"}, {"Oversubscription", "2"}}),
                    "Oversubscription: cannot be set together"));
}
