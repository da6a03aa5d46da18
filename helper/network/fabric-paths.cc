// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-paths.h"

#include "switch-forwarding.h"

#include "ns3/fabric-packet.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/** @return by node id: number of the part of the topology that it is connected with */
std::vector<uint32_t>
FindIslands(const FabricTopology& topology)
{
    const auto links = topology.GetLinksByNode();
    std::vector<uint32_t> islands(topology.nodes.size(), UINT32_MAX);
    uint32_t count = 0;
    for (uint32_t first = 0; first < islands.size(); ++first)
    {
        if (islands[first] != UINT32_MAX)
        {
            continue;
        }
        islands[first] = count;
        for (std::vector<uint32_t> nodes{first}; !nodes.empty();)
        {
            const uint32_t node = nodes.back();
            nodes.pop_back();
            for (const uint32_t link : links[node])
            {
                const auto& ends = topology.links[link];
                const uint32_t peer = ends.a == node ? ends.b : ends.a;
                if (islands[peer] == UINT32_MAX)
                {
                    islands[peer] = count;
                    nodes.push_back(peer);
                }
            }
        }
        ++count;
    }
    return islands;
}

} // namespace

PathHead
GetHead(const std::vector<IdealHop>& hops, const std::vector<double>& shares)
{
    constexpr double SAME = 1 + 1e-9; // shares such as a third are rounded
    PathHead head;
    double longest = 0;
    for (size_t i = 0; i < hops.size(); ++i)
    {
        head.delayPs += hops[i].delayPs + hops[i].latencyPs;
        const bool last = i + 1 == hops.size();
        if (last || !hops[i].cutThrough || hops[i + 1].ratebps > hops[i].ratebps)
        {
            head.storedbps.push_back(hops[i].ratebps);
        }
        const double time = (shares.empty() ? 1 : shares[i]) / static_cast<double>(hops[i].ratebps);
        if (time > longest * SAME || (time * SAME > longest && hops[i].ratebps > head.longestbps))
        {
            longest = time;
            head.longestbps = hops[i].ratebps;
        }
    }
    return head;
}

FabricPaths::FabricPaths(const FabricTopology& topology,
                         std::shared_ptr<const FabricRoutes> routes,
                         IdealPaths::HopsOfLink hops,
                         Selectors selectors)
    : m_routes(std::move(routes)),
      m_linksOfNode(topology.GetLinksByNode()),
      m_hosts(topology.hosts),
      m_hops(std::move(hops)),
      m_selectors(std::move(selectors)),
      m_islandOfNode(topology.islands ? FindIslands(topology) : std::vector<uint32_t>())
{
    for (const auto& ways : m_hops)
    {
        m_ratesbps.push_back(ways[0].ratebps);
        m_ratesbps.push_back(ways[1].ratebps);
    }
    for (const auto& selector : m_selectors)
    {
        m_keepsOrder = m_keepsOrder && (!selector || selector->KeepsOrder());
    }
}

void
FabricPaths::DoDispose()
{
    m_selectors.clear();
    m_routes = nullptr;
    NetworkPaths::DoDispose();
}

const std::vector<uint64_t>&
FabricPaths::DoGetRatesbps() const
{
    return m_ratesbps;
}

uint32_t
FabricPaths::DoGetIsland(uint32_t host) const
{
    return m_islandOfNode.empty() ? NO_ISLAND : m_islandOfNode[m_hosts[host]];
}

NetworkRoute
FabricPaths::DoFind(uint32_t source, uint32_t dest, uint32_t entropy) const
{
    return m_keepsOrder ? FindOne(source, dest, entropy) : FindAll(source, dest);
}

/** @return link that such packets take, chosen by the switch itself */
uint32_t
FabricPaths::Choose(uint32_t node,
                    const std::vector<uint32_t>& links,
                    const FabricPacket& packet) const
{
    std::vector<uint16_t> ports;
    for (const uint32_t link : links)
    {
        ports.push_back(GetPortOfLink(m_linksOfNode[node], link));
    }
    return m_linksOfNode[node][m_selectors[node]->Select(packet, ports)];
}

NetworkRoute
FabricPaths::FindOne(uint32_t source, uint32_t dest, uint32_t entropy) const
{
    const FabricPacketPtr packet = FabricPacketPool::Make();
    packet->sourceHost = source;
    packet->destHost = dest;
    packet->entropy = entropy;
    NetworkRoute route;
    std::vector<IdealHop> hops;
    for (uint32_t node = m_hosts[source]; node != m_hosts[dest];)
    {
        const auto& links = m_routes->GetEgressLinks(node, dest);
        if (links.empty() || hops.size() > m_hops.size())
        {
            FabricRoutes::FailPath(source, dest);
        }
        const uint32_t link = links.size() == 1 ? links[0] : Choose(node, links, *packet);
        const uint32_t direction = GetDirection(link, node);
        route.links.push_back({direction, 1});
        hops.push_back(m_hops[link][direction % 2]);
        node = m_routes->GetPeer(link, node);
    }
    route.head = GetHead(hops);
    return route;
}

/** Explores all nodes behind a node. Routes have no loops. */
const FabricPaths::Way&
FabricPaths::Explore(uint32_t node, Spread& spread) const
{
    const auto found = spread.way.find(node);
    if (found != spread.way.end())
    {
        return found->second;
    }
    Way longest;
    if (node != m_hosts[spread.dest])
    {
        for (const uint32_t link : m_routes->GetEgressLinks(node, spread.dest))
        {
            const IdealHop& hop = m_hops[link][GetDirection(link, node) % 2];
            const Way& on = Explore(m_routes->GetPeer(link, node), spread);
            const int64_t awayPs = on.awayPs + hop.delayPs + hop.latencyPs;
            if (longest.hops.empty() || awayPs > longest.awayPs)
            {
                longest = on;
                longest.awayPs = awayPs;
                longest.hops.push_back(hop);
                longest.directions.push_back(GetDirection(link, node));
            }
        }
    }
    spread.order.push_back(node);
    return spread.way.emplace(node, std::move(longest)).first->second;
}

NetworkRoute
FabricPaths::DoFindAll(uint32_t source, uint32_t dest) const
{
    Spread spread{dest, {}, {}};
    Way way = Explore(m_hosts[source], spread);
    if (way.hops.empty())
    {
        FabricRoutes::FailPath(source, dest);
    }
    NetworkRoute route;
    std::reverse(way.hops.begin(), way.hops.end());
    std::reverse(way.directions.begin(), way.directions.end());
    std::vector<double> shares(way.hops.size());
    std::unordered_map<uint32_t, double> shareOfNode{{m_hosts[source], 1}};
    for (auto node = spread.order.rbegin(); node != spread.order.rend(); ++node)
    {
        if (*node == m_hosts[dest])
        {
            continue;
        }
        const auto& links = m_routes->GetEgressLinks(*node, dest);
        const double share = shareOfNode[*node] / static_cast<double>(links.size());
        for (const uint32_t link : links)
        {
            const uint32_t direction = GetDirection(link, *node);
            route.links.push_back({direction, share});
            shareOfNode[m_routes->GetPeer(link, *node)] += share;
            const auto& ofWay = way.directions;
            const auto place = std::find(ofWay.begin(), ofWay.end(), direction);
            if (place != ofWay.end())
            {
                shares[place - ofWay.begin()] = share;
            }
        }
    }
    route.head = GetHead(way.hops, shares);
    return route;
}

} // namespace ns3
