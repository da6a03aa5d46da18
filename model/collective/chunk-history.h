// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHUNK_HISTORY_H
#define AI_FABRIC_CHUNK_HISTORY_H

#include "chunk-range.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Records the accesses of a graph's nodes to each chunk of each rank, and derives the dependencies
 * of the next node X:
 *
 *     X reads    after the last write
 *     X writes   after all reads since the last write; after that write if there were none
 *
 * A SEND reads its chunks until its message has arrived. If a partial sum is sent and returns as
 * part of the whole sum, that message must have arrived, so the whole sum may overwrite the chunk
 * without a dependency. To recognize this case, every sum has a number, which its copies keep, and
 * a link to one sum that it was added to: the sum that replaced it, if any, otherwise the first.
 *
 * Each chunk also has a time: the number of bytes that must have moved, one after the other, before
 * the chunk is available. Each message has its links to itself, unless SetTime() changes this.
 */
class ChunkHistory
{
  public:
    /** No node; also the value of a chunk before any sum. */
    static constexpr uint32_t NONE = CommunicationGraph::NONE;

    /**
     * Starts an empty history.
     *
     * @param ranks number of ranks
     * @param chunks number of chunks of each rank
     */
    void Begin(uint32_t ranks, uint32_t chunks);

    /**
     * @param rank rank number
     * @param chunk chunk number
     * @return number of the sum in the chunk, or NONE
     */
    uint32_t GetValue(uint32_t rank, uint32_t chunk) const
    {
        return m_state[Index(rank, chunk)].value;
    }

    /**
     * @param rank rank number
     * @param chunks chunks of the rank
     * @return time of the latest of these chunks, in bytes
     */
    uint64_t GetTime(uint32_t rank, ChunkRange chunks) const;

    /**
     * @param rank rank number
     * @param chunks chunks; only those last written by the writer are changed
     * @param writer node that wrote them
     * @param time time at which they are available, in bytes
     */
    void SetTime(uint32_t rank, ChunkRange chunks, uint32_t writer, uint64_t time);

    /** @return number of sums so far, which is the number of the next sum */
    uint32_t GetSums() const
    {
        return static_cast<uint32_t>(m_wentInto.size());
    }

    /**
     * @param own value of the chunk that the sum replaces, or NONE
     * @param other value that is added, or NONE
     * @return number of the new sum
     */
    uint32_t AddSum(uint32_t own, uint32_t other);

    /**
     * Makes a value part of a sum, unless it is already part of a sum.
     *
     * @param value number of the value, or NONE
     * @param sum number of the sum
     */
    void AddToSum(uint32_t value, uint32_t sum);

    /**
     * @param rank rank number
     * @param chunk chunk number
     * @param before receives the node that has written the chunk, if any
     */
    void AfterWriter(uint32_t rank, uint32_t chunk, std::vector<uint32_t>& before) const;

    /**
     * @param rank rank number
     * @param chunk chunk number
     * @param node node that reads the chunk
     * @param sum sum made of it at the destination, or NONE
     */
    void AddRead(uint32_t rank, uint32_t chunk, uint32_t node, uint32_t sum);

    /**
     * @param rank rank number
     * @param chunk chunk number
     * @param node node that writes the chunk
     * @param value new value of the chunk
     * @param time time at which it is available, in bytes
     * @param before receives the nodes that this node must wait for
     */
    void Write(uint32_t rank,
               uint32_t chunk,
               uint32_t node,
               uint32_t value,
               uint64_t time,
               std::vector<uint32_t>& before);

  private:
    /** The state of one chunk of one rank. */
    struct Chunk
    {
        uint32_t writer;  //!< node number, or NONE
        uint32_t readers; //!< index of the last reader in m_reads, or NONE
        uint32_t value;   //!< number of the sum in the chunk, or NONE
        uint64_t time;    //!< time at which it is available, in bytes
    };

    /** A node that has read a chunk. */
    struct Read
    {
        uint32_t node; //!< node number
        uint32_t sum;  //!< sum that the node added the chunk to, or NONE
        uint32_t next; //!< index of the next reader in m_reads, or NONE
    };

    /** @return index into m_state */
    size_t Index(uint32_t rank, uint32_t chunk) const
    {
        return size_t{rank} * m_chunks + chunk;
    }

    uint32_t Latest(uint32_t value);

    uint32_t m_chunks{0};             //!< chunks of each rank
    std::vector<Chunk> m_state;       //!< by rank * chunks + chunk
    std::vector<Read> m_reads;        //!< lists by chunk, linked by next
    std::vector<uint32_t> m_wentInto; //!< by number of a sum: the sum it went into, or itself
};

} // namespace ns3

#endif // AI_FABRIC_CHUNK_HISTORY_H
