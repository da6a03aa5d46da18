// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DISSEMINATION_BARRIER_H
#define AI_FABRIC_DISSEMINATION_BARRIER_H

#include "chunked-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Barrier in ceil(log2 n) steps: no rank is through before all have come.
 *
 * Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", Int. J. Parallel
 * Program. 17 (1988). With d = 1, 2, 4, ... < n
 *
 *     rank r  ->  rank r + d     (modulo n)
 *
 * each once all messages of the steps before are there. They are S bytes long; 1 will do.
 *
 *     T = ceil(log2 n) (a + S/B)
 *
 * with a the latency of a message and B the rate of the links. As no data are worked on its bus
 * bandwidth is 0. Chunk 0 is what a rank sends; each step has a chunk for what comes.
 */
class DisseminationBarrier final : public ChunkedCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
    double DoGetBusFactor(uint32_t ranks) const override;
};

} // namespace ns3

#endif // AI_FABRIC_DISSEMINATION_BARRIER_H
