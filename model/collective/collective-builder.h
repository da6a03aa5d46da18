// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_BUILDER_H
#define AI_FABRIC_COLLECTIVE_BUILDER_H

#include "chunk-history.h"
#include "chunk-range.h"
#include "collective-data.h"
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
 * Turns what a collective algorithm states, "these chunks go there", into a communication graph.
 * The statements are written as if each were carried out before the next; in the graph each node
 * waits only for what the data demand (see ChunkHistory). A dependency that follows from others is
 * left out.
 *
 * ChunkedCollective repeats the statements in passes, one for each channel and slice; no two passes
 * share bytes. Channel k of K gets the part GetPart(b, K, k) of a chunk of b bytes. That part is
 * cut into equal slices, as few as keep a message of m chunks within the longest message that is
 * wanted (or within m bytes, if that is more). Parts without bytes make no nodes.
 *
 * Long messages may be rendezvous, as in MPI libraries. With SetRendezvous() a message of at least
 * that many bytes waits for a clear-to-send if its receiver is behind its sender. The clear-to-send
 * is a small message from the receiver, sent once the receiver has the chunks that the message adds
 * to or replaces, so that the long message does not delay what the receiver needs first. Which rank
 * is behind is told by the bytes that must have moved before: each message has its links to itself,
 * but messages that one AwaitAll() waits for share those of their sender. A clear-to-send counts as
 * the shortest message that waits for one, so a rank that has waited for more of them is behind. A
 * rank that is behind by fewer bytes is not waited for.
 *
 * Messages of a rank that go to others than those of the step before, in the same server or in
 * others as these, leave after these
 * (CommunicationGraph::AddOrder()), as a rank of a library does one step after the other: a rank
 * that comes late, and has all it needs for many steps, does not share its link among them. The
 * step of a message is its depth: how many must have arrived before, one after the other. A pass
 * keeps its own order.
 *
 * The same at the receiver: with SetTurns() a long message to a rank that is not behind waits
 * for its turn, so that it does not come beside the message of the step before if that is late. Its
 * turn is a small message, too, from the rank that sends to the same one in the step before, behind
 * that. It is there when that message is, which is when the sender has the message of its own step
 * before if all are in time; then nobody waits. A clear-to-send of the receiver would take a
 * latency in each step.
 *
 * Node numbers are a topological order, and for each rank the order of the statements.
 */
class CollectiveBuilder
{
  public:
    /** Length of a clear-to-send: one block of InfiniBand's credits. */
    static constexpr uint64_t CLEAR_TO_SEND_BYTES = 64;

    /** Messages wait for their turn from here on, by default. */
    static constexpr uint64_t TURN_BYTES = 65536;

    /**
     * @param layout the ranks
     * @param sizes of the chunks of the whole operation
     * @param channels at least 1
     */
    CollectiveBuilder(const RankLayout& layout, const ChunkSizes& sizes, uint32_t channels);

    /// @name For algorithms
    /// @{

    /** @return the ranks and their servers */
    const RankLayout& GetLayout() const
    {
        return m_layout;
    }

    /** @return how many ranks there are */
    uint32_t GetRanks() const
    {
        return m_layout.GetRanks();
    }

    /** @return how many chunks each rank has */
    uint32_t GetChunks() const
    {
        return m_sizes.chunks;
    }

    /** @param chunks of the first rank @return their bytes in all channels and slices */
    uint64_t GetSize(ChunkRange chunks) const;

    /** @return how many channels there are, at least 1 */
    uint32_t GetChannels() const
    {
        return m_channels;
    }

    /** @return the channel that this pass is for, from 0 */
    uint32_t GetChannel() const
    {
        return m_channel;
    }

    /** From here on long messages are rendezvous. @param bytes that such a message has at least */
    void SetRendezvous(uint64_t bytes)
    {
        m_rendezvousBytes = bytes;
    }

    /** From here on long messages wait for their turn. @param bytes of such a message, at least */
    void SetTurns(uint64_t bytes)
    {
        m_turnBytes = bytes;
    }

    /**
     * One message whose chunks replace the receiver's.
     *
     * @param from the sender
     * @param to the receiver
     * @param source chunks of the sender
     * @param target chunks of the receiver, as many
     */
    void Send(uint32_t from, uint32_t to, ChunkRange source, ChunkRange target)
    {
        Send(from, to, source, target, target);
    }

    /**
     * The same, to chunks of the same numbers.
     *
     * @param from the sender
     * @param to the receiver
     * @param chunks of both
     */
    void Send(uint32_t from, uint32_t to, ChunkRange chunks)
    {
        Send(from, to, chunks, chunks);
    }

    /**
     * The same, to chunks of the same numbers; a receiver that is behind sends its clear-to-send
     * when it has other chunks, those of the steps before.
     *
     * @param from the sender
     * @param to the receiver
     * @param chunks of both
     * @param needed chunks that the receiver is to have first
     */
    void SendAfter(uint32_t from, uint32_t to, ChunkRange chunks, ChunkRange needed)
    {
        Send(from, to, chunks, chunks, needed);
    }

    /**
     * One message whose chunks the receiver adds to its own.
     *
     * @param from the sender
     * @param to the receiver
     * @param chunks of both
     */
    void SendAndReduce(uint32_t from, uint32_t to, ChunkRange chunks);

