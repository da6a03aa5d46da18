// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RING_COLLECTIVES_H
#define AI_FABRIC_RING_COLLECTIVES_H

#include "chunked-collective.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-reduce over a ring: a reduce-scatter, then an all-gather.
 *
 * Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", J.
 * Parallel Distrib. Comput. 69 (2009). Rank r sends only to rank r + 1 (all modulo n). The S bytes
 * are cut into n chunks; chunk c travels 2(n - 1) hops,
 *
 *     hop h:  rank c + h  ->  rank c + h + 1,     h = 0 ... 2n - 3
 *
 * and is reduced into the receiver's own data after each of the first n - 1 hops, so that rank c -
 * 1 then holds the sum; the remaining n - 1 hops distribute it. A hop waits only for the reduction
 * or, in the second half, for the arrival of the same chunk at the same rank.
 *
 * Every rank sends and receives 2(n - 1)/n S bytes, the least possible:
 *
 *     T = 2 (n - 1) (a + S/(n B))
 *
 * with a the latency of a message and B the rate of the links, without reductions.
 *
 * Several Channels are parallel rings. If ranks share servers, r + 1 is the next rank in
 * RankLayout::GetRing(), so that each channel enters and leaves a server by a different rank.
 */
class RingAllReduce final : public AllReduceOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * All-reduce among some ranks, with as many chunks as ranks.
     *
     * @param builder receives the messages
     * @param ring ranks in the order of the ring
     * @param firstChunk chunk that begins at the ring's first rank; the others follow
     */
    static void Write(CollectiveBuilder& builder,
                      const std::vector<uint32_t>& ring,
                      uint32_t firstChunk);

    /**
     * One hop of such an all-reduce, of parts that are several chunks each.
     *
     * @param builder receives the messages
     * @param ring ranks in the order of the ring
     * @param hop number of the hop, less than CountHops()
     * @param firstChunk first chunk of the part that begins at the ring's first rank
     * @param chunks number of chunks of a part
     */
    static void WriteHop(CollectiveBuilder& builder,
                         const std::vector<uint32_t>& ring,
                         uint32_t hop,
                         uint32_t firstChunk,
                         uint32_t chunks);

    /** @param ranks ranks of a ring @return number of hops; the first half of them reduces */
    static uint32_t CountHops(uint32_t ranks)
    {
        return 2 * (ranks - 1);
    }

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * All-gather over a ring.
 *
 * The S bytes of the result are n chunks; rank r contributes chunk r and forwards received chunks,
 *
 *     hop h:  rank c + h  ->  rank c + h + 1     (modulo n, of chunk c),     h = 0 ... n - 2
 *
 * Every rank sends (n - 1)/n S bytes, the least possible:
 *
 *     T = (n - 1) (a + S/(n B))
 *
 * with a the latency of a message and B the rate of the links. It is the second half of ring
 * all-reduce (Patarasuk and Yuan 2009) and uses the same rings, see RingAllReduce.
 */
class RingAllGather final : public AllGatherOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Reduce-scatter over a ring.
 *
 * Each rank contributes S bytes in n chunks; the sum of chunk r ends at rank r. The partial sum
 * starts at the next rank and goes around the ring,
 *
 *     hop h:  rank c + 1 + h  ->  rank c + 2 + h     (modulo n, of chunk c),     h = 0 ... n - 2
 *
 * Every rank sends (n - 1)/n S bytes, the least possible:
 *
 *     T = (n - 1) (a + S/(n B))
 *
 * with a the latency of a message and B the rate of the links. It is the first half of ring
 * all-reduce (Patarasuk and Yuan 2009) and uses the same rings, see RingAllReduce.
 */
class RingReduceScatter final : public ReduceScatterOperation<ChunkedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Broadcast along a chain of all ranks that begins at the root.
 *
 * NCCL uses this algorithm: its ring, cut before the root. Each rank except the last sends S bytes.
 * With k slices,
 *
 *     T = (n - 1) (a + S/(k B)) + (k - 1) S/(k B)
 *
 * with a the latency of a message and B the rate of the links: with many slices S/B, the least
 * possible.
 */
class RingBroadcast final : public BroadcastOperation<UndividedCollective<RootedCollective>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

/**
 * @ingroup ai-fabric-collective
 * Reduction along a chain of all ranks that ends at the root.
 *
 * NCCL uses this algorithm: its ring, cut behind the root. Each rank except the root sends S bytes.
 * With k slices,
 *
 *     T = (n - 1) (a + S/(k B)) + (k - 1) S/(k B)
 *
 * with a the latency of a message and B the rate of the links, without reductions: with many slices
 * S/B, the least possible.
 */
class RingReduce final : public ReduceOperation<UndividedCollective<RootedCollective>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_RING_COLLECTIVES_H
