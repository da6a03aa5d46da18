// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTICAL_REWIRING_H
#define AI_FABRIC_OPTICAL_REWIRING_H

#include "optical-plan.h"
#include "optical-switching.h"

#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Optical switches lay out the cubes of a torus otherwise: cube i, which is at place i of the first
 * layout, comes to place i of this one. Links that both have in common are not touched. Chips keep
 * their names, and the grid that routing goes by is that of the new layout.
 *
 * Routes of the new layout must need no more service levels than those of the first one, and no
 * maps from levels to lanes for each pair of ports.
 */
class OpticalRewiring final : public OpticalSwitching
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoPlan(OpticalPlan& plan) override;
    void DoCheckPlan(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoDarken(const FabricNetwork& network) const override;
    void DoLight(const FabricNetwork& network) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    /** @return the topology with what has light then */
    FabricTopology MakeLit(const FabricTopology& topology) const;

    std::string m_cubes;          //!< by dimension, such as "4x4x8"; empty: as at first
    bool m_twisted;               //!< whether the torus is
    OpticalPlan::Change m_change; //!< once it is planned
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_REWIRING_H
