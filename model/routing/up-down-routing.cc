// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "up-down-routing.h"

#include "ns3/string.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UpDownRouting);

TypeId
UpDownRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UpDownRouting")
            .SetParent<LidRoutingEngine>()
            .SetGroupName("AiFabric")
            .AddConstructor<UpDownRouting>()
            .AddAttribute(
                "Roots",
                "Names of the highest switches, separated by commas, such as spine0,spine1; empty: "
                "the switches farthest from the hosts, or one in the center",
                StringValue(""),
                MakeStringAccessor(&UpDownRouting::m_roots),
                MakeStringChecker());
    return tid;
}

std::vector<uint32_t>
UpDownRouting::GetLeaves() const
{
    const auto& topology = GetTopology();
    std::vector<uint32_t> leaves;
    for (const uint32_t node : GetSwitches())
    {
        const auto& links = GetLinks(node);
        if (std::any_of(links.begin(), links.end(), [&](uint32_t link) {
                return topology.IsHost(topology.GetPeer(link, node));
            }))
        {
            leaves.push_back(node);
        }
    }
    return leaves;
}

std::vector<uint32_t>
UpDownRouting::ParseRoots() const
{
    const auto& topology = GetTopology();
    std::vector<uint32_t> roots;
    std::istringstream list(m_roots);
    for (std::string name; std::getline(list, name, ',');)
    {
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1);
        const auto& all = GetSwitches();
        const auto root = std::find_if(all.begin(), all.end(), [&](uint32_t node) {
            return topology.nodes[node].name == name;
        });
        if (root == all.end())
        {
            Fail(topology,
                 "Roots: '" + name + "' is not a switch; expected the name of a switch, such as " +
                     topology.nodes[all.front()].name);
        }
        if (std::count(roots.begin(), roots.end(), *root) > 0)
        {
            Fail(topology, "Roots: '" + name + "' is listed twice");
        }
        roots.push_back(*root);
    }
    return roots;
}

uint32_t
UpDownRouting::FindCenter() const
{
    uint32_t center = GetSwitches().front();
    uint32_t least = UINT32_MAX;
    for (const uint32_t node : GetSwitches())
    {
        uint32_t farthest = 0;
        const auto distance = MeasureDistances({node});
        for (const uint32_t other : GetSwitches())
        {
            farthest = std::max(farthest, distance[other]);
        }
        if (farthest < least)
        {
            least = farthest;
            center = node;
        }
    }
    return center;
}

void
UpDownRouting::DoPrepare()
{
    const auto& topology = GetTopology();
    const auto leaves = GetLeaves();
    if (leaves.empty())
    {
        return; // two hosts without a switch
    }
    const auto use = [&](const std::vector<uint32_t>& roots) {
        m_order = UpDownOrder(topology, MeasureDistances(roots));
        return m_order.Connects(leaves);
    };
    auto roots = ParseRoots();
    if (!roots.empty())
    {
        if (!use(roots))
        {
            Fail(topology,
                 "Roots: with " + m_roots +
                     " some pairs of switches with hosts have no path that goes up and then down; "
                     "expected a single root, or other roots");
        }
        return;
    }
    const auto height = MeasureDistances(leaves);
    uint32_t top = 0;
    for (const uint32_t node : GetSwitches())
    {
        top = height[node] == UpDownOrder::UNREACHED ? top : std::max(top, height[node]);
    }
    for (const uint32_t node : GetSwitches())
    {
        if (height[node] == top)
        {
            roots.push_back(node);
        }
    }
    if (top == 0 || !use(roots))
    {
        use({FindCenter()});
    }
}

LidRoutingEngine::Ways
UpDownRouting::DoFindWays(uint32_t dest)
{
    return m_order.FindWays(dest);
}

} // namespace ns3
