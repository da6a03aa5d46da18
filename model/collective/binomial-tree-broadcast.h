// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BINOMIAL_TREE_BROADCAST_H
#define AI_FABRIC_BINOMIAL_TREE_BROADCAST_H

#include "rooted-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Broadcast along a binomial tree in ceil(log2 n) steps.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). Ranks count from the root. With d the
 * powers of two below n, descending, each rank that has the data and is a multiple of 2 d sends
 *
 *     rank r  ->  rank r + d     (if r + d < n)
 *
 * one message after the other. In all (n - 1) S bytes are sent:
 *
 *     T = ceil(log2 n) (a + S/B)
 *
 * where a is the latency until the sender knows that the message has arrived, and B the rate of the
 * links. Good for short messages.
 */
class BinomialTreeBroadcast final : public BroadcastOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_BINOMIAL_TREE_BROADCAST_H
