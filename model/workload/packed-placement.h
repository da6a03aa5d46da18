// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKED_PLACEMENT_H
#define AI_FABRIC_PACKED_PLACEMENT_H

#include "rank-placement.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Places ranks on hosts in the order listed: neighbours share servers and leaves.
 */
class PackedPlacement final : public RankPlacement
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    std::vector<uint32_t> DoOrder(const HostMap& hosts,
                                  std::vector<uint32_t> candidates) const override;
};

} // namespace ns3

#endif // AI_FABRIC_PACKED_PLACEMENT_H
