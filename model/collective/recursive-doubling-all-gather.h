// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

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
 * Int. J. High Perform. Comput. Appl. 19 (2005). The ranks are divided into a lower half of
 * ceil(n/2) and an upper half. Each half gathers by itself; then rank i of one half and rank i of
 * the other exchange all their chunks. With odd numbers the last lower rank has no partner and
 * receives from the last upper rank, which sends two messages in that step. The algorithm thus
 * serves any n, with every chunk sent n - 1 times:
 *
 *     T = log2(n) a + (n - 1)/n S/B                  if n is a power of two, otherwise
 *     T = ceil(log2(n)) a + f(n)/n S/B + k c         for long messages
 *
 * with a the latency of a message and B the rate of the links. Halves of different sizes are not
 * ready at the same time, so long messages to a rank that is behind wait for its clear-to-send
 * (RendezvousBytes). k counts the waits for a clear-to-send, and for acknowledgements of a sender
 * of two messages, that delay the end; each has the latency c. Then f, in chunks, follows step by
 * step. Let t(x) be the time at which rank x has all chunks of its half, u the chunks of the upper
 * half and l those of the lower half:
 *
 *     x, y partners:    x gets u chunks and y gets l from max(t(x), t(y)) on
 *     odd numbers:      the two messages of the last upper rank share its link: both are there 2 u
 *                       after the first of them began, or u after the second if that is later;
 *                       until then it sends nothing else
 *
 *     n      3   5   6   7   9  10  11  12  13  14  15  17
 *     f(n)   3   7   6   9  14  12  17  12  19  16  23  27
 *     k      1   1   2   2   2   2   2   2   1   3   3   2
 *
 * For example n = 5 = 3 + 2. Of ranks 0, 1, 2 the first two exchange (1), then rank 2 receives two
 * chunks and sends its own chunk twice (2): t = 3, and t = 1 for ranks 3 and 4. Then rank 4 sends
 * two chunks to both 1 and 2, which takes 4: f = 7.
 */
class RecursiveDoublingAllGather final : public AllGatherOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_rendezvousBytes; //!< shortest message that waits for a clear-to-send or a turn
};

} // namespace ns3

#endif // AI_FABRIC_RECURSIVE_DOUBLING_ALL_GATHER_H
