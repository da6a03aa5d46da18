// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BINOMIAL_TREE_GATHER_H
#define AI_FABRIC_BINOMIAL_TREE_GATHER_H

#include "rooted-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Gather along a binomial tree in ceil(log2 n) steps.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). Ranks count from the root. With d = 1, 2, 4, ...
 * each multiple r of 2 d receives the chunks of a complete subtree in one message,
 *
 *     rank r + d  ->  rank r:  chunks r + d ... r + 2 d - 1, but none beyond n     (if r + d < n)
 *
 * For n a power of two n/2 log2(n) chunks are sent. With m = n - 2^(L - 1) the ranks of the last
 * subtree and L = ceil(log2(n)),
 *
 *     T = (floor(log2(m)) + 1) a + (n - 1)/n S/B     if L a < S/(n B)
 *
 * with a the latency of a message and B the rate of the links. For n a power of two that is log2(n)
 * a + (n - 1)/n S/B, with messages of any length. All data must enter the root. The link of the
 * root idles for a before each message whose sender had to wait for as many chunks as the root had
 * received before. It no longer idles when the last subtree is ready: its m chunks then share the
 * link and fill the gaps of the larger subtrees.
 *
 *     n                      2   3   4   5   6   7   8   9  10  11  12 ... 15  16  17
 *     floor(log2(m)) + 1     1   1   2   1   2   2   3   1   2   2   3 ...  3   4   1
 *
 * For short messages: fewer messages meet at the root than in DirectGather.
 */
class BinomialTreeGather final : public GatherOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_BINOMIAL_TREE_GATHER_H
