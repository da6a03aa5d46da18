// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STRIPED_PLACEMENT_H
#define AI_FABRIC_STRIPED_PLACEMENT_H

#include "rank-placement.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Deals ranks out over leaves, or servers, in turn: neighbours are apart.
 *
 * Groups come in the order of their first host, hosts within a group in the order listed. With g
 * groups of equal size, rank r is on host r / g of group r % g; groups that have no more hosts are
 * skipped.
 */
class StripedPlacement final : public RankPlacement
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    std::vector<uint32_t> DoOrder(const HostMap& hosts,
                                  std::vector<uint32_t> candidates) const override;

    bool m_servers; //!< true: over servers; false: over leaves
};

} // namespace ns3

#endif // AI_FABRIC_STRIPED_PLACEMENT_H
