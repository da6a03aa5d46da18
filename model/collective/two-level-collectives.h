// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TWO_LEVEL_COLLECTIVES_H
#define AI_FABRIC_TWO_LEVEL_COLLECTIVES_H

#include "chunked-collective.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce within servers, then between them along rails, then within servers again.
 *
 * With m servers of g ranks each the S bytes are g parts of m chunks. In each server rank i sums up
 * part i, which each other rank of the server sends to it directly. The ranks i of all servers are
 * a rail, and reduce part i over a ring. Then each rank sends its part to all other ranks of its
 * server. Every rank sends 2 (g - 1)/g S bytes within its server and 2 (m - 1)/m S/g bytes to other
 * servers:
 *
 *     T = 2 (a + (g - 1)/g S/B)  +  2 (m - 1) (a' + S/(g m B'))
 *
 * with a, B the latency and rate within a server and a', B' those between servers, without
 * reductions. All NICs of a server work at the same time and traffic stays on its rail. NCCL's
 * rings move the same number of bytes, in more steps. All servers need the same number of ranks.
 */
class TwoLevelAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * All-reduce inside the servers and in the network (NCCL's CollnetDirect).
 *
 * Every server has g ranks, and ranks with the same place in their servers form a rail. The S bytes
 * are divided into g parts:
 *
 *     reduce-scatter   inside each server, directly: place r gets the server's sum of part r
 *     all-reduce       of part r, by the network among the ranks of rail r
 *     all-gather       inside each server, directly
 *
 * A rank's NIC sends and receives S/g bytes, its NVLink 2 (g - 1)/g S each. With SliceBytes the
 * three steps of different slices overlap, and the slower link decides:
 *
 *     algbw = min(g B(NIC), g/(2 (g - 1)) B(NVLink))
 */
class SharpTwoLevelAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_streamingBytes;  //!< shortest operation of a rail on a streaming tree
    uint64_t m_maxMessageBytes; //!< longest single operation of a rail
};

} // namespace ns3

#endif // AI_FABRIC_TWO_LEVEL_COLLECTIVES_H
