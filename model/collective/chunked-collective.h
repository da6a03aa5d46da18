// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHUNKED_COLLECTIVE_H
#define AI_FABRIC_CHUNKED_COLLECTIVE_H

#include "collective-algorithm.h"
#include "collective-builder.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * A collective algorithm that divides the buffers of its ranks into chunks and states the transfers
 * of these chunks.
 *
 * A subclass divides a rank's buffer in DoDivide(), and states in DoWrite() which chunks are sent,
 * added or copied. The CollectiveBuilder adds channels, slices and dependencies, so these are the
 * same for all algorithms. The graph is valid by construction.
 */
class ChunkedCollective : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param bytes length to divide
     * @param parts number of parts
     * @return one chunk per part; lengths differ by at most one byte
     */
    static ChunkSizes Divide(uint64_t bytes, uint32_t parts);

  private:
    /**
     * @param layout layout of the ranks
     * @param bytes size of the operation
     * @return chunks of each rank's buffer; by default one chunk per rank
     */
    virtual ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const;

    /**
     * Called several times, at least once for each channel.
     *
     * @param builder receives the transfers
     */
    virtual void DoWrite(CollectiveBuilder& builder) const = 0;

    CommunicationGraph DoBuild(const RankLayout& layout,
                               uint64_t bytes,
                               CollectiveData* data) const final;

    uint32_t m_channels;   //!< at least 1
    uint64_t m_sliceBytes; //!< longest message; 0: no limit
};

} // namespace ns3

#endif // AI_FABRIC_CHUNKED_COLLECTIVE_H
