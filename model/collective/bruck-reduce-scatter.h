// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BRUCK_REDUCE_SCATTER_H
#define AI_FABRIC_BRUCK_REDUCE_SCATTER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter in ceil(log2 n) steps for any n, farthest ranks first: BruckAllGather backwards.
 *
 * With d the powers of two below n, descending, rank r holds sums of chunks r ... r + 2d - 1 and
 * sends
 *
 *     rank r  ->  rank r + d:  chunks r + d ... r + d + min(d, n - d) - 1     (modulo n)
 *
 * in one message, which the receiver adds to its sums. Every rank sends (n - 1)/n S bytes:
 *
 *     T = ceil(log2 n) a + (n - 1)/n S/B     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links, without reductions.
 */
class BruckReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_turnBytes; //!< shortest message that waits for its turn
};

} // namespace ns3

#endif // AI_FABRIC_BRUCK_REDUCE_SCATTER_H
