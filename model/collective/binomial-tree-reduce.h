// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BINOMIAL_TREE_REDUCE_H
#define AI_FABRIC_BINOMIAL_TREE_REDUCE_H

#include "rooted-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Reduction along a binomial tree in ceil(log2 n) steps: BinomialTreeBroadcast backwards.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). Ranks count from the root. With d = 1, 2, 4, ...
 * each multiple r of 2 d adds the data it receives,
 *
 *     rank r + d  ->  rank r     (if r + d < n)
 *
 * In all (n - 1) S bytes are sent:
 *
 *     T = ceil(log2 n) (a + S/B)     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links, without reductions. Good for short
 * messages.
 */
class BinomialTreeReduce final : public ReduceOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_BINOMIAL_TREE_REDUCE_H
