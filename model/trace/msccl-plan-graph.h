// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MSCCL_PLAN_GRAPH_H
#define AI_FABRIC_MSCCL_PLAN_GRAPH_H

#include "msccl-plan.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Writes an execution plan of MSCCL++ as a graph. The operations of a thread block run one after
 * the other; an operation becomes these nodes, in this order:
 *
 *     read of another GPU     SEND of 1 B there, and SEND of the bytes back: an RDMA read
 *     packets awaited         waits for all packets that are written to these chunks of scratch
 *     n inputs reduced        n - 1 REDUCE
 *     copy                    COPY
 *     write to another GPU    SEND of the bytes, twice as many for packets, whose words have flags
 *     signal                  SEND of 1 B; pws and pwsf: the write is the signal
 *     wait                    waits for the i-th signal of the channel, and for the writes before
 * it flush                   waits until the writes of the block to the peer have arrived barrier,
 * semaphores     JOINs that wait for each other
 *
 * As in MscclAlgorithm, a SEND is over for its thread block when it is handed to the network. The
 * i-th signal of a channel belongs to the i-th wait at its other end, the i-th acquire of a
 * semaphore with initial value v to the release i - v, both in the order of thread blocks and
 * operations. A pipeline is unrolled. All messages of a thread block to one peer have one queue
 * pair, whose channel is the number of the block.
 */
class MscclPlanGraph
{
  public:
    /**
     * @param plan plan to write
     * @param file path of its file, for messages
     * @param bytes bytes of the operation as nccl-tests counts them
     * @param graph gets the nodes; has as many ranks as the plan has GPUs
     */
    MscclPlanGraph(const MscclPlan& plan,
                   const std::string& file,
                   uint64_t bytes,
                   CommunicationGraph& graph);

    /** @throw InputError if an operation waits for something that never happens, or for itself */
    void Build();

  private:
    static constexpr uint32_t NONE = CommunicationGraph::NONE;

    /** Sender, receiver, port channel or not, and number of the channel. */
    using Channel = std::tuple<uint32_t, uint32_t, bool, uint32_t>;

    /** A GPU and a number of it: a semaphore, a barrier or a chunk of scratch. */
    using Place = std::pair<uint32_t, uint64_t>;

    /** A node that waits. */
    struct Waiter
    {
        uint32_t node;
        uint64_t line; //!< line of its operation in the file
    };

    /** A thread block while its operations are written. */
    struct Block
    {
        uint32_t gpu;
        uint32_t number;
        uint32_t last{NONE}; //!< node that the next operation waits for
        std::map<uint32_t, std::vector<uint32_t>>
            unsaid; //!< RECVs of writes since a signal, by peer
        std::map<uint32_t, std::vector<uint32_t>> sends; //!< SENDs of writes since a flush, by peer
        std::map<uint32_t, uint32_t> rounds;             //!< number of visits of each barrier
    };

    /** Bytes of one iteration of a pipeline. */
    struct Slice
    {
        uint64_t from{0};           //!< first byte of each piece
        uint64_t bytes{UINT64_MAX}; //!< most bytes
    };

    uint64_t GetBytes(const MscclPlan::Operation& operation,
                      const MscclPlan::Piece& piece,
                      const Slice& slice) const;
    void Add(Block& block, const MscclPlan::Operation& operation, const Slice& slice);
    void AddPipeline(Block& block, const MscclPlan::Operation& pipeline);
    void AddMoves(Block& block, const MscclPlan::Operation& operation, const Slice& slice);
    void AddWrites(Block& block, const MscclPlan::Operation& operation, const Slice& slice);
    void AddSignals(Block& block, const MscclPlan::Operation& operation);
    void AddBarrier(Block& block, const MscclPlan::Operation& operation);
    /** @return a JOIN of the block behind its last node, which the next operation waits for */
    uint32_t Join(Block& block);
    void Follow(Block& block, uint32_t node);
    void Connect();
    [[noreturn]] void Fail(uint64_t line, const char* key, const std::string& problem) const;

    const MscclPlan& m_plan;
    const std::string& m_file;
    CommunicationGraph& m_graph;
    uint64_t m_chunkBytes; //!< rounded up

    std::map<Channel, std::vector<std::vector<uint32_t>>> m_signals; //!< nodes that each stands for
    std::map<Channel, std::vector<Waiter>> m_waits;
    std::map<Place, std::vector<uint32_t>> m_releases;
    std::map<Place, std::vector<Waiter>> m_acquires;
    std::map<Place, std::vector<uint32_t>> m_packets; //!< nodes that write a chunk of scratch
    std::map<Place, std::vector<Waiter>> m_readers;   //!< nodes that wait for its packets

    /** GPU, barrier and round. */
    using Meeting = std::tuple<uint32_t, uint32_t, uint32_t>;

    /** Nodes of a meeting. */
    struct Meetings
    {
        std::vector<std::pair<uint32_t, uint32_t>> nodes; //!< arrival and departure of each block
        uint32_t blocks;                                  //!< number of blocks that must come
        uint64_t line;                                    //!< line of the first operation
    };

    std::map<Meeting, Meetings> m_meetings;
};

} // namespace ns3

#endif // AI_FABRIC_MSCCL_PLAN_GRAPH_H
