// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATE_RUNNER_H
#define AI_FABRIC_AGGREGATE_RUNNER_H

#include "ns3/aggregation-member.h"
#include "ns3/communication-graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Whoever has the network perform operations.
 */
class AggregateClient
{
  public:
    /**
     * @param node number of an AGGREGATE node
     * @param finishedPs when its result was there, or it was given up
     * @param success whether there is a result
     */
    virtual void OnAggregateDone(uint32_t node, int64_t finishedPs, bool success) = 0;

  protected:
    ~AggregateClient() = default;
};

/**
 * @ingroup ai-fabric-execution
 * The AGGREGATE nodes of a graph: hands each to its rank's share in the tree of its group.
 */
class AggregateRunner
{
  public:
    /** By group of the graph, then in the order of the group's ranks. */
    using Members = std::vector<std::vector<Ptr<AggregationMember>>>;

    AggregateRunner() = default;
    ~AggregateRunner();
    AggregateRunner(const AggregateRunner&) = delete;
    AggregateRunner& operator=(const AggregateRunner&) = delete;

    /** @param members used by this graph only @param client is told of each node, and outlives this
     */
    void SetMembers(Members members, AggregateClient* client);

    /** @return how many groups it can serve */
    size_t GetGroupCount() const
    {
        return m_members.size();
    }

    /** @param graph with the node @param node number of an AGGREGATE node, which starts */
    void Start(const CommunicationGraph& graph, uint32_t node);

    /**
     * Part of a graph that runs more than once: its operations follow what its groups have done so
     * far. To be called for every part before it starts.
     *
     * @param graph with the nodes
     * @param begin number of the first one
     * @param end behind the last one
     */
    void Continue(const CommunicationGraph& graph, uint32_t begin, uint32_t end);

    /** @param graph with the node @param node number @return what it waits for, for people */
    std::string DescribeWait(const CommunicationGraph& graph, uint32_t node) const;

    /** Nobody is told of anything any more. */
    void Clear();

  private:
    AggregationMember& Find(const CommunicationGraph& graph, uint32_t group, uint32_t rank) const;
    void OnCompletion(const AggregationCompletion& completion);

    /** Where a group is. */
    struct Place
    {
        uint32_t next{0};  //!< order of its next operation
        uint32_t shift{0}; //!< from the numbers of the graph to orders, modulo 2^32
    };

    Members m_members;
    std::vector<Place> m_places; //!< by group; empty unless parts run again
    AggregateClient* m_client{nullptr};
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATE_RUNNER_H
