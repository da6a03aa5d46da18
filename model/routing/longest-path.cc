// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "longest-path.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t NOT_COUNTED = UINT32_MAX;

/** The paths to one host; each switch is visited once. */
class Walk
{
  public:
    Walk(const FabricTopology& topology,
         const std::vector<const NodeRoutes*>& routes,
         uint32_t host)
        : m_topology(topology),
          m_routes(routes),
          m_host(host),
          m_switches(topology.nodes.size(), NOT_COUNTED)
    {
    }

    /** @return largest number of switches from this switch, inclusive, to the host; 0 for a host */
    uint32_t Count(uint32_t node)
    {
        if (m_topology.IsHost(node))
        {
            return 0;
        }
        if (m_switches[node] != NOT_COUNTED)
        {
            return m_switches[node];
        }
        uint32_t most = 0;
        const uint32_t group = m_routes[node]->groupOfHost[m_host];
        if (group != FabricRoutes::NO_GROUP)
        {
            for (const uint32_t link : m_routes[node]->groups[group])
            {
                most = std::max(most, Count(m_topology.GetPeer(link, node)));
            }
        }
        m_switches[node] = most + 1;
        return most + 1;
    }

  private:
    const FabricTopology& m_topology;
    const std::vector<const NodeRoutes*>& m_routes; //!< by node id
    uint32_t m_host;                                //!< host index of the destination
    std::vector<uint32_t> m_switches;               //!< by node id
};

} // namespace

uint32_t
CountLongestPath(const FabricTopology& topology, const std::vector<const NodeRoutes*>& routes)
{
    // A host has one link: its result holds for all hosts of its switch.
    std::vector<uint32_t> edges;
    std::vector<uint32_t> hosts;
    for (const auto& link : topology.links)
    {
        for (const auto& [node, peer] : {std::pair{link.a, link.b}, {link.b, link.a}})
        {
            if (topology.IsHost(node) && !topology.IsHost(peer) &&
                std::find(edges.begin(), edges.end(), peer) == edges.end())
            {
                edges.push_back(peer);
                hosts.push_back(topology.hostIndex[node]);
            }
        }
    }
    uint32_t longest = 0;
    for (const uint32_t host : hosts)
    {
        Walk walk(topology, routes, host);
        for (const uint32_t edge : edges)
        {
            longest = std::max(longest, walk.Count(edge));
        }
    }
    return longest;
}

uint64_t
CountPaths(const FabricTopology& topology,
           const FabricRoutes& routes,
           uint32_t source,
           uint32_t dest)
{
    // Each node is counted once, although millions of paths may cross it.
    std::vector<uint64_t> paths(topology.nodes.size());
    std::vector<bool> counted(topology.nodes.size(), false);
    const std::function<uint64_t(uint32_t)> count = [&](uint32_t node) {
        if (node == topology.hosts[dest])
        {
            return uint64_t{1};
        }
        if (!counted[node])
        {
            uint64_t sum = 0;
            for (const uint32_t link : routes.GetEgressLinks(node, dest))
            {
                const uint64_t more = count(topology.GetPeer(link, node));
                sum = sum > UINT64_MAX - more ? UINT64_MAX : sum + more;
            }
            paths[node] = sum;
            counted[node] = true;
        }
        return paths[node];
    };
    return count(topology.hosts[source]);
}

uint32_t
CountLongestPath(const FabricTopology& topology, const FabricRoutes& routes)
{
    std::vector<const NodeRoutes*> nodes;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        nodes.push_back(&routes.GetNode(node));
    }
    return CountLongestPath(topology, nodes);
}

} // namespace ns3
