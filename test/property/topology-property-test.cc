// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"

#include "ns3/fabric-routing.h"
#include "ns3/fabric-units.h"
#include "ns3/ideal-path.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** A random tree of switches with further links, parallel ones too, and a host here and there. */
FabricTopology
MakeRandomTree(Dice& dice)
{
    FabricTopology topology;
    const uint32_t switches = 1 + dice(12);
    const uint32_t hosts = 1 + dice(12);
    std::vector<uint32_t> switchIds;
    std::vector<uint32_t> hostIds;
    while (switchIds.size() < switches || hostIds.size() < hosts)
    {
        const bool host = switchIds.size() == switches || (hostIds.size() < hosts && dice(2));
        auto& ids = host ? hostIds : switchIds;
        const std::string name = "node" + std::to_string(topology.nodes.size());
        ids.push_back(host ? topology.AddHost(name) : topology.AddSwitch(name));
    }
    const auto connect = [&](uint32_t a, uint32_t b) {
        topology.AddLink({a, b, 1'000'000'000, 0});
    };
    for (uint32_t i = 1; i < switches; ++i)
    {
        connect(switchIds[i], switchIds[dice(i)]);
    }
    for (const uint32_t host : hostIds)
    {
        connect(host, switchIds[dice(switches)]);
    }
    for (uint32_t extra = switches > 1 ? dice(2 * switches) : 0; extra > 0; --extra)
    {
        const uint32_t a = dice(switches);
        connect(switchIds[a], switchIds[(a + 1 + dice(switches - 1)) % switches]);
    }
    return topology;
}

constexpr uint32_t FAR = 1'000'000;

/** Number of links between any two nodes over switches only, by Floyd and Warshall. */
std::vector<std::vector<uint32_t>>
MeasureAllDistances(const FabricTopology& topology)
{
    const auto n = static_cast<uint32_t>(topology.nodes.size());
    std::vector<std::vector<uint32_t>> distance(n, std::vector<uint32_t>(n, FAR));
    for (uint32_t i = 0; i < n; ++i)
    {
        distance[i][i] = 0;
    }
    for (const auto& link : topology.links)
    {
        distance[link.a][link.b] = distance[link.b][link.a] = 1;
    }
    for (uint32_t via = 0; via < n; ++via)
    {
        for (uint32_t i = 0; i < n && !topology.IsHost(via); ++i)
        {
            for (uint32_t j = 0; j < n; ++j)
            {
                distance[i][j] = std::min(distance[i][j], distance[i][via] + distance[via][j]);
            }
        }
    }
    return distance;
}

/** The recurrence of ideal-path.h, packet by packet. */
int64_t
IdealByDefinition(const std::vector<IdealHop>& hops, const IdealMessage& message)
{
    std::vector<WireTimer> timers(hops.size());
    std::vector<int64_t> end(hops.size());
    for (size_t i = 0; i < hops.size(); ++i)
    {
        timers[i].SetRate(hops[i].ratebps);
    }
    int64_t tail = 0;
    for (uint64_t k = 0; k < message.packets; ++k)
    {
        const uint32_t bytes = k == 0                     ? message.firstBytes
                               : k == message.packets - 1 ? message.lastBytes
                                                          : message.middleBytes;
        int64_t avail = 0;
        tail = 0;
        for (size_t i = 0; i < hops.size(); ++i)
        {
            const int64_t start = std::max(avail, end[i]);
            end[i] = std::max(start + timers[i].Take(bytes), tail);
            const bool early = hops[i].cutThrough &&
                               (i + 1 == hops.size() || hops[i + 1].ratebps <= hops[i].ratebps);
            avail = (early ? start : end[i]) + hops[i].delayPs + hops[i].latencyPs;
            tail = end[i] + hops[i].delayPs + hops[i].latencyPs;
        }
    }
    return tail;
}

} // namespace

TEST(TopologyProperty, GroupsAreExactlyTheShortestWaysOut)
{
    Dice dice(1);
    for (int round = 0; round < 300; ++round)
    {
        const auto topology = MakeRandomTree(dice);
        const FabricRoutes routes(topology);
        const auto distance = MeasureAllDistances(topology);
        const auto linksByNode = topology.GetLinksByNode();
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
            {
                const uint32_t destination = topology.hosts[host];
                if (node == destination)
                {
                    continue;
                }
                std::vector<uint32_t> expected; // every link whose far end is one closer
                for (const uint32_t link : linksByNode[node])
                {
                    const uint32_t peer = topology.GetPeer(link, node);
                    if (distance[peer][destination] + 1 == distance[node][destination])
                    {
                        expected.push_back(link);
                    }
                }
                ASSERT_FALSE(expected.empty());
                ASSERT_EQ(routes.GetEgressLinks(node, host), expected)
                    << "round " << round << " node " << node << " host " << host;
            }
            auto groups = routes.GetNode(node).groups;
            std::sort(groups.begin(), groups.end());
            EXPECT_EQ(std::unique(groups.begin(), groups.end()), groups.end());
        }
    }
}

TEST(TopologyProperty, PathsAreShortestAndFreeOfLoops)
{
    Dice dice(2);
    for (int round = 0; round < 300; ++round)
    {
        const auto topology = MakeRandomTree(dice);
        const FabricRoutes routes(topology);
        const auto distance = MeasureAllDistances(topology);
        for (uint32_t src = 0; src < topology.GetHostCount(); ++src)
        {
            for (uint32_t dst = 0; dst < topology.GetHostCount(); ++dst)
            {
                const auto path = routes.PathLinks(src, dst);
                ASSERT_EQ(path.size(), distance[topology.hosts[src]][topology.hosts[dst]]);
                uint32_t node = topology.hosts[src];
                std::set<uint32_t> visited{node};
                for (const uint32_t link : path)
                {
                    node = topology.GetPeer(link, node);
                    ASSERT_TRUE(visited.insert(node).second);
                }
                ASSERT_EQ(node, topology.hosts[dst]);
            }
        }
    }
}

TEST(TopologyProperty, IdealTimeFollowsTheRecurrenceExactly)
{
    // Rates whose remainders repeat after 1 to a few hundred packets, or not within the message.
    const std::vector<uint64_t> rates{400'000'000'000,
                                      100'000'000'000,
                                      96'000'000'000,
                                      40'000'000'000,
                                      30'000'000'000,
                                      7'000'000'000,
                                      9'000'000'000,
                                      33'333'333'333};
    Dice dice(3);
    for (int round = 0; round < 4000; ++round)
    {
        std::vector<IdealHop> hops(1 + dice(6));
        const uint32_t kinds = 1 + dice(static_cast<uint32_t>(rates.size()));
        for (auto& hop : hops)
        {
            hop.ratebps = rates[dice(kinds)];
            hop.delayPs = dice(3) * 1'000'000 + dice(2) * dice(5000);
            hop.latencyPs = dice(2) * dice(700'000);
            hop.cutThrough = dice(2) == 1;
        }
        const uint32_t middle = 1 + dice(dice(2) ? 4200 : 100);
        const IdealMessage message{1 + dice(1500), 1 + dice(9000), middle, 1 + dice(9000)};
        ASSERT_EQ(IdealTransferPs(hops, message), IdealByDefinition(hops, message))
            << "round " << round << ": " << hops.size() << " hops, " << message.packets
            << " packets of " << middle << " B";
    }
}
