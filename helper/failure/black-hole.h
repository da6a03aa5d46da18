// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BLACK_HOLE_H
#define AI_FABRIC_BLACK_HOLE_H

#include "failure-of-links.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The switch From drops all packets for To, as if its port were dead, without a report: the other
 * direction works, and no route changes. Silent drops of this kind are known from production (Guo
 * et al., "Pingmesh", SIGCOMM 2015, section 5).
 */
class BlackHole final : public FailureOfLinks
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheckLinks(const FabricTopology& topology,
                      const std::vector<uint32_t>& links) const override;
    void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const override;
};

} // namespace ns3

#endif // AI_FABRIC_BLACK_HOLE_H
