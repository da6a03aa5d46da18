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
 * A collective algorithm that cuts the buffers of its ranks into chunks and says which go where.
 *
 * A subclass says in DoDivide() how a rank's buffer is cut, and in DoWrite() which chunks are sent,
 * added or copied. Channels, slices and dependencies are the CollectiveBuilder's, so that they are
 * the same for all. The graph is valid by construction.
 */
class ChunkedCollective : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param bytes to divide
     * @param parts how many
     * @return as many chunks, alike up to a byte
     */
    static ChunkSizes Divide(uint64_t bytes, uint32_t parts);

  private:
    /**
     * @param layout the ranks
     * @param bytes the operation's size
     * @return the chunks of each rank's buffer; as many as there are ranks unless overridden
     */
    virtual ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const;

    /** Runs several times, once or more for each channel. @param builder gets what goes where */
    virtual void DoWrite(CollectiveBuilder& builder) const = 0;

    CommunicationGraph DoBuild(const RankLayout& layout,
                               uint64_t bytes,
                               CollectiveData* data) const final;

    uint32_t m_channels;   //!< at least 1
    uint64_t m_sliceBytes; //!< longest message; 0: no limit
};

} // namespace ns3

#endif // AI_FABRIC_CHUNKED_COLLECTIVE_H
