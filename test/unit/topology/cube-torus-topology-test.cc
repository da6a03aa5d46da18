// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/passive-parts.h"
#include "ns3/topology-summary.h"

#include <algorithm>

using namespace ns3;

namespace
{

class CubeTorusTopologyTest : public NetworkTest
{
  protected:
    static Ptr<TopologyGenerator> Generator(const std::string& cubes, const std::string& size)
    {
        return Make<TopologyGenerator>("CubeTorusTopology", {{"Cubes", cubes}, {"CubeSize", size}});
    }

    static std::vector<PassiveParts::Part> Parts(const std::string& cubes, const std::string& size)
    {
        const auto generator = Generator(cubes, size);
        return dynamic_cast<const PassiveParts&>(*generator).GetPassiveParts();
    }
};

} // namespace

TEST_F(CubeTorusTopologyTest, IsATorusWhoseLinksBetweenCubesAreOptical)
{
    // 2 x 1 cubes of 3 x 3: a torus of 6 x 3.
    const auto cubes =
        Make<TopologyGenerator>("CubeTorusTopology",
                                "Cubes=2x1 CubeSize=3 OpticalRate=800Gbps OpticalDelay=1us")
            ->Generate();
    const auto torus = Topology("TorusTopology", {{"Dimensions", "6x3"}, {"HostsPerSwitch", "1"}});
    EXPECT_EQ(cubes.grid.sizes, torus.grid.sizes);
    EXPECT_EQ(cubes.grid.places, torus.grid.places);
    ASSERT_EQ(cubes.links.size(), torus.links.size());
    int optical = 0;
    for (size_t i = 18; i < cubes.links.size(); ++i)
    {
        EXPECT_EQ(cubes.links[i].a, torus.links[i].a);
        EXPECT_EQ(cubes.links[i].b, torus.links[i].b);
        EXPECT_EQ(cubes.links[i].ratebps == 800'000'000'000u, cubes.links[i].delayPs == 1'000'000);
        optical += cubes.links[i].delayPs == 1'000'000 ? 1 : 0;
    }
    // Two cubes with a face of three in each of two dimensions.
    EXPECT_EQ(optical, 2 * 3 * 2);
    EXPECT_EQ(cubes.nodes[18 + 17].name, "chip5-2");
}

TEST_F(CubeTorusTopologyTest, TpuV4Has48OpticalSwitches)
{
    const auto parts = Parts("4x4x4", "4");
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(parts[0].kind, "optical-switch");
    EXPECT_EQ(parts[0].count, 48u) << "3 dimensions, 16 places of a face";
    EXPECT_EQ(parts[0].ports, 128u) << "two faces of 64 cubes";
    const auto spare =
        Make<TopologyGenerator>("CubeTorusTopology", {{"Cubes", "4x4x4"}, {"SpareCubes", "4"}});
    EXPECT_EQ(dynamic_cast<const PassiveParts&>(*spare).GetPassiveParts()[0].ports, 136u);
    // Every cube has 96 fibres, so there are 6,144 ends and 3,072 links.
    const auto topology = Generator("4x4x4", "4")->Generate();
    const auto optical = std::count_if(topology.links.begin(),
                                       topology.links.end(),
                                       [](const auto& link) { return link.delayPs == 300'000; });
    EXPECT_EQ(optical, 64 * 96 / 2);
    const TopologySummary summary(topology);
    EXPECT_EQ(summary.hosts, 4'096u);
    EXPECT_EQ(summary.CountLinks(false), 3u * 4'096);
    EXPECT_EQ(summary.switchHops, 3u * 8);
    EXPECT_DOUBLE_EQ(summary.bisectionbps, 2 * 256 * 400e9);
}

TEST_F(CubeTorusTopologyTest, BadInputIsNamed)
{
    EXPECT_EQ(MessageOf<InputError>([] { Generator("4x0", "4")->Generate(); }),
              "ns3::CubeTorusTopology: Cubes: '4x0' is not a list of numbers; expected numbers "
              "from 1 to 65536, separated by x, such as 4x4x4");
    EXPECT_EQ(
        MessageOf<InputError>([] { Generator("4x1", "2")->Generate(); }),
        "ns3::CubeTorusTopology: Cubes, CubeSize: make a ring of two chips; expected at least "
        "three");
}
