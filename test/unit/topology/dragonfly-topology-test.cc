// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"

#include <map>
#include <utility>

using namespace ns3;

namespace
{

class DragonflyTopologyTest : public NetworkTest
{
};

} // namespace

TEST_F(DragonflyTopologyTest, TheSmallestIsWiredByHand)
{
    // Three groups of two routers with a host and a global port each: 6 host links, 3 local links,
    // 3 global ones. Group i reaches the others in ascending order, so router 0 and 1 of group 0
    // lead to groups 1 and 2, the routers of group 1 to 0 and 2, the routers of group 2 to 0 and 1.
    const auto dragonfly =
        Topology("DragonflyTopology",
                 {{"RoutersPerGroup", "2"}, {"HostsPerRouter", "1"}, {"GlobalLinks", "1"}});
    EXPECT_EQ(dragonfly.GetHostCount(), 6u);
    EXPECT_EQ(dragonfly.GetSwitchCount(), 6u);
    ASSERT_EQ(dragonfly.links.size(), 12u);
    const std::pair<uint32_t, uint32_t> global[] = {{0, 2}, {1, 4}, {3, 5}};
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(dragonfly.links[9 + i].a, 6 + global[i].first);
        EXPECT_EQ(dragonfly.links[9 + i].b, 6 + global[i].second);
    }
}

TEST_F(DragonflyTopologyTest, TheLargestJoinsEveryTwoGroupsOnce)
{
    // a = 4, h = 2, p = 2: 9 groups, 36 routers of degree 3 + 2 + 2, 72 hosts (ISCA'08, figure 5).
    const auto dragonfly = Topology("DragonflyTopology", {});
    EXPECT_EQ(dragonfly.GetHostCount(), 72u);
    EXPECT_EQ(dragonfly.GetSwitchCount(), 36u);
    const auto linksByNode = dragonfly.GetLinksByNode();
    for (uint32_t node = 72; node < dragonfly.nodes.size(); ++node)
    {
        EXPECT_EQ(linksByNode[node].size(), 7u);
    }
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> joined;
    for (const auto& link : dragonfly.links)
    {
        if (link.a >= 72 && (link.a - 72) / 4 != (link.b - 72) / 4)
        {
            ++joined[{(link.a - 72) / 4, (link.b - 72) / 4}];
        }
    }
    EXPECT_EQ(joined.size(), 36u);
    for (const auto& [groups, count] : joined)
    {
        EXPECT_EQ(count, 1u);
    }
    // Host, local, global, local, host.
    const FabricRoutes routes(dragonfly);
    for (uint32_t dest = 1; dest < 72; ++dest)
    {
        EXPECT_LE(routes.PathLinks(0, dest).size(), 5u);
    }
}

TEST_F(DragonflyTopologyTest, FewerGroupsShareTheLinks)
{
    // 8 global ports for 3 other groups: two links to each, two ports stay empty.
    const auto dragonfly = Topology("DragonflyTopology", {{"Groups", "4"}, {"GlobalDelay", "2us"}});
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> joined;
    for (const auto& link : dragonfly.links)
    {
        const bool global = link.a >= 32 && (link.a - 32) / 4 != (link.b - 32) / 4;
        EXPECT_EQ(link.delayPs, global ? 2'000'000 : 1'000'000);
        if (global)
        {
            ++joined[{(link.a - 32) / 4, (link.b - 32) / 4}];
        }
    }
    EXPECT_EQ(joined.size(), 6u);
    for (const auto& [groups, count] : joined)
    {
        EXPECT_EQ(count, 2u);
    }
}

TEST_F(DragonflyTopologyTest, TooManyGroupsAreRefused)
{
    EXPECT_EQ(MessageOf<InputError>([] {
                  Topology("DragonflyTopology", {{"Groups", "10"}});
              }),
              "ns3::DragonflyTopology: Groups: 10 groups with 8 global links each; expected 2 to "
              "9");
}
