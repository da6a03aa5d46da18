// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HALVING_DOUBLING_COLLECTIVES_H
#define AI_FABRIC_HALVING_DOUBLING_COLLECTIVES_H

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
};

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
class RecursiveDoublingAllReduce final
    : public AllReduceOperation<UndividedCollective<ChunkedCollective>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

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
};

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
};

} // namespace ns3

#endif // AI_FABRIC_HALVING_DOUBLING_COLLECTIVES_H
