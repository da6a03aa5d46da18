// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARP_TWO_LEVEL_ALL_REDUCE_H
#define AI_FABRIC_SHARP_TWO_LEVEL_ALL_REDUCE_H

#include "chunked-collective.h"

#include <cstdint>

namespace ns3
{

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

#endif // AI_FABRIC_SHARP_TWO_LEVEL_ALL_REDUCE_H
