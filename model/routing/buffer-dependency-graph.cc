// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "buffer-dependency-graph.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/** A set of ports of one switch, as bits by port number. */
class PortSet
{
  public:
    /** @param ports number of ports */
    explicit PortSet(size_t ports = 0)
        : m_words((ports + 63) / 64)
    {
    }

    void Insert(uint32_t port)
    {
        m_words[port / 64] |= uint64_t{1} << port % 64;
    }

    void Unite(const PortSet& other)
    {
        for (size_t i = 0; i < m_words.size(); ++i)
        {
            m_words[i] |= other.m_words[i];
        }
    }

    void Clear()
    {
        std::fill(m_words.begin(), m_words.end(), 0);
    }

    /** @param action function called with each port, ascending */
    template <typename Action>
    void ForEach(Action action) const
    {
        for (uint32_t i = 0; i < m_words.size(); ++i)
        {
            for (uint64_t rest = m_words[i]; rest; rest &= rest - 1)
            {
                action(64 * i + static_cast<uint32_t>(__builtin_ctzll(rest)));
            }
        }
    }

  private:
    std::vector<uint64_t> m_words; //!< bit n % 64 of word n / 64: port n
};

/** State of a switch while routes are followed. */
struct SwitchTurns
{
    std::vector<PortSet> egressOfGroup;   //!< by group: its ports to switches
    std::vector<PortSet> egressOfIngress; //!< by port: egress ports of packets that came in there
    std::vector<std::pair<uint32_t, uint32_t>> peers; //!< by port: the other node, and its port
    PortSet ingress;     //!< ingress ports of packets to this destination
    bool reached{false}; //!< packets to this destination reach the switch
};

void
InsertSorted(std::vector<uint32_t>& values, uint32_t value)
{
    const auto place = std::lower_bound(values.begin(), values.end(), value);
    if (place == values.end() || *place != value)
    {
        values.insert(place, value);
    }
}

} // namespace

BufferDependencyGraph::BufferDependencyGraph(const FabricTopology& topology, uint8_t lanes)
    : m_topology(topology),
      m_lanes(lanes),
      m_linksByNode(topology.GetLinksByNode()),
      m_successors(2 * topology.links.size() * lanes)
{
}

uint32_t
BufferDependencyGraph::GetVertex(const Buffer& buffer) const
{
    const uint32_t side = m_topology.links[buffer.link].a == buffer.node ? 0 : 1;
    return (2 * buffer.link + side) * m_lanes + buffer.lane;
}

BufferDependencyGraph::Buffer
BufferDependencyGraph::GetBuffer(uint32_t vertex) const
{
    const uint32_t direction = vertex / m_lanes;
    const auto& link = m_topology.links[direction / 2];
    return {direction / 2,
            direction % 2 == 0 ? link.a : link.b,
            static_cast<uint8_t>(vertex % m_lanes)};
}

uint32_t
BufferDependencyGraph::GetPort(uint32_t node, uint32_t link) const
{
    const auto& links = m_linksByNode[node];
    return static_cast<uint32_t>(std::lower_bound(links.begin(), links.end(), link) -
                                 links.begin());
}

uint32_t
BufferDependencyGraph::GetSwitchOf(uint32_t host) const
{
    return m_topology.GetPeer(m_linksByNode[host].front(), host);
}

std::vector<uint32_t>
BufferDependencyGraph::GetSources() const
{
    std::vector<uint32_t> sources;
    for (const uint32_t host : m_topology.hosts)
    {
        sources.push_back(GetSwitchOf(host));
    }
    std::sort(sources.begin(), sources.end());
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    return sources;
}

