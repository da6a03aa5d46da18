// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/buffer-dependency-graph.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** Random numbers that are the same with every standard library. */
class Dice
{
  public:
    explicit Dice(uint32_t seed)
        : m_engine(seed)
    {
    }

    /** @return a number from 0 to below the bound */
    uint32_t operator()(uint32_t bound)
    {
        return static_cast<uint32_t>(m_engine()) % bound;
    }

  private:
    std::mt19937 m_engine;
};

/** A random tree of switches, more links between them, and hosts here and there. */
FabricTopology
MakeTopology(Dice& dice, uint32_t moreLinks)
{
    FabricTopology topology;
    const uint32_t switches = 2 + dice(8);
    const uint32_t hosts = 2 + dice(10);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddHost("host" + std::to_string(host));
    }
    for (uint32_t i = 0; i < switches; ++i)
    {
        topology.AddSwitch("switch" + std::to_string(i));
        if (i > 0)
        {
            topology.AddLink({hosts + i, hosts + dice(i), 1'000'000'000, 0});
        }
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, hosts + dice(switches), 1'000'000'000, 0});
    }
    for (; moreLinks > 0; --moreLinks)
    {
        const uint32_t a = dice(switches);
        const uint32_t b = (a + 1 + dice(switches - 1)) % switches;
        topology.AddLink({hosts + a, hosts + b, 1'000'000'000, 0});
    }
    return topology;
}

/** Gives each second host or so a random tree of routes that leads to it. */
void
AddRandomTrees(Dice& dice, FabricTopology& topology)
{
    const auto linksByNode = topology.GetLinksByNode();
    for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
    {
        if (dice(2) == 0)
        {
            continue;
        }
        const uint32_t node = topology.hosts[host];
        std::vector<uint32_t> tree{topology.GetPeer(linksByNode[node].front(), node)};
        for (uint32_t misses = 0; misses < 200;)
        {
            const uint32_t parent = tree[dice(static_cast<uint32_t>(tree.size()))];
            const auto& links = linksByNode[parent];
            const uint32_t link = links[dice(static_cast<uint32_t>(links.size()))];
            const uint32_t child = topology.GetPeer(link, parent);
            if (topology.IsHost(child) || std::count(tree.begin(), tree.end(), child) > 0)
            {
                ++misses;
                continue;
            }
            tree.push_back(child);
            topology.routes.push_back({child, {host}, {link}});
        }
    }
}

using Turn = std::tuple<uint32_t, uint32_t, uint32_t>; // link in, switch, link out

/** @return every turn between switches that some packet can take, walking from every host */
std::set<Turn>
WalkEverywhere(const FabricTopology& topology, const FabricRoutes& routes)
{
    std::set<Turn> turns;
    for (uint32_t source = 0; source < topology.GetHostCount(); ++source)
    {
        for (uint32_t dest = 0; dest < topology.GetHostCount(); ++dest)
        {
            if (source == dest)
            {
                continue;
            }
            std::set<std::pair<uint32_t, uint32_t>> seen; // link in, node
            std::vector<std::pair<uint32_t, uint32_t>> pending;
            const auto go = [&](uint32_t from, uint32_t link) {
                const std::pair<uint32_t, uint32_t> step{link, topology.GetPeer(link, from)};
                if (step.second != topology.hosts[dest] && seen.insert(step).second)
                {
                    pending.push_back(step);
                }
            };
            go(topology.hosts[source], routes.GetEgressLinks(topology.hosts[source], dest).front());
            while (!pending.empty())
            {
                const auto [in, node] = pending.back();
                pending.pop_back();
                for (const uint32_t out : routes.GetEgressLinks(node, dest))
                {
                    if (!topology.IsHost(topology.GetPeer(in, node)) &&
                        !topology.IsHost(topology.GetPeer(out, node)))
                    {
                        turns.emplace(in, node, out);
                    }
                    go(node, out);
                }
            }
        }
    }
    return turns;
}

constexpr size_t NO_WAY = 1'000'000;

/** @return the length of the shortest cycle among turns, by Floyd and Warshall */
size_t
MeasureShortestCycle(const FabricTopology& topology, const std::set<Turn>& turns)
{
    const auto vertexOf = [&topology](uint32_t link, uint32_t receiver) {
        return 2 * link + (topology.links[link].a == receiver ? 0 : 1);
    };
    const size_t n = 2 * topology.links.size();
    std::vector<std::vector<size_t>> distance(n, std::vector<size_t>(n, NO_WAY));
    for (const auto& [in, node, out] : turns)
    {
        distance[vertexOf(in, node)][vertexOf(out, topology.GetPeer(out, node))] = 1;
    }
    for (size_t k = 0; k < n; ++k)
    {
        for (size_t i = 0; i < n; ++i)
        {
            for (size_t j = 0; j < n; ++j)
            {
                distance[i][j] = std::min(distance[i][j], distance[i][k] + distance[k][j]);
            }
        }
    }
    size_t shortest = NO_WAY;
    for (size_t i = 0; i < n; ++i)
    {
        shortest = std::min(shortest, distance[i][i]);
    }
    return shortest;
}

/** Compares with the walk. @return the length of the cycle found, 0 if there is none */
size_t
Compare(const FabricTopology& topology)
{
    const FabricRoutes routes(topology);
    BufferDependencyGraph graph(topology);
    graph.AddRoutes(routes);
    const auto turns = WalkEverywhere(topology, routes);
    EXPECT_EQ(graph.GetDependencyCount(), turns.size());
    for (const auto& [in, node, out] : turns)
    {
        EXPECT_TRUE(graph.HasDependency({in, node, 0}, {out, topology.GetPeer(out, node), 0}));
    }
    const auto cycle = graph.FindCycle();
    const size_t shortest = MeasureShortestCycle(topology, turns);
    EXPECT_EQ(cycle.buffers.size(), shortest == NO_WAY ? 0 : shortest);
    for (size_t i = 0; i < cycle.buffers.size(); ++i)
    {
        const auto& next = cycle.buffers[(i + 1) % cycle.buffers.size()];
        EXPECT_EQ(turns.count({cycle.buffers[i].link, cycle.buffers[i].node, next.link}), 1u);
    }
    return cycle.buffers.size();
}

} // namespace

TEST(DeadlockProperty, TheGraphIsWhatAWalkFromEveryHostFinds)
{
    uint32_t withCycle = 0;
    uint32_t withoutCycle = 0;
    for (uint32_t seed = 0; seed < 200; ++seed)
    {
        SCOPED_TRACE(seed);
        Dice dice(seed);
        auto topology = MakeTopology(dice, dice(8));
        if (seed % 2 == 0)
        {
            AddRandomTrees(dice, topology);
        }
        (Compare(topology) > 0 ? withCycle : withoutCycle) += 1;
    }
    // Both kinds were there.
    EXPECT_GT(withCycle, 20u);
    EXPECT_GT(withoutCycle, 20u);
}

TEST(DeadlockProperty, TreesAreFree)
{
    for (uint32_t seed = 0; seed < 50; ++seed)
    {
        SCOPED_TRACE(seed);
        Dice dice(seed);
        EXPECT_EQ(Compare(MakeTopology(dice, 0)), 0u);
    }
}
