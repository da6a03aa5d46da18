// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-topology.h"

#include "ns3/input-error.h"
#include "ns3/memory-limit.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

namespace ns3
{

uint32_t
FabricTopology::AddHost(const std::string& name)
{
    const auto node = static_cast<uint32_t>(nodes.size());
    nodes.push_back({TopologyNode::Kind::HOST, name});
    hostIndex.push_back(GetHostCount());
    hosts.push_back(node);
    return node;
}

uint32_t
FabricTopology::AddSwitch(const std::string& name)
{
    nodes.push_back({TopologyNode::Kind::SWITCH, name});
    hostIndex.push_back(NO_HOST);
    return static_cast<uint32_t>(nodes.size() - 1);
}

uint32_t
FabricTopology::AddLink(const TopologyLink& link)
{
    links.push_back(link);
    return static_cast<uint32_t>(links.size() - 1);
}

void
FabricTopology::FailHost(uint32_t node, uint32_t link, const std::string& problem) const
{
    throw InputError(origin,
                     linkLines.empty() ? 0 : linkLines[link],
                     "",
                     "host " + nodes[node].name + " " + problem);
}

std::vector<uint32_t>
FabricTopology::GetPortsOf(uint32_t machine) const
{
    std::vector<uint32_t> all;
    for (uint32_t host = machine; host < GetHostCount(); host += GetMachineCount())
    {
        all.push_back(host);
    }
    return all;
}

void
FabricTopology::SplitPorts()
{
    const bool isWhole = std::all_of(links.begin(), links.end(), [this](const auto& link) {
        return link.a < nodes.size() && link.b < nodes.size() &&
               link.a != link.b; // else Validate() says so
    });
    if (!isWhole || hosts.empty())
    {
        return;
    }
    const auto linksByNode = GetLinksByNode();
    const auto own = hosts;
    const auto most = std::max_element(own.begin(), own.end(), [&](uint32_t a, uint32_t b) {
        return linksByNode[a].size() < linksByNode[b].size();
    });
    const size_t count = linksByNode[*most].size();
    if (count < 2)
    {
        return;
    }
    if (!routes.empty())
    {
        FailRoute(routes.front(), "hosts have several ports; expected no routes by hand");
    }
    std::vector<std::map<uint32_t, uint32_t>> linkOf; // by host, by switch
    for (const uint32_t node : own)
    {
        const auto& mine = linksByNode[node];
        if (mine.size() != count)
        {
            FailHost(*most,
                     linksByNode[*most].back(),
                     "has " + std::to_string(count) + " links and " + nodes[node].name + " " +
                         std::to_string(mine.size()) + "; expected the same number for each host");
        }
        linkOf.emplace_back();
        for (const uint32_t link : mine)
        {
            const uint32_t peer = GetPeer(link, node);
            if (!linkOf.back().emplace(peer, link).second || IsHost(peer))
            {
                FailHost(node,
                         link,
                         "has several links, and one more to " + nodes[peer].name +
                             "; expected each port on another switch");
            }
        }
    }
    ports = static_cast<uint32_t>(count);
    for (size_t port = 1; port < count; ++port)
    {
        for (size_t host = 0; host < own.size(); ++host)
        {
            auto& link = links[std::next(linkOf[host].begin(), port)->second];
            const std::string name = nodes[own[host]].name;
            (link.a == own[host] ? link.a : link.b) = AddHost(name);
            if (!regions.empty())
            {
                regions.push_back(regions[own[host]]);
            }
        }
    }
    const auto reached = FindReached(hosts.front(), GetLinksByNode());
    islands = std::any_of(hosts.begin(), hosts.end(), [&](uint32_t node) {
        return !reached[node];
    }); // planes of ports
}

FabricTopology
FabricTopology::WithWholeHosts() const
{
    FabricTopology whole = *this;
    const size_t nodeCount = nodes.size() - (GetHostCount() - GetMachineCount());
    for (auto& link : whole.links)
    {
        for (uint32_t* const end : {&link.a, &link.b})
        {
            *end = IsHost(*end) ? hosts[GetMachine(hostIndex[*end])] : *end;
        }
    }
    whole.nodes.resize(nodeCount); // further ports are the last nodes
    whole.hostIndex.resize(nodeCount);
    whole.hosts.resize(GetMachineCount());
    whole.regions.resize(regions.empty() ? 0 : nodeCount);
    whole.ports = 1;
    return whole;
}

FabricTopology
FabricTopology::WithDarkLinks() const
{
    FabricTopology all = *this;
    all.links.insert(all.links.end(), darkLinks.begin(), darkLinks.end());
    all.darkLinks.clear();
    return all;
}

uint32_t
FabricTopology::GetHostCount() const
{
    return static_cast<uint32_t>(hosts.size());
}

uint32_t
FabricTopology::GetSwitchCount() const
{
    return static_cast<uint32_t>(nodes.size() - hosts.size());
}

bool
FabricTopology::IsHost(uint32_t node) const
{
    return nodes[node].kind == TopologyNode::Kind::HOST;
}

uint32_t
FabricTopology::GetPeer(uint32_t link, uint32_t node) const
{
    return links[link].a == node ? links[link].b : links[link].a;
}

std::vector<std::vector<uint32_t>>
FabricTopology::GetLinksByNode() const
{
    std::vector<std::vector<uint32_t>> linksByNode(nodes.size());
    for (uint32_t link = 0; link < links.size(); ++link)
    {
        linksByNode[links[link].a].push_back(link);
        linksByNode[links[link].b].push_back(link);
    }
    return linksByNode;
}

std::vector<uint32_t>
FabricTopology::CountLinksToHosts() const
{
    const auto linksByNode = GetLinksByNode();
    std::vector<uint32_t> distance(nodes.size(), UINT32_MAX);
    std::vector<uint32_t> queue = hosts;
    for (const uint32_t node : hosts)
    {
        distance[node] = 0;
    }
    for (size_t i = 0; i < queue.size(); ++i)
    {
        for (const uint32_t link : linksByNode[queue[i]])
        {
            const uint32_t peer = GetPeer(link, queue[i]);
            if (distance[peer] == UINT32_MAX)
            {
                distance[peer] = distance[queue[i]] + 1;
                queue.push_back(peer);
            }
        }
    }
    std::replace(distance.begin(), distance.end(), UINT32_MAX, 0U);
    return distance;
}

bool
FabricTopology::IsBorder(uint32_t node, const std::vector<std::vector<uint32_t>>& linksByNode) const
{
    const auto& own = linksByNode[node];
    return !regions.empty() && !IsHost(node) &&
           std::any_of(own.begin(), own.end(), [&](uint32_t link) {
               return regions[GetPeer(link, node)] != regions[node];
           });
}

void
FabricTopology::ValidateGraph() const
{
    if (hosts.empty())
    {
        throw InputError(origin, 0, "", "the topology has no host");
    }
    for (uint32_t link = 0; link < links.size(); ++link)
    {
        ValidateLink(link);
    }
    const auto linksByNode = GetLinksByNode();
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        if (linksByNode[node].size() > MAX_PORTS)
        {
            throw InputError(origin,
                             0,
                             "",
                             nodes[node].name + " has " + std::to_string(linksByNode[node].size()) +
                                 " ports; expected at most " + std::to_string(MAX_PORTS) +
                                 " per switch");
        }
    }
    for (const uint32_t host : hosts)
    {
        const auto& own = linksByNode[host];
        if (own.empty())
        {
            throw InputError(origin, 0, "", nodes[host].name + " is a host without a link");
        }
        if (own.size() > 1)
        {
            FailHost(host,
                     own[1],
                     "has " + std::to_string(own.size()) +
                         " links; expected one, or ports by SplitPorts()");
        }
    }
    if (!islands || ports > 1)
    {
        ValidateConnected(linksByNode);
    }
    ValidateRoutes();
}

