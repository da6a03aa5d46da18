// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRACE_PROGRAM_H
#define AI_FABRIC_TRACE_PROGRAM_H

#include "ns3/communication-graph.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * The operations of a trace's ranks, before sends and receives are matched.
 *
 * Readers add the operations of all ranks in the order of the trace, and their dependencies; then
 * Build() matches the messages and makes the graph. Matching is that of MPI, done before the
 * simulation: of the messages of one tag from one rank to another, the i-th send belongs to the
 * i-th receive. Receives from any rank or with any tag then get the remaining sends, first come,
 * first served in the order of the trace. A receive may ask for more bytes than it gets. A message
 * to the own rank becomes a copy, and a message of 0 bytes carries 1 byte.
 */
class TraceProgram
{
  public:
    static constexpr uint32_t ANY_RANK = UINT32_MAX;  //!< peer of a receive: any rank
    static constexpr uint64_t ANY_TAG = UINT64_MAX;   //!< tag of a receive: any tag
    static constexpr uint64_t ANY_BYTES = UINT64_MAX; //!< room of a receive: any size

    /** One half of a message. */
    struct Message
    {
        uint32_t peer{0};    //!< the other rank
        uint32_t channel{0}; //!< SEND: number of the queue pair between the two ranks
        uint64_t tag{0};     //!< tag; both halves have the same one
        uint64_t bytes{0};   //!< bytes sent, or room of the receive
    };

    /**
     * Describes the place of an operation in the trace, for errors.
     *
     * @param rank rank of the operation
     * @param place its place, as given when it was added
     * @return text such as file and line
     */
    using Locate = std::function<std::string(uint32_t rank, uint64_t place)>;

    /** @param ranks number of ranks @param locate describes operations in errors */
    TraceProgram(uint32_t ranks, Locate locate);

    /**
     * @param rank rank that computes
     * @param durationPs duration in ps
     * @param stream stream of the GPU
     * @param place place in the trace, such as a line number
     * @return number of the operation
     */
    uint32_t AddCompute(uint32_t rank, int64_t durationPs, uint8_t stream, uint64_t place);

    /**
     * @param rank rank of the operation
     * @param place place in the trace, such as a line number
     * @return number of the operation, which takes no time
     */
    uint32_t AddJoin(uint32_t rank, uint64_t place);

    /**
     * @param rank rank that sends
     * @param message the message
     * @param place place in the trace, such as a line number
     * @return number of the operation
     */
    uint32_t AddSend(uint32_t rank, const Message& message, uint64_t place);

    /**
     * @param rank rank that receives
     * @param message the message
     * @param place place in the trace, such as a line number
     * @return number of the operation
     */
    uint32_t AddRecv(uint32_t rank, const Message& message, uint64_t place);

    /**
     * Makes a collective of operations that were added as joins.
     *
     * @param parts by rank of the collective: its operation
     * @param graph graph of the collective
     * @param label name of the collective
     */
    void SetCollective(std::vector<uint32_t> parts,
                       std::shared_ptr<const CommunicationGraph> graph,
                       const std::string& label);

    /** @param before operation that must complete first @param after operation that waits for it */
    void AddDependency(uint32_t before, uint32_t after);

    /** @param before operation that must start first @param after operation that waits for that */
    void AddStartDependency(uint32_t before, uint32_t after);

    /** @return number of operations */
    size_t GetCount() const
    {
        return m_operations.size();
    }

    /**
     * @return valid graph
     * @throw InputError that names the operation if it has no other half, does not fit its other
     *         half, or waits for itself
     */
    CommunicationGraph Build();

  private:
    enum class Kind : uint8_t
    {
        COMPUTE,
        JOIN,
        SEND,
        RECV
    };

    /** An operation of one rank. */
    struct Operation
    {
        Kind kind;
        uint8_t stream{0}; //!< COMPUTE: stream of the GPU
        uint32_t rank{0};
        uint32_t peer{0};                         //!< SEND, RECV: the other rank; ANY_RANK: any
        uint32_t channel{0};                      //!< SEND: see CommunicationGraph
        uint32_t match{CommunicationGraph::NONE}; //!< number of the other half; NONE: not found yet
        int64_t durationPs{0};                    //!< COMPUTE: duration in ps
        uint64_t bytes{0};                        //!< SEND, RECV: size; ANY_BYTES: any size
        uint64_t tag{0};                          //!< tag; both halves have the same one
        uint64_t place{0};                        //!< place in the trace, for errors
    };

    /** A collective of several ranks. */
    struct Collective
    {
        std::vector<uint32_t> parts;                     //!< numbers of operations, one per rank
        std::shared_ptr<const CommunicationGraph> graph; //!< graph of as many ranks
        std::string label;
    };

    /**
     * The nodes made of an operation: the first waits for its predecessors, the last completes it.
     */
    struct Ends
    {
        uint32_t first{CommunicationGraph::NONE};
        uint32_t last{CommunicationGraph::NONE};
    };

    /** @return number of the new operation */
    uint32_t Add(const Operation& operation);
    /** Finds the other half of each message; throws InputError if there is none. */
    void Match();
    /** Matches receives that name rank and tag. */
    void MatchExactly();
    /** Matches the remaining receives, from any rank or with any tag. */
    void MatchAny();
    /** Joins two halves; throws InputError if they do not fit. */
    void Join(uint32_t send, uint32_t recv);
    /** @return its place in the trace and its kind, for errors */
    std::string Describe(uint32_t operation) const;
    [[noreturn]] void FailUnmatched(uint32_t operation) const;
    /**
     * Adds the nodes of all but messages and collectives.
     *
     * @param graph gets the nodes
     * @param ends by operation: gets its nodes
     */
    void AddOperations(CommunicationGraph& graph, std::vector<Ends>& ends) const;
    /**
     * Adds a message, or a copy if it stays at its rank.
     *
     * @param graph gets the nodes
     * @param ends by operation: gets the nodes of both halves
     * @param send number of the message's SEND
     */
    void AddMessage(CommunicationGraph& graph, std::vector<Ends>& ends, uint32_t send) const;
    /**
     * Adds the collectives.
     *
     * @param graph gets the nodes
     * @param ends by operation: gets the nodes of the collectives' parts
     */
    void AddCollectives(CommunicationGraph& graph, std::vector<Ends>& ends) const;
    void CheckAcyclic(const CommunicationGraph& graph) const;

    uint32_t m_ranks;                      //!< number of ranks
    Locate m_locate;                       //!< describes places in errors
    std::vector<Operation> m_operations;   //!< by number
    std::vector<Collective> m_collectives; //!< in the order in which they were set
    std::vector<std::pair<uint32_t, uint32_t>> m_dependencies;      //!< before, after
    std::vector<std::pair<uint32_t, uint32_t>> m_startDependencies; //!< before, after
};

} // namespace ns3

#endif // AI_FABRIC_TRACE_PROGRAM_H
