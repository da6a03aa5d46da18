// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIRECT_COLLECTIVES_H
#define AI_FABRIC_DIRECT_COLLECTIVES_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-gather in one step: each rank sends its chunk to each other rank, all at the same time.
 *
 * Rank r posts its n - 1 messages in the order r + 1, r + 2, ... (modulo n). It sends (n - 1)/n S
 * bytes:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links. Good within a server, whose switch
 * never blocks; across a network n - 1 flows meet at every receiver.
 */
class DirectAllGather final : public AllGatherOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter in one step: each rank sends to each other rank the chunk which that rank sums up,
 * all at the same time.
 *
 * Rank r posts its n - 1 messages in the order r + 1, r + 2, ... (modulo n) and adds arriving
 * chunks in the order r - 1, r - 2, ..., so that a sum does not depend on timing. It sends (n -
 * 1)/n S bytes:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links, without reductions. Good within a
 * server, whose switch never blocks; across a network n - 1 flows meet at every receiver.
 */
class DirectReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Gather in one step: each rank sends its chunk to the root, all at the same time.
 *
 * The root ends with S bytes, in n chunks, and receives (n - 1)/n S of them:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links. NCCL uses this algorithm; it causes
 * an incast.
 */
class DirectGather final : public GatherOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Scatter in one step: the root sends each rank its chunk, all at the same time.
 *
 * The root has S bytes, in n chunks, and sends (n - 1)/n S of them:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links. NCCL uses this algorithm.
 */
class DirectScatter final : public ScatterOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Each rank sends S bytes to the next rank and receives S bytes from the previous one, as in
 * sendrecv of nccl-tests.
 *
 *     rank r  ->  rank r + 1     (modulo n)
 *
 *     T = a + S/B
 *
 * with a the latency of a message and B the rate of the links. A rank has two chunks: the sent and
 * the received data.
 */
class SendRecv final : public SendRecvOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_DIRECT_COLLECTIVES_H
