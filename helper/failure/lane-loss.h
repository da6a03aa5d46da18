// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LANE_LOSS_H
#define AI_FABRIC_LANE_LOSS_H

#include "directed-failure.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The links between two nodes run on with fewer lanes for a while, as one does of which a fibre or
 * a laser has failed:
 *     rate = (Lanes - Lost) / Lanes * rate of the link, rounded down to whole bit/s
 * for everything else see DegradedLink.
 */
class LaneLoss final : public DirectedFailure
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

    /** @param wholebps of a link with all lanes @return what is left */
    uint64_t GetLeftbps(uint64_t wholebps) const;

    uint32_t m_lanes; //!< of a link
    uint32_t m_lost;  //!< of these
};

} // namespace ns3

#endif // AI_FABRIC_LANE_LOSS_H
