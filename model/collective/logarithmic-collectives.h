// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOGARITHMIC_COLLECTIVES_H
#define AI_FABRIC_LOGARITHMIC_COLLECTIVES_H

#include "chunked-collective.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-gather in ceil(log2 n) steps for any n, nearest ranks first.
 *
 * Bruck et al., "Efficient algorithms for all-to-all communications in multiport message-passing
 * systems", IEEE Trans. Parallel Distrib. Syst. 8 (1997). With d = 1, 2, 4, ... < n rank r holds
 * chunks r ... r + d - 1 and sends the first min(d, n - d) of them in one message,
 *
 *     rank r  ->  rank r - d     (modulo n)
 *
 * Every rank sends (n - 1)/n S bytes, half of them to the farthest rank:
 *
 *     T = ceil(log2 n) a + (n - 1)/n S/B     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links. Chunks are written to where they
 * belong, so that the rotation at the end of the original is not needed.
 */
class BruckAllGather final : public AllGatherOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter in ceil(log2 n) steps for any n, farthest ranks first: BruckAllGather backwards.
 *
 * With d the powers of two below n, descending, rank r holds sums of chunks r ... r + 2d - 1 and
 * sends
 *
 *     rank r  ->  rank r + d:  chunks r + d ... r + d + min(d, n - d) - 1     (modulo n)
 *
 * in one message, which the receiver adds to its sums. Every rank sends (n - 1)/n S bytes:
 *
 *     T = ceil(log2 n) a + (n - 1)/n S/B     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links, without reductions.
 */
class BruckReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Parallel aggregated trees (PAT): a tree per chunk; all trees are equal except for their first or
 * last rank, and the chunks of all trees from one rank to another in one step are one message.
 *
 * Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale",
 * arXiv:2506.20252 (2025), as in NCCL from 2.23 on. A message of more chunks than Aggregation, the
 * room of buffers, is divided into messages of that many chunks.
 */
class PatCollective : public ChunkedCollective
{
  protected:
    /** @param tid TypeId of a subclass @return the TypeId with the attributes of PAT */
    static TypeId AddPatAttributes(TypeId tid);

    /**
     * @param ranks number of ranks n
     * @param distance distance d of the ranks of the step, below n
     * @param last rank with chunk i = 0
     * @return chunks last - 2 d i of each message, for all i >= 0 with 2 d i + d < n (modulo n)
     */
    std::vector<ChunkRange> GetMessages(uint32_t ranks, uint32_t distance, uint32_t last) const;

  private:
    uint32_t m_aggregation; //!< limit of chunks of a message; 0: unlimited
};

/**
 * @ingroup ai-fabric-collective
 * All-gather by parallel aggregated trees (PAT): farthest ranks first, in ceil(log2 n) steps for
 * any n. Each chunk goes down a binomial tree which begins at its rank. With d the powers of two
 * below n, descending,
 *
 *     rank r  ->  rank r + d:  chunks r - 2 d i  for all i >= 0 with 2 d i + d < n     (modulo n)
 *
 * so that the farthest rank receives a single chunk and the nearest rank half of all chunks: the
 * opposite of BruckAllGather. Every rank sends (n - 1)/n S bytes:
 *
 *     T = ceil(log2 n) a + (n - 1)/n S/B     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links. With Aggregation the far steps
 * remain logarithmic and the near steps become linear.
 */
class PatAllGather final : public AllGatherOperation<PatCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter by parallel aggregated trees (PAT): nearest ranks first, in ceil(log2 n) steps for
 * any n; PatAllGather backwards. Each chunk is summed up along a binomial tree which ends at its
 * rank. With d = 1, 2, 4, ... < n
 *
 *     rank r  ->  rank r - d:  chunks r - d - 2 d i  for all i >= 0 with 2 d i + d < n
 *
 * all modulo n, so that half of all chunks go to the nearest rank and a single chunk to the
 * farthest. Every rank sends (n - 1)/n S bytes:
 *
 *     T = ceil(log2 n) a + (n - 1)/n S/B     (less for other n than powers of two)
 *
 * with a the latency of a message and B the rate of the links, without reductions.
 */
class PatReduceScatter final : public ReduceScatterOperation<PatCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Barrier in ceil(log2 n) steps: no rank leaves before all have entered.
 *
 * Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", Int. J. Parallel
 * Program. 17 (1988). With d = 1, 2, 4, ... < n
 *
 *     rank r  ->  rank r + d     (modulo n)
 *
 * each when all messages of the steps before have arrived. A barrier has no data, whatever the
 * bytes of the operation; a message has MessageBytes, by default 1, the least that a transport
 * carries:
 *
 *     T = ceil(log2 n) (a + MessageBytes/B)
 *
 * with a the latency of a message and B the rate of the links. Its bandwidths are 0. Chunk 0 is the
 * message that a rank sends; each step has a chunk for its arriving message.
 */
class DisseminationBarrier final : public BarrierOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;

    uint64_t m_messageBytes; //!< length of each message, at least 1
};

} // namespace ns3

#endif // AI_FABRIC_LOGARITHMIC_COLLECTIVES_H
