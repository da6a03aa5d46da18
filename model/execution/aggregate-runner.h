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
 * Told of the end of AGGREGATE nodes; their operations are performed by the network.
 */
class AggregateClient
{
  public:
    /**
     * @param node number of an AGGREGATE node
     * @param finishedPs when its result arrived, or when it was given up
     * @param success whether there is a result
     */
    virtual void OnAggregateDone(uint32_t node, int64_t finishedPs, bool success) = 0;

  protected:
    ~AggregateClient() = default;
};

/**
 * @ingroup ai-fabric-execution
 * Runs the AGGREGATE nodes of a graph: posts each to the member of its rank in the aggregation tree
 * of its group.
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

    /**
     * @param members used by this graph only
     * @param client is told of each node, and outlives this
     */
    void SetMembers(Members members, AggregateClient* client);

    /** @param graph with the node @param node number of an AGGREGATE node, which starts */
    void Start(const CommunicationGraph& graph, uint32_t node);

    /**
     * To be called before each start of a part of a graph that runs more than once: the order of
     * its operations continues behind those that its groups have done so far.
     *
     * @param graph with the nodes
     * @param begin number of the first one
     * @param end behind the last one
     */
    void Continue(const CommunicationGraph& graph, uint32_t begin, uint32_t end);

    /**
     * @param graph with the node
     * @param node number
     * @return what it waits for, for people
     */
    std::string DescribeWait(const CommunicationGraph& graph, uint32_t node) const;

    /** Forgets the members; the client is told of nothing any more. */
    void Clear();

  private:
    /** @return the member of a rank */
    AggregationMember& Find(const CommunicationGraph& graph, uint32_t group, uint32_t rank) const;
    /** A member is done with a node's share. */
    void OnCompletion(const AggregationCompletion& completion);

    /** How far the operations of a group are. */
    struct Place
    {
        uint32_t next{0};  //!< order of its next operation
        uint32_t shift{0}; //!< from the numbers of the graph to orders, modulo 2^32
    };

    Members m_members;           //!< by group and place of the rank in it
    std::vector<Place> m_places; //!< by group; empty unless parts run again
    AggregateClient* m_client{nullptr};
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATE_RUNNER_H
