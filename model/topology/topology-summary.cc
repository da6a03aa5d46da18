// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "topology-summary.h"

#include "bisection-cuts.h"
#include "maximum-flow.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t UNREACHED = UINT32_MAX;

/** The switches, and hosts that have links to each other; parallel links are merged. */
struct SwitchGraph
{
    /** Links to a neighbour. */
    struct Edge
    {
        uint32_t peer;      //!< neighbouring vertex
        uint32_t count;     //!< parallel links
        double capacitybps; //!< sum of their rates
    };

    std::vector<std::vector<Edge>> edges; //!< by vertex
    /** By vertex: number of its hosts, including itself if it is a host. */
    std::vector<uint32_t> hosts;
    std::vector<uint32_t> vertexOfHost; //!< by host index
    std::vector<uint32_t> ownHops;      //!< by host index: links to its vertex, 0 or 1
};

/**
 * @return graph in which a host is part of its switch; a host linked to another host is a vertex
 */
SwitchGraph
MakeGraph(const FabricTopology& topology)
{
    SwitchGraph graph;
    std::vector<uint32_t> vertex(topology.nodes.size(), UNREACHED);
    std::vector<uint32_t> linkOfHost(topology.nodes.size(), UNREACHED);
    uint32_t vertices = 0;
    for (uint32_t link = 0; link < topology.links.size(); ++link)
    {
        for (const uint32_t end : {topology.links[link].a, topology.links[link].b})
        {
            linkOfHost[end] = topology.IsHost(end) ? link : UNREACHED;
        }
    }
    const auto isLeaf = [&](uint32_t node) {
        return topology.IsHost(node) && linkOfHost[node] != UNREACHED &&
               !topology.IsHost(topology.GetPeer(linkOfHost[node], node));
    };
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        vertex[node] = isLeaf(node) ? UNREACHED : vertices++;
    }
    graph.edges.resize(vertices);
    graph.hosts.resize(vertices);
    for (const uint32_t host : topology.hosts)
    {
        const bool leaf = isLeaf(host);
        const uint32_t at = vertex[leaf ? topology.GetPeer(linkOfHost[host], host) : host];
        ++graph.hosts[at];
        graph.vertexOfHost.push_back(at);
        graph.ownHops.push_back(leaf ? 1 : 0);
    }
    for (const auto& link : topology.links)
    {
        const uint32_t a = vertex[link.a];
        const uint32_t b = vertex[link.b];
        if (a != UNREACHED && b != UNREACHED)
        {
            graph.edges[a].push_back({b, 1, static_cast<double>(link.ratebps)});
            graph.edges[b].push_back({a, 1, static_cast<double>(link.ratebps)});
        }
    }
    for (auto& edges : graph.edges)
    {
        std::sort(edges.begin(), edges.end(), [](const auto& x, const auto& y) {
            return x.peer < y.peer;
        });
        size_t kept = 0;
        for (const auto& edge : edges)
        {
            if (kept > 0 && edges[kept - 1].peer == edge.peer)
            {
                ++edges[kept - 1].count;
                edges[kept - 1].capacitybps += edge.capacitybps;
            }
            else
            {
                edges[kept++] = edge;
            }
        }
        edges.resize(kept);
    }
    return graph;
}

/**
 * @return true if switches form tiers by their distance from the hosts, with links only between
 * neighbouring tiers, or if they have places in a grid or coordinates in their names
 */
bool
HasOrder(const FabricTopology& topology, const SwitchGraph& graph)
{
    const auto isPlace = [](const std::string& name) {
        constexpr const char* DIGITS = "0123456789";
        const auto end = name.find_first_not_of(DIGITS, name.find_first_of(DIGITS));
        return name.find_first_of(DIGITS, end) != std::string::npos;
    };
    const bool isPlaced =
        std::all_of(topology.nodes.begin(), topology.nodes.end(), [&](const auto& node) {
            return node.kind == TopologyNode::Kind::HOST || isPlace(node.name);
        });
    if (!topology.grid.sizes.empty() || isPlaced)
    {
        return true;
    }
    std::vector<uint32_t> tier(graph.edges.size(), UNREACHED);
    std::vector<uint32_t> queue;
    for (uint32_t vertex = 0; vertex < tier.size(); ++vertex)
    {
        if (graph.hosts[vertex] > 0)
        {
            tier[vertex] = 0;
            queue.push_back(vertex);
        }
    }
    for (size_t i = 0; i < queue.size(); ++i)
    {
        for (const auto& edge : graph.edges[queue[i]])
        {
            if (tier[edge.peer] == UNREACHED)
            {
                tier[edge.peer] = tier[queue[i]] + 1;
                queue.push_back(edge.peer);
            }
            else if (tier[edge.peer] == tier[queue[i]])
            {
                return false;
            }
        }
    }
    return true;
}

