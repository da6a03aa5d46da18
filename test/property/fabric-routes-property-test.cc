// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

/**
 * Switches in a random connected graph with parallel links, hosts at random ones of them, so that
 * those of one switch are not next to each other.
 */
FabricTopology
MakeRandomTopology(Dice& dice)
{
    FabricTopology topology;
    const uint32_t hosts = 2 + dice(12);
    const uint32_t switches = 1 + dice(7);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddHost("host" + std::to_string(host));
    }
    for (uint32_t i = 0; i < switches; ++i)
    {
        topology.AddSwitch("switch" + std::to_string(i));
    }
    for (uint32_t i = 1; i < switches; ++i)
    {
        topology.AddLink({hosts + i, hosts + dice(i), 1'000'000'000, 0});
    }
    for (uint32_t extra = switches > 1 ? dice(2 * switches) : 0; extra > 0; --extra)
    {
        const uint32_t a = dice(switches);
        const uint32_t b = (a + 1 + dice(switches - 1)) % switches;
        topology.AddLink({hosts + a, hosts + b, 1'000'000'000, 0});
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, hosts + dice(switches), 1'000'000'000, 0});
    }
    return topology;
}

/** Gives some hosts a single one of the shortest ways out of some switches. */
void
GiveRoutes(FabricTopology& topology, const FabricRoutes& shortest, Dice& dice)
{
    for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
    {
        if (dice(3) > 0)
        {
            continue;
        }
        for (uint32_t node = topology.GetHostCount(); node < topology.nodes.size(); ++node)
        {
            const auto& links = shortest.GetEgressLinks(node, host);
            if (dice(2) == 0)
            {
                topology.routes.push_back({node, {host}, {links[dice(links.size())]}});
            }
        }
    }
}

/** Links between switches from every node to a host, by relaxing until nothing gets shorter. */
std::vector<uint32_t>
MeasureDistances(const FabricTopology& topology, uint32_t destination)
{
    constexpr uint32_t FAR = UINT32_MAX / 2;
    std::vector<uint32_t> distance(topology.nodes.size(), FAR);
    distance[destination] = 0;
    for (bool shorter = true; shorter;)
    {
        shorter = false;
        for (const auto& link : topology.links)
        {
            for (const auto& [from, to] : {std::pair(link.a, link.b), std::pair(link.b, link.a)})
            {
                const bool forwards = to == destination || !topology.IsHost(to);
                if (forwards && distance[to] + 1 < distance[from])
                {
                    distance[from] = distance[to] + 1;
                    shorter = true;
                }
            }
        }
    }
    return distance;
}

} // namespace

// What the class says of its groups, host by host, and of the order in which it numbers them.
TEST(FabricRoutesProperty, GroupsAreAsDefinedWhoeverSharesASwitch)
{
    Dice dice(7);
    uint32_t given = 0;
    for (int round = 0; round < 300; ++round)
    {
        auto topology = MakeRandomTopology(dice);
        if (round % 2 == 1)
        {
            GiveRoutes(topology, FabricRoutes(topology), dice);
        }
        const FabricRoutes routes(topology);
        std::vector<std::map<std::vector<uint32_t>, uint32_t>> numbers(topology.nodes.size());
        for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
        {
            const uint32_t destination = topology.hosts[host];
            const auto distance = MeasureDistances(topology, destination);
            for (uint32_t node = topology.GetHostCount(); node < topology.nodes.size(); ++node)
            {
                std::vector<uint32_t> expected;
                for (uint32_t link = 0; link < topology.links.size(); ++link)
                {
                    const auto& ends = topology.links[link];
                    const uint32_t peer = ends.a == node ? ends.b : ends.a;
                    if ((ends.a == node || ends.b == node) &&
                        (peer == destination || !topology.IsHost(peer)) &&
                        distance[peer] + 1 == distance[node])
                    {
                        expected.push_back(link);
                    }
                }
                for (const auto& route : topology.routes)
                {
                    if (route.node == node && route.hosts.front() == host)
                    {
                        expected = route.links;
                        ++given;
                    }
                }
                ASSERT_EQ(routes.GetEgressLinks(node, host), expected) << "round " << round;
                const auto next = static_cast<uint32_t>(numbers[node].size());
                const uint32_t number = numbers[node].try_emplace(expected, next).first->second;
                ASSERT_EQ(routes.GetNode(node).groupOfHost[host], number) << "round " << round;
            }
        }
    }
    EXPECT_GT(given, 500u);
}