void
FabricTopology::RequireMemory() const
{
    // A device with its port, buffers and counters at each end of a link; a route to each host in
    // each switch.
    constexpr double LINK_BYTES = 10'000;
    constexpr double WAY_BYTES = 4;
    const double bytes = LINK_BYTES * static_cast<double>(links.size()) +
                         WAY_BYTES * static_cast<double>(GetHostCount()) * GetSwitchCount();
    const std::string shortage = bytes > 1e9 ? DescribeMemoryShortage(bytes) : "";
    if (!shortage.empty())
    {
        throw InputError(origin,
                         0,
                         "",
                         std::to_string(GetHostCount()) + " hosts, " +
                             std::to_string(GetSwitchCount()) + " switches and " +
                             std::to_string(links.size()) + " links need " + shortage);
    }
}

void
FabricTopology::Validate() const
{
    RequireMemory();
    ValidateGraph();
}

void
FabricTopology::FailRoute(const TopologyRoute& route, const std::string& problem) const
{
    throw InputError(routesOrigin.empty() ? origin : routesOrigin, route.line, "route", problem);
}

void
FabricTopology::ValidateRoutes() const
{
    std::map<uint32_t, std::vector<bool>> given; // by node id and host index
    for (const auto& route : routes)
    {
        if (route.node >= nodes.size() || IsHost(route.node))
        {
            FailRoute(route,
                      "node " + std::to_string(route.node) +
                          " is not a switch; only switches have routes");
        }
        const std::string at = " at " + nodes[route.node].name;
        if (route.links.empty())
        {
            FailRoute(route, "no next hop" + at + "; expected at least one neighbour");
        }
        auto& known = given[route.node];
        known.resize(GetHostCount());
        for (const uint32_t host : route.hosts)
        {
            if (host >= GetHostCount())
            {
                FailRoute(route,
                          "host " + std::to_string(host) + at +
                              " does not exist; the last one is " +
                              std::to_string(GetHostCount() - 1));
            }
            if (known[host])
            {
                FailRoute(route, nodes[hosts[host]].name + " has two routes" + at);
            }
            known[host] = true;
        }
        for (size_t i = 0; i < route.links.size(); ++i)
        {
            const uint32_t link = route.links[i];
            if (link >= links.size() ||
                (links[link].a != route.node && links[link].b != route.node))
            {
                FailRoute(route,
                          "link " + std::to_string(link) + " is not a link of" + at.substr(3));
            }
            if (std::count(route.links.begin(), route.links.end(), link) > 1)
            {
                FailRoute(route, "link " + std::to_string(link) + at + " is given twice");
            }
            const uint32_t peer = GetPeer(link, route.node);
            for (const uint32_t host : route.hosts)
            {
                if (IsHost(peer) && hosts[host] != peer)
                {
                    FailRoute(route,
                              nodes[peer].name + at + " is a host and does not forward to " +
                                  nodes[hosts[host]].name);
                }
            }
        }
    }
}

