// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAIRWISE_ALL_TO_ALL_H
#define AI_FABRIC_PAIRWISE_ALL_TO_ALL_H

#include "all-to-all.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-to-all in n - 1 steps; in each step a rank sends to one rank and receives from one rank.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005) (pairwise exchange):
 *
 *     step d:  rank r  ->  rank r + d     (modulo n),     d = 1 ... n - 1
 *
 * A rank continues when its message has been acknowledged and the other message has arrived. Of S
 * bytes, one n-th per rank, it sends (n - 1)/n S:
 *
 *     T = (n - 1) (a + S/(n B))
 *
 * where a is the latency until the sender knows that the message has arrived, and B the rate of the
 * links. There is at most one flow to a receiver while ranks are in step.
 */
class PairwiseAllToAll final : public AllToAll
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_turnBytes; //!< shortest message that waits for its turn
};

} // namespace ns3

#endif // AI_FABRIC_PAIRWISE_ALL_TO_ALL_H
