// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RING_REDUCE_SCATTER_H
#define AI_FABRIC_RING_REDUCE_SCATTER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter over a ring.
 *
 * Each rank contributes S bytes in n chunks; the sum of chunk r ends at rank r. The partial sum
 * starts at the next rank and goes around the ring,
 *
 *     hop h:  rank c + 1 + h  ->  rank c + 2 + h     (modulo n, of chunk c),     h = 0 ... n - 2
 *
 * Every rank sends (n - 1)/n S bytes, the least possible:
 *
 *     T = (n - 1) (a + S/(n B))
 *
 * with a the latency of a message and B the rate of the links. It is the first half of ring
 * all-reduce (Patarasuk and Yuan 2009) and uses the same rings, see RingAllReduce.
 */
class RingReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_RING_REDUCE_SCATTER_H
