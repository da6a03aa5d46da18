// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "error-message.h"
#include "has-text.h"

#include "ns3/aggregation-tree.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/topology-generator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

namespace ns3
{
namespace
{

using Numbers = std::vector<std::pair<std::string, uint32_t>>;

FabricTopology
GenerateTree(const std::string& type, const Numbers& attributes)
{
    ObjectFactory factory("ns3::" + type);
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, UintegerValue(value));
    }
    return factory.Create<TopologyGenerator>()->Generate();
}

std::vector<uint32_t>
FirstHosts(uint32_t count)
{
    std::vector<uint32_t> hosts(count);
    std::iota(hosts.begin(), hosts.end(), 0);
    return hosts;
}

/** Every member hangs on its switch once, and every edge is a link of the topology. */
void
ExpectTree(const FabricTopology& topology,
           const std::vector<uint32_t>& hosts,
           const AggregationTree& tree)
{
    std::multiset<uint32_t> members;
    std::set<uint32_t> nodes;
    for (uint32_t place = 0; place < tree.switches.size(); ++place)
    {
        const auto& junction = tree.switches[place];
        EXPECT_FALSE(topology.IsHost(junction.node));
        EXPECT_TRUE(nodes.insert(junction.node).second);
        EXPECT_EQ(place == 0, junction.parent == AggregationTree::NONE);
        ASSERT_FALSE(junction.children.empty());
        uint32_t leaf = junction.children.front().firstLeaf;
        for (const auto& child : junction.children)
        {
            EXPECT_EQ(child.firstLeaf, leaf);
            leaf += child.leafCount;
            const uint32_t below = topology.GetPeer(child.link, junction.node);
            if (child.member != AggregationTree::NONE)
            {
                members.insert(child.member);
                EXPECT_EQ(below, topology.hosts[hosts[child.member]]);
                EXPECT_EQ(tree.order[child.firstLeaf], child.member);
                EXPECT_EQ(child.leafCount, 1u);
                continue;
            }
            ASSERT_GT(child.place, place);
            const auto& lower = tree.switches[child.place];
            EXPECT_EQ(below, lower.node);
            EXPECT_EQ(lower.parent, place);
            EXPECT_EQ(lower.parentLink, child.link);
            EXPECT_EQ(lower.depth, junction.depth + 1);
        }
    }
    ASSERT_EQ(members.size(), hosts.size());
    for (uint32_t member = 0; member < hosts.size(); ++member)
    {
        EXPECT_EQ(members.count(member), 1u);
    }
}

TEST(AggregationTreeTest, OneSwitchIsTheRoot)
{
    const auto topology = GenerateTree("StarTopology", {{"Hosts", 5}});
    AggregationTreeBuilder builder(topology);
    const auto tree = builder.Build({4, 0, 2}, 0, {});
    ExpectTree(topology, {4, 0, 2}, tree);
    EXPECT_EQ(tree.switches.size(), 1u);
    EXPECT_EQ(tree.GetDepth(), 1u);
    EXPECT_EQ(tree.order, (std::vector<uint32_t>{1, 2, 0})); // in the order of their links
}

TEST(AggregationTreeTest, HostsOfOneLeafNeedNoSpine)
{
    const auto topology =
        GenerateTree("LeafSpineTopology", {{"Leaves", 4}, {"Spines", 2}, {"HostsPerLeaf", 4}});
    AggregationTreeBuilder builder(topology);
    const auto tree = builder.Build({5, 6}, 0, {});
    ExpectTree(topology, {5, 6}, tree);
    EXPECT_EQ(topology.nodes[tree.switches.front().node].name, "leaf1");
    EXPECT_EQ(tree.switches.size(), 1u);
}

TEST(AggregationTreeTest, TreesTakeTurnsAtTheSpines)
{
    const auto topology =
        GenerateTree("LeafSpineTopology", {{"Leaves", 4}, {"Spines", 3}, {"HostsPerLeaf", 4}});
    AggregationTreeBuilder builder(topology);
    std::multiset<std::string> roots;
    for (uint32_t i = 0; i < 6; ++i)
    {
        const auto tree = builder.Build(FirstHosts(16), 1, {});
        ExpectTree(topology, FirstHosts(16), tree);
        EXPECT_EQ(tree.GetDepth(), 2u);
        EXPECT_EQ(tree.switches.size(), 5u); // a spine, four leaves
        roots.insert(topology.nodes[tree.switches.front().node].name);
    }
    EXPECT_EQ(
        roots,
        (std::multiset<std::string>{"spine0", "spine0", "spine1", "spine1", "spine2", "spine2"}));
}

