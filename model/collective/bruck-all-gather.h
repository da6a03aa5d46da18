// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BRUCK_ALL_GATHER_H
#define AI_FABRIC_BRUCK_ALL_GATHER_H

#include "chunked-collective.h"

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

    uint64_t m_turnBytes; //!< shortest message that waits for its turn
};

} // namespace ns3

#endif // AI_FABRIC_BRUCK_ALL_GATHER_H
