// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATE_STARTS_H
#define AI_FABRIC_AGGREGATE_STARTS_H

#include "ns3/communication-graph.h"
#include "ns3/node-span.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Finds the member of each operation of a group that started last: the network cannot sum up
 * before, so all other members wait for that member. The same for the part of a collective by law
 * that started last.
 */
class AggregateStarts
{
  public:
    /**
     * @param graph valid graph
     * @param spans times of its nodes, by node; both outlive this object
     */
    AggregateStarts(const CommunicationGraph& graph, const std::vector<NodeSpan>& spans);

    /**
     * @param node a node of the graph
     * @return node of its operation or collective that started last; NONE while one of these nodes
     *         has not started, and for other kinds of nodes
     */
    uint32_t GetLast(const CommunicationGraph::Node& node) const;

  private:
    const CommunicationGraph* m_graph{nullptr};
    const std::vector<NodeSpan>* m_spans{nullptr}; //!< by node
    std::vector<size_t> m_first;  //!< by group: index of its first operation in m_last
    std::vector<uint32_t> m_last; //!< by operation: number of the node that started last
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATE_STARTS_H
