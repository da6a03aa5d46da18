// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEPENDENCY_COUNTER_H
#define AI_FABRIC_DEPENDENCY_COUNTER_H

#include "communication-graph.h"
#include "neighbour-lists.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Counts what each node of a graph still waits for: its predecessors, the SENDs that have to leave
 * before it (CommunicationGraph::AddOrder()), and whatever Add() added. Most nodes wait for few
 * things, so each node has one byte. Larger counts are in a map that gets no new entries once the
 * first node is released, so that threads may release different nodes at the same time.
 *
 * The successors of a node are in ascending order, so nodes that become ready by one cause do so in
 * the order of their numbers.
 */
class DependencyCounter
{
  public:
    DependencyCounter() = default;

    /** @param graph valid graph to count for */
    explicit DependencyCounter(const CommunicationGraph& graph);

    /**
     * Sets the count of a node that waits for nothing.
     *
     * @param node number of the node
     * @param things new count, at most the count it once had
     */
    void Reset(uint32_t node, uint32_t things)
    {
        if (m_few[node] == MANY)
        {
            m_many.find(node)->second = things;
        }
        else
        {
            m_few[node] = static_cast<uint8_t>(things);
        }
    }

    /** @param node number of the node @return number of things it waits for */
    uint32_t GetCount(uint32_t node) const
    {
        return m_few[node] == MANY ? m_many.find(node)->second : m_few[node];
    }

    /**
     * Adds one to the count of a node; only before the first release.
     *
     * @param node number of the node
     */
    void Add(uint32_t node)
    {
        if (m_few[node] == MANY)
        {
            ++m_many.find(node)->second;
        }
        else if (++m_few[node] == MANY)
        {
            m_many.emplace(node, MANY);
        }
    }

    /**
     * Subtracts one from the count of a node.
     *
     * @param node number of the node
     * @return true if the count is now 0
     */
    bool Release(uint32_t node)
    {
        if (m_few[node] == MANY)
        {
            return --m_many.find(node)->second == 0;
        }
        return --m_few[node] == 0;
    }

    /** @param node number of the node @return true if it waits for nothing */
    bool IsReady(uint32_t node) const
    {
        return GetCount(node) == 0;
    }

    /**
     * Releases all successors of a node that is complete.
     *
     * @param node number of the node
     * @param ready gets the numbers of the successors that now wait for nothing
     */
    void Complete(uint32_t node, std::vector<uint32_t>& ready)
    {
        m_successors.ForEach(node, [&](uint32_t next) {
            if (Release(next))
            {
                ready.push_back(next);
            }
        });
    }

    /** @return true if it has no graph, or one without nodes */
    bool IsEmpty() const
    {
        return m_few.empty();
    }

    /** Counts anew what each node waits for, after releases. */
    void Recount();

    /** @return by node: its successors */
    const NeighbourLists& GetSuccessors() const
    {
        return m_successors;
    }

    /** @return by SEND: SENDs that wait for its leaving */
    const NeighbourLists& GetFollowers() const
    {
        return m_followers;
    }

    /**
     * @param node number of a node
     * @param other number of another node
     * @return true if the successors of both, and the SENDs that wait for the leaving of both, have
     *         the same differences to them
     */
    bool AreListsEqual(uint32_t node, uint32_t other) const
    {
        return m_successors.AreEqual(node, other) && m_followers.AreEqual(node, other);
    }

    /** @return true if some node waits for so many things that they are not in a byte */
    bool HasLargeCounts() const
    {
        return !m_many.empty();
    }

    /** Takes nodes out; not with large counts. @param cut nodes that repeat those before them */
    void Cut(const GraphCut& cut)
    {
        m_successors.Cut(cut);
        m_followers.Cut(cut);
        CutList(m_few, cut);
    }

  private:
    static constexpr uint8_t MANY = UINT8_MAX; //!< the count is in m_many

    std::vector<uint8_t> m_few; //!< by node: its count, or MANY; a node that once had MANY keeps it
    std::unordered_map<uint32_t, uint32_t> m_many; //!< counts by node
    NeighbourLists m_successors;                   //!< by node
    NeighbourLists m_followers;                    //!< by node: SENDs that wait for its leaving
};

} // namespace ns3

#endif // AI_FABRIC_DEPENDENCY_COUNTER_H
