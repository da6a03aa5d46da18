// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DISSEMINATION_BARRIER_H
#define AI_FABRIC_DISSEMINATION_BARRIER_H

#include "chunked-collective.h"

namespace ns3
{

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
class DisseminationBarrier final : public ChunkedCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    ChunkSizes DoDivide(const RankLayout& layout, uint64_t bytes) const override;
    void DoWrite(CollectiveBuilder& builder) const override;
    double DoGetBusFactor(uint32_t ranks) const override;
    uint64_t DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const override;

    uint64_t m_messageBytes; //!< length of each message, at least 1
};

} // namespace ns3

#endif // AI_FABRIC_DISSEMINATION_BARRIER_H
