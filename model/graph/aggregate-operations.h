// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATE_OPERATIONS_H
#define AI_FABRIC_AGGREGATE_OPERATIONS_H

#include "communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * The operations of a graph's groups, each with its AGGREGATE nodes.
 *
 * The members of an operation wait for each other, so dependencies treat them as one node:
 * GetFirst(). The operations of a group follow one another.
 */
class AggregateOperations
{
  public:
    /** @param graph graph to read; outlives this */
    explicit AggregateOperations(const CommunicationGraph& graph);

    /** @throw InputError if an operation lacks a member's node, has it twice, or they differ */
    void Check() const;

    /**
     * @param node number of a node; may be beyond the last one
     * @return the first node of its operation; the node itself if it is not an AGGREGATE
     */
    uint32_t GetFirst(uint32_t node) const
    {
        return node < m_first.size() ? m_first[node] : node;
    }

    /**
     * @param node number of a node of a valid graph whose operations were added one by one
     * @return the number behind the last node of its operation; node + 1 if it is not an AGGREGATE
     */
    uint32_t GetEnd(uint32_t node) const;

    /** @param function called with the first nodes of each two consecutive operations */
    template <typename Function>
    void ForEachSequel(Function function) const
    {
        for (const auto& operations : m_nodes)
        {
            for (std::size_t i = 1; i < operations.size(); ++i)
            {
                if (!operations[i - 1].empty() && !operations[i].empty())
                {
                    function(operations[i - 1].front(), operations[i].front());
                }
            }
        }
    }

  private:
    /** Throws InputError unless the operation has one node of each member and the nodes agree. */
    void CheckOperation(uint32_t group, uint32_t operation) const;

    const CommunicationGraph& m_graph;
    std::vector<std::vector<std::vector<uint32_t>>> m_nodes; //!< by group, then by operation
    std::vector<uint32_t> m_first; //!< by node; empty: the graph has no groups
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATE_OPERATIONS_H
