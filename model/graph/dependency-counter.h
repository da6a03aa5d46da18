// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEPENDENCY_COUNTER_H
#define AI_FABRIC_DEPENDENCY_COUNTER_H

#include "communication-graph.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * What each node of a graph still waits for, as a number: its predecessors and whatever was added.
 *
 * Successors lie packed in one array, ascending for each node, so that what becomes ready by one
 * cause does so in the order of node numbers.
 */
class DependencyCounter
{
  public:
    DependencyCounter() = default;

    /** @param graph a valid one */
    explicit DependencyCounter(const CommunicationGraph& graph);

    /** @param node that waits for nothing any more @param things that it waits for from now on */
    void Reset(uint32_t node, uint32_t things)
    {
        m_waitingFor[node] = things;
    }

    /** @param node its number @return what it waits for */
    uint32_t GetCount(uint32_t node) const
    {
        return m_waitingFor[node];
    }

    /** @param node that waits for one thing more */
    void Add(uint32_t node)
    {
        ++m_waitingFor[node];
    }

    /** @param node that waits for one thing less @return whether that was the last one */
    bool Release(uint32_t node)
    {
        return --m_waitingFor[node] == 0;
    }

    /** @param node its number @return whether it waits for nothing */
    bool IsReady(uint32_t node) const
    {
        return m_waitingFor[node] == 0;
    }

    /**
     * Releases all successors of a node that is complete.
     *
     * @param node its number
     * @param ready gets those that wait for nothing any more
     */
    void Complete(uint32_t node, std::vector<uint32_t>& ready)
    {
        for (size_t i = m_first[node]; i < m_first[node + 1]; ++i)
        {
            if (Release(m_after[i]))
            {
                ready.push_back(m_after[i]);
            }
        }
    }

  private:
    std::vector<uint32_t> m_waitingFor; //!< by node
    std::vector<size_t> m_first;        //!< by node, and one more: where its successors begin
    std::vector<uint32_t> m_after;      //!< successors
};

} // namespace ns3

#endif // AI_FABRIC_DEPENDENCY_COUNTER_H
