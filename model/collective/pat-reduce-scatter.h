// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAT_REDUCE_SCATTER_H
#define AI_FABRIC_PAT_REDUCE_SCATTER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter by parallel aggregated trees (PAT): nearest ranks first, in ceil(log2 n) steps for
 * any n; PatAllGather backwards.
 *
 * Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale",
 * arXiv:2506.20252 (2025), as in NCCL from 2.23 on. Each chunk is summed up along a binomial tree
 * which ends at its rank. The chunks of all trees from one rank to another in one step are one
 * message. With d = 1, 2, 4, ... < n
 *
 *     rank r  ->  rank r - d:  chunks r - d - 2 d i  for all i >= 0 with 2 d i + d < n
 *
 * all modulo n, so that half of all chunks go to the nearest rank and a single chunk to the
 * farthest. Every rank sends (n - 1)/n S bytes:
 *
 *     T = ceil(log2 n) a + (n - 1)/n S/B     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links, without reductions. A message of
 * more chunks than Aggregation, the room of buffers, is divided into messages of that many chunks.
 */
class PatReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_turnBytes;   //!< shortest message that waits for its turn
    uint32_t m_aggregation; //!< limit of chunks of a message; 0: unlimited
};

} // namespace ns3

#endif // AI_FABRIC_PAT_REDUCE_SCATTER_H
