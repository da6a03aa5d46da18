// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECURSIVE_DOUBLING_ALL_REDUCE_H
#define AI_FABRIC_RECURSIVE_DOUBLING_ALL_REDUCE_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce in log2 n steps, in each of which pairs exchange and add all they have.
 *
 * Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH",
 * Int. J. High Perform. Comput. Appl. 19 (2005). With d = 1, 2, 4, ... rank r and rank r xor d
 * exchange their sums. The largest power of two, p, of the n ranks take part; each of the n
 * - p others, which are the even ones of the first 2(n - p), first sends all it has to its right
 * neighbour, and gets the result from there at the end.
 *
 *     T = log2(n) (a + S/B)     if n is a power of two
 *
 * reductions apart. Otherwise two more messages, and the ranks that wait for the first of them are
 * late. Long messages to them from ranks that are not wait for a clear-to-send (RendezvousBytes),
 * which comes in the time that the other message of the pair takes to be acknowledged:
 *
 *     T = (log2(p) + 2) (a + S/B)     for long messages
 *
 * Each of the p ranks sends log2(p) S bytes, and 2 (n - p) S bytes more go to the others and back.
 * Here a is the latency until the sender knows that the message has arrived, for only then it may
 * add to what it sends; B is the rate of the links. The best one for short messages.
 */
class RecursiveDoublingAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_rendezvousBytes; //!< of messages that wait for a clear-to-send or a turn, at least
};

} // namespace ns3

#endif // AI_FABRIC_RECURSIVE_DOUBLING_ALL_REDUCE_H
