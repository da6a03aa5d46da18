// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "route-manager.h"

#include "switch-forwarding.h"

#include "ns3/log.h"
#include "ns3/longest-path.h"
#include "ns3/routing-engine.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RouteManager");

NS_OBJECT_ENSURE_REGISTERED(RouteManager);

namespace
{

/**
 * Sets the lanes of the routing for pairs of ports.
 *
 * @param network network with all links that may have light
 * @param linksByNode links of its nodes
 * @param dark by link id: true if it has no light
 */
void
InstallLanes(const RouteManager::Network& network,
             const std::vector<std::vector<uint32_t>>& linksByNode,
             const std::vector<bool>& dark)
{
    FabricTopology lit = network.topology;
    lit.links.clear();
    std::vector<uint32_t> ids;
    for (uint32_t link = 0; link < dark.size(); ++link)
    {
        if (!dark[link])
        {
            lit.links.push_back(network.topology.links[link]);
            ids.push_back(link);
        }
    }
    const auto engine = network.routing.Create<RoutingEngine>();
    for (const auto& [node, from, to, map] : engine->FindLanes(lit).pairs)
    {
        network.switchOfNode[node]->SetSlToVl(GetPortOfLink(linksByNode[node], ids[from]),
                                              GetPortOfLink(linksByNode[node], ids[to]),
                                              map);
    }
}

} // namespace

TypeId
RouteManager::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RouteManager").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
RouteManager::Start(Network network)
{
    NS_LOG_FUNCTION(this);
    m_network = std::move(network);
}

/** Prepares what is needed from the first change of a link on; most networks never change. */
void
RouteManager::Prepare()
{
    NS_LOG_FUNCTION(this);
    if (!m_linksByNode.empty())
    {
        return;
    }
    const FabricTopology& topology = m_network.topology;
    m_linksByNode = topology.GetLinksByNode();
    m_dark = GetDarkAtFirst();
    m_down = m_dark;
    m_dead = m_down;
    m_changed.resize(topology.links.size());
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        m_written.push_back(m_network.routes->GetNode(node));
    }
}

std::vector<bool>
RouteManager::GetDarkAtFirst() const
{
    std::vector<bool> dark(m_network.topology.links.size());
    std::fill(dark.begin() + m_network.litLinks, dark.end(), true);
    return dark;
}

void
RouteManager::NotifyWiring(std::vector<bool> dark, TopologyGrid grid)
{
    NS_LOG_FUNCTION(this);
    Prepare();
    m_dark = std::move(dark);
    m_network.topology.grid = std::move(grid);
    InstallLanes(m_network, m_linksByNode, m_dark);
}

uint8_t
RouteManager::GetServiceLevel(uint32_t src, uint32_t dst, uint32_t path) const
{
    const auto& first = *m_network.routes->GetTables();
    if (!m_latest.tables.empty() && m_latest.partOfHost[src] == m_latest.partOfHost[dst])
    {
        const auto& tables = m_latest.tables[m_latest.partOfHost[src]];
        if (tables && tables->GetServiceLevelCount() <= first.GetServiceLevelCount())
        {
            return tables->GetServiceLevel(m_latest.hostInPart[src],
                                           m_latest.hostInPart[dst],
                                           path);
        }
    }
    return first.GetServiceLevel(src, dst, path);
}

void
RouteManager::NotifyLink(uint32_t link, bool down)
{
    NS_LOG_FUNCTION(this << link << down);
    Prepare();
    m_down[link] = down;
    m_changed[link] = Simulator::Now();
    const Ptr<RouteManager> self(this);
    Simulator::Schedule(m_detectionTime, [self] { self->Detect(); });
    DoNotifyLink();
}

/** Makes switches detect the changes that are older than DetectionTime. */
void
RouteManager::Detect()
{
    NS_LOG_FUNCTION(this);
    std::set<uint32_t> nodes;
    bool any = false;
    for (uint32_t link = 0; link < m_down.size(); ++link)
    {
        if (m_down[link] != m_dead[link] && m_changed[link] + m_detectionTime <= Simulator::Now())
        {
            m_dead[link] = m_down[link];
            any = true;
            nodes.insert(m_network.topology.links[link].a);
            nodes.insert(m_network.topology.links[link].b);
        }
    }
    for (const uint32_t node : nodes)
    {
        if (m_network.switchOfNode[node])
        {
            NS_LOG_LOGIC(m_network.topology.nodes[node].name << ": knows of its ports");
            Refresh(node);
        }
    }
    if (any)
    {
        DoNotifyDetected();
    }
}

/**
 * Makes a switch forward by the routes written to it, without ports that it has detected as dead.
 */
void
RouteManager::Refresh(uint32_t node)
{
    const auto& links = m_linksByNode[node];
    const auto isDead = [this](uint32_t link) -> bool { return m_dead[link]; };
    if (!m_localRepair || m_network.routes->GetTables() ||
        std::none_of(links.begin(), links.end(), isDead))
    {
        InstallForwarding(*m_network.switchOfNode[node], m_written[node], links);
        return;
    }
    NodeRoutes routes = m_written[node];
    for (auto& group : routes.groups)
    {
        if (!std::all_of(group.begin(), group.end(), isDead))
        {
            group.erase(std::remove_if(group.begin(), group.end(), isDead), group.end());
        }
    }
    InstallForwarding(*m_network.switchOfNode[node], routes, links);
}

