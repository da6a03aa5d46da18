// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COMMUNICATION_GRAPH_H
#define AI_FABRIC_COMMUNICATION_GRAPH_H

#include "dependency-list.h"
#include "graph-node-list.h"

#include "ns3/aggregation-operation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * The work of a job: sends, receives, reductions, copies and computations of its ranks, and the
 * dependencies between them.
 *
 * A pure value of ranks, bytes and times, without network and Simulator. A node may start when all
 * its predecessors have completed and its start time has come. A SEND completes when the message
 * has been acknowledged, a RECV when the last byte of its message has arrived. Each SEND names its
 * RECV and each RECV its SEND, so the simulation matches nothing by tag.
 *
 * A rank's messages may have an order: with AddOrder() a SEND also waits until another SEND of its
 * rank has left, so that its bytes do not share the link with those of the step before. Nodes of a
 * rank that become ready at one instant start in the order of their numbers, so numbers are the
 * program order of a rank.
 *
 * AGGREGATE is the part of one rank in an operation that the network performs for a group of ranks.
 * It completes when the result has arrived, so never before all members have started. All members
 * perform the operations of a group in the order of their numbers.
 *
 * COLLECTIVE is the part of one rank in a collective that is not sent as messages: a law computes
 * the end of each part from the starts of all parts and the graph that the messages would have. It
 * completes after all parts have started. Parts of one collective have consecutive numbers.
 *
 * Invariants, checked by CheckGraph(): ranks and node numbers in range; every RECV has exactly one
 * SEND of the same size between the same two ranks; every operation of a group has one AGGREGATE of
 * each member, alike but for the rank; every collective has a part of each of its ranks; no cycle.
 *
 * The class has more than 25 public functions, as each kind of node has one that adds it and each
 * list of the graph one that reads it. Whatever is derived from the graph is a function of its own.
 */
class CommunicationGraph
{
  public:
    using Kind = GraphNodeKind;  //!< kind of a node
    using Node = GraphNode;      //!< one node
    using Nodes = GraphNodeList; //!< list of all nodes

    /** Ranks for which the network performs operations. */
    struct Group
    {
        std::vector<uint32_t> ranks; //!< members, all different
        bool streaming{false};       //!< true: optimized for bandwidth; false: for latency
        uint32_t channel{0};         //!< distinguishes groups of the same ranks
        uint32_t operations{0};      //!< number of operations added so far
    };

    static constexpr uint32_t NONE = UINT32_MAX; //!< stands for no node

    /** Tells Append() where to put the other graph. */
    struct Placement
    {
        std::vector<uint32_t> ranks; //!< by rank of the other graph: its rank here; all different
        std::vector<uint32_t> after; //!< by rank there: node here to wait for, or NONE; empty: none
        uint32_t firstChannel{0};    //!< added to the channel of every message and group
        uint8_t firstStream{0};      //!< added to the stream of every operation
        uint16_t label{0};           //!< label of all its nodes; 0: the nodes keep their own
    };

    /** @param ranks number of ranks */
    explicit CommunicationGraph(uint32_t ranks = 0);

    /**
     * A message from one rank to another.
     *
     * @param from the sending rank
     * @param to the receiving rank
     * @param bytes length of the message, at least 1
     * @param channel number of the queue pair between the two ranks
     * @param label label of both halves, or 0
     * @return the numbers of its SEND and its RECV
     */
    std::pair<uint32_t, uint32_t> AddTransfer(uint32_t from,
                                              uint32_t to,
                                              uint64_t bytes,
                                              uint32_t channel = 0,
                                              uint16_t label = 0);

    /**
     * @param rank rank that reduces
     * @param bytes length of the result
     * @return number of the REDUCE
     */
    uint32_t AddReduce(uint32_t rank, uint64_t bytes);
    /**
     * @param rank rank that copies
     * @param bytes length of the copy
     * @return number of the COPY
     */
    uint32_t AddCopy(uint32_t rank, uint64_t bytes);
    /**
     * @param rank rank that computes
     * @param durationPs duration in ps
     * @param label label of the node, or 0
     * @return number of the COMPUTE
     */
    uint32_t AddCompute(uint32_t rank, int64_t durationPs, uint16_t label = 0);

    /**
     * @param rank rank of the node
     * @param delayPs delay behind the predecessors in ps
     * @param label label of the node, or 0
     * @return number of the JOIN, a node that occupies nothing
     */
    uint32_t AddJoin(uint32_t rank, int64_t delayPs = 0, uint16_t label = 0);

    /**
     * @param group ranks, streaming and channel of the group
     * @return number of the group; equal groups have one number
     */
    uint32_t AddGroup(const Group& group);

    /**
     * An operation of a group.
     *
     * @param group number of the group
     * @param operation kind of the operation
     * @param bytes length of the operation; 0 for a barrier, else at least 1
     * @param root REDUCE: rank that gets the result; BROADCAST: rank that has the data
     * @return numbers of the members' nodes, in the order of the group's ranks
     */
    std::vector<uint32_t> AddAggregate(uint32_t group,
                                       AggregationOperation operation,
                                       uint64_t bytes,
                                       uint32_t root = 0);

