// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_BUILDER_H
#define AI_FABRIC_COLLECTIVE_BUILDER_H

#include "chunk-history.h"
#include "chunk-range.h"
#include "collective-data.h"
#include "rank-layout.h"
#include "rank-progress.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * What a collective algorithm writes to: it says which chunks go where, in an order that is right
 * if one statement is carried out after the other, and out comes the graph in which everything
 * waits for as little as the data demand.
 *
 * What the next node waits for follows from what others have done to its chunks, see ChunkHistory.
 * What follows already from the other nodes that it waits for is left out.
 *
 * ChunkedCollective repeats the statements in passes, one per channel and slice, which share no
 * chunk. Chunk c of b bytes gives channel k of K the part GetPart(b, K, k), which is cut into the
 * least number of slices, as equal as bytes allow, of which a message of m chunks is no longer
 * than the longest message wanted; or, if that is shorter than m bytes, m bytes. What has no bytes
 * makes no nodes.
 *
 * Long messages may be rendezvous, as in MPI libraries: with SetRendezvous() a message of at least
 * so many bytes, to a rank that comes to it later than the sender, waits for a clear-to-send, a
 * small message the other way, which the receiver sends when what it adds to or replaces is there.
 * So it is not in the way of what the receiver needs first. Who is later follows from the bytes
 * that must have moved before, over links that each message has for itself, but for those that
 * AwaitAll() waits for: these share the sender's. A clear-to-send counts as the shortest message
 * that waits for one, so a rank that has waited for more of them is behind, too. Ranks that are
 * behind by fewer bytes are not waited for.
 *
 * Node numbers are a topological order.
 */
class CollectiveBuilder
{
  public:
    /** Of a clear-to-send: what InfiniBand calls a block. */
    static constexpr uint64_t CLEAR_TO_SEND_BYTES = 64;

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

    /** @param bytes of messages that wait for a clear-to-send, at least; for those from here on */
    void SetRendezvous(uint64_t bytes)
    {
        m_rendezvousBytes = bytes;
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

    /** The same chunks there as here. @param from the sender @param to the receiver @param chunks
     */
    void Send(uint32_t from, uint32_t to, ChunkRange chunks)
    {
        Send(from, to, chunks, chunks);
    }

    /**
     * The same chunks there as here, for which a receiver that is later sends its clear-to-send
     * when it has other ones, those of the steps before.
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
     * Two messages, one each way, of which each rank adds the other's chunks to its own. Both are
     * what the ranks had before.
     *
     * @param one a rank
     * @param other another rank
     * @param chunks of both
     */
    void ExchangeAndReduce(uint32_t one, uint32_t other, ChunkRange chunks);

    /** @param rank who @param source chunks to copy @param target as many others, to replace */
    void Copy(uint32_t rank, ChunkRange source, ChunkRange target);

    /**
     * An operation that the network performs: the members' chunks become what it makes of them.
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
    void AwaitArrivals(uint32_t rank);

    /** What this rank sends later waits for all it has sent and received so far. @param rank who */
    void AwaitAll(uint32_t rank);

    /// @}
    /// @name For ChunkedCollective
    /// @{

    /** From here on statements are counted only. @param channel that they are for */
    void BeginCount(uint32_t channel);

    /** Once the statements of all channels were counted. @param bytes of a message, at least 1 */
    void SetLongestMessage(uint64_t bytes);

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

    /** A new pass. @param channel in [0, channels) @param slice in [0, GetSliceCount()) */
    void BeginPass(uint32_t channel, uint64_t slice);

    /** @return the graph, which is the caller's */
    CommunicationGraph TakeGraph()
    {
        return std::move(m_graph);
    }

    /// @}

  private:
    /** Nodes of a message and when it can leave, in bytes that must have moved before. */
    struct Message
    {
        uint32_t send;
        uint32_t recv;
        uint64_t start;
    };

    void Send(uint32_t from, uint32_t to, ChunkRange source, ChunkRange target, ChunkRange needed);
    uint64_t CountSlices(uint64_t shareBytes) const;
    uint64_t Bytes(uint32_t rank, uint32_t chunk) const;
    uint64_t Bytes(uint32_t rank, ChunkRange chunks) const;
    bool MakesNodes(uint32_t rank, ChunkRange chunks, uint32_t nodes);

    void AfterWriters(uint32_t rank, ChunkRange chunks);
    void Write(uint32_t rank, uint32_t chunk, uint32_t node, uint32_t value, uint64_t time);
    uint64_t GetStart(uint32_t from, ChunkRange source) const;
    uint32_t AddClearToSend(uint32_t from, uint32_t to, ChunkRange source, ChunkRange needed);
    void AddDependencies(uint32_t node);
    void Record(uint32_t node, const CollectiveData::Access& access);
    Message AddMessage(uint32_t from, uint32_t to, ChunkRange source, ChunkRange needed);
    uint32_t ReadForSum(uint32_t from, uint32_t to, ChunkRange chunks, uint32_t send);
    void AddReduce(uint32_t rank,
                   ChunkRange chunks,
                   uint32_t recv,
                   uint32_t firstSum,
                   uint64_t time);

    static constexpr uint32_t NONE = CommunicationGraph::NONE;

    RankLayout m_layout;
    ChunkSizes m_sizes; //!< of the whole operation
    uint32_t m_channels;

    uint64_t m_rendezvousBytes{UINT64_MAX};

    bool m_counting{true};
    double m_nodeCount{0};
    uint32_t m_mostChunks{1};          //!< of a message
    uint64_t m_sliceBytes{UINT64_MAX}; //!< longest slice of a chunk
    uint64_t m_sliceCount{1};
    uint32_t m_channel{0};
    uint64_t m_slice{0};

    CommunicationGraph m_graph;
    CollectiveData* m_data{nullptr};
    ChunkHistory m_history;
    std::vector<RankProgress> m_progress; //!< by rank
    std::vector<uint32_t> m_before;       //!< what the node at hand waits for, with repetitions
    std::vector<uint32_t> m_implied;      //!< what those wait for
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_BUILDER_H
