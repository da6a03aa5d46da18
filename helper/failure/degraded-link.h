// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEGRADED_LINK_H
#define AI_FABRIC_DEGRADED_LINK_H

#include "directed-failure.h"

#include "ns3/data-rate.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The links between two nodes run at a lower rate for a while; LaneLoss counts lanes instead of
 * giving a rate.
 *
 * The packet being sent ends at the old rate. Routes, headroom and the line rate that queue pairs
 * assume stay unchanged; marks and telemetry follow the lower rate.
 */
class DegradedLink final : public DirectedFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheckEach(const FabricTopology& topology,
                     const std::vector<uint32_t>& links) const override;
    void DoChangeSides(const FabricNetwork& network,
                       uint32_t link,
                       const LinkImpairments::Sides& sides,
                       bool begins) const override;

    DataRate m_rate; //!< rate while the failure lasts
};

} // namespace ns3

#endif // AI_FABRIC_DEGRADED_LINK_H