void
RouteManager::Write(uint32_t node, NodeRoutes routes)
{
    NS_LOG_LOGIC(m_network.topology.nodes[node].name << ": routes are written");
    m_written[node] = std::move(routes);
    Refresh(node);
}

std::size_t
RouteManager::BeginReroute(const std::vector<bool>& down)
{
    NS_LOG_FUNCTION(this);
    Reroute reroute;
    reroute.noticed = Simulator::Now();
    for (size_t link = 0; link < down.size(); ++link)
    {
        reroute.linksDown += down[link] && !m_dark[link] ? 1 : 0;
    }
    NS_LOG_INFO(DoGetName() << ": " << reroute.linksDown << " links down");
    m_reroutes.push_back(reroute);
    return m_reroutes.size() - 1;
}

DegradedRoutes
RouteManager::Compute(std::size_t index, const std::vector<bool>& down)
{
    auto routes = RouteAround(m_network.topology, down, m_network.routing);
    Reroute& reroute = m_reroutes[index];
    reroute.computed = Simulator::Now();
    reroute.complaint = routes.complaint;
    CountUnreachable(routes, reroute);
    if (m_network.telemetryRoom > 0)
    {
        std::vector<const NodeRoutes*> nodes;
        for (const auto& node : routes.nodes)
        {
            nodes.push_back(&node);
        }
        const uint32_t minimal = CountLongestPath(m_network.topology, nodes);
        reroute.longestPath = m_network.detours ? CountDetourPath(minimal) : minimal;
    }
    if (m_network.routes->GetTables())
    {
        m_latest = {{}, routes.partOfHost, routes.hostInPart, routes.tables, {}};
    }
    return routes;
}

void
RouteManager::CountUnreachable(const DegradedRoutes& routes, Reroute& reroute) const
{
    const FabricTopology& topology = m_network.topology;
    std::map<uint32_t, uint64_t> hostsOfPart;
    for (const uint32_t part : routes.partOfHost)
    {
        ++hostsOfPart[part];
    }
    const uint64_t hosts = routes.partOfHost.size();
    uint64_t fewest = hosts;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const uint64_t own = hostsOfPart[routes.partOfHost[host]];
        reroute.unreachablePairs += hosts - own;
        if (own < fewest)
        {
            fewest = own;
            reroute.cutOff = topology.nodes[topology.hosts[host]].name;
        }
    }
    reroute.unreachablePairs /= 2;
}

bool
RouteManager::LeadsOver(const std::vector<uint32_t>& links) const
{
    const auto isUsed = [this](uint32_t node, uint32_t link) {
        if (!m_network.switchOfNode[node])
        {
            return false;
        }
        const NodeRoutes& routes =
            m_written.empty() ? m_network.routes->GetNode(node) : m_written[node];
        std::vector<bool> has;
        for (const auto& group : routes.groups)
        {
            has.push_back(std::find(group.begin(), group.end(), link) != group.end());
        }
        return std::any_of(
            routes.groupOfHost.begin(),
            routes.groupOfHost.end(),
            [&has](uint32_t group) { return group != FabricRoutes::NO_GROUP && has[group]; });
    };
    return std::any_of(links.begin(), links.end(), [&](uint32_t link) {
        const TopologyLink& ends = m_network.topology.links[link];
        return isUsed(ends.a, link) || isUsed(ends.b, link);
    });
}

const std::vector<uint32_t>&
RouteManager::GetLinksTo(const NodeRoutes& routes, uint32_t host)
{
    static const std::vector<uint32_t> none;
    const uint32_t group = routes.groupOfHost[host];
    return group == FabricRoutes::NO_GROUP ? none : routes.groups[group];
}

std::string
RouteManager::Format(const Time& time)
{
    std::ostringstream text;
    if (time < Seconds(1))
    {
        text << time.As(Time::US);
    }
    else
    {
        text << std::setprecision(10)
             << time.As(Time::S); // six digits of us would be written with an exponent
    }
    return text.str().substr(text.str().front() == '+' ? 1 : 0);
}

std::vector<std::string>
RouteManager::Describe() const
{
    std::vector<std::string> lines;
    const std::string name = DoGetName() + ": ";
    for (const auto& reroute : m_reroutes)
    {
        lines.push_back(name + std::to_string(reroute.linksDown) + " links down, noticed at " +
                        Format(reroute.noticed) + ", " + DoDescribe(reroute));
        if (!reroute.complaint.empty())
        {
            lines.push_back(name + "routed by ns3::MinHopRouting, for " + reroute.complaint);
        }
        if (reroute.unreachablePairs > 0)
        {
            lines.push_back(name + std::to_string(reroute.unreachablePairs) + " pairs of " +
                            (m_network.topology.ports > 1 ? "ports" : "hosts") +
                            " cannot reach each other, such as " +
                            (m_network.topology.ports > 1 ? "one of " : "") + reroute.cutOff +
                            " and others");
        }
        if (reroute.longestPath > m_network.telemetryRoom)
        {
            lines.push_back(name + "paths over " + std::to_string(reroute.longestPath) +
                            " switches, and packets have room for the telemetry of " +
                            std::to_string(m_network.telemetryRoom) + "; the last are not heard");
        }
    }
    return lines;
}

void
RouteManager::DoNotifyLink()
{
    NS_LOG_FUNCTION(this);
}

void
RouteManager::DoNotifyDetected()
{
    NS_LOG_FUNCTION(this);
}

} // namespace ns3
