// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ALL_TO_ALL_H
#define AI_FABRIC_ALL_TO_ALL_H

#include "chunked-collective.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Each rank has a block for each other rank; all-to-all-v if the lengths come from a table.
 *
 * Without a table the S bytes of a rank are n blocks whose lengths differ by at most one byte. A
 * table gives the bytes that rank i has for rank j, row by row. The operation's size is then the
 * average over the ranks, own blocks included, as in nccl-tests; own blocks stay in place.
 *
 * A rank has n chunks for the blocks it sends, then n for the blocks it receives, each at index
 * RankLayout::GetPosition() of the other rank. Subclasses may add further chunks.
 */
class AllToAll : public ChunkedCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param bytesOfPair bytes from rank i to rank j, at index i * ranks + j; empty: no table */
    void SetTable(std::vector<uint64_t> bytesOfPair)
    {
        m_table = std::move(bytesOfPair);
    }

  protected:
    /**
     * @param layout layout of the ranks
     * @param to destination rank
     * @return chunk for that rank, at any other rank
     */
    static uint32_t GetInput(const RankLayout& layout, uint32_t to)
    {
        return layout.GetPosition(to);
    }

    /**
     * @param layout layout of the ranks
     * @param from source rank
     * @return chunk from that rank, at any other rank
     */
    static uint32_t GetOutput(const RankLayout& layout, uint32_t from)
    {
        return layout.GetRanks() + layout.GetPosition(from);
    }

    /**
     * Sends one block of data.
     *
     * @param builder receives the message
     * @param from source rank of the block
     * @param to destination rank of the block
     */
    static void SendBlock(CollectiveBuilder& builder, uint32_t from, uint32_t to)
    {
        const RankLayout& layout = builder.GetLayout();
        builder.Send(from, to, GetInput(layout, to), GetOutput(layout, from));
    }

    /**
     * Sends all blocks, each from its source to its destination in one message.
     *
     * @param builder receives the messages
     */
    static void SendDirectly(CollectiveBuilder& builder);

    /**
     * @param layout layout of the ranks
     * @param bytesOfPair bytes of each block, at index from * ranks + to
     * @return chunks of each rank: inputs, outputs and further chunks of the algorithm
     */
    virtual ChunkSizes DoArrange(const RankLayout& layout,
                                 const std::vector<uint64_t>& bytesOfPair) const;

  private:
    std::vector<uint64_t> GetTable(uint32_t ranks) const;

    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const final;
    double DoGetBusFactor(uint32_t ranks) const final;
    uint64_t DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const final;

    std::string m_tableFile; //!< path of the table; empty: none
    std::vector<uint64_t>
        /** Bytes, by from * ranks + to; empty: from the file, or none. */
        m_table;
};

} // namespace ns3

#endif // AI_FABRIC_ALL_TO_ALL_H
