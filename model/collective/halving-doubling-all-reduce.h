// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HALVING_DOUBLING_ALL_REDUCE_H
#define AI_FABRIC_HALVING_DOUBLING_ALL_REDUCE_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce as a reduce-scatter by recursive halving and an all-gather by recursive doubling.
 *
 * Rabenseifner, "Optimization of collective reduction operations", ICCS 2004. The S bytes are p
 * chunks. With d = 1, 2, 4, ... p/2 rank r and rank r xor d each take one half of the chunks of
 * which both have sums, and send each other the other half; then, with d descending, they exchange
 * all finished chunks. The data halve while the distances double. The largest power of two, p, of
 * the n ranks take part. Each of the n - p other ranks, which are the even ones of the first 2(n -
 * p), first sends all its data to its right neighbour, and receives the result from it at the end.
 *
 *     T = 2 log2(n) a + 2 (n - 1)/n S/B     if n is a power of two
 *
 * with a the latency of a message and B the rate of the links, without reductions. Otherwise there
 * are two more messages of S bytes, and the ranks that wait for the first of them are late. Long
 * messages to these ranks from ranks that are not late wait for a clear-to-send (RendezvousBytes),
 * so that they do not share the links of earlier data. In the first z steps both partners are late
 * or neither is; z is the number of times that n - p can be halved. From then on one rank of some
 * pair in each step of halving is behind, by its first wait or by the latency c of an earlier
 * clear-to-send, and causes another wait:
 *
 *     T = 2 (a + S/B) + 2 log2(p) a + 2 (p - 1)/p S/B + k c     for long messages
 *     k = log2(p) - z
 *
 * Each of the p ranks sends 2 (p - 1)/p S bytes, and 2 (n - p) S more bytes go to the other ranks
 * and back.
 */
class HalvingDoublingAllReduce final : public AllReduceOperation<ChunkedCollective>
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

#endif // AI_FABRIC_HALVING_DOUBLING_ALL_REDUCE_H
