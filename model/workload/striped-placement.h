// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STRIPED_PLACEMENT_H
#define AI_FABRIC_STRIPED_PLACEMENT_H

#include "rank-placement.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Ranks dealt out over leaves, or servers, in turn: neighbours are apart.
 *
 * Groups come in the order of their first host, hosts within a group in the order listed. With g
 * groups of equal size, rank r is on host r / g of group r % g; a group without hosts is passed
 * over.
 */
class StripedPlacement final : public RankPlacement
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    std::vector<uint32_t> DoOrder(const HostMap& hosts,
                                  std::vector<uint32_t> candidates) const override;

    bool m_servers; //!< over servers, not leaves
};

} // namespace ns3

#endif // AI_FABRIC_STRIPED_PLACEMENT_H
