// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAT_ALL_GATHER_H
#define AI_FABRIC_PAT_ALL_GATHER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-gather by parallel aggregated trees (PAT): farthest ranks first, in ceil(log2 n) steps for
 * any n.
 *
 * Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale",
 * arXiv:2506.20252 (2025), as in NCCL from 2.23 on. Each chunk goes down a binomial tree which
 * begins at its rank. All trees are equal except for their first rank, and the chunks of all trees
 * from one rank to another in one step are one message. With d the powers of two below n,
 * descending,
 *
 *     rank r  ->  rank r + d:  chunks r - 2 d i  for all i >= 0 with 2 d i + d < n     (modulo n)
 *
 * so that the farthest rank receives a single chunk and the nearest rank half of all chunks: the
 * opposite of BruckAllGather. Every rank sends (n - 1)/n S bytes:
 *
 *     T = ceil(log2 n) a + (n - 1)/n S/B     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links. A message of more chunks than
 * Aggregation, the room of buffers, is divided into messages of that many chunks; then the far
 * steps remain logarithmic and the near steps become linear.
 */
class PatAllGather final : public AllGatherOperation<ChunkedCollective>
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

#endif // AI_FABRIC_PAT_ALL_GATHER_H
