// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COMMUNICATION_GRAPH_H
#define AI_FABRIC_COMMUNICATION_GRAPH_H

#include "graph-node-list.h"

#include "ns3/aggregation-operation.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * What a job does: sends, receives, reductions, copies and computations of its ranks, and which
 * waits for which.
 *
 * A pure value: ranks, bytes and times in, no network and no Simulator. A node may start when all
 * its predecessors have completed and its start time has come. A SEND completes when the message
 * has been acknowledged, a RECV when the last byte of its message is there. Each SEND names its
 * RECV and each RECV its SEND, so nothing is matched by tag while the simulation runs.
 *
 * A rank's messages may have an order: with AddOrder() a SEND also waits until another one of its
 * rank has left, so that its bytes do not share the link with those of the step before. Nodes of a
 * rank that become ready at one instant start in the order of their numbers, so numbers are the
 * program order of a rank.
 *
 * AGGREGATE is the part of one rank in an operation that the network performs for a group of
 * ranks. It completes when the result is there, so not before all members have started theirs. All
 * members perform the operations of a group in the order of their numbers.
 *
 * Invariants, checked by Validate(): ranks and node numbers in range; every RECV has exactly one
 * SEND of the same size between the same two ranks; every operation of a group has one AGGREGATE of
 * each member, alike but for the rank; no cycle.
 */
class CommunicationGraph
{
  public:
    using Kind = GraphNodeKind;  //!< what a node does
    using Node = GraphNode;      //!< one node
    using Nodes = GraphNodeList; //!< of all nodes

    /** Ranks for which the network performs operations. */
    struct Group
    {
        std::vector<uint32_t> ranks; //!< members, all different
        bool streaming{false};       //!< for bandwidth rather than for latency
        uint32_t channel{0};         //!< another one is another group of the same ranks
        uint32_t operations{0};      //!< how many there are so far
    };

    static constexpr uint32_t NONE = UINT32_MAX; //!< in place of a node number

    /** How Append() puts a graph into this one. */
    struct Placement
    {
        std::vector<uint32_t> ranks; //!< rank here by rank there; all different
        std::vector<uint32_t> after; //!< by rank there: the node here that its part waits for, or
                                     //!< NONE; empty: no part waits
        uint32_t firstChannel{0};    //!< added to the channel of every message and group
        uint8_t firstStream{0};      //!< added to the stream of every operation
        uint16_t label{0};           //!< of all its nodes; 0: they keep their own
    };

    /** @param ranks how many ranks take part */
    explicit CommunicationGraph(uint32_t ranks = 0);

    /** Keeps memory ready. @param nodes how many there will be, about */
    void Reserve(size_t nodes)
    {
        m_nodes.Reserve(nodes);
    }

    /**
     * A message from one rank to another.
     *
     * @param from the sending rank
     * @param to the receiving rank
     * @param bytes its length, at least 1
     * @param channel which of the queue pairs between the two it uses
     * @return the numbers of its SEND and its RECV
     */
    std::pair<uint32_t, uint32_t> AddTransfer(uint32_t from,
                                              uint32_t to,
                                              uint64_t bytes,
                                              uint32_t channel = 0);

    /**
     * @param rank who
     * @param bytes of the result
     * @return its number
     */
    uint32_t AddReduce(uint32_t rank, uint64_t bytes);
    /**
     * @param rank who
     * @param bytes to copy
     * @return its number
     */
    uint32_t AddCopy(uint32_t rank, uint64_t bytes);
    /**
     * @param rank who
     * @param durationPs how long it computes
     * @return its number
     */
    uint32_t AddCompute(uint32_t rank, int64_t durationPs);

    /**
     * @param rank who
     * @param delayPs its time
     * @return the number of a node that occupies nothing
     */
    uint32_t AddJoin(uint32_t rank, int64_t delayPs = 0);

    /**
     * @param group its ranks, whether it is streaming, and channel
     * @return its number, the same for the same group
     */
    uint32_t AddGroup(const Group& group);

    /**
     * An operation of a group.
     *
     * @param group its number
     * @param operation what to do
     * @param bytes of the operation; 0 for a barrier, else at least 1
     * @param root REDUCE: the rank that gets the result; BROADCAST: the one that has the data
     * @return a node of each member, in the order of the group's ranks
     */
    std::vector<uint32_t> AddAggregate(uint32_t group,
                                       AggregationOperation operation,
                                       uint64_t bytes,
                                       uint32_t root = 0);

