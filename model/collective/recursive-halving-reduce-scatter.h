// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

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
 * Int. J. High Perform. Comput. Appl. 19 (2005). The ranks are divided into a lower half of
 * ceil(n/2) and an upper half. Rank i of one half and rank i of the other exchange the chunks that
 * the other half sums up. Then each half continues by itself. With odd numbers the last lower rank
 * has no partner and sends each upper rank the chunk that is summed up there. The algorithm thus
 * serves any n, with every chunk sent n - 1 times. With a the latency of a message, B the rate of
 * the links, and without reductions,
 *
 *     T = log2(n) a + (n - 1)/n S/B               if n is a power of two, otherwise
 *     T = ceil(log2(n)) a + f(n)/n S/B + k c      for long messages
 *     f(n) = ceil(n/2) + f(ceil(n/2)),  f(1) = 0
 *
 * In a step the ranks of the lower half receive ceil(n/2) chunks. So do those of the upper half,
 * which with odd numbers also receive the chunk of the rank without a partner. The lower half
 * continues with ceil(n/2) ranks, among which that rank has received nothing and is early. Its long
 * message waits for the clear-to-send of its next partner (RendezvousBytes), of latency c. From
 * then on a rank that has waited once more meets a rank that has not, in each step: k is the number
 * of steps after the first step with odd numbers.
 *
 *     n      3   5   6   7   9  10  11  12  13  14  15  17
 *     f(n)   3   6   6   7  11  11  12  12  14  14  15  20
 *     k      1   2   1   2   3   2   3   1   3   2   3   4
 */
class RecursiveHalvingReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_rendezvousBytes; //!< shortest message that waits for a clear-to-send or a turn
};

} // namespace ns3

#endif // AI_FABRIC_RECURSIVE_HALVING_REDUCE_SCATTER_H
