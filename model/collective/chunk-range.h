// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHUNK_RANGE_H
#define AI_FABRIC_CHUNK_RANGE_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Some chunks of a rank's buffer, which form one message or one operation.
 *
 *     chunk(i) = (first + i * stride) mod chunks,     i = 0 ... count - 1
 *
 * where `chunks` is the number of chunks of the buffer.
 */
struct ChunkRange
{
    /**
     * @param theFirst number of the first chunk
     * @param theCount number of chunks
     * @param theStride distance from one chunk to the next
     */
    ChunkRange(uint32_t theFirst = 0, uint32_t theCount = 1, uint32_t theStride = 1)
        : first(theFirst),
          count(theCount),
          stride(theStride)
    {
    }

    /**
     * @param index index in [0, count)
     * @param chunks number of chunks of the buffer
     * @return number of the chunk
     */
    uint32_t Get(uint32_t index, uint32_t chunks) const
    {
        const uint64_t chunk = first + uint64_t{index} * stride;
        return static_cast<uint32_t>(chunk < chunks ? chunk : chunk % chunks);
    }

    uint32_t first;  //!< a single chunk converts to a range
    uint32_t count;  //!< may be 0
    uint32_t stride; //!< at least 1
};

/**
 * @ingroup ai-fabric-collective
 * The division of the ranks' buffers into chunks.
 */
struct ChunkSizes
{
    uint32_t chunks{0}; //!< chunks of each rank
    /** Length by chunk, if equal for all ranks, or by rank * chunks + chunk. */
    std::vector<uint64_t> bytes;

    /**
     * @param rank rank number
     * @param chunk chunk number
     * @return length of the chunk in bytes
     */
    uint64_t Get(uint32_t rank, uint32_t chunk) const
    {
        return bytes.size() == chunks ? bytes[chunk] : bytes[uint64_t{rank} * chunks + chunk];
    }
};

/**
 * @ingroup ai-fabric-collective
 * @param bytes length to divide
 * @param parts number of parts, at least 1
 * @param index index of a part, in [0, parts)
 * @return length of this part; the parts differ by at most one byte, longer ones first
 */
inline uint64_t
GetPart(uint64_t bytes, uint64_t parts, uint64_t index)
{
    return bytes / parts + (index < bytes % parts ? 1 : 0);
}

/**
 * @ingroup ai-fabric-collective
 * The data accesses of the nodes of a graph, for code that follows the data through the graph.
 *
 * A graph has the lengths and the order of transfers, but not which bytes move; a simulation needs
 * no more. CollectiveAlgorithm::Build() fills this structure on demand.
 *
 * A SEND reads chunks from its start until its message has arrived. A RECV writes chunks, or none
 * if a REDUCE takes them from the message. A REDUCE adds the chunks of a message to the chunks it
 * writes. A COPY reads and writes. Chunks of different passes have no byte in common.
 */
struct CollectiveData
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< no node

    /** Accesses of one node, at its own rank. */
    struct Access
    {
        ChunkRange read{0, 0};    //!< SEND, COPY
        ChunkRange written{0, 0}; //!< RECV, REDUCE, COPY
        uint32_t pass{0};         //!< index into passes
        uint32_t message{NONE};   //!< REDUCE: RECV of the message it adds
    };

    std::vector<Access> accesses; //!< by node
    /** By pass: division of a channel's slice of the buffers into chunks. */
    std::vector<ChunkSizes> passes;
};

} // namespace ns3

#endif // AI_FABRIC_CHUNK_RANGE_H