/** @return least cut between the hosts of two halves */
double
Cut(const FabricTopology& topology, const SwitchGraph& graph, const std::vector<bool>& isInFirst)
{
    const auto vertices = static_cast<uint32_t>(graph.edges.size());
    MaximumFlow flow(vertices + 2);
    const uint32_t source = vertices;
    const uint32_t sink = vertices + 1;
    std::vector<double> from(vertices);
    std::vector<double> into(vertices);
    std::vector<double> ratebps(topology.nodes.size());
    double all = 1; // larger than any cut
    for (const auto& link : topology.links)
    {
        ratebps[link.a] = ratebps[link.b] = static_cast<double>(link.ratebps);
        all += 2 * static_cast<double>(link.ratebps);
    }
    for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
    {
        auto& half = isInFirst[host] ? from : into;
        half[graph.vertexOfHost[host]] +=
            graph.ownHops[host] == 0 ? all : ratebps[topology.hosts[host]];
    }
    for (uint32_t vertex = 0; vertex < vertices; ++vertex)
    {
        // Hosts of both halves on one switch are cut at their own links.
        if (from[vertex] > 0)
        {
            flow.Add(source, vertex, from[vertex], 0);
        }
        if (into[vertex] > 0)
        {
            flow.Add(vertex, sink, into[vertex], 0);
        }
        for (const auto& edge : graph.edges[vertex])
        {
            if (edge.peer > vertex)
            {
                flow.Add(vertex, edge.peer, edge.capacitybps, edge.capacitybps);
            }
        }
    }
    return flow.Solve(source, sink);
}

} // namespace

double
MeasureCut(const FabricTopology& topology, const std::vector<bool>& isInFirst)
{
    return Cut(topology, MakeGraph(topology), isInFirst);
}

TopologySummary::TopologySummary(const FabricTopology& topology)
    : TopologyParts(topology)
{
    MeasurePaths(topology);
}

void
TopologySummary::MeasurePaths(const FabricTopology& topology)
{
    const auto graph = MakeGraph(topology);
    const auto vertices = static_cast<uint32_t>(graph.edges.size());
    std::vector<uint32_t> edge;
    uint64_t arcs = 0;
    std::vector<uint32_t> ownHops(vertices);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        ownHops[graph.vertexOfHost[host]] = graph.ownHops[host];
    }
    for (uint32_t vertex = 0; vertex < vertices; ++vertex)
    {
        arcs += graph.edges[vertex].size();
        if (graph.hosts[vertex] > 0)
        {
            edge.push_back(vertex);
        }
    }
    constexpr uint64_t MOST_WORK = 400'000'000; // visited arcs: a second or two
    edgeSwitches = edge.size();
    measuredFrom = std::clamp<uint64_t>(MOST_WORK / std::max<uint64_t>(arcs, 1), 1, edgeSwitches);
    double pairs = 0;
    double hops = 0;
    double far = 0;
    double pathSum = 0;
    std::vector<uint32_t> distance;
    std::vector<double> paths;
    std::vector<uint32_t> queue;
    for (uint64_t sample = 0; sample < measuredFrom; ++sample)
    {
        const uint32_t start = edge[sample * edgeSwitches / measuredFrom];
        distance.assign(vertices, UNREACHED);
        paths.assign(vertices, 0);
        distance[start] = 0;
        paths[start] = 1;
        queue.assign(1, start);
        for (size_t i = 0; i < queue.size(); ++i)
        {
            const uint32_t vertex = queue[i];
            if (i > 0 && ownHops[vertex] == 0 && graph.hosts[vertex] > 0)
            {
                continue; // a host does not forward
            }
            for (const auto& out : graph.edges[vertex])
            {
                if (distance[out.peer] == UNREACHED)
                {
                    distance[out.peer] = distance[vertex] + 1;
                    queue.push_back(out.peer);
                }
                if (distance[out.peer] == distance[vertex] + 1)
                {
                    paths[out.peer] += paths[vertex] * out.count;
                }
            }
        }
        const double own = graph.hosts[start];
        for (const uint32_t vertex : edge)
        {
            const double count = own * (graph.hosts[vertex] - (vertex == start ? 1.0 : 0.0));
            if (distance[vertex] == UNREACHED)
            {
                unreached += static_cast<uint64_t>(count);
                continue;
            }
            const uint32_t length = distance[vertex] + ownHops[vertex] + ownHops[start];
            pairs += count;
            hops += count * length;
            if (count > 0)
            {
                diameter = std::max(diameter, length);
                switchHops = std::max(switchHops, distance[vertex]);
            }
            if (vertex != start)
            {
                minPaths = far == 0 ? paths[vertex] : std::min(minPaths, paths[vertex]);
                maxPaths = std::max(maxPaths, paths[vertex]);
                far += count;
                pathSum += count * paths[vertex];
            }
        }
    }
    meanHops = pairs > 0 ? hops / pairs : 0;
    meanPaths = far > 0 ? pathSum / far : 0;
    if (hosts < 2)
    {
        return;
    }
    const auto halves = MakeHostHalves(topology);
    for (const auto& half : halves)
    {
        const double cut = Cut(topology, graph, half);
        bisectionbps = &half == &halves.front() ? cut : std::min(bisectionbps, cut);
    }
    isBound = bisectionbps > 0 && edgeSwitches > 2 && !HasOrder(topology, graph);
    std::vector<double> ratebps(topology.nodes.size());
    for (const auto& link : topology.links)
    {
        ratebps[link.a] = ratebps[link.b] = static_cast<double>(link.ratebps);
    }
    double sides[] = {0, 0};
    for (uint32_t host = 0; host < hosts; ++host)
    {
        sides[halves[0][host] ? 0 : 1] += ratebps[topology.hosts[host]];
    }
    halfbps = std::min(sides[0], sides[1]);
}

} // namespace ns3
