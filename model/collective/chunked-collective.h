// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHUNKED_COLLECTIVE_H
#define AI_FABRIC_CHUNKED_COLLECTIVE_H

#include "collective-algorithm.h"
#include "collective-builder.h"

#include <cstdint>
#include <vector>

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

    /**
     * @param tid TypeId of an algorithm whose messages wait for their turn
     * @return the TypeId with the attribute TurnBytes
     */
    static TypeId AddTurnBytes(TypeId tid);

    /**
     * @param tid TypeId of an algorithm whose messages wait for their turn, and which gives
     * GetTurnBytes() to CollectiveBuilder::SetRendezvous()
     * @return the TypeId with the attribute RendezvousBytes
     */
    static TypeId AddRendezvousBytes(TypeId tid);

    /**
     * @param layout layout of the ranks
     * @param sizes chunks of each rank's buffer
     * @param data receives the accesses of each node; or null
     * @return graph of the transfers of DoWrite()
     */
    CommunicationGraph BuildChunks(const RankLayout& layout,
                                   const ChunkSizes& sizes,
                                   CollectiveData* data = nullptr) const;

    /** @return length of the shortest message that waits for its turn */
    uint64_t GetTurnBytes() const
    {
        return m_turnBytes;
    }

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

    uint32_t m_channels;              //!< at least 1
    uint64_t m_sliceBytes;            //!< longest message; 0: no limit
    uint64_t m_turnBytes{UINT64_MAX}; //!< see GetTurnBytes()
};

/**
 * @ingroup ai-fabric-collective
 * An algorithm that moves the whole buffer as one chunk.
 *
 * @tparam Algorithm base class
 */
template <typename Algorithm>
class UndividedCollective : public Algorithm
{
    ChunkSizes DoDivide(const RankLayout& /* layout */, uint64_t bytes) const final
    {
        return Algorithm::Divide(bytes, 1);
    }
};

/**
 * @ingroup ai-fabric-collective
 * A collective in which one rank, the root, has another role: broadcast, reduce, gather, scatter.
 */
class RootedCollective : public ChunkedCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param builder builder with the ranks
     * @param index index in [0, n)
     * @return root + index, modulo n
     */
    uint32_t GetRank(const CollectiveBuilder& builder, uint32_t index) const;

    /**
     * @param builder builder with the ranks
     * @return ring of its channel, from the root on
     */
    std::vector<uint32_t> GetChain(const CollectiveBuilder& builder) const;

  private:
    uint32_t m_root; //!< rank number of the root
};

} // namespace ns3

#endif // AI_FABRIC_CHUNKED_COLLECTIVE_H
