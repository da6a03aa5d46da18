// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-routing.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <map>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t UNREACHED = UINT32_MAX;
constexpr uint32_t NO_NODE = UINT32_MAX;

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

/** Keeps edges that leave a switch or the root of the search. */
struct LeavesForwarder
{
    bool operator()(const Graph::edge_descriptor& edge) const
    {
        return edge.m_source == root || !topology->IsHost(static_cast<uint32_t>(edge.m_source));
    }

    const FabricTopology* topology{nullptr};
    uint32_t root{0}; //!< root of the search, a node id
};

Graph
MakeGraph(const FabricTopology& topology)
{
    Graph graph(topology.nodes.size());
    for (const auto& link : topology.links)
    {
        boost::add_edge(link.a, link.b, graph);
        boost::add_edge(link.b, link.a, graph);
    }
    return graph;
}

/** Computes the number of links from every node to the host. */
void
MeasureDistances(const FabricTopology& topology,
                 const Graph& graph,
                 uint32_t host,
                 std::vector<uint32_t>& distance)
{
    const boost::filtered_graph<Graph, LeavesForwarder> forwarding(graph, {&topology, host});
    std::fill(distance.begin(), distance.end(), UNREACHED);
    distance[host] = 0;
    boost::breadth_first_search(
        forwarding,
        host,
        boost::visitor(boost::make_bfs_visitor(
            boost::record_distances(distance.data(), boost::on_tree_edge()))));
}

constexpr uint32_t NOT_GIVEN = UINT32_MAX;

/** @return index into the topology's routes by node and host index; empty for most nodes */
std::vector<std::vector<uint32_t>>
IndexGivenRoutes(const FabricTopology& topology)
{
    std::vector<std::vector<uint32_t>> given(topology.nodes.size());
    for (uint32_t i = 0; i < topology.routes.size(); ++i)
    {
        const auto& route = topology.routes[i];
        given[route.node].resize(topology.GetHostCount(), NOT_GIVEN);
        for (const uint32_t host : route.hosts)
        {
            given[route.node][host] = i;
        }
    }
    return given;
}

/** A link of a node, and the other node. */
using Neighbour = std::pair<uint32_t, uint32_t>;

/** Collects the first links of a node's shortest paths to a host. */
void
TakeShortest(const FabricTopology& topology,
             const std::vector<Neighbour>& neighbours,
             uint32_t node,
             uint32_t destination,
             const std::vector<uint32_t>& distance,
             std::vector<uint32_t>& group)
{
    group.clear();
    for (const auto& [link, peer] : neighbours)
    {
        if (distance[peer] == distance[node] - 1 && (peer == destination || !topology.IsHost(peer)))
        {
            group.push_back(link);
        }
    }
}

/**
 * Finds hosts that share routes: hosts at the same switch have the same routes everywhere else,
 * because each has one link.
 *
 * @param topology topology of the network
 * @param linksByNode links of each node
 * @return by host index: later hosts that get its routes, ascending; and for each of these the
 * switch, else NO_NODE
 */
std::pair<std::vector<std::vector<uint32_t>>, std::vector<uint32_t>>
FindTwins(const FabricTopology& topology, const std::vector<std::vector<uint32_t>>& linksByNode)
{
    const uint32_t hosts = topology.GetHostCount();
    std::vector<bool> isGiven(hosts);
    for (const auto& route : topology.routes)
    {
        for (const uint32_t host : route.hosts)
        {
            isGiven[host] = true;
        }
    }
    std::vector<std::vector<uint32_t>> twins(hosts);
    std::vector<uint32_t> leafOfTwin(hosts, NO_NODE);
    std::vector<uint32_t> firstOfLeaf(topology.nodes.size(), NO_NODE);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const uint32_t node = topology.hosts[host];
        const uint32_t leaf = topology.GetPeer(linksByNode[node].front(), node);
        if (isGiven[host] || topology.IsHost(leaf))
        {
            continue;
        }
        if (firstOfLeaf[leaf] == NO_NODE)
        {
            firstOfLeaf[leaf] = host;
            continue;
        }
        twins[firstOfLeaf[leaf]].push_back(host);
        leafOfTwin[host] = leaf;
    }
    return {std::move(twins), std::move(leafOfTwin)};
}

