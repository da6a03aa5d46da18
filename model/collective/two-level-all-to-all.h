// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TWO_LEVEL_ALL_TO_ALL_H
#define AI_FABRIC_TWO_LEVEL_ALL_TO_ALL_H

#include "all-to-all.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-to-all in which data for another server leaves on the rail of the destination rank (PXN).
 *
 * As in NCCL from 2.12 on ("PCI x NVLink"): rank r of rail i hands the data for rank q of rail j in
 * another server to the rank of rail j in its own server. That rank, the proxy, sends to q the data
 * of all ranks of its server in one message, if Aggregate is set, as soon as it is complete;
 * otherwise each block when it comes. So packets stay on their rails, and a rank has messages for
 * n/g - 1 ranks of other servers instead of n - g. With m servers of g ranks and S bytes per rank,
 * each rank
 *
 *     sends   (g - 1)/g S             within its server, (m - 1)/m of that for other servers
 *     sends   (m - 1)/m S             beyond it, as without proxies
 *
 *     T = a + (g - 1)/g S/B  +  a' + (m - 1)/m S/B'     at most
 *
 * with a, B the latency and rate within a server and a', B' those between servers, if these are
 * different links; a proxy's own blocks leave while the blocks of other ranks still arrive. All
 * servers need the same number of ranks.
 *
 * With OnlyIfRailsApart each rank sends to each other rank as in DirectAllToAll, unless paths
 * between rails exist only over NVLink (CommunicatorLinks::railsApart).
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
    bool m_onlyIfApart; //!< attribute OnlyIfRailsApart
};

} // namespace ns3

#endif // AI_FABRIC_TWO_LEVEL_ALL_TO_ALL_H
