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
 * What a trace says that its ranks do, before it is known which send belongs to which receive.
 *
 * Readers add the operations of all ranks, in the order of the trace, and what waits for what; then
 * Build() matches and makes the graph. Matching is that of MPI, done before the simulation: of the
 * messages of one tag from one rank to another the i-th sent is the i-th received. What receives
 * from any rank or with any tag then gets what is left over, first come, first served in the order
 * of the trace. A receive may ask for more bytes than it gets. A message to the own rank is a copy,
 * and one of 0 bytes carries 1 byte.
 */
class TraceProgram
{
  public:
    static constexpr uint32_t ANY_RANK = UINT32_MAX;  //!< as peer of a receive
    static constexpr uint64_t ANY_TAG = UINT64_MAX;   //!< as tag of a receive
    static constexpr uint64_t ANY_BYTES = UINT64_MAX; //!< as room of a receive

    /** One half of a message. */
    struct Message
    {
        uint32_t peer{0};    //!< the other rank
        uint32_t channel{0}; //!< which of the queue pairs between the two it uses; that of the send
        uint64_t tag{0};     //!< both halves have the same one
        uint64_t bytes{0};   //!< sent, or room for what is received
    };

    /**
     * Finds an operation in the trace, for errors.
     *
     * @param rank of an operation
     * @param place of it, as given when it was added
     * @return where that is, such as file and line
     */
    using Locate = std::function<std::string(uint32_t rank, uint64_t place)>;

    /** @param ranks how many there are @param locate names operations in errors */
    TraceProgram(uint32_t ranks, Locate locate);

    /**
     * @param rank who
     * @param durationPs how long
     * @param stream of the GPU
     * @param place line or the like
     * @return number of the operation
     */
    uint32_t AddCompute(uint32_t rank, int64_t durationPs, uint8_t stream, uint64_t place);

    /**
     * @param rank who
     * @param place line or the like
     * @return number of what takes no time
     */
    uint32_t AddJoin(uint32_t rank, uint64_t place);

    /**
     * @param rank who
     * @param message what
     * @param place line or the like
     * @return number
     */
    uint32_t AddSend(uint32_t rank, const Message& message, uint64_t place);

    /**
     * @param rank who
     * @param message what
     * @param place line or the like
     * @return number
     */
    uint32_t AddRecv(uint32_t rank, const Message& message, uint64_t place);

    /**
     * Makes a collective of operations that were added as joins.
     *
     * @param parts by rank of the collective, the operation that is its part in it
     * @param graph of the collective
     * @param label what it is
     */
    void SetCollective(std::vector<uint32_t> parts,
                       std::shared_ptr<const CommunicationGraph> graph,
                       const std::string& label);

    /** @param before must complete @param after before this one starts */
    void AddDependency(uint32_t before, uint32_t after);

    /** @param before must start @param after before this one starts */
    void AddStartDependency(uint32_t before, uint32_t after);

    /** @return how many operations there are */
    size_t GetCount() const
    {
        return m_operations.size();
    }

    /**
     * @return the graph, valid
     * @throw InputError that names the operation if one has no other half, does not fit it, or
     *        waits for itself
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

    /** What one rank does. */
    struct Operation
    {
        Kind kind;
        uint8_t stream{0}; //!< of COMPUTE: of the GPU
        uint32_t rank{0};
        uint32_t peer{0};                         //!< of SEND and RECV; ANY_RANK: any
        uint32_t channel{0};                      //!< of SEND, see CommunicationGraph
        uint32_t match{CommunicationGraph::NONE}; //!< the other half; NONE: not found yet
        int64_t durationPs{0};                    //!< of COMPUTE
        uint64_t bytes{0};                        //!< of SEND and RECV; ANY_BYTES: as many as come
        uint64_t tag{0};                          //!< both halves have the same one
        uint64_t place{0};                        //!< in the trace, for errors
    };

    /** What several ranks do together. */
    struct Collective
    {
        std::vector<uint32_t> parts;                     //!< operations, one of each rank
        std::shared_ptr<const CommunicationGraph> graph; //!< of as many ranks
        std::string label;
    };

    /**
     * The nodes that an operation became: the first waits for its predecessors, the last completes
     * it.
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
    /** Those that name rank and tag. */
    void MatchExactly();
    /** What is left over, for receives from any rank or with any tag. */
    void MatchAny();
    /** A message has these halves; throws InputError if it does not fit. */
    void Join(uint32_t send, uint32_t recv);
    /** @return where it is in the trace and what it does, for errors */
    std::string Describe(uint32_t operation) const;
    [[noreturn]] void FailUnmatched(uint32_t operation) const;
    /**
     * Adds the nodes of all but messages and collectives.
     *
     * @param graph gets them
     * @param ends by operation: gets what it became
     */
    void AddOperations(CommunicationGraph& graph, std::vector<Ends>& ends) const;
    /**
     * Adds a message, or a copy if it stays at its rank.
     *
     * @param graph gets the nodes
     * @param ends by operation: gets what both halves became
     * @param send its first half
     */
    void AddMessage(CommunicationGraph& graph, std::vector<Ends>& ends, uint32_t send) const;
    /**
     * Adds the collectives.
     *
     * @param graph gets them
     * @param ends by operation: gets what their parts became
     */
    void AddCollectives(CommunicationGraph& graph, std::vector<Ends>& ends) const;
    void CheckAcyclic(const CommunicationGraph& graph) const;

    uint32_t m_ranks;                      //!< how many there are
    Locate m_locate;                       //!< names places in errors
    std::vector<Operation> m_operations;   //!< by number
    std::vector<Collective> m_collectives; //!< in the order in which they were set
    std::vector<std::pair<uint32_t, uint32_t>> m_dependencies;      //!< before, after
    std::vector<std::pair<uint32_t, uint32_t>> m_startDependencies; //!< before, after
};

} // namespace ns3

#endif // AI_FABRIC_TRACE_PROGRAM_H