/** Throws at the first given route of a forwarding loop: shortest paths alone form no loop. */
[[noreturn]] void
FailLoop(const FabricTopology& topology, const std::vector<uint32_t>& loop, uint32_t host)
{
    const auto blamed =
        std::find_if(topology.routes.begin(), topology.routes.end(), [&](const auto& route) {
            return std::count(loop.begin(), loop.end(), route.node) > 0 &&
                   std::count(route.hosts.begin(), route.hosts.end(), host) > 0;
        });
    std::string names;
    for (const uint32_t node : loop)
    {
        names += topology.nodes[node].name + " -> ";
    }
    topology.FailRoute(*blamed,
                       "packets to " + topology.nodes[topology.hosts[host]].name +
                           " run in a loop, " + names + topology.nodes[loop.front()].name);
}

} // namespace

FabricRoutes::FabricRoutes(const FabricTopology& topology)
    : m_nodes(topology.nodes.size()),
      m_hosts(topology.hosts),
      m_links(topology.links)
{
    topology.Validate();
    const auto linksByNode = topology.GetLinksByNode();
    const auto graph = MakeGraph(topology);
    std::vector<uint32_t> switches;
    std::vector<std::vector<Neighbour>> neighbours(topology.nodes.size()); // of switches
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            m_nodes[node].groups = {linksByNode[node]};
        }
        else
        {
            m_nodes[node].groupOfHost.assign(m_hosts.size(), NO_GROUP);
            switches.push_back(node);
            for (const uint32_t link : linksByNode[node])
            {
                neighbours[node].emplace_back(link, topology.GetPeer(link, node));
            }
        }
    }
    const auto given = IndexGivenRoutes(topology);
    const auto [twins, leafOfTwin] = FindTwins(topology, linksByNode);
    std::vector<std::map<std::vector<uint32_t>, uint32_t>> known(topology.nodes.size());
    std::vector<uint32_t> distance(topology.nodes.size());
    std::vector<uint32_t> group;
    // Last group; the next one is usually the same.
    std::vector<uint32_t> latest(topology.nodes.size(), 0);
    const auto number = [&](uint32_t node, const std::vector<uint32_t>& links) {
        auto& groups = m_nodes[node].groups;
        if (latest[node] < groups.size() && groups[latest[node]] == links)
        {
            return latest[node];
        }
        const auto [entry, isNew] =
            known[node].try_emplace(links, static_cast<uint32_t>(groups.size()));
        if (isNew)
        {
            groups.push_back(links);
        }
        latest[node] = entry->second;
        return entry->second;
    };
    for (uint32_t host = 0; host < m_hosts.size(); ++host)
    {
        const uint32_t destination = m_hosts[host];
        if (const uint32_t leaf = leafOfTwin[host]; leaf != NO_NODE)
        {
            m_nodes[leaf].groupOfHost[host] = number(leaf, linksByNode[destination]);
            continue;
        }
        bool anyGiven = false;
        MeasureDistances(topology, graph, destination, distance);
        for (const uint32_t node : switches)
        {
            if (distance[node] == UNREACHED)
            {
                continue;
            }
            if (!given[node].empty() && given[node][host] != NOT_GIVEN)
            {
                group = topology.routes[given[node][host]].links;
                std::sort(group.begin(), group.end());
                anyGiven = true;
            }
            else
            {
                TakeShortest(topology, neighbours[node], node, destination, distance, group);
            }
            auto& groupOfHost = m_nodes[node].groupOfHost;
            groupOfHost[host] = number(node, group);
            for (const uint32_t twin : twins[host])
            {
                groupOfHost[twin] = groupOfHost[host]; // its own link at its leaf follows
            }
        }
        if (anyGiven)
        {
            CheckLoops(topology, host);
        }
    }
}

