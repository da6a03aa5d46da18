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

/** @return the number of the strongly connected component of each vertex */
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

/** Searches for cycles through one vertex after the other. */
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
     * @param root where to start
     * @param limit shorter than this
     * @return the shortest cycle through it by vertices above it, or nothing
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
    /** Takes the search one edge further. @return the cycle if it has come back to the root */
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
                // Cycles by a smaller vertex were found from there.
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

    /** @return the vertices from one to another by the edges of the search */
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
    std::vector<uint32_t> m_level;             //!< reached by the edges taken so far
    std::vector<uint32_t> m_next;              //!< reached by one more
    std::vector<uint32_t> m_touched;           //!< whose parent is set
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
