// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "detour-dependencies.h"

#include <set>

namespace ns3
{

namespace
{

using Buffer = BufferDependencyGraph::Buffer;

/** Follows packets of one service level. */
class DetourWalk
{
  public:
    DetourWalk(BufferDependencyGraph& graph,
               const FabricTopology& topology,
               const FabricRoutes& routes,
               const ServiceLanes& lanes,
               uint8_t level)
        : m_graph(graph),
          m_topology(topology),
          m_routes(routes),
          m_lanes(lanes),
          m_level(level),
          m_seen(2 * topology.links.size() * LANE_COUNT),
          m_hasEnded(m_seen.size())
    {
    }

    void AddAll()
    {
        const uint8_t first = m_lanes.GetFirst(m_level);
        if (first == SlToVlMap::DISCARD)
        {
            return;
        }
        std::vector<Buffer> begin;
        const auto linksByNode = m_topology.GetLinksByNode();
        for (const uint32_t host : m_topology.hosts)
        {
            const uint32_t link = linksByNode[host].front();
            begin.push_back({link, m_topology.GetPeer(link, host), first});
        }
        const auto dests = m_graph.GetDistinctDestinations(m_routes);
        for (const uint32_t via : dests)
        {
            Follow(begin, via);
        }
        const auto turns = m_ends; // ends of the detours' first halves
        for (const uint32_t dest : dests)
        {
            Follow(turns, dest);
        }
        // Minimal paths, which may have other lanes from the first switch on.
        for (Buffer& buffer : begin)
        {
            buffer.lane = m_lanes.GetFirstOfMinimalWay(first);
        }
        for (const uint32_t dest : dests)
        {
            Follow(begin, dest);
        }
    }

  private:
    /** Continues from buffers to the switch of a host; records the buffers that lead into it. */
    void Follow(const std::vector<Buffer>& from, uint32_t host)
    {
        ++m_mark;
        m_pending = from;
        while (!m_pending.empty())
        {
            const Buffer in = m_pending.back();
            m_pending.pop_back();
            for (const uint32_t link : m_routes.GetEgressLinks(in.node, host))
            {
                Step(in, link);
            }
        }
    }

    void Step(const Buffer& in, uint32_t link)
    {
        const bool fromHost = m_topology.IsHost(m_topology.GetPeer(in.link, in.node));
        const uint32_t peer = m_topology.GetPeer(link, in.node);
        if (m_topology.IsHost(peer))
        {
            // A path via the first switch is not a detour.
            if (!fromHost && !m_hasEnded[GetIndex(in)])
            {
                m_hasEnded[GetIndex(in)] = true;
                m_ends.push_back(in);
            }
            return;
        }
        const uint8_t lane = m_lanes.GetNext(in.node, in.link, link, m_level, in.lane);
        if (lane == SlToVlMap::DISCARD)
        {
            return;
        }
        const Buffer out{link, peer, lane};
        if (!fromHost && m_lanes.IsLossless(in.lane) && m_lanes.IsLossless(lane))
        {
            m_graph.AddDependency(in, out);
        }
        if (m_seen[GetIndex(out)] != m_mark)
        {
            m_seen[GetIndex(out)] = m_mark;
            m_pending.push_back(out);
        }
    }

    size_t GetIndex(const Buffer& buffer) const
    {
        const size_t side = m_topology.links[buffer.link].a == buffer.node ? 0 : 1;
        return (2 * buffer.link + side) * LANE_COUNT + buffer.lane;
    }

    BufferDependencyGraph& m_graph;
    const FabricTopology& m_topology;
    const FabricRoutes& m_routes;
    const ServiceLanes& m_lanes;
    uint8_t m_level;               //!< service level
    std::vector<Buffer> m_pending; //!< buffers to continue from
    std::vector<uint32_t> m_seen;  //!< by GetIndex(): mark of the last walk that visited it
    std::vector<bool> m_hasEnded;  //!< by GetIndex(): true if it is in m_ends
    std::vector<Buffer> m_ends;    //!< last buffers of walks
    uint32_t m_mark{0};            //!< mark of this walk
};

/** Follows packets of one service level that leave a path for one switch at a time. */
class NearDetourWalk
{
  public:
    NearDetourWalk(BufferDependencyGraph& graph,
                   const FabricTopology& topology,
                   const FabricRoutes& routes,
                   const ServiceLanes& lanes,
                   uint8_t level)
        : m_graph(graph),
          m_topology(topology),
          m_routes(routes),
          m_lanes(lanes),
          m_level(level),
          m_linksByNode(topology.GetLinksByNode()),
          m_seen(4 * topology.links.size() * LANE_COUNT)
    {
    }