    /**
     * A collective that a law computes.
     *
     * @param law graph of the collective's messages
     * @param ranks by rank of that graph: its rank here; all different
     * @return numbers of the parts, by rank of that graph
     */
    std::vector<uint32_t> AddCollective(const std::shared_ptr<const CommunicationGraph>& law,
                                        const std::vector<uint32_t>& ranks);

    /** @return graphs of the collectives that a law computes, by number */
    const std::vector<std::shared_ptr<const CommunicationGraph>>& GetLaws() const
    {
        return m_laws;
    }

    /** @param node a COLLECTIVE of this graph @return graph of the collective's messages */
    const std::shared_ptr<const CommunicationGraph>& GetLaw(const Node& node) const
    {
        return m_laws.at(node.peer);
    }

    /** @return all groups, by number */
    const std::vector<Group>& GetGroups() const
    {
        return m_groups;
    }

    /**
     * Adds a copy of another graph, such as a collective among some of the ranks.
     *
     * @param other graph to copy
     * @param placement ranks here and nodes to wait for
     * @return by rank of the other graph: a node that completes when all nodes of that rank have
     *         @throw InputError if the placement does not fit the ranks of either graph
     */
    std::vector<uint32_t> Append(const CommunicationGraph& other, const Placement& placement);

    /**
     * @param text text such as "all-reduce of gradients"
     * @return number of the label; equal texts have one number
     * @throw InputError if there would be more than 65,535 labels
     */
    uint16_t AddLabel(const std::string& text);

    /** @param label number from AddLabel(), or 0 @return text of the label; empty for 0 */
    const std::string& GetLabel(uint16_t label) const
    {
        return m_labels.at(label);
    }

    /** @return number of labels, the empty one included */
    uint32_t GetLabelCount() const
    {
        return static_cast<uint32_t>(m_labels.size());
    }

    /** @param before node that must complete first @param after node that waits for it */
    void AddDependency(uint32_t before, uint32_t after);

    /**
     * Orders two messages. A message has left when its last byte was handed to the port for the
     * first time.
     *
     * @param before SEND that must have left first
     * @param after another SEND of the same rank, which waits
     */
    void AddOrder(uint32_t before, uint32_t after);

    /** @return true if the graph has not changed since NoteValid() */
    bool IsKnownValid() const
    {
        return m_isValid;
    }

    /** Called by CheckGraph(): the invariants hold. */
    void NoteValid() const
    {
        m_isValid = true;
    }

    /** @return number of ranks */
    uint32_t GetRankCount() const
    {
        return m_ranks;
    }

    /** @return all nodes, by number */
    const Nodes& GetNodes() const
    {
        return m_nodes;
    }

    /** @return true if any node is a COMPUTE */
    bool HasKernels() const;

    /** @param number number of a node @return the node @throw std::out_of_range if there is none */
    Node GetNode(uint32_t number) const
    {
        return m_nodes.at(number);
    }

    /**
     * Changes fields that the Add... functions did not set.
     *
     * @param number number of a node
     * @param change function that changes the node; takes a Node&
     * @throw std::out_of_range if there is no such node
     */
    template <typename Change>
    void Edit(uint32_t number, const Change& change)
    {
        Node node = m_nodes.at(number);
        change(node);
        m_nodes.Set(number, node);
        m_isValid = false;
    }

    /**
     * Takes nodes out; the graph's dependencies keep the numbers from before.
     *
     * @param cut nodes that repeat those before them
     */
    void Cut(const GraphCut& cut)
    {
        m_nodes.Cut(cut);
    }

    /** Puts nodes back that Cut() has taken out. @param cut its argument */
    void Restore(const GraphCut& cut)
    {
        m_nodes.Restore(cut);
    }

    /** Frees spare memory; for a graph whose structure is complete. */
    void Settle()
    {
        m_nodes.Settle();
        m_dependencies.Settle();
        m_orders.Settle();
    }

    /**
     * Frees the dependencies, which the caller has copied; the graph has no other use afterwards.
     */
    void ForgetDependencies()
    {
        m_dependencies = DependencyList();
        m_orders = DependencyList();
    }

    /** @return every dependency as (before, after), in the order added */
    const DependencyList& GetDependencies() const
    {
        return m_dependencies;
    }

    /** @return every pair of SENDs from AddOrder() as (before, after), in the order added */
    const DependencyList& GetOrders() const
    {
        return m_orders;
    }

  private:
    /** @return number of the new node */
    uint32_t Add(const Node& node);
    /** @return number of the graph; the same for the same graph */
    uint32_t AddLaw(const std::shared_ptr<const CommunicationGraph>& law);
    std::vector<Group> AppendGroups(const CommunicationGraph& other, const Placement& placement);

    uint32_t m_ranks;
    Nodes m_nodes;
    DependencyList m_dependencies;                                 //!< before, after
    DependencyList m_orders;                                       //!< SENDs: before, after
    std::vector<std::string> m_labels{""};                         //!< by number
    std::vector<Group> m_groups;                                   //!< by number
    std::vector<std::shared_ptr<const CommunicationGraph>> m_laws; //!< see GetLaw()
    mutable bool m_isValid{false}; //!< the graph was found valid and has not changed since
};

} // namespace ns3

#endif // AI_FABRIC_COMMUNICATION_GRAPH_H