std::vector<uint32_t>
BufferDependencyGraph::GetDistinctDestinations(const FabricRoutes& routes) const
{
    const uint32_t hosts = m_topology.GetHostCount();
    std::vector<uint32_t> last(hosts);  // switch of the host
    std::vector<uint32_t> first(hosts); // host of that switch
    std::vector<uint32_t> firstAt(m_topology.nodes.size(), hosts);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        last[host] = GetSwitchOf(m_topology.hosts[host]);
        first[host] = firstAt[last[host]] = std::min(firstAt[last[host]], host);
    }
    // Most hosts have the same routes as the first host of their switch, so that host is compared
    // first, table by table.
    std::vector<bool> differs(hosts, false);
    for (uint32_t id = 0; id < m_topology.nodes.size(); ++id)
    {
        const auto& groupOfHost = routes.GetNode(id).groupOfHost;
        for (uint32_t host = 0; host < groupOfHost.size(); ++host)
        {
            if (groupOfHost[host] != groupOfHost[first[host]] && id != last[host])
            {
                differs[host] = true;
            }
        }
    }
    std::vector<uint32_t> distinct;
    std::vector<std::vector<uint32_t>> distinctAt(m_topology.nodes.size());
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const auto isSame = [&](uint32_t other) {
            for (uint32_t id = 0; id < m_topology.nodes.size(); ++id)
            {
                const auto& groupOfHost = routes.GetNode(id).groupOfHost;
                if (id != last[host] && !groupOfHost.empty() &&
                    groupOfHost[host] != groupOfHost[other])
                {
                    return false;
                }
            }
            return true;
        };
        auto& known = distinctAt[last[host]];
        const bool isNew = host == first[host] ||
                           (differs[host] && std::none_of(known.begin(), known.end(), isSame));
        if (!m_topology.IsHost(last[host]) && isNew)
        {
            known.push_back(host);
            distinct.push_back(host);
        }
    }
    return distinct;
}

void
BufferDependencyGraph::AddRoutes(const FabricRoutes& routes, uint8_t lane)
{
    if (routes.GetTables())
    {
        AddTables(*routes.GetTables(), lane);
        return;
    }
    std::vector<SwitchTurns> switches(m_topology.nodes.size());
    for (uint32_t id = 0; id < switches.size(); ++id)
    {
        if (m_topology.IsHost(id))
        {
            continue;
        }
        const size_t ports = m_linksByNode[id].size();
        switches[id].egressOfIngress.assign(ports, PortSet(ports));
        switches[id].ingress = PortSet(ports);
        for (const uint32_t link : m_linksByNode[id])
        {
            const uint32_t peer = m_topology.GetPeer(link, id);
            switches[id].peers.emplace_back(peer, GetPort(peer, link));
        }
        for (const auto& group : routes.GetNode(id).groups)
        {
            auto& egress = switches[id].egressOfGroup.emplace_back(ports);
            for (const uint32_t link : group)
            {
                if (!m_topology.IsHost(m_topology.GetPeer(link, id)))
                {
                    egress.Insert(GetPort(id, link));
                }
            }
        }
    }

    const auto sources = GetSources();
    std::vector<uint32_t> reached; // in the order of discovery
    for (const uint32_t host : GetDistinctDestinations(routes))
    {
        const uint32_t last = GetSwitchOf(m_topology.hosts[host]);
        const auto reach = [&](uint32_t id) {
            // With islands, only switches of the destination's island have a path.
            if (!switches[id].reached && id != last &&
                routes.GetNode(id).groupOfHost[host] != FabricRoutes::NO_GROUP)
            {
                switches[id].reached = true;
                reached.push_back(id);
            }
        };
        for (const uint32_t id : sources)
        {
            reach(id);
        }
        for (size_t i = 0; i < reached.size(); ++i)
        {
            const uint32_t id = reached[i];
            switches[id].egressOfGroup[routes.GetNode(id).groupOfHost[host]].ForEach(
                [&](uint32_t port) {
                    const auto [peer, peerPort] = switches[id].peers[port];
                    switches[peer].ingress.Insert(peerPort);
                    reach(peer);
                });
        }
        for (const uint32_t id : reached)
        {
            auto& turns = switches[id];
            const auto& egress = turns.egressOfGroup[routes.GetNode(id).groupOfHost[host]];
            turns.ingress.ForEach(
                [&](uint32_t port) { turns.egressOfIngress[port].Unite(egress); });
            turns.ingress.Clear();
            turns.reached = false;
        }
        switches[last].ingress.Clear();
        reached.clear();
    }

    for (uint32_t id = 0; id < switches.size(); ++id)
    {
        for (uint32_t in = 0; in < switches[id].egressOfIngress.size(); ++in)
        {
            switches[id].egressOfIngress[in].ForEach([&](uint32_t out) {
                AddDependency({m_linksByNode[id][in], id, lane},
                              {m_linksByNode[id][out], switches[id].peers[out].first, lane});
            });
        }
    }
}