    void AddAll()
    {
        const uint8_t first = m_lanes.GetFirst(m_level);
        if (first == SlToVlMap::DISCARD)
        {
            return;
        }
        for (const uint32_t dest : m_graph.GetDistinctDestinations(m_routes))
        {
            ++m_mark;
            for (const uint32_t host : m_topology.hosts)
            {
                const uint32_t link = m_linksByNode[host].front();
                m_pending.push_back({{link, m_topology.GetPeer(link, host), first}, false});
            }
            while (!m_pending.empty())
            {
                const auto [in, onDetour] = m_pending.back();
                m_pending.pop_back();
                Leave(in, onDetour, dest);
            }
        }
    }

  private:
    /** A buffer, and whether its packets are on the first link of a detour. */
    using Place = std::pair<Buffer, bool>;

    /** Leaves a switch by its routes, and over its neighbours if it may. */
    void Leave(const Buffer& in, bool onDetour, uint32_t dest)
    {
        for (const uint32_t direct : m_routes.GetEgressLinks(in.node, dest))
        {
            const uint32_t next = m_topology.GetPeer(direct, in.node);
            Step(in, direct, false);
            if (onDetour || m_topology.IsHost(next))
            {
                continue;
            }
            std::set<uint32_t> beyond;
            for (const uint32_t link : m_linksByNode[next])
            {
                beyond.insert(m_topology.GetPeer(link, next));
            }
            for (const uint32_t link : m_linksByNode[in.node])
            {
                const uint32_t over = m_topology.GetPeer(link, in.node);
                if (!m_topology.IsHost(over) && over != next && beyond.count(over) > 0)
                {
                    Step(in, link, true);
                }
            }
        }
    }

    void Step(const Buffer& in, uint32_t link, bool onDetour)
    {
        const uint32_t peer = m_topology.GetPeer(link, in.node);
        if (m_topology.IsHost(peer))
        {
            return;
        }
        const uint8_t lane = m_lanes.GetNext(in.node, in.link, link, m_level, in.lane);
        if (lane == SlToVlMap::DISCARD)
        {
            return;
        }
        const Buffer out{link, peer, lane};
        if (!m_topology.IsHost(m_topology.GetPeer(in.link, in.node)) &&
            m_lanes.IsLossless(in.lane) && m_lanes.IsLossless(lane))
        {
            m_graph.AddDependency(in, out);
        }
        const size_t side = m_topology.links[link].a == peer ? 0 : 1;
        uint32_t& seen = m_seen[((2 * link + side) * LANE_COUNT + lane) * 2 + (onDetour ? 1 : 0)];
        if (seen != m_mark)
        {
            seen = m_mark;
            m_pending.emplace_back(out, onDetour);
        }
    }

    BufferDependencyGraph& m_graph;
    const FabricTopology& m_topology;
    const FabricRoutes& m_routes;
    const ServiceLanes& m_lanes;
    uint8_t m_level; //!< service level
    std::vector<std::vector<uint32_t>> m_linksByNode;
    std::vector<Place> m_pending;
    std::vector<uint32_t> m_seen; //!< by buffer and detour: mark of the last walk that visited it
    uint32_t m_mark{0};           //!< mark of this walk
};

} // namespace

void
AddDetourDependencies(BufferDependencyGraph& graph,
                      const FabricTopology& topology,
                      const FabricRoutes& routes,
                      const ServiceLanes& lanes,
                      const std::vector<uint8_t>& levels,
                      DetourReach reach)
{
    std::set<uint8_t> all(levels.begin(), levels.end());
    const auto* const tables = routes.GetTables();
    for (uint8_t level = 0; tables && level < tables->GetServiceLevelCount(); ++level)
    {
        all.insert(level);
    }
    for (const uint8_t level : all)
    {
        if (reach == DetourReach::NEAR)
        {
            NearDetourWalk(graph, topology, routes, lanes, level).AddAll();
        }
        else
        {
            DetourWalk(graph, topology, routes, lanes, level).AddAll();
        }
    }
}

} // namespace ns3
