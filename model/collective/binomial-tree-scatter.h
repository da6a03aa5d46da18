// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BINOMIAL_TREE_SCATTER_H
#define AI_FABRIC_BINOMIAL_TREE_SCATTER_H

#include "rooted-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Scatter along a binomial tree in ceil(log2 n) steps: BinomialTreeGather backwards.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). Ranks count from the root. With d the powers of
 * two below n, descending, each rank that is a multiple r of 2 d sends the chunks of a complete
 * subtree,
 *
 *     rank r  ->  rank r + d:  chunks r + d ... r + 2 d - 1, but none beyond n     (if r + d < n)
 *
 * one message after the other. For n a power of two, n/2 log2(n) chunks are sent, and
 *
 *     T = log2(n) a + (n - 1)/n S/B
 *
 * where a is the latency until the sender knows that the message has arrived, and B the rate of the
 * links. For short messages: the root sends fewer messages than in DirectScatter.
 */
class BinomialTreeScatter final : public ScatterOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_BINOMIAL_TREE_SCATTER_H
