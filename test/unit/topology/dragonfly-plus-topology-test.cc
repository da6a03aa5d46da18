// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/topology-summary.h"

#include <map>
#include <utility>

using namespace ns3;

namespace
{

class DragonflyPlusTopologyTest : public NetworkTest
{
  protected:
    static FabricTopology Make(const std::string& groups)
    {
        return Topology("DragonflyPlusTopology",
                        "Groups=" + groups +
                            " LeavesPerGroup=3 SpinesPerGroup=2 HostsPerLeaf=4 GlobalLinks=2 "
                            "GlobalRate=400Gbps");
    }
};

} // namespace

TEST_F(DragonflyPlusTopologyTest, LargestHasOneLinkBetweenAnyTwoGroups)
{
    // s h + 1 = 5 groups: 60 hosts, 15 leaves, 10 spines, 60 + 5 * 6 + 10 links.
    const auto topology = Make("0");
    const TopologySummary summary(topology);
    EXPECT_EQ(summary.hosts, 60u);
    ASSERT_EQ(summary.nodes.size(), 3u);
    EXPECT_EQ(summary.nodes[1].count, 15u);
    EXPECT_EQ(summary.nodes[1].maxPorts, 4u + 2);
    EXPECT_EQ(summary.nodes[2].count, 10u);
    EXPECT_EQ(summary.nodes[2].minPorts, 3u + 2);
    EXPECT_EQ(topology.links.size(), 60u + 30 + 10);
    std::map<std::pair<uint32_t, uint32_t>, int> global;
    for (size_t i = 90; i < topology.links.size(); ++i)
    {
        const auto& link = topology.links[i];
        EXPECT_EQ(link.ratebps, 400'000'000'000u);
        ++global[{(link.a - 75) / 2, (link.b - 75) / 2}];
    }
    EXPECT_EQ(global.size(), 10u) << "of five groups";
    // Host, leaf, spine, spine, leaf, host; one path, as there is one link.
    EXPECT_EQ(summary.diameter, 5u);
    EXPECT_DOUBLE_EQ(summary.maxPaths, 2) << "within a group, over either spine";
    EXPECT_DOUBLE_EQ(summary.minPaths, 1);
    // Port 0 of group 0 is on its first spine and leads to group 1, port 0 there.
    EXPECT_EQ(topology.links[90].a, 75u);
    EXPECT_EQ(topology.links[90].b, 77u);
}

TEST_F(DragonflyPlusTopologyTest, FewerGroupsHaveMoreLinks)
{
    // Three groups: 4 ports over 2 others are two links of each pair.
    EXPECT_EQ(Make("3").links.size(), 36u + 18 + 2 * 3);
    EXPECT_EQ(
        MessageOf<InputError>([] { Make("6"); }),
        "ns3::DragonflyPlusTopology: Groups: 6 groups with 4 global links each; expected 2 to "
        "5");
}
