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
 * Interface for notices about the end of AGGREGATE nodes. The network performs their operations.
 */
class AggregateClient
{
  public:
    /**
     * @param node number of an AGGREGATE node
     * @param finishedPs time when its result arrived or it was given up, in ps
     * @param success true if there is a result
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
     * @param members members of the aggregation trees, used by this graph only
     * @param client gets a notice for each node; must outlive this object
     */
    void SetMembers(Members members, AggregateClient* client);

    /** Starts an AGGREGATE node. @param graph graph of the node @param node number of the node */
    void Start(const CommunicationGraph& graph, uint32_t node);

    /**
     * Must be called before each start of a part of a graph that runs more than once. The orders of
     * its operations continue behind the operations that its groups have done so far.
     *
     * @param graph graph of the nodes
     * @param begin number of the first node
     * @param end behind the last node
     */
    void Continue(const CommunicationGraph& graph, uint32_t begin, uint32_t end);

    /**
     * @param graph graph of the node
     * @param node number of the node
     * @return human-readable text about the node's wait
     */
    std::string DescribeWait(const CommunicationGraph& graph, uint32_t node) const;

    /** Forgets the members; the client gets no more notices. */
    void Clear();

  private:
    /** @return the member of a rank */
    AggregationMember& Find(const CommunicationGraph& graph, uint32_t group, uint32_t rank) const;
    /** Called when a member has completed its share of a node. */
    void OnCompletion(const AggregationCompletion& completion);

    /** Progress of a group's operations. */
    struct Place
    {
        uint32_t next{0};  //!< order of its next operation
        uint32_t shift{0}; //!< difference from numbers of the graph to orders, modulo 2^32
    };

    Members m_members;           //!< by group and place of the rank in it
    std::vector<Place> m_places; //!< by group; empty unless parts run again
    AggregateClient* m_client{nullptr};
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATE_RUNNER_H