    /** @return all groups, by number */
    const std::vector<Group>& GetGroups() const
    {
        return m_groups;
    }

    /**
     * Adds a copy of another graph, such as a collective among some of the ranks.
     *
     * @param other what to add
     * @param placement where it goes and what it waits for
     * @return by rank there: a JOIN that completes when all that this rank does there has
     * @throw InputError if the placement does not fit the other graph's ranks or this one's
     */
    std::vector<uint32_t> Append(const CommunicationGraph& other, const Placement& placement);

    /**
     * @param text such as "all-reduce of gradients"
     * @return its number, the same for the same text
     * @throw InputError if there are more than 65,535
     */
    uint16_t AddLabel(const std::string& text);

    /** @param label what AddLabel() has returned, or 0 @return its text; that of 0 is empty */
    const std::string& GetLabel(uint16_t label) const
    {
        return m_labels.at(label);
    }

    /** @return how many labels there are, the empty one included */
    uint32_t GetLabelCount() const
    {
        return static_cast<uint32_t>(m_labels.size());
    }

    /** @param before must complete @param after before this one starts */
    void AddDependency(uint32_t before, uint32_t after);

    /**
     * Messages in sequence. A message has left when its last byte was handed to the port for the
     * first time.
     *
     * @param before SEND that must have left before the other one starts
     * @param after another SEND of the same rank
     */
    void AddOrder(uint32_t before, uint32_t after);

    /**
     * A graph that has not changed since it was found valid is not looked at again.
     *
     * @throw InputError if an invariant does not hold, naming the node
     */
    void Validate() const;

    /**
     * Dependencies and messages have to be valid otherwise.
     *
     * @return the nodes of a cycle, each followed by one that it waits for, the smallest number
     *         first; empty if there is none
     */
    std::vector<uint32_t> FindCycle() const;

    /** @return how many ranks take part */
    uint32_t GetRankCount() const
    {
        return m_ranks;
    }

    /** @return all nodes, by number */
    const Nodes& GetNodes() const
    {
        return m_nodes;
    }

    /** @return whether any node is a COMPUTE */
    bool HasKernels() const;

    /** @param number of a node @return the node @throw std::out_of_range if there is none */
    Node GetNode(uint32_t number) const
    {
        return m_nodes.at(number);
    }

    /**
     * Sets what Add... did not.
     *
     * @param number of a node
     * @param change what to do with the node; it takes a Node&
     * @throw std::out_of_range if there is none
     */
    template <typename Change>
    void Edit(uint32_t number, const Change& change)
    {
        Node node = m_nodes.at(number);
        change(node);
        m_nodes.Set(number, node);
        m_isValid = false;
    }

    /** The graph is as it will be, but for details: makes it small. */
    void Settle()
    {
        m_nodes.Settle();
        m_dependencies.shrink_to_fit();
        m_orders.shrink_to_fit();
    }

    /** Dependencies are known elsewhere by now: forgets them. The graph is of no other use then. */
    void ForgetDependencies()
    {
        m_dependencies = std::vector<std::pair<uint32_t, uint32_t>>();
        m_orders = std::vector<std::pair<uint32_t, uint32_t>>();
    }

    /** @return every dependency, as (before, after), in the order they were added */
    const std::vector<std::pair<uint32_t, uint32_t>>& GetDependencies() const
    {
        return m_dependencies;
    }

    /** @return every pair of SENDs of AddOrder(), as (before, after), as they were added */
    const std::vector<std::pair<uint32_t, uint32_t>>& GetOrders() const
    {
        return m_orders;
    }

  private:
    /** @return number of the new node */
    uint32_t Add(const Node& node);
    void CheckNodes() const;
    void CheckOrders() const;
    bool IsAscending() const;
    std::vector<Group> AppendGroups(const CommunicationGraph& other, const Placement& placement);

    uint32_t m_ranks;
    Nodes m_nodes;
    std::vector<std::pair<uint32_t, uint32_t>> m_dependencies; //!< before, after
    std::vector<std::pair<uint32_t, uint32_t>> m_orders;       //!< SENDs: before, after
    std::vector<std::string> m_labels{""};                     //!< by number
    std::vector<Group> m_groups;                               //!< by number
    mutable bool m_isValid{false}; //!< Validate() has found so, and nothing has changed since
};

} // namespace ns3

#endif // AI_FABRIC_COMMUNICATION_GRAPH_H
