// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_BUILDER_H
#define AI_FABRIC_COLLECTIVE_BUILDER_H

#include "chunk-history.h"
#include "chunk-range.h"
#include "message-order.h"
#include "rank-layout.h"
#include "rank-progress.h"

#include "ns3/communication-graph.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Turns the statements of a collective algorithm, "these chunks go there", into a communication
 * graph. The statements are written as if each were executed before the next; in the graph each
 * node waits only for its data (see ChunkHistory). A dependency that follows from others is left
 * out.
 *
 * ChunkedCollective repeats the statements in passes, one for each channel and slice; passes share
 * no bytes. Channel k of K gets the part GetPart(b, K, k) of a chunk of b bytes. That part is
 * divided into equal slices, as few as keep a message of m chunks within the longest wanted message
 * (or within m bytes, if that is more). Parts without bytes make no nodes.
 *
 * Long messages may be rendezvous, as in MPI libraries. With SetRendezvous() a message of at least
 * that length waits for a clear-to-send if its receiver is behind its sender. The clear-to-send is
 * a small message from the receiver, sent when the receiver has the chunks that the message adds to
 * or replaces, so that the long message does not delay the data that the receiver needs first. A
 * rank is behind if more bytes must have moved before: each message has its links to itself, but
 * messages of one AwaitAll() share the links of their sender. A clear-to-send counts as the
 * shortest message that waits for one, so a rank that has waited for more of them is behind. A
 * sender does not wait for a rank that is behind by fewer bytes.
 *
 * Let a message go to another receiver than the messages of the step before, where both receivers
 * are in the sender's server or both are outside of it. It then leaves after those messages
 * (CommunicationGraph::AddOrder()), because a rank of a library executes one step after the other:
 * a rank that comes late, and has all its data for many steps, does not share its link among the
 * steps. The step of a message is its depth: the number of messages that must have arrived before,
 * one after the other. Each pass has its own order.
 *
 * Receivers have an order, too: with SetTurns() a long message to a rank that is not behind waits
 * for its turn, so that it does not share the link with a late message of the step before. The turn
 * is a small message from the rank that sends to the same receiver in the step before, sent behind
 * that message. It arrives with that message. If all ranks are in time, the sender then also has
 * the message of its own step before, and no rank waits. A clear-to-send of the receiver would take
 * one latency in each step.
 *
 * Node numbers are a topological order, and for each rank in the order of the statements.
 */
class CollectiveBuilder
{
  public:
    /** Length of a clear-to-send: one block of InfiniBand's credits. */
    static constexpr uint64_t CLEAR_TO_SEND_BYTES = 64;

    /**
     * @param layout layout of the ranks
     * @param sizes chunks of the whole operation
     * @param channels number of channels, at least 1
     */
    CollectiveBuilder(const RankLayout& layout, const ChunkSizes& sizes, uint32_t channels);

    /// @name For algorithms
    /// @{

    /** @return ranks and their servers */
    const RankLayout& GetLayout() const
    {
        return m_layout;
    }

    /** @return number of ranks */
    uint32_t GetRanks() const
    {
        return m_layout.GetRanks();
    }

    /** @return number of chunks of each rank */
    uint32_t GetChunks() const
    {
        return m_sizes.chunks;
    }

    /**
     * @param chunks chunks of the first rank
     * @return their bytes in all channels and slices
     */
    uint64_t GetSize(ChunkRange chunks) const;

    /** @return number of channels, at least 1 */
    uint32_t GetChannels() const
    {
        return m_channels;
    }

    /** @return channel of this pass, from 0 */
    uint32_t GetChannel() const
    {
        return m_channel;
    }

    /**
     * From now on long messages are rendezvous.
     *
     * @param bytes length of the shortest such message
     */
    void SetRendezvous(uint64_t bytes)
    {
        m_rendezvousBytes = bytes;
    }

    /**
     * From now on long messages wait for their turn.
     *
     * @param bytes length of the shortest such message
     */
    void SetTurns(uint64_t bytes)
    {
        m_turnBytes = bytes;
    }

    /** @return length of the shortest message that waits for its turn */
    uint64_t GetTurns() const
    {
        return m_turnBytes;
    }

