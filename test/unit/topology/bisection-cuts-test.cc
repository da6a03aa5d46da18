// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Bisections against values by hand and the least cut of all halvings of small networks.

#include "network-test.h"

#include "ns3/bisection-cuts.h"
#include "ns3/topology-summary.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr double G10 = 1e10;  //!< 10 Gb/s
constexpr double G100 = 1e11; //!< 100 Gb/s
constexpr double G400 = 4e11; //!< 400 Gb/s
constexpr uint32_t MOST = 15; //!< hosts, of which there are 6,435 halvings

class BisectionCutsTest : public NetworkTest
{
  protected:
    /** @return the least cut of all halvings */
    static double TryAll(const FabricTopology& topology)
    {
        const uint32_t hosts = topology.GetHostCount();
        EXPECT_LE(hosts, MOST);
        std::vector<bool> half(hosts);
        std::fill(half.begin(), half.begin() + hosts / 2, true);
        double least = MeasureCut(topology, half);
        while (std::prev_permutation(half.begin(), half.end()))
        {
            least = std::min(least, MeasureCut(topology, half));
        }
        return least;
    }

    /** @return links of 10 Gb/s between switches, one host of 10 Tb/s on each */
    static FabricTopology Fat(const std::string& type, const std::string& sizes)
    {
        return Topology(type,
                        "Dimensions=" + sizes +
                            " HostsPerSwitch=1 Rate=10000Gbps SwitchRate=10Gbps");
    }

    /** @return servers of two GPUs on two rails */
    static FabricTopology TwoRails(const std::string& servers, const std::string& oversubscription)
    {
        return Topology("ClosTopology",
                        "Servers=" + servers +
                            " GpusPerServer=2 Rails=2 ServersPerGroup=2 SwitchesBelow=0 "
                            "SwitchesAbove=1 Oversubscription=" +
                            oversubscription);
    }
};

} // namespace

TEST_F(BisectionCutsTest, LeavesOfRailsStayWhole)
{
    // 31 servers of 8 rails are 8 leaves of 31 hosts with one link to each of 4 spines: four leaves
    // against four is 4 * 4 links, whereas by host number every leaf has hosts of both halves.
    const TopologySummary pod(Topology("ClosTopology",
                                       "Servers=31 GpusPerServer=8 Rails=8 ServersPerGroup=32 "
                                       "SwitchesBelow=0 SwitchesAbove=4 UplinkRates=400Gbps"));
    EXPECT_DOUBLE_EQ(pod.bisectionbps, 4 * 4 * G400);
    EXPECT_DOUBLE_EQ(pod.halfbps, 124 * G400);
    EXPECT_FALSE(pod.isBound);
    // Eight to one: 2 groups of 2 rails, uplinks of 2 * 400 / 8 = 100 Gb/s, two leaves are cut off.
    const auto even = TwoRails("4", "8");
    EXPECT_NEAR(TopologySummary(even).bisectionbps, 2 * G100, 1e3);
    EXPECT_NEAR(TryAll(even), 2 * G100, 1e3);
    // Leaves of 2, 2, 2, 2, 1 and 1 hosts with uplinks of 2 * 400 / 4: 2 + 2 + 1 hosts are three.
    const auto odd = TwoRails("5", "4");
    EXPECT_NEAR(TopologySummary(odd).bisectionbps, 3 * 2 * G100, 1e3);
    EXPECT_NEAR(TryAll(odd), 3 * 2 * G100, 1e3);
}

TEST_F(BisectionCutsTest, NothingGoesFromRailToRail)
{
    // Two groups, so that the first two leaves are not of the same rail.
    const auto rails = Topology("ClosTopology",
                                "Servers=4 GpusPerServer=2 Rails=2 ServersPerGroup=2 RailOnly=true "
                                "SwitchesBelow=0 SwitchesAbove=2");
    const TopologySummary summary(rails);
    EXPECT_GT(summary.unreached, 0u);
    EXPECT_EQ(summary.bisectionbps, 0);
    EXPECT_EQ(TryAll(rails), 0);
}

