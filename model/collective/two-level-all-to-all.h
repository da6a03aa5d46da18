// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TWO_LEVEL_ALL_TO_ALL_H
#define AI_FABRIC_TWO_LEVEL_ALL_TO_ALL_H

#include "all-to-all.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-to-all in which data for another server leave on the rail of the rank they are for (PXN).
 *
 * As NCCL does from 2.12 on ("PCI x NVLink"): rank r of rail i gives what is for rank q of rail j,
 * in another server, to the rank of rail j in its own server. That one, the proxy, sends to q what
 * all ranks of its server have for q in one message, if Aggregate is set, as soon as it has it; or
 * each block as it comes. So no packet leaves its rail, and a rank has messages for n/g - 1 ranks
 * of other servers instead of n - g. Of m servers of g ranks with S bytes per rank, each
 *
 *     sends   (g - 1)/g S             within its server, (m - 1)/m of that for other servers
 *     sends   (m - 1)/m S             beyond it, as without proxies
 *
 *     T = a + (g - 1)/g S/B  +  a' + (m - 1)/m S/B'     at most
 *
 * with a, B the latency and rate within a server and a', B' those between servers, if these are
 * different links; own blocks leave while those of the others still come. All servers need the same
 * number of ranks.
 *
 * With OnlyIfRailsApart each rank sends to each other one as DirectAllToAll does, unless rails have
 * no path to each other but over NVLink (CommunicatorLinks::railsApart).
 */
class TwoLevelAllToAll final : public AllToAll
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
    ChunkSizes DoArrange(const RankLayout& layout,
                         const std::vector<uint64_t>& bytesOfPair) const override;

    bool IsDirect(const RankLayout& layout) const;

    bool m_aggregate;   //!< one message per rank of another server
    bool m_onlyIfApart; //!< see OnlyIfRailsApart
};

} // namespace ns3

#endif // AI_FABRIC_TWO_LEVEL_ALL_TO_ALL_H
