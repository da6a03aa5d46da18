// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "network-test.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/deadlock-finder.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

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
            topology.AddLink({hosts + i, hosts + dice(i), 100'000'000'000, 100'000});
        }
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, hosts + dice(switches), 100'000'000'000, 100'000});
    }
    for (; moreLinks > 0; --moreLinks)
    {
        const uint32_t a = dice(switches);
        const uint32_t b = (a + 1 + dice(switches - 1)) % switches;
        topology.AddLink({hosts + a, hosts + b, 100'000'000'000, 100'000});
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

/** A ring of switches; packets to most hosts go one way around, to the others the shortest way. */
FabricTopology
MakeRing(Dice& dice)
{
    FabricTopology topology;
    const uint32_t switches = 3 + dice(3);
    const uint32_t hosts = switches * (2 + dice(3));
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddHost("host" + std::to_string(host));
    }
    for (uint32_t i = 0; i < switches; ++i)
    {
        topology.AddSwitch("switch" + std::to_string(i));
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, hosts + host % switches, 100'000'000'000, 100'000});
    }
    for (uint32_t i = 0; i < switches; ++i)
    {
        const uint32_t next = (i + 1) % switches;
        topology.AddLink({hosts + i, hosts + next, 100'000'000'000, 100'000});
    }
    const uint32_t share = dice(5);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const bool clockwise = dice(4) < share;
        for (uint32_t i = 0; clockwise && i < switches; ++i)
        {
            if (host % switches != i)
            {
                topology.routes.push_back({hosts + i, {host}, {hosts + i}});
            }
        }
    }
    return topology;
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

class DeadlockRunProperty : public NetworkTest
{
  protected:
    /** Builds a fabric with as little buffer as works and an all-to-all on it. */
    void BuildTight(const std::string& profile, const FabricTopology& topology)
    {
        // Headroom of a port: three frames of 1,104 B on the wire, a pause frame of 84 B, and 100
        // Gb/s for twice 100 ns and 400 ns of pipeline, 7,500 B; together less than 12,000 B.
        size_t ports = 0;
        for (const auto& links : topology.GetLinksByNode())
        {
            ports = std::max(ports, links.size());
        }
        Attributes parts = {{"Nic", "ns3::RdmaNic[MtuBytes=1024]"},
                            {"CongestionControl", "ns3::NoCongestionControl"}};
        if (profile == "RoceFabric")
        {
            parts.push_back({"Buffer",
                             "ns3::SharedBuffer[XonOffsetBytes=0|SizeBytes=" +
                                 std::to_string(12'000 * ports + 20'000) + "]"});
        }
        else
        {
            parts.push_back({"FlowControl", "ns3::CreditFlowControl[BufferBytes=4096]"});
        }
        Build(profile, parts, topology);
        Add("AllToAllWorkload", {{"Bytes", "60000"}});
    }

    /** Runs until the job has ended or nothing has moved for long. @return whether it has ended */
    bool RunToTheEndOrStandstill()
    {
        uint64_t moved = 0;
        uint32_t still = 0;
        while (!m_jobs.front()->IsFinished() && still < 3)
        {
            Simulator::Stop(MicroSeconds(200));
            Simulator::Run();
            const uint64_t delivered = Statistics().deliveredBytes;
            still = delivered == moved ? still + 1 : 0;
            moved = delivered;
        }
        return m_jobs.front()->IsFinished();
    }

    /** @return what the queues of the ring hold: the ring, and packets that have left each port */
    std::string Snapshot(const DeadlockFinder& finder) const
    {
        std::string text = finder.GetSummary();
        for (const auto& queue : finder.GetCycle())
        {
            text += " " + std::to_string(queue.port->GetQueueBytes(queue.lane)) + " " +
                    std::to_string(queue.port->GetCounters(0).packets) + " " +
                    std::to_string(queue.heldBytes);
        }
        return text;
    }
};

} // namespace

TEST_F(DeadlockRunProperty, WhatIsFreeEndsAndWhatStandsStillIsARing)
{
    uint32_t deadlocks = 0;
    uint32_t ends = 0;
    for (uint32_t seed = 0; seed < 60; ++seed)
    {
        Dice dice(seed);
        auto topology = seed % 3 == 0 ? MakeTopology(dice, 1 + dice(6)) : MakeRing(dice);
        if (seed % 3 == 0)
        {
            AddRandomTrees(dice, topology);
        }
        BufferDependencyGraph graph(topology);
        graph.AddRoutes(FabricRoutes(topology));
        const bool free = graph.FindCycle().IsEmpty();
        for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
        {
            SCOPED_TRACE(profile + " " + std::to_string(seed));
            BuildTight(profile, topology);
            const bool ended = RunToTheEndOrStandstill();
            const DeadlockFinder finder(m_network.GetParts());
            EXPECT_EQ(finder.GetCycle().empty(), ended);
            if (ended)
            {
                ++ends;
                EXPECT_EQ(finder.GetVictimCount(), 0u);
                ExpectLosslessEnd();
            }
            else
            {
                ++deadlocks;
                EXPECT_FALSE(free) << finder.GetSummary();
                // Each wait of the ring is one of the graph, and nothing changes any more.
                const auto& cycle = finder.GetCycle();
                std::vector<BufferDependencyGraph::Buffer> buffers;
                for (const auto& queue : cycle)
                {
                    const auto channel =
                        std::find(m_network.channels.begin(),
                                  m_network.channels.end(),
                                  StaticCast<FabricChannel>(queue.port->GetChannel()));
                    const auto link = static_cast<uint32_t>(channel - m_network.channels.begin());
                    const auto& wire = topology.links[link];
                    buffers.push_back({link, queue.port->GetSide() == 0 ? wire.b : wire.a, 0});
                }
                for (size_t i = 0; i < buffers.size(); ++i)
                {
                    EXPECT_TRUE(graph.HasDependency(buffers[i], buffers[(i + 1) % buffers.size()]));
                }
                const auto before = Snapshot(finder);
                Simulator::Stop(MilliSeconds(2));
                Simulator::Run();
                EXPECT_EQ(Snapshot(DeadlockFinder(m_network.GetParts())), before);
            }
            Simulator::Destroy();
        }
    }
    // Both kinds were there.
    EXPECT_GT(deadlocks, 20u);
    EXPECT_GT(ends, 20u);
}

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