void
FabricTopology::ValidateLink(uint32_t index) const
{
    const auto& link = links[index];
    const auto fail = [&](const std::string& key, const std::string& problem) {
        throw InputError(origin, linkLines.empty() ? 0 : linkLines[index], key, problem);
    };
    for (const uint32_t end : {link.a, link.b})
    {
        if (end >= nodes.size())
        {
            fail("link",
                 "node " + std::to_string(end) + " does not exist; the last one is " +
                     std::to_string(nodes.size() - 1));
        }
    }
    const std::string ends = nodes[link.a].name + " - " + nodes[link.b].name;
    if (link.a == link.b)
    {
        fail("link", nodes[link.a].name + " is linked to itself");
    }
    if (link.ratebps < MIN_RATE_BPS || link.ratebps > MAX_RATE_BPS)
    {
        fail("rate",
             std::to_string(link.ratebps) + " bit/s on link " + ends +
                 "; expected 1 kbit/s to 1 Pbit/s");
    }
    if (link.delayPs < 0 || link.delayPs > MAX_DELAY_PS)
    {
        fail("delay", std::to_string(link.delayPs) + " ps on link " + ends + "; expected 0 to 1 s");
    }
    if (!(link.errorRate >= 0 && link.errorRate < 1))
    {
        std::ostringstream problem;
        problem << link.errorRate << " on link " << ends
                << "; expected a probability from 0 to below 1";
        fail("error rate", problem.str());
    }
}

std::vector<bool>
FabricTopology::FindReached(uint32_t first,
                            const std::vector<std::vector<uint32_t>>& linksByNode) const
{
    std::vector<bool> reached(nodes.size());
    std::vector<uint32_t> pending{first};
    reached[first] = true;
    while (!pending.empty())
    {
        const uint32_t node = pending.back();
        pending.pop_back();
        if (IsHost(node) && node != first)
        {
            continue; // hosts do not forward
        }
        for (const uint32_t link : linksByNode[node])
        {
            const uint32_t peer = GetPeer(link, node);
            if (!reached[peer])
            {
                reached[peer] = true;
                pending.push_back(peer);
            }
        }
    }
    return reached;
}

void
FabricTopology::ValidateConnected(const std::vector<std::vector<uint32_t>>& linksByNode) const
{
    const uint32_t machines = GetMachineCount();
    for (uint32_t port = 0; port < ports; ++port) // ports of different numbers need no path
    {
        const uint32_t first = hosts[port * machines];
        const auto reached = FindReached(first, linksByNode);
        for (uint32_t machine = 0; machine < machines; ++machine)
        {
            const uint32_t host = hosts[port * machines + machine];
            if (!reached[host])
            {
                throw InputError(origin,
                                 0,
                                 "",
                                 "no path between the hosts " + nodes[first].name + " and " +
                                     nodes[host].name +
                                     (ports > 1 ? " for their ports " + std::to_string(port) : ""));
            }
        }
    }
}

} // namespace ns3
