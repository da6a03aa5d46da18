// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RING_REDUCE_H
#define AI_FABRIC_RING_REDUCE_H

#include "rooted-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Reduction along a chain of all ranks that ends at the root.
 *
 * NCCL uses this algorithm: its ring, cut behind the root. Each rank except the root sends S bytes.
 * With k slices,
 *
 *     T = (n - 1) (a + S/(k B)) + (k - 1) S/(k B)
 *
 * with a the latency of a message and B the rate of the links, without reductions: with many slices
 * S/B, the least possible.
 */
class RingReduce final : public ReduceOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_RING_REDUCE_H
