// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shortest-cycle.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

namespace ns3
{

namespace
{

constexpr uint32_t NONE = UINT32_MAX;

/** @return by vertex: number of its strongly connected component */
std::vector<uint32_t>
GetComponents(const DirectedGraph& graph)
{
    using Boosted = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
    Boosted boosted(graph.size());
    for (uint32_t vertex = 0; vertex < graph.size(); ++vertex)
    {
        for (const uint32_t next : graph[vertex])
        {
            boost::add_edge(vertex, next, boosted);
        }
    }
    std::vector<uint32_t> components(graph.size());
    boost::strong_components(
        boosted,
        boost::make_iterator_property_map(components.begin(), get(boost::vertex_index, boosted)));
    return components;
}

/** Searches for cycles through each vertex in turn. */
class CycleSearch
{
  public:
    CycleSearch(const DirectedGraph& graph, const std::vector<uint32_t>& components)
        : m_graph(graph),
          m_components(components),
          m_parent(graph.size(), NONE)
    {
    }

    /**
     * @param root start vertex
     * @param limit upper limit of the length, exclusive
     * @return shortest cycle through the root and larger vertices, or nothing
     */
    std::vector<uint32_t> FindThrough(uint32_t root, size_t limit)
    {
        std::vector<uint32_t> cycle;
        m_level.assign(1, root);
        m_touched.clear();
        for (size_t length = 1; length < limit && !m_level.empty() && cycle.empty(); ++length)
        {
            m_next.clear();
            cycle = Advance(root);
            m_level.swap(m_next);
        }
        for (const uint32_t vertex : m_touched)
        {
            m_parent[vertex] = NONE;
        }
        return cycle;
    }

  private:
    /**
     * Advances the search by one edge.
     *
     * @return the cycle if the search has returned to the root
     */
    std::vector<uint32_t> Advance(uint32_t root)
    {
        for (const uint32_t vertex : m_level)
        {
            for (const uint32_t next : m_graph[vertex])
            {
                if (next == root)
                {
                    return GetPath(root, vertex);
                }
                // Cycles through a smaller vertex were found from that vertex.
                if (next > root && m_components[next] == m_components[root] &&
                    m_parent[next] == NONE)
                {
                    m_parent[next] = vertex;
                    m_touched.push_back(next);
                    m_next.push_back(next);
                }
            }
        }
        return {};
    }

    /** @return vertices from one to another along the edges of the search */
    std::vector<uint32_t> GetPath(uint32_t root, uint32_t last) const
    {
        std::vector<uint32_t> path;
        for (uint32_t vertex = last; vertex != root; vertex = m_parent[vertex])
        {
            path.push_back(vertex);
        }
        path.push_back(root);
        std::reverse(path.begin(), path.end());
        return path;
    }

    const DirectedGraph& m_graph;
    const std::vector<uint32_t>& m_components; //!< by vertex
    std::vector<uint32_t> m_parent;            //!< by vertex, NONE if not reached
    /** Vertices reached with the present number of edges. */
    std::vector<uint32_t> m_level;
    std::vector<uint32_t> m_next;    //!< vertices reached with one more edge
    std::vector<uint32_t> m_touched; //!< vertices with a parent
};

} // namespace

GraphCycle
FindShortestCycle(const DirectedGraph& graph)
{
    const auto components = GetComponents(graph);
    std::vector<uint32_t> sizes(graph.size());
    for (const uint32_t component : components)
    {
        ++sizes[component];
    }
    GraphCycle result;
    CycleSearch search(graph, components);
    size_t limit = graph.size() + 1;
    for (uint32_t vertex = 0; vertex < graph.size(); ++vertex)
    {
        const auto& successors = graph[vertex];
        const bool cyclic =
            sizes[components[vertex]] > 1 ||
            std::find(successors.begin(), successors.end(), vertex) != successors.end();
        if (!cyclic)
        {
            continue;
        }
        ++result.cyclicVertices;
        auto cycle = search.FindThrough(vertex, limit);
        if (!cycle.empty())
        {
            limit = cycle.size();
            result.vertices = std::move(cycle);
        }
    }
    return result;
}

} // namespace ns3
