// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Links = std::vector<uint32_t>;

/**
 * Four switches 4..7 in a ring with host i on switch 4+i: links 0-3 to the hosts, 4-7 around.
 * Between opposite switches both ways are as short.
 */
FabricTopology
MakeRing()
{
    FabricTopology ring;
    ring.origin = "ring";
    for (uint32_t i = 0; i < 4; ++i)
    {
        ring.AddHost("host" + std::to_string(i));
    }
    for (uint32_t i = 0; i < 4; ++i)
    {
        ring.AddSwitch("switch" + std::to_string(i));
        ring.AddLink({i, 4 + i, 1'000'000'000, 0});
    }
    for (uint32_t i = 0; i < 4; ++i)
    {
        ring.AddLink({4 + i, 4 + (i + 1) % 4, 1'000'000'000, 0});
    }
    return ring;
}

/** @return error message of the ring with these routes */
std::string
Complaint(const std::vector<TopologyRoute>& routes)
{
    auto ring = MakeRing();
    ring.routes = routes;
    return MessageOf<InputError>([&] { FabricRoutes{ring}; });
}

} // namespace

TEST(GivenRoutes, ReplaceShortestPathsWhereTheyAre)
{
    auto ring = MakeRing();
    ring.routes = {{4, {2, 3}, {4}}, {5, {3}, {5}}};
    const FabricRoutes routes(ring);
    EXPECT_EQ(routes.GetEgressLinks(4, 2), (Links{4})) << "without it 4 and 7";
    EXPECT_EQ(routes.GetEgressLinks(4, 3), (Links{4})) << "without it 7";
    EXPECT_EQ(routes.GetEgressLinks(4, 1), (Links{4})) << "the shortest path";
    EXPECT_EQ(routes.GetEgressLinks(5, 3), (Links{5})) << "without it 4 and 5";
    EXPECT_EQ(routes.PathLinks(0, 3), (Links{0, 4, 5, 6, 3}));
    EXPECT_EQ(routes.PathLinks(3, 0), (Links{3, 7, 0}));
    // Groups of switch 4: host 0 by link 0, everybody else by link 4.
    EXPECT_EQ(routes.GetNode(4).groups, (std::vector<Links>{{0}, {4}}));
    EXPECT_EQ(routes.GetNode(4).groupOfHost, (std::vector<uint32_t>{0, 1, 1, 1}));
}

TEST(GivenRoutes, LinksMayComeInAnyOrder)
{
    auto ring = MakeRing();
    ring.routes = {{4, {2}, {7, 4}}};
    EXPECT_EQ(FabricRoutes(ring).GetEgressLinks(4, 2), (Links{4, 7}));
}

TEST(GivenRoutes, AForwardingLoopIsNamed)
{
    // Switch 0 sends host 3 clockwise, but switch 1 has two shortest ways and one of them is back.
    EXPECT_EQ(Complaint({{4, {3}, {4}}}),
              "ring: route: packets to host3 run in a loop, switch0 -> switch1 -> switch0");
    EXPECT_EQ(Complaint({{4, {2}, {7}}, {7, {2}, {7}}}),
              "ring: route: packets to host2 run in a loop, switch0 -> switch3 -> switch0");
    // All the way round, past the switch of the destination, which does not deliver.
    EXPECT_EQ(Complaint({{4, {1}, {4}}, {5, {1}, {5}}, {6, {1}, {6}}, {7, {1}, {7}}}),
              "ring: route: packets to host1 run in a loop, switch0 -> switch1 -> switch2 -> "
              "switch3 -> switch0");
}

TEST(GivenRoutes, ALoopThatNobodyCanEnterIsNone)
{
    // A spur of two switches 8, 9 without hosts, which send everything to each other.
    auto ring = MakeRing();
    ring.AddSwitch("spur0");
    ring.AddSwitch("spur1");
    ring.AddLink({4, 8, 1'000'000'000, 0});
    ring.AddLink({8, 9, 1'000'000'000, 0});
    ring.routes = {{8, {0}, {9}}, {9, {0}, {9}}};
    EXPECT_NO_THROW(FabricRoutes{ring});
}

TEST(GivenRoutes, WrongOnesAreRefused)
{
    EXPECT_EQ(Complaint({{0, {1}, {0}}}),
              "ring: route: node 0 is not a switch; only switches have routes");
    EXPECT_EQ(Complaint({{8, {1}, {4}}}),
              "ring: route: node 8 is not a switch; only switches have routes");
    EXPECT_EQ(Complaint({{4, {1}, {}}}),
              "ring: route: no next hop at switch0; expected at least one neighbour");
    EXPECT_EQ(Complaint({{4, {4}, {4}}}),
              "ring: route: host 4 at switch0 does not exist; the last one is 3");
    EXPECT_EQ(Complaint({{4, {1}, {5}}}), "ring: route: link 5 is not a link of switch0");
    EXPECT_EQ(Complaint({{4, {1}, {8}}}), "ring: route: link 8 is not a link of switch0");
    EXPECT_EQ(Complaint({{4, {1}, {4, 4}}}), "ring: route: link 4 at switch0 is given twice");
    EXPECT_EQ(Complaint({{4, {1}, {4}}, {4, {1}, {4}}}),
              "ring: route: host1 has two routes at switch0");
    EXPECT_EQ(Complaint({{4, {1}, {0}}}),
              "ring: route: host0 at switch0 is a host and does not forward to host1");
    EXPECT_EQ(Complaint({{4, {0}, {0}}}), "no error") << "to the host itself";
}
