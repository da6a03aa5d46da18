// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregation-tree.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace ns3
{

struct AggregationTreeBuilder::Draft
{
    const Usage* usage;           //!< use by its class
    Limits limits;                //!< limits of its class
    std::vector<uint32_t> leaves; //!< node ids of switches with members, ascending
    std::vector<std::vector<AggregationTree::Child>> hostsOfNode; //!< by node id
    std::vector<uint32_t> parentLink; //!< by node id; NONE at the root and outside the tree
    std::vector<bool> isInTree;       //!< by node id
    std::vector<uint32_t> distances;  //!< links to the root by node id
    uint32_t root{0};                 //!< node id
};

uint32_t
AggregationTree::GetDepth() const
{
    uint32_t depth = 0;
    for (const auto& junction : switches)
    {
        depth = std::max(depth, junction.depth + 1); // every lowest switch has a host below it
    }
    return depth;
}

AggregationTreeBuilder::AggregationTreeBuilder(const FabricTopology& topology)
    : m_topology(topology),
      m_linksByNode(topology.GetLinksByNode())
{
    for (auto& usage : m_usage)
    {
        usage.ofSwitch.assign(topology.nodes.size(), 0);
        usage.ofLink.assign(topology.links.size(), 0);
    }
}

bool
AggregationTreeBuilder::IsFull(uint32_t node, const Draft& draft) const
{
    return draft.limits.perSwitch > 0 && draft.usage->ofSwitch[node] >= draft.limits.perSwitch;
}

/** @return true if the link has room for the tree and joins two switches with room */
bool
AggregationTreeBuilder::MayUse(uint32_t link, const Draft& draft) const
{
    const auto& ends = m_topology.links[link];
    return !m_topology.IsHost(ends.a) && !m_topology.IsHost(ends.b) && !IsFull(ends.a, draft) &&
           !IsFull(ends.b, draft) &&
           (draft.limits.perPort == 0 || draft.usage->ofLink[link] < draft.limits.perPort);
}

/** @return by node id: number of links from a switch */
std::vector<uint32_t>
AggregationTreeBuilder::GetDistances(uint32_t from, const Draft& draft) const
{
    std::vector<uint32_t> distances(m_topology.nodes.size(), UNREACHED);
    std::vector<uint32_t> pending{from};
    distances[from] = 0;
    for (size_t i = 0; i < pending.size(); ++i)
    {
        const uint32_t node = pending[i];
        for (const uint32_t link : m_linksByNode[node])
        {
            const uint32_t next = m_topology.GetPeer(link, node);
            if (distances[next] == UNREACHED && MayUse(link, draft))
            {
                distances[next] = distances[node] + 1;
                pending.push_back(next);
            }
        }
    }
    return distances;
}

uint32_t
AggregationTreeBuilder::ChooseRoot(const Draft& draft) const
{
    if (draft.leaves.size() == 1)
    {
        return draft.leaves.front();
    }
    const size_t nodes = m_topology.nodes.size();
    std::vector<uint32_t> farthest(nodes, 0);
    std::vector<uint64_t> sum(nodes, 0);
    for (const uint32_t leaf : draft.leaves)
    {
        const auto distances = GetDistances(leaf, draft);
        for (uint32_t node = 0; node < nodes; ++node)
        {
            farthest[node] = std::max(farthest[node], distances[node]);
            sum[node] += distances[node];
        }
    }
    uint32_t best = AggregationTree::NONE;
    const auto rank = [&](uint32_t node) {
        return std::make_tuple(farthest[node], draft.usage->ofSwitch[node], sum[node], node);
    };
    for (uint32_t node = 0; node < nodes; ++node)
    {
        if (!m_topology.IsHost(node) && farthest[node] != UNREACHED &&
            (best == AggregationTree::NONE || rank(node) < rank(best)))
        {
            best = node;
        }
    }
    if (best == AggregationTree::NONE)
    {
        throw InputError("aggregation tree: the " + std::to_string(draft.leaves.size()) +
                         " leaf switches of " + m_topology.nodes[draft.leaves.front()].name +
                         " and others have no paths to a common root with fewer than " +
                         std::to_string(draft.limits.perSwitch) + " trees per switch or " +
                         std::to_string(draft.limits.perPort) +
                         " per port in use; use fewer groups");
    }
    return best;
}

/** Joins a leaf switch to the root. */
void
AggregationTreeBuilder::Join(uint32_t leaf, Draft& draft) const
{
    for (uint32_t node = leaf; !draft.isInTree[node];)
    {
        uint32_t best = AggregationTree::NONE;
        const auto rank = [&](uint32_t link) {
            return std::make_tuple(!draft.isInTree[m_topology.GetPeer(link, node)],
                                   draft.usage->ofLink[link],
                                   link);
        };
        for (const uint32_t link : m_linksByNode[node])
        {
            const bool nearer =
                MayUse(link, draft) &&
                draft.distances[m_topology.GetPeer(link, node)] + 1 == draft.distances[node];
            if (nearer && (best == AggregationTree::NONE || rank(link) < rank(best)))
            {
                best = link;
            }
        }
        draft.isInTree[node] = true;
        draft.parentLink[node] = best;
        node = m_topology.GetPeer(best, node);
    }
}

AggregationTree
AggregationTreeBuilder::Build(const std::vector<uint32_t>& hosts,
                              uint32_t treeClass,
                              const Limits& limits)
{
    Usage& usage = m_usage[treeClass];
    const size_t nodes = m_topology.nodes.size();
    Draft draft{&usage, limits, {}, {}, {}, {}, {}};
    draft.hostsOfNode.resize(nodes);
    for (uint32_t member = 0; member < hosts.size(); ++member)
    {
        const uint32_t host = m_topology.hosts.at(hosts[member]);
        const uint32_t link = m_linksByNode[host].front();
        const uint32_t leaf = m_topology.GetPeer(link, host);
        if (m_topology.IsHost(leaf))
        {
            throw InputError("aggregation tree: " + m_topology.nodes[host].name +
                             " is not linked to a switch; expected a switch that aggregates");
        }
        if (IsFull(leaf, draft))
        {
            throw InputError("aggregation tree: " + m_topology.nodes[leaf].name + " has " +
                             std::to_string(usage.ofSwitch[leaf]) +
                             " trees already, which is its limit; use fewer groups");
        }
        if (limits.perPort > 0 && usage.ofLink[link] >= limits.perPort)
        {
            throw InputError("aggregation tree: the port of " + m_topology.nodes[leaf].name +
                             " to " + m_topology.nodes[host].name + " has " +
                             std::to_string(usage.ofLink[link]) +
                             " trees already, which is its limit; use fewer groups");
        }
        if (draft.hostsOfNode[leaf].empty())
        {
            draft.leaves.push_back(leaf);
        }
        draft.hostsOfNode[leaf].push_back({link, AggregationTree::NONE, member, 0, 1});
    }
    std::sort(draft.leaves.begin(), draft.leaves.end());
    draft.root = ChooseRoot(draft);
    draft.distances = GetDistances(draft.root, draft);
    draft.parentLink.assign(nodes, AggregationTree::NONE);
    draft.isInTree.assign(nodes, false);
    draft.isInTree[draft.root] = true;
    for (const uint32_t leaf : draft.leaves)
    {
        Join(leaf, draft);
    }
    auto tree = Arrange(draft);
    for (const auto& junction : tree.switches)
    {
        ++usage.ofSwitch[junction.node];
        for (const auto& child : junction.children)
        {
            ++usage.ofLink[child.link];
        }
    }
    return tree;
}

/** Orders the switches, root first, and the members in the order of the leaves. */
AggregationTree
AggregationTreeBuilder::Arrange(const Draft& draft) const
{
    AggregationTree tree;
    std::vector<std::vector<AggregationTree::Child>> childrenOfNode = draft.hostsOfNode;
    for (uint32_t node = 0; node < draft.parentLink.size(); ++node)
    {
        const uint32_t link = draft.parentLink[node];
        if (link != AggregationTree::NONE)
        {
            childrenOfNode[m_topology.GetPeer(link, node)].push_back(
                // Holds the node id until its place is known.
                {link, node, AggregationTree::NONE, 0, 0});
        }
    }
    tree.switches.push_back({draft.root, AggregationTree::NONE, AggregationTree::NONE, 0, {}});
    for (uint32_t place = 0; place < tree.switches.size(); ++place)
    {
        auto children = childrenOfNode[tree.switches[place].node];
        std::sort(children.begin(), children.end(), [](const auto& a, const auto& b) {
            return a.link < b.link;
        });
        const uint32_t depth = tree.switches[place].depth + 1;
        for (auto& child : children)
        {
            if (child.member == AggregationTree::NONE)
            {
                const uint32_t node = child.place;
                child.place = static_cast<uint32_t>(tree.switches.size());
                tree.switches.push_back({node, place, child.link, depth, {}});
            }
        }
        tree.switches[place].children = std::move(children);
    }
    // Members below a child are contiguous in the order of a walk from the root.
    const auto walk = [&tree](const auto& self, uint32_t place) -> void {
        for (auto& child : tree.switches[place].children)
        {
            child.firstLeaf = static_cast<uint32_t>(tree.order.size());
            if (child.member != AggregationTree::NONE)
            {
                tree.order.push_back(child.member);
            }
            else
            {
                self(self, child.place);
            }
            child.leafCount = static_cast<uint32_t>(tree.order.size()) - child.firstLeaf;
        }
    };
    walk(walk, 0);
    return tree;
}

} // namespace ns3
