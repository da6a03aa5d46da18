// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dragonfly-routing.h"

#include <deque>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DragonflyRouting);

namespace
{

/** Number of links between groups and of links within groups, compared in this order. */
using Distance = std::pair<uint32_t, uint32_t>;

constexpr Distance NO_WAY{UINT32_MAX, UINT32_MAX};

/** The paths to a switch by such distances. */
class GroupDistances
{
  public:
    explicit GroupDistances(const FabricTopology& topology)
        : m_topology(topology),
          m_linksByNode(topology.GetLinksByNode())
    {
    }

    /** Measures the distances from all switches to one switch. */
    void Measure(uint32_t dest)
    {
        m_distance.assign(m_topology.nodes.size(), NO_WAY);
        m_distance[dest] = {0, 0};
        // Label-correcting: the second part may decrease while the first part stays.
        std::deque<uint32_t> pending{dest};
        while (!pending.empty())
        {
            const uint32_t node = pending.front();
            pending.pop_front();
            for (const uint32_t link : m_linksByNode[node])
            {
                const uint32_t before = m_topology.GetPeer(link, node);
                const Distance longer = Add(m_distance[node], link);
                if (!m_topology.IsHost(before) && longer < m_distance[before])
                {
                    m_distance[before] = longer;
                    pending.push_back(before);
                }
            }
        }
    }

    /** @return links of a switch on the paths of least distance; empty without a path */
    std::vector<uint32_t> GetWays(uint32_t node) const
    {
        std::vector<uint32_t> ways;
        for (const uint32_t link : m_linksByNode[node])
        {
            const uint32_t next = m_topology.GetPeer(link, node);
            if (!m_topology.IsHost(next) && m_distance[next] != NO_WAY &&
                Add(m_distance[next], link) == m_distance[node])
            {
                ways.push_back(link);
            }
        }
        return ways;
    }

    /** @return host indices on a switch */
    std::vector<uint32_t> GetHosts(uint32_t node) const
    {
        std::vector<uint32_t> hosts;
        for (const uint32_t link : m_linksByNode[node])
        {
            const uint32_t host = m_topology.hostIndex[m_topology.GetPeer(link, node)];
            if (host != NO_HOST)
            {
                hosts.push_back(host);
            }
        }
        return hosts;
    }

  private:
    Distance Add(Distance distance, uint32_t link) const
    {
        const auto& ends = m_topology.links[link];
        const bool isLocal = m_topology.groups[ends.a] == m_topology.groups[ends.b];
        ++(isLocal ? distance.second : distance.first);
        return distance;
    }

    const FabricTopology& m_topology;
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids
    std::vector<Distance> m_distance;                 //!< by node id
};

} // namespace

TypeId
DragonflyRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DragonflyRouting")
                            .SetParent<RoutingEngine>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DragonflyRouting>();
    return tid;
}

FabricRoutes
DragonflyRouting::DoRoute(const FabricTopology& topology)
{
    RefuseGivenRoutes(topology);
    RefuseIslands(topology);
    if (topology.groups.empty())
    {
        Fail(topology,
             "the switches do not form groups; expected a topology with groups, such as "
             "ns3::DragonflyTopology or ns3::DragonflyPlusTopology");
    }
    FabricTopology routed = topology;
    GroupDistances distances(topology);
    for (uint32_t dest = 0; dest < topology.nodes.size(); ++dest)
    {
        const auto hosts =
            topology.IsHost(dest) ? std::vector<uint32_t>{} : distances.GetHosts(dest);
        if (hosts.empty())
        {
            continue;
        }
        distances.Measure(dest);
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            if (topology.IsHost(node) || node == dest)
            {
                continue;
            }
            if (auto ways = distances.GetWays(node); !ways.empty())
            {
                routed.routes.push_back({node, hosts, std::move(ways)});
            }
        }
    }
    return FabricRoutes(routed);
}

} // namespace ns3