void
BufferDependencyGraph::AddTables(const LinearForwardingTables& tables, uint8_t lane)
{
    const auto sources = GetSources();
    // The path after a link depends only on the destination: each link is visited once per LID and
    // lane.
    std::vector<uint64_t> seen(m_successors.size(), 0);
    uint64_t mark = 0;
    for (const uint32_t node : m_topology.hosts)
    {
        const uint32_t last = GetSwitchOf(node);
        for (uint32_t path = 0; path < tables.GetPathCount(); ++path)
        {
            const uint32_t lid = tables.GetLid(node) + path;
            ++mark;
            for (const uint32_t source : sources)
            {
                if (source == last || m_topology.IsHost(source))
                {
                    continue;
                }
                const uint8_t own = tables.GetServiceLevelCount() > 1
                                        ? tables.GetServiceLevelOfSwitches(source, last, path)
                                        : lane;
                const auto step = [&](uint32_t from) {
                    const uint32_t link = tables.GetLink(from, lid);
                    return Buffer{link, m_topology.GetPeer(link, from), own};
                };
                Buffer in = step(source);
                while (in.node != last && seen[GetVertex(in)] != mark)
                {
                    seen[GetVertex(in)] = mark;
                    const Buffer out = step(in.node);
                    AddDependency(in, out);
                    in = out;
                }
            }
        }
    }
}

struct BufferDependencyGraph::Walk
{
    uint8_t level;                                                       //!< service level
    std::function<const std::vector<uint32_t>&(uint32_t node)> waysFrom; //!< links out
    /** Buffers to continue from. */
    std::vector<Buffer> pending;
    /** By vertex: mark of its last visit. */
    std::vector<uint64_t> seen;
    uint64_t mark{0}; //!< mark of this walk
};

/** Continues the walk from all pending buffers. */
void
BufferDependencyGraph::Follow(const ServiceLanes& lanes, Walk& walk)
{
    while (!walk.pending.empty())
    {
        const Buffer in = walk.pending.back();
        walk.pending.pop_back();
        const bool waits =
            lanes.IsLossless(in.lane) && !m_topology.IsHost(m_topology.GetPeer(in.link, in.node));
        for (const uint32_t link : walk.waysFrom(in.node))
        {
            const uint32_t peer = m_topology.GetPeer(link, in.node);
            const uint8_t lane = lanes.GetNext(in.node, in.link, link, walk.level, in.lane);
            if (lane == SlToVlMap::DISCARD || m_topology.IsHost(peer))
            {
                continue;
            }
            const Buffer out{link, peer, lane};
            if (waits && lanes.IsLossless(lane))
            {
                AddDependency(in, out);
            }
            auto& seen = walk.seen[GetVertex(out)];
            if (seen != walk.mark)
            {
                seen = walk.mark;
                walk.pending.push_back(out);
            }
        }
    }
}

