// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TWO_LEVEL_ALL_REDUCE_H
#define AI_FABRIC_TWO_LEVEL_ALL_REDUCE_H

#include "chunked-collective.h"

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

} // namespace ns3

#endif // AI_FABRIC_TWO_LEVEL_ALL_REDUCE_H
