// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"

#include <utility>
#include <vector>

using namespace ns3;

namespace
{

class TorusTopologyTest : public NetworkTest
{
  protected:
    static std::string Message(const Attributes& attributes)
    {
        return MessageOf<InputError>([&] { Topology("TorusTopology", attributes); });
    }

    /** @return the ends of links between switches, counted from the first switch */
    static std::vector<std::pair<uint32_t, uint32_t>> SwitchLinks(const FabricTopology& topology)
    {
        std::vector<std::pair<uint32_t, uint32_t>> ends;
        const uint32_t hosts = topology.GetHostCount();
        for (uint32_t i = hosts; i < topology.links.size(); ++i)
        {
            ends.emplace_back(topology.links[i].a - hosts, topology.links[i].b - hosts);
        }
        return ends;
    }
};

} // namespace

TEST_F(TorusTopologyTest, ThreeByTwoIsWiredByHand)
{
    // Switches 0 to 5 are 0-0, 0-1, 1-0, 1-1, 2-0, 2-1. The first dimension has three switches and
    // wraps, the second one has two and does not: a second link would join the same pair.
    const auto torus = Topology("TorusTopology",
                                "Dimensions=3x2 HostsPerSwitch=2 Rate=100Gbps SwitchRate=400Gbps");
    EXPECT_EQ(torus.GetHostCount(), 12u);
    EXPECT_EQ(torus.GetSwitchCount(), 6u);
    EXPECT_EQ(torus.nodes[12 + 5].name, "switch2-1");
    EXPECT_EQ(torus.grid.sizes, (std::vector<uint32_t>{3, 2}));
    EXPECT_EQ(torus.grid.places[12 + 5], (std::vector<uint32_t>{2, 1}));
    EXPECT_EQ(torus.links[7].b, 12u + 3) << "host 7 is on switch 3";
    EXPECT_EQ(torus.links[7].ratebps, 100'000'000'000u);
    EXPECT_EQ(torus.links.back().ratebps, 400'000'000'000u);
    const std::vector<std::pair<uint32_t, uint32_t>>
        expected{{0, 2}, {0, 1}, {1, 3}, {2, 4}, {2, 3}, {3, 5}, {4, 0}, {4, 5}, {5, 1}};
    EXPECT_EQ(SwitchLinks(torus), expected);
}

TEST_F(TorusTopologyTest, WithoutWrapItIsAMesh)
{
    // With k x k switches, a mesh has 2 k (k - 1) links, a torus 2 k^2.
    const auto links = [](const std::string& wrap) {
        return SwitchLinks(Topology("TorusTopology", {{"Dimensions", "5x5"}, {"Wrap", wrap}}))
            .size();
    };
    EXPECT_EQ(links("false"), 40u);
    EXPECT_EQ(links("true"), 50u);
}

TEST_F(TorusTopologyTest, EverySwitchOfATorusHasTwoLinksPerDimension)
{
    const auto torus = Topology("TorusTopology", {{"Dimensions", "4x3x5"}});
    const auto linksByNode = torus.GetLinksByNode();
    for (uint32_t node = torus.GetHostCount(); node < torus.nodes.size(); ++node)
    {
        EXPECT_EQ(linksByNode[node].size(), 1u + 6u);
    }
}

TEST_F(TorusTopologyTest, BadDimensionsAreNamed)
{
    for (const std::string text : {"", "4x", "x4", "4x1", "4*4", "4x4 ", "-4", "99999"})
    {
        EXPECT_EQ(Message({{"Dimensions", text}}),
                  "ns3::TorusTopology: Dimensions: '" + text +
                      "' is not a list of sizes; expected numbers from 2 to 65536, separated by x, "
                      "such as 4x4x4");
    }
    EXPECT_TRUE(Has(Message({{"Dimensions", "60000x60000x60000x60000"}}), "expected at most"));
}

TEST_F(TorusTopologyTest, AnEmptyRateAtTheEndIsNamed)
{
    EXPECT_EQ(Message({{"Dimensions", "4x4"}, {"DimensionRates", "100Gbps,100Gbps,"}}),
              "ns3::TorusTopology: DimensionRates: '' is not a rate; expected a rate with its "
              "unit, such as 400Gbps");
}