void
BufferDependencyGraph::AddRoutes(const FabricRoutes& routes,
                                 const ServiceLanes& lanes,
                                 const std::vector<uint8_t>& levels)
{
    const auto* const tables = routes.GetTables();
    const bool byPair = tables && tables->GetServiceLevelCount() > 1;
    std::vector<uint32_t> dests = GetDistinctDestinations(routes);
    if (tables)
    {
        dests.resize(m_topology.GetHostCount());
        std::iota(dests.begin(), dests.end(), 0);
    }
    Walk walk;
    walk.seen.resize(m_successors.size());
    for (const uint32_t dest : dests)
    {
        for (uint32_t path = 0; path < (tables ? tables->GetPathCount() : 1); ++path)
        {
            std::array<std::vector<uint32_t>, SlToVlMap::LEVEL_COUNT> sourcesOfLevel;
            for (uint32_t host = 0; host < m_topology.GetHostCount(); ++host)
            {
                const auto own =
                    byPair ? std::vector<uint8_t>{tables->GetServiceLevel(host, dest, path)}
                           : levels;
                for (size_t i = 0; i < own.size() && host != dest; ++i)
                {
                    sourcesOfLevel[own[i]].push_back(m_topology.hosts[host]);
                }
            }
            for (uint8_t level = 0; level < SlToVlMap::LEVEL_COUNT; ++level)
            {
                const uint8_t first = lanes.GetFirst(level);
                if (first == SlToVlMap::DISCARD)
                {
                    continue;
                }
                std::vector<uint32_t> only(1);
                walk.level = level;
                walk.waysFrom = [&](uint32_t node) -> const std::vector<uint32_t>& {
                    const auto& group = routes.GetEgressLinks(node, dest);
                    if (group.size() <= 1 || !tables)
                    {
                        return group;
                    }
                    only[0] = group[path];
                    return only;
                };
                ++walk.mark;
                for (const uint32_t source : sourcesOfLevel[level])
                {
                    const uint32_t link = m_linksByNode[source].front();
                    walk.pending.push_back({link, m_topology.GetPeer(link, source), first});
                    Follow(lanes, walk);
                }
            }
        }
    }
}

void
BufferDependencyGraph::AddDependency(const Buffer& from, const Buffer& to)
{
    InsertSorted(m_successors[GetVertex(from)], GetVertex(to));
}

bool
BufferDependencyGraph::HasDependency(const Buffer& from, const Buffer& to) const
{
    const auto& successors = m_successors[GetVertex(from)];
    return std::binary_search(successors.begin(), successors.end(), GetVertex(to));
}

uint64_t
BufferDependencyGraph::GetDependencyCount() const
{
    uint64_t count = 0;
    for (const auto& successors : m_successors)
    {
        count += successors.size();
    }
    return count;
}

BufferDependencyGraph::Cycle
BufferDependencyGraph::FindCycle() const
{
    const auto found = FindShortestCycle(m_successors);
    Cycle cycle;
    cycle.cyclicBuffers = found.cyclicVertices;
    for (const uint32_t vertex : found.vertices)
    {
        cycle.buffers.push_back(GetBuffer(vertex));
    }
    return cycle;
}

std::string
BufferDependencyGraph::Describe(const Cycle& cycle) const
{
    const auto place = [this](const Buffer& buffer) {
        return m_topology.nodes[buffer.node].name + " port " +
               std::to_string(GetPort(buffer.node, buffer.link)) +
               (m_lanes > 1 ? " lane " + std::to_string(buffer.lane) : "");
    };
    constexpr size_t MAX_SHOWN = 16;
    const size_t count = cycle.buffers.size();
    std::string text;
    for (size_t i = 0; i < count; ++i)
    {
        if (count > MAX_SHOWN && i == MAX_SHOWN - 1)
        {
            text += "... " + std::to_string(count - MAX_SHOWN) + " more ... -> ";
            i = count - 1;
        }
        const auto& buffer = cycle.buffers[i];
        const uint32_t sender = m_topology.GetPeer(buffer.link, buffer.node);
        text += place(buffer) + " (from " + m_topology.nodes[sender].name + ") -> ";
    }
    return cycle.IsEmpty() ? text : text + place(cycle.buffers.front());
}

} // namespace ns3
