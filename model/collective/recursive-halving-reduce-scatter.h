// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_RECURSIVE_HALVING_REDUCE_SCATTER_H
#define AI_FABRIC_RECURSIVE_HALVING_REDUCE_SCATTER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter in ceil(log2 n) steps by pairs whose distance halves.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). The ranks are halved into a lower
 * half of ceil(n/2) and an upper one; rank i of the one and rank i of the other exchange what the
 * other half is to sum up. Then each half goes on by itself. With odd numbers the last lower rank
 * has no partner and sends to the last upper one. So it serves any n, with every chunk sent n - 1
 * times:
 *
 *     T = log2(n) a + (n - 1)/n S/B     if n is a power of two
 *
 * where every rank sends (n - 1)/n S bytes, with a the latency of a message and B the rate of the
 * links, reductions apart. For other n a rank may have two messages to receive in a step.
 */
class RecursiveHalvingReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_RECURSIVE_HALVING_REDUCE_SCATTER_H
