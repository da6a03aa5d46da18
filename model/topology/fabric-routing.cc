// SPDX-License-Identifier: GPL-2.0-only

#include "fabric-routing.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <map>

namespace ns3
{

namespace
{

constexpr uint32_t UNREACHED = UINT32_MAX;

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

/** Keeps the edges that leave a switch or the root of the search. */
struct LeavesForwarder
{
    bool operator()(const Graph::edge_descriptor& edge) const
    {
        return edge.m_source == root || !topology->IsHost(static_cast<uint32_t>(edge.m_source));
    }

    const FabricTopology* topology{nullptr};
    uint32_t root{0};
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

/** Fills the number of links from every node to the host. */
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
        }
    }
    std::vector<std::map<std::vector<uint32_t>, uint32_t>> known(topology.nodes.size());
    std::vector<uint32_t> distance(topology.nodes.size());
    std::vector<uint32_t> group;
    for (uint32_t host = 0; host < m_hosts.size(); ++host)
    {
        const uint32_t destination = m_hosts[host];
        MeasureDistances(topology, graph, destination, distance);
        for (const uint32_t node : switches)
        {
            if (distance[node] == UNREACHED)
            {
                continue;
            }
            group.clear();
            for (const uint32_t link : linksByNode[node])
            {
                const uint32_t peer = topology.GetPeer(link, node);
                if (distance[peer] == distance[node] - 1 &&
                    (peer == destination || !topology.IsHost(peer)))
                {
                    group.push_back(link);
                }
            }
            auto& routes = m_nodes[node];
            const auto [entry, isNew] =
                known[node].try_emplace(group, static_cast<uint32_t>(routes.groups.size()));
            if (isNew)
            {
                routes.groups.push_back(group);
            }
            routes.groupOfHost[host] = entry->second;
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

std::vector<uint32_t>
FabricRoutes::PathLinks(uint32_t srcHost, uint32_t dstHost) const
{
    std::vector<uint32_t> path;
    for (uint32_t node = m_hosts[srcHost]; node != m_hosts[dstHost];)
    {
        const uint32_t link = GetEgressLinks(node, dstHost).front();
        path.push_back(link);
        node = m_links[link].a == node ? m_links[link].b : m_links[link].a;
    }
    return path;
}

} // namespace ns3
