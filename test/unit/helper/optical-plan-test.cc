// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/cube-failure.h"
#include "ns3/input-error.h"
#include "ns3/optical-plan.h"
#include "ns3/optical-switching.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class OpticalPlanTest : public NetworkTest
{
  protected:
    static Ptr<TopologyGenerator> Generator(const std::string& cubes, Attributes more = {})
    {
        more.insert(more.end(), {{"Cubes", cubes}, {"CubeSize", "3"}});
        return Make<TopologyGenerator>("CubeTorusTopology", more);
    }

    static Ptr<OpticalSwitching> Event(const std::string& type, const Attributes& attributes)
    {
        return Make<OpticalSwitching>(type, attributes);
    }

    static Ptr<OpticalSwitching> At(const std::string& start)
    {
        return Event("OpticalRewiring", {{"Start", start}});
    }

    static OpticalPlan::Change Rewire(OpticalPlan& plan,
                                      const std::string& start,
                                      const std::string& cubes,
                                      bool twisted)
    {
        const auto event = At(start);
        return plan.Rewire(event->GetEarliestDarkTime(), event->GetLightTime(), cubes, twisted);
    }
};

} // namespace

/**
 * 2x1 squares of 3x3 become 1x2: in both dimensions each of six rows of chips goes back into its
 * own square at first, or to the other one, and then the other way round. So all 12 optical links
 * move.
 */
TEST_F(OpticalPlanTest, LinksThatMoveAreAddedDark)
{
    const auto generator = Generator("2x1");
    auto topology = generator->Generate();
    const size_t count = topology.links.size();
    OpticalPlan plan(*generator, topology);
    const auto there = Rewire(plan, "1ms", "1x2", false);
    EXPECT_EQ(there.off.size(), 12u);
    EXPECT_EQ(there.on.size(), 12u);
    EXPECT_EQ(topology.links.size(), count);
    EXPECT_EQ(topology.darkLinks.size(), 12u);
    EXPECT_EQ(std::count(there.isLit.begin(), there.isLit.end(), true), count);
    EXPECT_EQ(there.grid.sizes, (std::vector<uint32_t>{3, 6}));
    // Chip (4, 2), of the second square, is at (1, 5) now.
    EXPECT_EQ(topology.nodes[18 + 14].name, "chip4-2");
    EXPECT_EQ(there.grid.places[18 + 14], (std::vector<uint32_t>{1, 5}));
    for (const auto& link : topology.darkLinks)
    {
        const auto& a = there.grid.places[link.a];
        const auto& b = there.grid.places[link.b];
        EXPECT_TRUE((a[1] == b[1] && a[0] == 2 && b[0] == 0) ||
                    (a[0] == b[0] && b[1] == (a[1] + 1) % 6 && a[1] % 3 == 2));
    }

    const auto back = Rewire(plan, "12s", "", false);
    EXPECT_EQ(back.on, there.off);
    EXPECT_EQ(back.off, there.on);
    EXPECT_EQ(back.grid.sizes, topology.grid.sizes);
    EXPECT_EQ(topology.darkLinks.size(), 12u) << "both are wired";
}

TEST_F(OpticalPlanTest, WhatBothHaveInCommonIsNotTouched)
{
    // The torus of 3x6, twisted: only the six links over the end of the short dimension move.
    const auto generator = Generator("1x2");
    auto topology = generator->Generate();
    OpticalPlan plan(*generator, topology);
    const auto change = Rewire(plan, "1ms", "", true);
    EXPECT_EQ(change.off.size(), 6u);
    for (const uint32_t link : change.off)
    {
        EXPECT_EQ(topology.grid.places[topology.links[link].a][0], 2u);
        EXPECT_EQ(topology.grid.places[topology.links[link].b][0], 0u);
    }
    EXPECT_TRUE(change.grid.sizes.empty());
}

