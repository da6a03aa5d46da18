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
 * Each rank has a block for each other one; all-to-all-v if their lengths come from a table.
 *
 * Without a table the S bytes of a rank are n blocks, alike up to a byte. A table gives the bytes
 * that rank i has for rank j, row by row, and with it the operation's size, as nccl-tests would
 * count it, is the average over the ranks, own blocks included; those stay where they are.
 *
 * A rank has n chunks for what it sends, then n for what it gets, each by RankLayout::GetPosition()
 * of the other rank. Subclasses may add further ones.
 */
class AllToAll : public ChunkedCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param bytesOfPair what rank i sends to rank j, at index i * ranks + j; empty: no table */
    void SetTable(std::vector<uint64_t> bytesOfPair)
    {
        m_table = std::move(bytesOfPair);
    }

  protected:
    /**
     * @param layout the ranks
     * @param to a rank
     * @return the chunk for it at any other rank
     */
    static uint32_t GetInput(const RankLayout& layout, uint32_t to)
    {
        return layout.GetPosition(to);
    }

    /**
     * @param layout the ranks
     * @param from a rank
     * @return the chunk from it at any other rank
     */
    static uint32_t GetOutput(const RankLayout& layout, uint32_t from)
    {
        return layout.GetRanks() + layout.GetPosition(from);
    }

    /**
     * A block of data.
     *
     * @param builder gets it
     * @param from its source
     * @param to its destination
     */
    static void SendBlock(CollectiveBuilder& builder, uint32_t from, uint32_t to)
    {
        const RankLayout& layout = builder.GetLayout();
        builder.Send(from, to, GetInput(layout, to), GetOutput(layout, from));
    }

    /**
     * All blocks, each from its source to its destination in one message.
     *
     * @param builder gets them
     */
    static void SendDirectly(CollectiveBuilder& builder);

    /**
     * @param layout the ranks
     * @param bytesOfPair of each block, at from * ranks + to
     * @return the chunks of each rank: inputs, outputs and whatever the algorithm needs besides
     */
    virtual ChunkSizes DoArrange(const RankLayout& layout,
                                 const std::vector<uint64_t>& bytesOfPair) const;

  private:
    std::vector<uint64_t> GetTable(uint32_t ranks) const;

    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const final;
    double DoGetBusFactor(uint32_t ranks) const final;
    uint64_t DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const final;

    std::string m_tableFile; //!< empty: none
    std::vector<uint64_t>
        m_table; //!< bytes, by from * ranks + to; empty: that of the file, or none
};

} // namespace ns3

#endif // AI_FABRIC_ALL_TO_ALL_H
