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
 * Some chunks of a rank's buffer, which make one message or one operation.
 *
 *     chunk(i) = (first + i * stride) mod chunks,     i = 0 ... count - 1
 *
 * where `chunks` is how many the buffer has.
 */
struct ChunkRange
{
    /**
     * @param theFirst its number
     * @param theCount how many
     * @param theStride from one to the next
     */
    ChunkRange(uint32_t theFirst = 0, uint32_t theCount = 1, uint32_t theStride = 1)
        : first(theFirst),
          count(theCount),
          stride(theStride)
    {
    }

    /**
     * @param index in [0, count)
     * @param chunks of the buffer
     * @return the number of the chunk
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
 * How the buffers of the ranks are cut into chunks.
 */
struct ChunkSizes
{
    uint32_t chunks{0};          //!< of each rank
    std::vector<uint64_t> bytes; //!< by chunk, alike for all ranks, or by rank * chunks + chunk

    /**
     * @param rank who
     * @param chunk which of its chunks
     * @return its length
     */
    uint64_t Get(uint32_t rank, uint32_t chunk) const
    {
        return bytes.size() == chunks ? bytes[chunk] : bytes[uint64_t{rank} * chunks + chunk];
    }
};

/**
 * @ingroup ai-fabric-collective
 * @param bytes to divide
 * @param parts at least 1
 * @param index in [0, parts)
 * @return the length of one of `parts` parts that differ by at most a byte, longer ones first
 */
inline uint64_t
GetPart(uint64_t bytes, uint64_t parts, uint64_t index)
{
    return bytes / parts + (index < bytes % parts ? 1 : 0);
}

} // namespace ns3

#endif // AI_FABRIC_CHUNK_RANGE_H
