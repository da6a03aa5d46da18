// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "layer-breaking.h"

#include "layer-assignment.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/** A unit with one service level: a pair of switches and an offset of the LID. */
struct LayeredPath
{
    uint32_t a;
    uint32_t b;
    uint32_t path;
    uint8_t level{0};
    std::vector<uint32_t> edges{}; //!< ids of its dependencies
};

/** Dependencies of all paths, and the search for rings in one level. */
class RingBreaker
{
  public:
    explicit RingBreaker(LinearForwardingTables& tables)
        : m_tables(tables),
          m_edgesFrom(2 * tables.GetTopology().links.size()),
          m_state(m_edgesFrom.size())
    {
        CollectPaths();
        NumberEdges();
    }

    bool Break(uint8_t maxLevels)
    {
        for (m_level = 0; CountPaths() > 0; ++m_level)
        {
            if (m_level == maxLevels)
            {
                return false;
            }
            m_state.assign(m_state.size(), State::UNSEEN);
            for (uint32_t vertex = 0; vertex < m_state.size(); ++vertex)
            {
                Search(vertex);
            }
        }
        for (const auto& path : m_paths)
        {
            m_tables.SetServiceLevel(path.a, path.b, path.path, path.level);
        }
        return true;
    }

  private:
    enum class State : uint8_t
    {
        UNSEEN,
        ON_WAY,
        DONE //!< no ring can be reached from here
    };

    struct Edge
    {
        uint32_t to;                   //!< buffer
        uint32_t live{0};              //!< number of paths of this level with this edge
        std::vector<uint32_t> paths{}; //!< paths of all levels with this edge
    };

    struct Step
    {
        uint32_t vertex;
        size_t next; //!< position of the next edge to visit
    };

    void CollectPaths()
    {
        const auto& leaves = m_tables.GetLeaves();
        for (size_t i = 0; i < leaves.size(); ++i)
        {
            for (size_t j = i + 1; j < leaves.size(); ++j)
            {
                for (uint32_t path = 0; path < m_tables.GetPathCount(); ++path)
                {
                    m_paths.push_back({leaves[i], leaves[j], path});
                }
            }
        }
    }

    void NumberEdges()
    {
        PairDependencies dependencies(m_tables);
        for (uint32_t number = 0; number < m_paths.size(); ++number)
        {
            auto& path = m_paths[number];
            for (const auto& [from, to] : dependencies.Find(path.a, path.b, path.path))
            {
                const uint32_t edge = FindEdge(from, to);
                m_edges[edge].paths.push_back(number);
                path.edges.push_back(edge);
            }
        }
    }

    /** @return id of an edge, new if necessary; few edges leave a buffer */
    uint32_t FindEdge(uint32_t from, uint32_t to)
    {
        auto& edges = m_edgesFrom[from];
        const auto found = std::find_if(edges.begin(), edges.end(), [&](uint32_t edge) {
            return m_edges[edge].to == to;
        });
        if (found != edges.end())
        {
            return *found;
        }
        edges.push_back(static_cast<uint32_t>(m_edges.size()));
        m_edges.push_back({to});
        return edges.back();
    }

    /**
     * Counts the paths of this level on their edges.
     *
     * @return number of paths of this level
     */
    size_t CountPaths()
    {
        size_t count = 0;
        for (auto& edge : m_edges)
        {
            edge.live = 0;
        }
        for (const auto& path : m_paths)
        {
            if (path.level == m_level)
            {
                ++count;
                for (const uint32_t edge : path.edges)
                {
                    ++m_edges[edge].live;
                }
            }
        }
        return count;
    }

    /** Breaks all rings that can be reached from a vertex. */
    void Search(uint32_t start)
    {
        if (m_state[start] != State::UNSEEN)
        {
            return;
        }
        Enter(start);
        while (!m_way.empty())
        {
            const uint32_t vertex = m_way.back().vertex;
            if (m_way.back().next == m_edgesFrom[vertex].size())
            {
                m_state[vertex] = State::DONE;
                m_way.pop_back();
                if (!m_way.empty())
                {
                    ++m_way.back().next;
                }
                continue;
            }
            const Edge& edge = m_edges[m_edgesFrom[vertex][m_way.back().next]];
            if (edge.live > 0 && m_state[edge.to] == State::UNSEEN)
            {
                Enter(edge.to);
            }
            else if (edge.live > 0 && m_state[edge.to] == State::ON_WAY)
            {
                BreakRing(edge.to);
            }
            else
            {
                ++m_way.back().next;
            }
        }
    }

    void Enter(uint32_t vertex)
    {
        m_state[vertex] = State::ON_WAY;
        m_way.push_back({vertex, 0});
    }

    /** @return edge by which the path continues after a step; the last edge closes the ring */
    uint32_t EdgeOf(const Step& step) const
    {
        return m_edgesFrom[step.vertex][step.next];
    }

    /** Breaks a ring: the path from a vertex to its end, and the edge back. */
    void BreakRing(uint32_t first)
    {
        const auto begin = std::find_if(m_way.begin(), m_way.end(), [&](const Step& step) {
            return step.vertex == first;
        });
        const auto weakest =
            std::min_element(begin, m_way.end(), [&](const Step& x, const Step& y) {
                return m_edges[EdgeOf(x)].live < m_edges[EdgeOf(y)].live;
            });
        for (const uint32_t number : m_edges[EdgeOf(*weakest)].paths)
        {
            auto& path = m_paths[number];
            if (path.level == m_level)
            {
                ++path.level;
                for (const uint32_t edge : path.edges)
                {
                    --m_edges[edge].live;
                }
            }
        }
        // These paths may have been the last ones of other edges of the path, too.
        const auto gap = std::find_if(m_way.begin(), m_way.end(), [&](const Step& step) {
            return m_edges[EdgeOf(step)].live == 0;
        });
        for (auto step = gap + 1; step < m_way.end(); ++step)
        {
            m_state[step->vertex] = State::UNSEEN;
        }
        m_way.erase(gap + 1, m_way.end());
        ++m_way.back().next;
    }

    LinearForwardingTables& m_tables;
    std::vector<LayeredPath> m_paths;
    std::vector<Edge> m_edges;                      //!< by id
    std::vector<std::vector<uint32_t>> m_edgesFrom; //!< ids by buffer
    std::vector<State> m_state;                     //!< by buffer: state of the search
    std::vector<Step> m_way;                        //!< path of the search
    uint8_t m_level{0};                             //!< level that is searched
};

} // namespace

bool
BreakIntoLayers(LinearForwardingTables& tables, uint8_t maxLevels)
{
    return RingBreaker(tables).Break(maxLevels);
}

} // namespace ns3
