// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "acyclic-graph.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

AcyclicGraph::AcyclicGraph(uint32_t vertices)
    : m_successors(vertices),
      m_predecessors(vertices),
      m_place(vertices),
      m_seen(vertices)
{
    std::iota(m_place.begin(), m_place.end(), 0);
}

bool
AcyclicGraph::TryAdd(const Edges& edges)
{
    Edges added;
    for (const auto& [from, to] : edges)
    {
        const auto& known = m_successors[from];
        if (std::find(known.begin(), known.end(), to) != known.end())
        {
            continue;
        }
        if (!TryAddEdge(from, to))
        {
            // The order stays valid with fewer edges.
            for (auto edge = added.rbegin(); edge != added.rend(); ++edge)
            {
                m_successors[edge->first].pop_back();
                m_predecessors[edge->second].pop_back();
            }
            return false;
        }
        added.emplace_back(from, to);
    }
    return true;
}

bool
AcyclicGraph::TryAddEdge(uint32_t from, uint32_t to)
{
    if (from == to)
    {
        return false;
    }
    if (m_place[to] < m_place[from])
    {
        m_ahead.clear();
        m_behind.clear();
        const bool closes = SearchForward(to, m_place[from], from);
        if (!closes)
        {
            SearchBackward(from, m_place[to]);
        }
        for (const auto* found : {&m_ahead, &m_behind})
        {
            for (const uint32_t vertex : *found)
            {
                m_seen[vertex] = false;
            }
        }
        if (closes)
        {
            return false;
        }
        Reorder();
    }
    m_successors[from].push_back(to);
    m_predecessors[to].push_back(from);
    return true;
}

/**
 * Collects the vertices that can be reached up to a place.
 *
 * @return true if the forbidden vertex is among them
 */
bool
AcyclicGraph::SearchForward(uint32_t from, uint32_t lastPlace, uint32_t forbidden)
{
    m_ahead.push_back(from);
    m_seen[from] = true;
    for (size_t i = 0; i < m_ahead.size(); ++i)
    {
        for (const uint32_t next : m_successors[m_ahead[i]])
        {
            if (next == forbidden)
            {
                return true;
            }
            if (!m_seen[next] && m_place[next] < lastPlace)
            {
                m_seen[next] = true;
                m_ahead.push_back(next);
            }
        }
    }
    return false;
}

/** Collects the vertices that lead there, down to a place. */
void
AcyclicGraph::SearchBackward(uint32_t from, uint32_t firstPlace)
{
    m_behind.push_back(from);
    m_seen[from] = true;
    for (size_t i = 0; i < m_behind.size(); ++i)
    {
        for (const uint32_t next : m_predecessors[m_behind[i]])
        {
            if (!m_seen[next] && m_place[next] > firstPlace)
            {
                m_seen[next] = true;
                m_behind.push_back(next);
            }
        }
    }
}

/** Reassigns the places of both searches: first to the vertices behind, then to those ahead. */
void
AcyclicGraph::Reorder()
{
    const auto before = [this](uint32_t a, uint32_t b) { return m_place[a] < m_place[b]; };
    std::sort(m_ahead.begin(), m_ahead.end(), before);
    std::sort(m_behind.begin(), m_behind.end(), before);
    std::vector<uint32_t> places;
    for (const auto* found : {&m_behind, &m_ahead})
    {
        for (const uint32_t vertex : *found)
        {
            places.push_back(m_place[vertex]);
        }
    }
    std::sort(places.begin(), places.end());
    size_t next = 0;
    for (const auto* found : {&m_behind, &m_ahead})
    {
        for (const uint32_t vertex : *found)
        {
            m_place[vertex] = places[next++];
        }
    }
}

} // namespace ns3