TEST(AggregationTreeTest, AFatTreeOfThreeLevels)
{
    const auto topology = GenerateTree("FatTreeTopology", {{"K", 4}});
    AggregationTreeBuilder builder(topology);
    const auto tree = builder.Build(FirstHosts(16), 0, {});
    ExpectTree(topology, FirstHosts(16), tree);
    // A core switch, one aggregation switch of each of the four pods, eight edge switches.
    EXPECT_EQ(tree.switches.size(), 13u);
    EXPECT_EQ(tree.GetDepth(), 3u);
    // Within a pod one of the two aggregation switches is enough.
    const auto pod = builder.Build(FirstHosts(4), 0, {});
    EXPECT_EQ(pod.switches.size(), 3u);
    EXPECT_EQ(pod.GetDepth(), 2u);
}

TEST(AggregationTreeTest, LimitsPerSwitchSpreadTreesAndThenRefuse)
{
    const auto topology =
        GenerateTree("LeafSpineTopology", {{"Leaves", 2}, {"Spines", 2}, {"HostsPerLeaf", 4}});
    AggregationTreeBuilder builder(topology);
    builder.Build({0, 4}, 1, {1, 0});
    const auto message = MessageOf<InputError>([&] { builder.Build({1, 5}, 1, {1, 0}); });
    EXPECT_TRUE(Has(message, "leaf0 has 1 trees already"));
    EXPECT_NO_THROW(builder.Build({1, 5}, 0, {1, 0})); // another class
}

TEST(AggregationTreeTest, LimitsPerPortLeaveAsManyTreesAsUplinks)
{
    const auto topology =
        GenerateTree("LeafSpineTopology", {{"Leaves", 2}, {"Spines", 2}, {"HostsPerLeaf", 4}});
    AggregationTreeBuilder builder(topology);
    const auto first = builder.Build({0, 4}, 1, {0, 1});
    const auto second = builder.Build({1, 5}, 1, {0, 1});
    EXPECT_NE(first.switches.front().node, second.switches.front().node);
    EXPECT_THROW(builder.Build({2, 6}, 1, {0, 1}), InputError); // both uplinks are taken
    EXPECT_NO_THROW(builder.Build({2, 3}, 1, {0, 1}));          // needs none
    EXPECT_THROW(builder.Build({3, 2}, 1, {0, 1}), InputError); // nor has a port for it
}

TEST(AggregationTreeTest, TreesOfRandomGraphsAreAsFlatAsCanBe)
{
    Dice dice(7);
    for (uint32_t round = 0; round < 30; ++round)
    {
        FabricTopology topology;
        const uint32_t switches = 2 + dice(12);
        for (uint32_t i = 0; i < switches; ++i)
        {
            topology.AddSwitch("switch" + std::to_string(i));
        }
        for (uint32_t i = 1; i < switches; ++i)
        {
            topology.AddLink({i, dice(i), 1'000'000'000, 0});
        }
        for (uint32_t i = dice(2 * switches); i > 0; --i)
        {
            const uint32_t a = dice(switches);
            topology.AddLink({a, (a + 1 + dice(switches - 1)) % switches, 1'000'000'000, 0});
        }
        std::vector<uint32_t> members;
        std::set<uint32_t> leaves;
        for (uint32_t i = 0; i < 20; ++i)
        {
            const uint32_t leaf = dice(switches);
            topology.AddLink({topology.AddHost("host"), leaf, 1'000'000'000, 0});
            if (i == 0 || dice(2))
            {
                members.push_back(i);
                leaves.insert(leaf);
            }
        }
        topology.Validate();
        AggregationTreeBuilder builder(topology);
        const auto tree = builder.Build(members, 0, {});
        ExpectTree(topology, members, tree);

        // The least depth: over all switches, the least longest way to a leaf (Floyd, Warshall).
        std::vector<std::vector<uint32_t>> ways(switches, std::vector<uint32_t>(switches, 1000));
        for (const auto& link : topology.links)
        {
            if (std::max(link.a, link.b) < switches)
            {
                ways[link.a][link.b] = ways[link.b][link.a] = 1;
            }
        }
        for (uint32_t k = 0; k < switches; ++k)
        {
            ways[k][k] = 0;
            for (uint32_t a = 0; a < switches; ++a)
            {
                for (uint32_t b = 0; b < switches; ++b)
                {
                    ways[a][b] = std::min(ways[a][b], ways[a][k] + ways[k][b]);
                }
            }
        }
        uint32_t least = 1000;
        for (uint32_t root = 0; root < switches; ++root)
        {
            uint32_t farthest = 0;
            for (const uint32_t leaf : leaves)
            {
                farthest = std::max(farthest, ways[root][leaf]);
            }
            least = std::min(least, farthest);
        }
        EXPECT_EQ(tree.GetDepth(), leaves.size() == 1 ? 1 : least + 1) << "round " << round;
    }
}

} // namespace
} // namespace ns3
