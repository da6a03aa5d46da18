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
 * What the nodes of a graph have done to each chunk of each rank, and what follows for the next
 * node X:
 *
 *     X reads    after the last write
 *     X writes   after all reads since the last write; after that write if there were none
 *
 * A SEND reads its chunks until its message has arrived. If a partial sum is sent off and comes
 * back as part of the whole sum, that message must have arrived, so the whole sum may overwrite the
 * chunk without a dependency. To recognize this, every sum has a number, which its copies keep, and
 * remembers one sum that it was added to: the one that replaced it, if any, otherwise the first.
 *
 * Each chunk has a time, too: how many bytes must have moved, one after the other, before it is
 * there. Each message has its links to itself, unless SetTime() says otherwise.
 */
class ChunkHistory
{
  public:
    /** Stands for no node, and for the value of a chunk before any sum. */
    static constexpr uint32_t NONE = CommunicationGraph::NONE;

    /**
     * Nothing has happened yet.
     *
     * @param ranks how many
     * @param chunks of each
     */
    void Begin(uint32_t ranks, uint32_t chunks);

    /**
     * @param rank who
     * @param chunk which
     * @return the number of the sum it holds, or NONE
     */
    uint32_t GetValue(uint32_t rank, uint32_t chunk) const
    {
        return m_state[Index(rank, chunk)].value;
    }

    /**
     * @param rank who
     * @param chunks which
     * @return the time of the latest of them, in bytes
     */
    uint64_t GetTime(uint32_t rank, ChunkRange chunks) const;

    /**
     * @param rank who
     * @param chunks which, of those that a node has written last
     * @param writer that node
     * @param time when they are there, in bytes
     */
    void SetTime(uint32_t rank, ChunkRange chunks, uint32_t writer, uint64_t time);

    /** @return how many sums there are, which is the number of the next one */
    uint32_t GetSums() const
    {
        return static_cast<uint32_t>(m_wentInto.size());
    }

    /**
     * @param own value of a chunk that the sum takes the place of, or NONE
     * @param other value that is added, or NONE
     * @return the number of the sum
     */
    uint32_t AddSum(uint32_t own, uint32_t other);

    /**
     * Makes a value part of a sum, if it is not part of one yet.
     *
     * @param value or NONE
     * @param sum its number
     */
    void AddToSum(uint32_t value, uint32_t sum);

    /**
     * @param rank who
     * @param chunk which
     * @param before gets the node that has written it, if any
     */
    void AfterWriter(uint32_t rank, uint32_t chunk, std::vector<uint32_t>& before) const;

    /**
     * @param rank who
     * @param chunk which
     * @param node that reads it
     * @param sum that is made of it where it is sent to, or NONE
     */
    void AddRead(uint32_t rank, uint32_t chunk, uint32_t node, uint32_t sum);

    /**
     * @param rank who
     * @param chunk which
     * @param node that writes it
     * @param value that it holds then
     * @param time when it is there, in bytes
     * @param before gets the nodes that this one waits for
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
        uint32_t writer;  //!< node, or NONE
        uint32_t readers; //!< index of the last one in m_reads, or NONE
        uint32_t value;   //!< number of the sum it holds, or NONE
        uint64_t time;    //!< in bytes
    };

    /** A node that has read a chunk. */
    struct Read
    {
        uint32_t node; //!< which
        uint32_t sum;  //!< that it added the chunk to, or NONE
        uint32_t next; //!< in m_reads, or NONE
    };

    /** @return index into m_state */
    size_t Index(uint32_t rank, uint32_t chunk) const
    {
        return size_t{rank} * m_chunks + chunk;
    }

    uint32_t Latest(uint32_t value);

    uint32_t m_chunks{0};             //!< of each rank
    std::vector<Chunk> m_state;       //!< by rank * chunks + chunk
    std::vector<Read> m_reads;        //!< lists by chunk, linked by next
    std::vector<uint32_t> m_wentInto; //!< by number of a sum: another one, or itself
};

} // namespace ns3

#endif // AI_FABRIC_CHUNK_HISTORY_H