TEST_F(BisectionCutsTest, OddToriWhicheverWayRound)
{
    // 18 of 36 hosts are 4 slices of 4 and 2 of the fifth: 4 rows are cut twice, and a ring twice.
    for (const std::string sizes : {"4x9", "9x4"})
    {
        EXPECT_DOUBLE_EQ(TopologySummary(Fat("TorusTopology", sizes)).bisectionbps, 10 * G10)
            << sizes;
    }
    // 7 of 15 are 2 slices of 3 and 1 of the third: 3 * 2 + 2.
    for (const std::string sizes : {"3x5", "5x3"})
    {
        const auto torus = Fat("TorusTopology", sizes);
        EXPECT_DOUBLE_EQ(TopologySummary(torus).bisectionbps, 8 * G10) << sizes;
        EXPECT_DOUBLE_EQ(TryAll(torus), 8 * G10) << sizes;
    }
    // A mesh of 3 x 5 loses a link of each ring: 3 + 1.
    const auto mesh =
        Topology("TorusTopology", "Dimensions=3x5 Wrap=false Rate=10000Gbps SwitchRate=10Gbps");
    EXPECT_DOUBLE_EQ(TopologySummary(mesh).bisectionbps, 4 * G10);
    EXPECT_DOUBLE_EQ(TryAll(mesh), 4 * G10);
    // 3 x 3 x 5, 22 of 45 are 2 slices of 9, a row of 3 and one: 9 * 2 + 3 * 2 + 2.
    for (const std::string sizes : {"3x3x5", "3x5x3", "5x3x3"})
    {
        EXPECT_DOUBLE_EQ(TopologySummary(Fat("TorusTopology", sizes)).bisectionbps, 26 * G10)
            << sizes;
    }
}

TEST_F(BisectionCutsTest, HyperXWhicheverWayRound)
{
    // Half of k switches in a row: (k/2)^2 links of each row. 2 x 4: 1 * 4 against 4 * 2 links.
    for (const std::string sizes : {"2x4", "4x2"})
    {
        const auto network = Fat("HyperXTopology", sizes);
        EXPECT_DOUBLE_EQ(TopologySummary(network).bisectionbps, 4 * G10) << sizes;
        EXPECT_DOUBLE_EQ(TryAll(network), 4 * G10) << sizes;
        const TopologySummary four(Topology("HyperXTopology", {{"Dimensions", sizes}}));
        EXPECT_DOUBLE_EQ(four.bisectionbps, 4 * G100) << sizes << ", 4 hosts on each";
        EXPECT_FALSE(four.isBound);
        EXPECT_TRUE(Topology("HyperXTopology", {{"Dimensions", sizes}}).grid.sizes.empty())
            << "dimension order takes a grid for a torus";
    }
    // With an odd number in a row a slice is split too, and all halvings are the reference.
    for (const std::string sizes : {"3x3", "3x4", "4x3", "2x7", "7x2", "5x3"})
    {
        const auto network = Fat("HyperXTopology", sizes);
        EXPECT_DOUBLE_EQ(TopologySummary(network).bisectionbps, TryAll(network)) << sizes;
    }
}

TEST_F(BisectionCutsTest, WithoutAnOrderItIsABound)
{
    const auto random = Topology("RandomRegularTopology",
                                 {{"Switches", "10"}, {"Degree", "3"}, {"HostsPerSwitch", "1"}});
    const TopologySummary summary(random);
    EXPECT_TRUE(summary.isBound);
    EXPECT_GE(summary.bisectionbps, TryAll(random));
    EXPECT_TRUE(TopologySummary(Topology("SlimFlyTopology", {{"Q", "5"}})).isBound);
    EXPECT_FALSE(TopologySummary(Topology("FatTreeTopology", {{"K", "4"}})).isBound);
    EXPECT_FALSE(TopologySummary(Topology("RingTopology", {})).isBound);
}

TEST_F(BisectionCutsTest, EachIsHalfAndNoneIsTwice)
{
    for (const auto& topology : {TwoRails("5", "4"), Fat("TorusTopology", "3x5")})
    {
        const auto halves = MakeHostHalves(topology);
        for (size_t i = 0; i < halves.size(); ++i)
        {
            EXPECT_EQ(std::count(halves[i].begin(), halves[i].end(), true),
                      topology.GetHostCount() / 2);
            EXPECT_EQ(std::count(halves.begin(), halves.end(), halves[i]), 1);
        }
    }
    EXPECT_EQ(MakeHostHalves(Topology("StarTopology", {{"Hosts", "4"}})).size(), 1u);
}