    /**
     * Sends one message whose chunks replace the receiver's.
     *
     * @param from sending rank
     * @param to receiving rank
     * @param source chunks of the sender
     * @param target chunks of the receiver, the same number
     */
    void Send(uint32_t from, uint32_t to, ChunkRange source, ChunkRange target)
    {
        Send(from, to, source, target, target);
    }

    /**
     * The same, with equal chunk numbers at both ranks.
     *
     * @param from sending rank
     * @param to receiving rank
     * @param chunks chunks of both ranks
     */
    void Send(uint32_t from, uint32_t to, ChunkRange chunks)
    {
        Send(from, to, chunks, chunks);
    }

    /**
     * The same, with equal chunk numbers. A receiver that is behind sends its clear-to-send when it
     * has other chunks, those of the steps before.
     *
     * @param from sending rank
     * @param to receiving rank
     * @param chunks chunks of both ranks
     * @param needed chunks that the receiver must have first
     */
    void SendAfter(uint32_t from, uint32_t to, ChunkRange chunks, ChunkRange needed)
    {
        Send(from, to, chunks, chunks, needed);
    }

    /**
     * Sends one message whose chunks the receiver adds to its own.
     *
     * @param from sending rank
     * @param to receiving rank
     * @param chunks chunks of both ranks
     */
    void SendAndReduce(uint32_t from, uint32_t to, ChunkRange chunks);

    /**
     * Sends two messages, one each way; each rank adds the received chunks to its own. Both
     * messages carry the chunks before these additions.
     *
     * @param one rank
     * @param other another rank
     * @param chunks chunks of both ranks
     */
    void ExchangeAndReduce(uint32_t one, uint32_t other, ChunkRange chunks);

    /**
     * @param rank rank number
     * @param source chunks to copy
     * @param target chunks to replace, the same number
     */
    void Copy(uint32_t rank, ChunkRange source, ChunkRange target);

    /**
     * Adds an operation that the network performs on the chunks of all members, in place.
     *
     * @param group its ranks, its tree (streaming or not), and its channel
     * @param operation kind of the operation
     * @param chunks chunks of all members
     * @param root root of a reduce or a broadcast: a rank of the group
     */
    void Aggregate(const CommunicationGraph::Group& group,
                   AggregationOperation operation,
                   ChunkRange chunks,
                   uint32_t root = 0);

    /**
     * Later messages of this rank wait for all data that has arrived at it so far.
     *
     * @param rank rank number
     */
    void AwaitArrivals(uint32_t rank)
    {
        if (!m_counting)
        {
            m_progress[rank].AwaitArrivals();
        }
    }

    /**
     * Later messages of this rank wait for all data it has sent and received so far.
     *
     * @param rank rank number
     */
    void AwaitAll(uint32_t rank);

    /// @}
    /// @name For ChunkedCollective
    /// @{

    /**
     * From now on statements are only counted.
     *
     * @param channel channel of the statements
     */
    void BeginCount(uint32_t channel);

    /**
     * Called when the statements of all channels are counted.
     *
     * @param bytes longest message, at least 1
     */
    void SetLongestMessage(uint64_t bytes)
    {
        m_sliceBytes = std::max<uint64_t>(1, bytes / m_mostChunks);
        m_nodeCount = 0;
    }

    /** @return upper limit of the nodes that the counted statements make in all passes */
    double GetNodeCount() const
    {
        return m_nodeCount;
    }

    /** @return largest number of slices of a sent chunk, at least 1 */
    uint64_t GetSliceCount() const
    {
        return m_sliceCount;
    }

    /**
     * From now on statements make nodes.
     *
     * @param data receives their accesses, or null
     */
    void BeginGraph(CollectiveData* data);

    /**
     * Starts a new pass.
     *
     * @param channel channel, in [0, channels)
     * @param slice slice, in [0, GetSliceCount())
     */
    void BeginPass(uint32_t channel, uint64_t slice);

    /** @return the graph, moved to the caller */
    CommunicationGraph TakeGraph()
    {
        m_order.End();
        m_edges = std::vector<std::pair<uint32_t, uint32_t>>();
        return std::move(m_graph);
    }

    /// @}