FabricRoutes::FabricRoutes(const FabricTopology& topology,
                           std::shared_ptr<const LinearForwardingTables> tables)
    : m_nodes(topology.nodes.size()),
      m_hosts(topology.hosts),
      m_links(topology.links),
      m_tables(std::move(tables))
{
    topology.Validate();
    if (const auto problem = m_tables->FindProblem())
    {
        throw InputError(topology.origin, 0, "routing", problem->text);
    }
    const auto linksByNode = topology.GetLinksByNode();
    std::vector<uint32_t> group;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        auto& routes = m_nodes[node];
        if (topology.IsHost(node))
        {
            routes.groups = {linksByNode[node]};
            continue;
        }
        routes.groupOfHost.assign(m_hosts.size(), NO_GROUP);
        std::map<std::vector<uint32_t>, uint32_t> known;
        for (uint32_t host = 0; host < m_hosts.size(); ++host)
        {
            const uint32_t lid = m_tables->GetLid(m_hosts[host]);
            group.clear();
            for (uint32_t path = 0; path < m_tables->GetPathCount(); ++path)
            {
                group.push_back(m_tables->GetLink(node, lid + path));
            }
            if (std::count(group.begin(), group.end(), LinearForwardingTables::NO_LINK) > 0)
            {
                continue; // no host sends over this switch to all of these LIDs
            }
            if (std::count(group.begin(), group.end(), group.front()) ==
                static_cast<std::ptrdiff_t>(group.size()))
            {
                group.resize(1);
            }
            const auto [entry, isNew] =
                known.try_emplace(group, static_cast<uint32_t>(routes.groups.size()));
            if (isNew)
            {
                routes.groups.push_back(group);
            }
            routes.groupOfHost[host] = entry->second;
        }
    }
}

void
FabricRoutes::CheckLoops(const FabricTopology& topology, uint32_t host) const
{
    // A depth-first walk from every host: a switch that is met again on the same path is a loop.
    enum class State : uint8_t
    {
        UNSEEN,
        ON_WAY,
        LEADS_THERE
    };
    std::vector<State> states(m_nodes.size(), State::UNSEEN);
    states[m_hosts[host]] = State::LEADS_THERE;
    std::vector<uint32_t> way; // nodes from the source on
    std::vector<size_t> turns; // by node: number of links already followed
    for (const uint32_t source : m_hosts)
    {
        const auto enter = [&](uint32_t node) {
            if (states[node] == State::UNSEEN)
            {
                states[node] = State::ON_WAY;
                way.push_back(node);
                turns.push_back(0);
            }
        };
        enter(source);
        while (!way.empty())
        {
            const uint32_t node = way.back();
            const auto& links = GetEgressLinks(node, host);
            if (turns.back() == links.size())
            {
                states[node] = State::LEADS_THERE;
                way.pop_back();
                turns.pop_back();
                continue;
            }
            const uint32_t next = topology.GetPeer(links[turns.back()++], node);
            if (states[next] == State::ON_WAY)
            {
                FailLoop(topology, {std::find(way.begin(), way.end(), next), way.end()}, host);
            }
            enter(next);
        }
    }
}

const NodeRoutes&
FabricRoutes::GetNode(uint32_t node) const
{
    return m_nodes[node];
}

const std::vector<uint32_t>&
FabricRoutes::GetEgressLinks(uint32_t node, uint32_t host) const
{
    static const std::vector<uint32_t> none;
    const auto& routes = m_nodes[node];
    const uint32_t group = routes.groupOfHost.empty() ? 0 : routes.groupOfHost[host];
    return group == NO_GROUP ? none : routes.groups[group];
}

bool
FabricRoutes::Walk(uint32_t srcHost, uint32_t dstHost, std::vector<uint32_t>& path) const
{
    for (uint32_t node = m_hosts[srcHost]; node != m_hosts[dstHost];)
    {
        const auto& links = GetEgressLinks(node, dstHost);
        const bool forwards = path.empty() || !m_nodes[node].groupOfHost.empty();
        if (links.empty() || !forwards)
        {
            return false;
        }
        const uint32_t link = links.front();
        path.push_back(link);
        node = GetPeer(link, node);
    }
    return true;
}

bool
FabricRoutes::HasPath(uint32_t srcHost, uint32_t dstHost) const
{
    std::vector<uint32_t> path;
    return Walk(srcHost, dstHost, path);
}

std::vector<uint32_t>
FabricRoutes::PathLinks(uint32_t srcHost, uint32_t dstHost) const
{
    std::vector<uint32_t> path;
    if (!Walk(srcHost, dstHost, path))
    {
        FailPath(srcHost, dstHost);
    }
    return path;
}

void
FabricRoutes::FailPath(uint32_t srcHost, uint32_t dstHost)
{
    throw InputError("no path between the hosts " + std::to_string(srcHost) + " and " +
                     std::to_string(dstHost));
}

} // namespace ns3
