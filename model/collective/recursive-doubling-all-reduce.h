// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECURSIVE_DOUBLING_ALL_REDUCE_H
#define AI_FABRIC_RECURSIVE_DOUBLING_ALL_REDUCE_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce in log2 n steps; in each step pairs exchange and add all their data.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). With d = 1, 2, 4, ... rank r and rank r xor d
 * exchange their sums. The largest power of two, p, of the n ranks take part. Each of the n - p
 * other ranks, which are the even ones of the first 2(n - p), first sends all its data to its right
 * neighbour, and receives the result from it at the end.
 *
 *     T = log2(n) (a + S/B)     if n is a power of two
 *
 * without reductions. Otherwise there are two more messages, and the ranks that wait for the first
 * of them are late. Long messages to these ranks from ranks that are not late wait for a
 * clear-to-send (RendezvousBytes), which comes during the time until the other message of the pair
 * is acknowledged:
 *
 *     T = (log2(p) + 2) (a + S/B)     for long messages
 *
 * Each of the p ranks sends log2(p) S bytes, and 2 (n - p) S more bytes go to the other ranks and
 * back. Here a is the latency until the sender knows that the message has arrived, because only
 * then it may change the data it sends; B is the rate of the links. The best algorithm for short
 * messages.
 */
class RecursiveDoublingAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_rendezvousBytes; //!< shortest message that waits for a clear-to-send or a turn
};

} // namespace ns3

#endif // AI_FABRIC_RECURSIVE_DOUBLING_ALL_REDUCE_H
