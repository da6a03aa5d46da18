// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEPENDENCY_COUNTER_H
#define AI_FABRIC_DEPENDENCY_COUNTER_H

#include "communication-graph.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * What each node of a graph still waits for, as a number: its predecessors, those that have to
 * leave before it (CommunicationGraph::AddOrder()), and whatever was added. Most wait for few
 * things, so each has a byte; the others are in a map, which is as it was built once the first is
 * released, so that nodes may be released side by side.
 *
 * Successors are ascending for each node, so that what becomes ready by one cause does so in the
 * order of node numbers. They are kept relative to the node, and lists that are alike once: in a
 * collective nearly all are.
 */
class DependencyCounter
{
  public:
    DependencyCounter() = default;

    /** @param graph a valid one */
    explicit DependencyCounter(const CommunicationGraph& graph);

    /** @param node that waits for nothing any more @param things no more than it waited for once */
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

    /** @param node its number @return what it waits for */
    uint32_t GetCount(uint32_t node) const
    {
        return m_few[node] == MANY ? m_many.find(node)->second : m_few[node];
    }

    /** Before anything is released. @param node that waits for one thing more */
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

    /** @param node that waits for one thing less @return whether that was the last one */
    bool Release(uint32_t node)
    {
        if (m_few[node] == MANY)
        {
            return --m_many.find(node)->second == 0;
        }
        return --m_few[node] == 0;
    }

    /** @param node its number @return whether it waits for nothing */
    bool IsReady(uint32_t node) const
    {
        return GetCount(node) == 0;
    }

    /**
     * Releases all successors of a node that is complete.
     *
     * @param node its number
     * @param ready gets those that wait for nothing any more
     */
    void Complete(uint32_t node, std::vector<uint32_t>& ready)
    {
        const uint32_t* const list = m_lists.data() + m_listOf[node];
        for (uint32_t i = 1; i <= list[0]; ++i)
        {
            if (Release(node + list[i]))
            {
                ready.push_back(node + list[i]);
            }
        }
    }

    /**
     * @param node a SEND that has left
     * @return where the length of the list of those that wait for that stands, and behind it how
     *         much larger their numbers are; the list may be empty
     */
    const uint32_t* GetFollowers(uint32_t node) const
    {
        return m_lists.data() + (m_followersOf.empty() ? 0 : m_followersOf[node]);
    }

  private:
    static constexpr uint8_t MANY = UINT8_MAX; //!< in place of what is in m_many

    std::vector<uint8_t> m_few;                    //!< by node; MANY for good if it ever is
    std::unordered_map<uint32_t, uint32_t> m_many; //!< by number of the node
    std::vector<uint32_t> m_listOf;                //!< by node: where its list of successors begins
    std::vector<uint32_t> m_followersOf; //!< as m_listOf, of orders; empty: there are none
    std::vector<uint32_t> m_lists;       //!< of each its length, then how much larger they are
};

} // namespace ns3

#endif // AI_FABRIC_DEPENDENCY_COUNTER_H