  private:
    /** Nodes of a message and its earliest start, in bytes that must have moved before. */
    struct Message
    {
        uint32_t send;  //!< node number
        uint32_t recv;  //!< node number
        uint64_t start; //!< earliest start, in bytes
    };

    /**
     * @param from sending rank
     * @param to receiving rank
     * @param source chunks of the sender
     * @param target chunks of the receiver that are replaced, the same number
     * @param needed chunks that the receiver must have before a clear-to-send
     */
    void Send(uint32_t from, uint32_t to, ChunkRange source, ChunkRange target, ChunkRange needed);

    /**
     * @param shareBytes bytes of a chunk in a channel
     * @return number of its slices
     */
    uint64_t CountSlices(uint64_t shareBytes) const
    {
        return shareBytes / m_sliceBytes + (shareBytes % m_sliceBytes > 0);
    }

    uint64_t GetPassBytes(uint64_t chunkBytes) const;

    /** @return bytes of a chunk in this pass */
    uint64_t Bytes(uint32_t rank, uint32_t chunk) const
    {
        return m_pass.Get(rank, chunk);
    }

    /** @return sum of the bytes of these chunks */
    uint64_t Bytes(uint32_t rank, ChunkRange chunks) const;
    bool MakesNodes(uint32_t rank, ChunkRange chunks, uint32_t nodes);

    void AfterWriters(uint32_t rank, ChunkRange chunks);

    /** Records that a node writes a chunk, see ChunkHistory::Write(). */
    void Write(uint32_t rank, uint32_t chunk, uint32_t node, uint32_t value, uint64_t time)
    {
        m_history.Write(rank, chunk, node, value, time, m_before);
    }

    uint64_t GetStart(uint32_t from, ChunkRange source) const;
    uint32_t AddClearToSend(uint32_t from, uint32_t to, ChunkRange source, ChunkRange needed);
    void AddDependencies(uint32_t node);
    void AddTurns(uint32_t from,
                  uint32_t to,
                  ChunkRange source,
                  uint32_t depth,
                  std::vector<uint32_t>& before);
    /** Records the accesses of a node in m_data, if requested. */
    void Record(uint32_t node, const CollectiveData::Access& access);
    Message AddMessage(uint32_t from,
                       uint32_t to,
                       ChunkRange source,
                       ChunkRange needed,
                       uint32_t depth = 0);
    uint32_t ReadForSum(uint32_t from, uint32_t to, ChunkRange chunks, uint32_t send);
    void AddReduce(uint32_t rank,
                   ChunkRange chunks,
                   uint32_t recv,
                   uint32_t firstSum,
                   uint64_t time);

    static constexpr uint32_t NONE = CommunicationGraph::NONE;

    RankLayout m_layout;
    ChunkSizes m_sizes; //!< chunks of the whole operation
    /** Chunks of this pass; while statements are counted, slices in place of bytes. */
    ChunkSizes m_pass;
    uint32_t m_channels; //!< number of channels

    /** Shortest message that may be rendezvous; default: none. */
    uint64_t m_rendezvousBytes{UINT64_MAX};
    uint64_t m_turnBytes{UINT64_MAX}; //!< shortest message that waits for its turn; default: none

    bool m_counting{true};             //!< statements are counted and make no nodes
    double m_nodeCount{0};             //!< number of nodes they would make; may exceed any integer
    uint32_t m_mostChunks{1};          //!< largest number of chunks of a message
    uint64_t m_sliceBytes{UINT64_MAX}; //!< longest slice of a chunk
    uint64_t m_sliceCount{1};          //!< largest number of slices of a chunk
    uint32_t m_channel{0};             //!< channel of this pass
    uint64_t m_slice{0};               //!< slice of this pass

    CommunicationGraph m_graph;
    CollectiveData* m_data{nullptr}; //!< null: not requested
    ChunkHistory m_history;
    std::vector<RankProgress> m_progress; //!< by rank
    std::vector<uint32_t> m_before;       //!< dependencies of the present node, with repetitions
    std::vector<uint32_t> m_implied;      //!< dependencies of those
    std::vector<std::pair<uint32_t, uint32_t>> m_edges; //!< all dependencies, by waiting node
    MessageOrder m_order;                               //!< order of the messages so far
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_BUILDER_H
