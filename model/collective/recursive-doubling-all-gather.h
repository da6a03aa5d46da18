// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_RECURSIVE_DOUBLING_ALL_GATHER_H
#define AI_FABRIC_RECURSIVE_DOUBLING_ALL_GATHER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-gather in ceil(log2 n) steps by pairs whose distance doubles.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). The ranks are halved into a lower
 * half of ceil(n/2) and an upper one, each of which gathers by itself; then rank i of the one and
 * rank i of the other exchange all that they have. With odd numbers the last lower rank has no
 * partner and hears from the last upper one. So it serves any n, with every chunk sent n - 1 times:
 *
 *     T = log2(n) a + (n - 1)/n S/B     if n is a power of two
 *
 * where every rank sends (n - 1)/n S bytes, with a the latency of a message and B the rate of the
 * links. For other n a rank may have two messages to send in a step.
 */
class RecursiveDoublingAllGather final : public AllGatherOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_RECURSIVE_DOUBLING_ALL_GATHER_H
