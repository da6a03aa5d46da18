// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ALL_TO_ALL_COLLECTIVES_H
#define AI_FABRIC_ALL_TO_ALL_COLLECTIVES_H

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
class AllToAll : public AllToAllOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param bytesOfPair bytes from rank i to rank j, at index i * ranks + j; empty: no table */
    void SetTable(std::vector<uint64_t> bytesOfPair)
    {
        m_table = std::move(bytesOfPair);
    }

    /**
     * @param layout layout of the ranks, at least 2
     * @param bytesOfPair bytes from rank i to rank j, at index i * ranks + j
     * @return graph of that all-to-all-v, whatever the table of this object is
     */
    CommunicationGraph BuildPairs(const RankLayout& layout,
                                  const std::vector<uint64_t>& bytesOfPair) const
    {
        return BuildChunks(layout, DoArrange(layout, bytesOfPair));
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
    uint64_t DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const final;

    std::string m_tableFile; //!< path of the table; empty: none
    std::vector<uint64_t>
        /** Bytes, by from * ranks + to; empty: from the file, or none. */
        m_table;
};

/**
 * @ingroup ai-fabric-collective
 * All-to-all in one step: each rank sends to each other rank, all at the same time.
 *
 * Rank r posts its n - 1 messages in the order r + 1, r + 2, ... (modulo n), so that no receiver is
 * the first on more than one list. Of S bytes, one n-th per rank, it sends (n - 1)/n S:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links; with a table, the most that a rank
 * sends or receives replaces (n - 1)/n S.
 */
class DirectAllToAll final : public AllToAll
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * All-to-all in n - 1 steps; in each step a rank sends to one rank and receives from one rank.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005) (pairwise exchange):
 *
 *     step d:  rank r  ->  rank r + d     (modulo n),     d = 1 ... n - 1
 *
 * A rank continues when its message has been acknowledged and the other message has arrived. Of S
 * bytes, one n-th per rank, it sends (n - 1)/n S:
 *
 *     T = (n - 1) (a + S/(n B))
 *
 * where a is the latency until the sender knows that the message has arrived, and B the rate of the
 * links. There is at most one flow to a receiver while ranks are in step.
 */
class PairwiseAllToAll final : public AllToAll
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * All-to-all in which data for another server leaves on the rail of the destination rank (PXN).
 *
 * As in NCCL from 2.12 on ("PCI x NVLink"): rank r of rail i hands the data for rank q of rail j in
 * another server to the rank of rail j in its own server. That rank, the proxy, sends to q the data
 * of all ranks of its server in one message, if Aggregate is set, as soon as it is complete;
 * otherwise each block when it comes. So packets stay on their rails, and a rank has messages for
 * n/g - 1 ranks of other servers instead of n - g. With m servers of g ranks and S bytes per rank,
 * each rank
 *
 *     sends   (g - 1)/g S             within its server, (m - 1)/m of that for other servers
 *     sends   (m - 1)/m S             beyond it, as without proxies
 *
 *     T = a + (g - 1)/g S/B  +  a' + (m - 1)/m S/B'     at most
 *
 * with a, B the latency and rate within a server and a', B' those between servers, if these are
 * different links; a proxy's own blocks leave while the blocks of other ranks still arrive. All
 * servers need the same number of ranks.
 *
 * With OnlyIfRailsApart each rank sends to each other rank as in DirectAllToAll, unless paths
 * between rails exist only over NVLink (CommunicatorLinks::railsApart).
 */
class TwoLevelAllToAll final : public AllToAll
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
    ChunkSizes DoArrange(const RankLayout& layout,
                         const std::vector<uint64_t>& bytesOfPair) const override;

    bool IsDirect(const RankLayout& layout) const;

    bool m_aggregate;   //!< one message per rank of another server
    bool m_onlyIfApart; //!< attribute OnlyIfRailsApart
};

} // namespace ns3

#endif // AI_FABRIC_ALL_TO_ALL_COLLECTIVES_H
