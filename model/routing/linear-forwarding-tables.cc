// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "linear-forwarding-tables.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

LinearForwardingTables::LinearForwardingTables(const FabricTopology& topology, uint8_t lmc)
    : m_topology(topology),
      m_lmc(lmc),
      m_lidOfNode(topology.nodes.size())
{
    const uint64_t top =
        ((uint64_t{topology.GetHostCount()} + 1) << lmc) - 1 + topology.GetSwitchCount();
    if (top > MAX_LID)
    {
        throw InputError(topology.origin,
                         0,
                         "lmc",
                         std::to_string(topology.GetHostCount()) + " hosts of " +
                             std::to_string(1U << lmc) + " LIDs and " +
                             std::to_string(topology.GetSwitchCount()) +
                             " switches need LIDs up to " + std::to_string(top) +
                             "; a subnet has LIDs up to " + std::to_string(MAX_LID));
    }
    uint32_t nextOfSwitches = (topology.GetHostCount() + 1) << lmc;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        m_lidOfNode[node] =
            topology.IsHost(node) ? (topology.hostIndex[node] + 1) << lmc : nextOfSwitches++;
    }
    Prepare();
}

LinearForwardingTables::LinearForwardingTables(const FabricTopology& topology,
                                               uint8_t lmc,
                                               std::vector<uint32_t> lidOfNode)
    : m_topology(topology),
      m_lmc(lmc),
      m_lidOfNode(std::move(lidOfNode))
{
    Prepare();
}

/** Computes the members that follow from topology and LIDs. */
void
LinearForwardingTables::Prepare()
{
    const auto count = static_cast<uint32_t>(m_topology.nodes.size());
    uint32_t top = 0;
    for (uint32_t node = 0; node < count; ++node)
    {
        top = std::max(top, m_lidOfNode[node] + (m_topology.IsHost(node) ? GetPathCount() - 1 : 0));
    }
    m_nodeOfLid.assign(top + 1, NO_NODE);
    m_linkOfLid.resize(count);
    m_leafIndex.assign(count, 0);
    std::vector<bool> isLeaf(count);
    const auto linksByNode = m_topology.GetLinksByNode();
    for (uint32_t node = 0; node < count; ++node)
    {
        if (!m_topology.IsHost(node))
        {
            m_linkOfLid[node].assign(top + 1, NO_LINK);
            if (m_lidOfNode[node] > 0)
            {
                m_nodeOfLid[m_lidOfNode[node]] = node;
            }
            continue;
        }
        for (uint32_t path = 0; path < GetPathCount(); ++path)
        {
            m_nodeOfLid[m_lidOfNode[node] + path] = node;
        }
        m_leafOfHost.push_back(m_topology.GetPeer(linksByNode[node].front(), node));
        isLeaf[m_leafOfHost.back()] = !m_topology.IsHost(m_leafOfHost.back());
    }
    for (uint32_t node = 0; node < count; ++node)
    {
        if (isLeaf[node])
        {
            m_leafIndex[node] = static_cast<uint32_t>(m_leaves.size());
            m_leaves.push_back(node);
        }
    }
}

/** Index by leaf, leaf and path. */
size_t
LinearForwardingTables::GetLevelIndex(uint32_t a, uint32_t b, uint32_t path) const
{
    return (m_leafIndex[a] * m_leaves.size() + m_leafIndex[b]) * GetPathCount() + path;
}

void
LinearForwardingTables::SetServiceLevel(uint32_t a, uint32_t b, uint32_t path, uint8_t level)
{
    if (m_serviceLevels.empty())
    {
        m_serviceLevels.assign(m_leaves.size() * m_leaves.size() * GetPathCount(), 0);
    }
    m_serviceLevels[GetLevelIndex(a, b, path)] = level;
    m_serviceLevels[GetLevelIndex(b, a, path)] = level;
    m_serviceLevelCount = std::max<uint8_t>(m_serviceLevelCount, level + 1);
}

uint8_t
LinearForwardingTables::GetServiceLevelOfSwitches(uint32_t a, uint32_t b, uint32_t path) const
{
    return m_serviceLevels.empty() ? 0 : m_serviceLevels[GetLevelIndex(a, b, path)];
}

std::vector<uint32_t>
LinearForwardingTables::PathLinks(uint32_t src, uint32_t dst, uint32_t path) const
{
    const auto linkOf = [this](uint32_t host) {
        const uint32_t node = m_topology.hosts[host];
        const auto joins = [&](const TopologyLink& link) {
            return link.a == node || link.b == node;
        };
        return static_cast<uint32_t>(
            std::find_if(m_topology.links.begin(), m_topology.links.end(), joins) -
            m_topology.links.begin());
    };
    const uint32_t end = m_topology.hosts[dst];
    const uint32_t lid = GetLid(end) + path;
    std::vector<uint32_t> links{linkOf(src)};
    uint32_t node = m_leafOfHost[src];
    while (node != end)
    {
        links.push_back(GetLink(node, lid));
        node = m_topology.GetPeer(links.back(), node);
    }
    return links;
}

std::optional<LinearForwardingTables::Problem>
LinearForwardingTables::FindProblem() const
{
    for (uint32_t host = 0; host < m_topology.GetHostCount(); ++host)
    {
        for (uint32_t path = 0; path < GetPathCount(); ++path)
        {
            if (auto problem = FindProblem(host, GetLid(m_topology.hosts[host]) + path))
            {
                return problem;
            }
        }
    }
    return std::nullopt;
}

std::optional<LinearForwardingTables::Problem>
LinearForwardingTables::FindProblem(uint32_t host, uint32_t lid) const
{
    const uint32_t dest = m_topology.hosts[host];
    const auto& nodes = m_topology.nodes;
    const std::string what =
        "packets to " + nodes[dest].name + " (LID " + std::to_string(lid) + ")";
    // Every switch on the path from a leaf reaches the host, or this walk would have met it as a
    // problem.
    std::vector<bool> leadsThere(nodes.size());
    std::vector<uint32_t> way;
    for (const uint32_t leaf : m_leaves)
    {
        way.clear();
        uint32_t node = leaf;
        while (node != dest && !leadsThere[node])
        {
            way.push_back(node);
            const uint32_t link = GetLink(node, lid);
            if (link == NO_LINK)
            {
                return Problem{node, lid, what + " have no port at " + nodes[node].name};
            }
            const uint32_t next = m_topology.GetPeer(link, node);
            if (m_topology.IsHost(next) && next != dest)
            {
                return Problem{node,
                               lid,
                               what + " leave " + nodes[node].name + " for " + nodes[next].name};
            }
            const auto loop = std::find(way.begin(), way.end(), next);
            if (loop != way.end())
            {
                std::string names;
                for (auto it = loop; it != way.end(); ++it)
                {
                    names += nodes[*it].name + " -> ";
                }
                return Problem{node, lid, what + " run in a loop, " + names + nodes[next].name};
            }
            node = next;
        }
        for (const uint32_t passed : way)
        {
            leadsThere[passed] = true;
        }
    }
    return std::nullopt;
}

} // namespace ns3
