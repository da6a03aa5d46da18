// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RING_ALL_GATHER_H
#define AI_FABRIC_RING_ALL_GATHER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-gather over a ring.
 *
 * The S bytes of the result are n chunks; rank r contributes chunk r and forwards received chunks,
 *
 *     hop h:  rank c + h  ->  rank c + h + 1     (modulo n, of chunk c),     h = 0 ... n - 2
 *
 * Every rank sends (n - 1)/n S bytes, the least possible:
 *
 *     T = (n - 1) (a + S/(n B))
 *
 * with a the latency of a message and B the rate of the links. It is the second half of ring
 * all-reduce (Patarasuk and Yuan 2009) and uses the same rings, see RingAllReduce.
 */
class RingAllGather final : public AllGatherOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_RING_ALL_GATHER_H
