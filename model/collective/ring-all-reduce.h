// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_RING_ALL_REDUCE_H
#define AI_FABRIC_RING_ALL_REDUCE_H

#include "collective-algorithm.h"

#include <cstdint>

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
 * and is reduced into the receiver's own data after each of the first n - 1 hops, so that rank
 * c - 1 then holds the sum; the remaining n - 1 hops hand it round. A hop waits only for the
 * reduction or, in the second half, the arrival of the same chunk at the same rank.
 *
 * Every rank sends and receives 2(n - 1)/n S bytes, the least possible; on links of rate B that
 * takes 2(n - 1)/n S/B plus 2(n - 1) message latencies.
 *
 * With several Channels each chunk is cut into that many shares which travel as parallel rings,
 * each with its own queue pair per pair of neighbours. Shares of all chunks differ by at most one
 * byte; those of zero bytes have no nodes. With SliceBytes a share is cut further, into slices of
 * equal size up to one byte that follow one another independently through the ring.
 */
class RingAllReduce final : public CollectiveAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(CommunicationGraph& graph, uint64_t bytes) const override;
    double DoGetBusFactor(uint32_t ranks) const override;

    uint32_t m_channels;   //!< parallel rings, at least 1
    uint64_t m_sliceBytes; //!< longest message; 0: a share is one message
};

} // namespace ns3

#endif // AI_FABRIC_RING_ALL_REDUCE_H