    /**
     * Two messages, one each way; each rank adds the chunks that it gets to its own. Both messages
     * carry the chunks as they were before.
     *
     * @param one a rank
     * @param other another rank
     * @param chunks of both
     */
    void ExchangeAndReduce(uint32_t one, uint32_t other, ChunkRange chunks);

    /**
     * @param rank who
     * @param source chunks to copy
     * @param target as many others, to replace
     */
    void Copy(uint32_t rank, ChunkRange source, ChunkRange target);

    /**
     * An operation that the network performs on the chunks of all members, in place.
     *
     * @param group its ranks, whether it is streaming, and channel
     * @param operation what it is
     * @param chunks of all members
     * @param root of a reduce or a broadcast: a rank of the group
     */
    void Aggregate(const CommunicationGraph::Group& group,
                   AggregationOperation operation,
                   ChunkRange chunks,
                   uint32_t root = 0);

    /** What this rank sends later waits for all that has arrived at it so far. @param rank who */
    void AwaitArrivals(uint32_t rank)
    {
        if (!m_counting)
        {
            m_progress[rank].AwaitArrivals();
        }
    }

    /** What this rank sends later waits for all it has sent and received so far. @param rank who */
    void AwaitAll(uint32_t rank);

    /// @}
    /// @name For ChunkedCollective
    /// @{

    /** From here on statements are counted only. @param channel that they are for */
    void BeginCount(uint32_t channel);

    /** Once the statements of all channels were counted. @param bytes of a message, at least 1 */
    void SetLongestMessage(uint64_t bytes)
    {
        m_sliceBytes = std::max<uint64_t>(1, bytes / m_mostChunks);
        m_nodeCount = 0;
    }

    /** @return nodes that the statements counted make in all passes, not fewer than in truth */
    double GetNodeCount() const
    {
        return m_nodeCount;
    }

    /** @return the most slices of a chunk that was sent, at least 1 */
    uint64_t GetSliceCount() const
    {
        return m_sliceCount;
    }

    /** From here on statements make nodes. @param data gets what they work on, or null */
    void BeginGraph(CollectiveData* data);

    /**
     * A new pass.
     *
     * @param channel in [0, channels)
     * @param slice in [0, GetSliceCount())
     */
    void BeginPass(uint32_t channel, uint64_t slice);

    /** @return the graph, which is the caller's */
    CommunicationGraph TakeGraph()
    {
        m_order.End();
        return std::move(m_graph);
    }

    /// @}

  private:
    /** Nodes of a message and when it can leave, in bytes that must have moved before. */
    struct Message
    {
        uint32_t send;  //!< node
        uint32_t recv;  //!< node
        uint64_t start; //!< in bytes
    };

    /**
     * @param from the sender
     * @param to the receiver
     * @param source chunks of the sender
     * @param target as many of the receiver, which they replace
     * @param needed those of the receiver that it must have before a clear-to-send
     */
    void Send(uint32_t from, uint32_t to, ChunkRange source, ChunkRange target, ChunkRange needed);

    /** @return slices of a chunk of which a channel has so many bytes */
    uint64_t CountSlices(uint64_t shareBytes) const
    {
        return shareBytes / m_sliceBytes + (shareBytes % m_sliceBytes > 0);
    }

    uint64_t GetPassBytes(uint64_t chunkBytes) const;

    /** @return the bytes of a chunk in this pass */
    uint64_t Bytes(uint32_t rank, uint32_t chunk) const
    {
        return m_pass.Get(rank, chunk);
    }

    /** @return the sum over the chunks */
    uint64_t Bytes(uint32_t rank, ChunkRange chunks) const;
    bool MakesNodes(uint32_t rank, ChunkRange chunks, uint32_t nodes);

    void AfterWriters(uint32_t rank, ChunkRange chunks);

    /** A node has written a chunk, see ChunkHistory::Write(). */
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
    /** Notes for m_data, if that is wanted, what a node works on. */
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
    ChunkSizes m_sizes;  //!< of the whole operation
    ChunkSizes m_pass;   //!< in this pass; while statements are counted slices instead of bytes
    uint32_t m_channels; //!< how many

    uint64_t m_rendezvousBytes{UINT64_MAX}; //!< least message that may be rendezvous; default: none
    uint64_t m_turnBytes{UINT64_MAX}; //!< least message that waits for its turn; default: none

    bool m_counting{true};             //!< statements are counted and make no nodes
    double m_nodeCount{0};             //!< what they would make; may exceed any integer
    uint32_t m_mostChunks{1};          //!< of a message
    uint64_t m_sliceBytes{UINT64_MAX}; //!< longest slice of a chunk
    uint64_t m_sliceCount{1};          //!< of the chunk that has most
    uint32_t m_channel{0};             //!< of this pass
    uint64_t m_slice{0};               //!< of this pass

    CommunicationGraph m_graph;
    CollectiveData* m_data{nullptr}; //!< null: not wanted
    ChunkHistory m_history;
    std::vector<RankProgress> m_progress; //!< by rank
    std::vector<uint32_t> m_before;       //!< what the node at hand waits for, with repetitions
    std::vector<uint32_t> m_implied;      //!< what those wait for
    MessageOrder m_order;                 //!< of the messages so far
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_BUILDER_H
