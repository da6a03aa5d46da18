// SPDX-License-Identifier: GPL-2.0-only

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
 * each multiple r of 2 d gets the chunks of a whole subtree in one message,
 *
 *     rank r + d  ->  rank r:  chunks r + d ... r + 2 d - 1, but none beyond n     (if r + d < n)
 *
 * For n a power of two, n/2 log2(n) chunks are sent, and
 *
 *     T = log2(n) a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links. For short messages: fewer of them
 * meet at the root than with DirectGather.
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