TEST_F(OpticalPlanTest, TheSameTorusIsMadeByGeneratorAndMirrors)
{
    for (const auto& [first, next] :
         {std::pair{"3x1", "1x3"}, {"2x2x1", "1x2x2"}, {"4x1", "2x2"}, {"1x5", "5x1"}})
    {
        SCOPED_TRACE(std::string(first) + " to " + next);
        const auto generator = Generator(first);
        auto topology = generator->Generate();
        OpticalPlan plan(*generator, topology);
        const auto change = Rewire(plan, "1ms", next, false);
        const auto all = topology.WithDarkLinks();
        const auto other = Generator(next)->Generate();
        using Ends = std::pair<std::vector<uint32_t>, std::vector<uint32_t>>;
        std::vector<Ends> lit;
        std::vector<Ends> made;
        const size_t hosts = topology.hosts.size(); // their links do not change
        for (size_t link = hosts; link < all.links.size(); ++link)
        {
            if (change.isLit[link])
            {
                lit.emplace_back(change.grid.places[all.links[link].a],
                                 change.grid.places[all.links[link].b]);
            }
        }
        for (size_t link = hosts; link < other.links.size(); ++link)
        {
            made.emplace_back(other.grid.places[other.links[link].a],
                              other.grid.places[other.links[link].b]);
        }
        std::sort(lit.begin(), lit.end());
        std::sort(made.begin(), made.end());
        EXPECT_EQ(lit, made);
    }
}

TEST_F(OpticalPlanTest, EventsArePlannedAsLightIsLost)
{
    const std::vector<Ptr<FabricFailure>> events = {
        Event("OpticalRewiring", {{"Start", "5ms"}, {"ControlTime", "10ms"}}),
        Make<FabricFailure>("GpuFailure", {{"Start", "1ms"}}),
        Event("CubeReplacement", {{"Start", "8ms"}, {"ControlTime", "1ms"}}),
        Event("OpticalRewiring", {{"Start", "15ms"}, {"ControlTime", "0s"}})};
    EXPECT_EQ(OpticalSwitching::FindOrder(events), (std::vector<size_t>{2, 0, 3}));
}

TEST_F(OpticalPlanTest, BadInputIsNamed)
{
    const auto generator = Generator("2x1", {{"SpareCubes", "2"}});
    auto topology = generator->Generate();
    OpticalPlan plan(*generator, topology);
    const auto rewire = [&](const std::string& start, const std::string& cubes, bool twisted) {
        return MessageOf<InputError>([&] { Rewire(plan, start, cubes, twisted); });
    };
    EXPECT_EQ(rewire("1ms", "2x1", false),
              "Cubes: the wiring is already the same; expected another torus");
    EXPECT_EQ(rewire("1ms", "3x1", false),
              "ns3::CubeTorusTopology: Cubes: 3x1 has another number of cubes or dimensions than "
              "2x1; expected 2 cubes in 2 dimensions");
    EXPECT_EQ(rewire("1ms", "1x1x2", false),
              "ns3::CubeTorusTopology: Cubes: 1x1x2 has another number of cubes or dimensions than "
              "2x1; expected 2 cubes in 2 dimensions");
    Rewire(plan, "20s", "1x2", false);
    EXPECT_EQ(rewire("20.002s", "", false),
              "Start: the mirrors are still turning for the previous wiring; expected light to be "
              "lost at 30003000000ns or later");
    for (int spare = 0; spare < 2; ++spare)
    {
        Event("CubeReplacement", {{"Cube", "1"}})->Plan(plan);
    }
    EXPECT_EQ(MessageOf<InputError>([&] { Event("CubeReplacement", {})->Plan(plan); }),
              "Cube: no spare cube is left to replace it; expected SpareCubes of the topology to "
              "be more than 2");

    const auto star = Make<TopologyGenerator>("StarTopology", {});
    auto hosts = star->Generate();
    OpticalPlan none(*star, hosts);
    EXPECT_EQ(MessageOf<InputError>([&] { Rewire(none, "0s", "1x2", false); }),
              "Cubes: the topology has no optical switches; expected ns3::CubeTorusTopology");
    const auto roce = CreateObject<RoceFabric>();
    EXPECT_EQ(MessageOf<InputError>([&] { At("1s")->Check(topology, *roce); }),
              "ns3::OpticalRewiring: is not planned; expected OpticalSwitching::Plan() before");
    const auto check = [&](const std::string& type, const Attributes& attributes) {
        return MessageOf<InputError>(
            [&] { Make<FabricFailure>(type, attributes)->Check(topology, *roce); });
    };
    EXPECT_EQ(check("CubeFailure", {{"Cube", "2"}}),
              "ns3::CubeFailure Cube: is 2; expected the number of a cube, 0 to 1");
    EXPECT_EQ(check("CubeReplacement", {{"Start", "1us"}, {"Stop", "2us"}}),
              "ns3::CubeReplacement Stop: is set; expected nothing, since the switching ends "
              "SwitchingTime after the light is lost");
    EXPECT_EQ(MessageOf<InputError>([&] { CreateObject<CubeFailure>()->Check(hosts, *roce); }),
              "ns3::CubeFailure Cube: the topology has no cubes; expected ns3::CubeTorusTopology");
}
