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
 * chunks. With d = 1, 2, 4, ... p/2 rank r and rank r xor d each take one half of the chunks that
 * they both have sums of, and send each other the other half; then, with d descending, they
 * exchange all that they have finished. Data halve while distances double. The largest power of
 * two, p, of the n ranks take part; each of the n - p others, which are the even ones of the first
 * 2(n - p), first sends all it has to its right neighbour, and gets the result from there at the
 * end.
 *
 *     T = 2 log2(n) a + 2 (n - 1)/n S/B     if n is a power of two
 *
 * with a the latency of a message and B the rate of the links, reductions apart. Otherwise two more
 * messages of S bytes, and the ranks that wait for the first of them are late. Long messages to
 * them from ranks that are not wait for a clear-to-send (RendezvousBytes), so that they do not
 * share the links of what comes first. In the first z steps, z being how often n - p can be halved,
 * both partners are late or neither is. From then on in some pair of each step of halving one is
 * behind, by what it waited for first or by the latency c of a clear-to-send that it has waited
 * for, and waits for another one:
 *
 *     T = 2 (a + S/B) + 2 log2(p) a + 2 (p - 1)/p S/B + k c     for long messages
 *     k = log2(p) - z
 *
 * Each of the p ranks sends 2 (p - 1)/p S bytes, and 2 (n - p) S bytes more go to the others and
 * back.
 */
class HalvingDoublingAllReduce final : public AllReduceOperation<ChunkedCollective>
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

#endif // AI_FABRIC_HALVING_DOUBLING_ALL_REDUCE_H
