// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTICAL_REWIRING_H
#define AI_FABRIC_OPTICAL_REWIRING_H

#include "optical-plan.h"
#include "optical-switching.h"

#include "ns3/nstime.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Optical switches arrange the cubes of a torus in another layout: the cube at place i of the first
 * layout comes to place i of the new one. Links that both layouts share are not touched. Chips keep
 * their names, and routing uses the grid of the new layout.
 *
 * With Drain, routes leave the links that will move from Start on, as if these links were dead. The
 * links continue to carry packets on their way, until they are empty or ControlTime is over.
 * Nothing is lost if ControlTime is longer than routes and queues take.
 *
 * Routes of the new layout must not need more service levels than those of the first one. If the
 * routing maps levels to lanes for each pair of ports, links that stay must keep their maps; new
 * links get their maps with the light.
 */
class OpticalRewiring final : public OpticalSwitching
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoPlan(OpticalPlan& plan) override;
    void DoCheckPlan(const FabricTopology& topology, const FabricProfile& profile) const override;
    std::optional<FabricTopology> DoMakeWiring(const FabricTopology& topology) const override;
    std::vector<uint32_t> DoGetWiredLinks() const override;
    void DoDecide(const FabricNetwork& network) const override;
    bool DoDrains() const override;
    std::shared_ptr<OpticalDrain> DoMakeDrain() const override;
    void DoDarken(const FabricNetwork& network) const override;
    void DoLight(const FabricNetwork& network) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    /**
     * @param topology topology with all links
     * @param isLit by link id: true if in use
     * @return topology with only these links
     */
    FabricTopology MakeLit(const FabricTopology& topology, const std::vector<bool>& isLit) const;
    /** Throws if routes cannot leave the links that move. */
    void CheckDrain(const FabricTopology& topology, const FabricProfile& profile) const;

    std::string m_cubes;          //!< cubes per dimension, such as "4x4x8"; empty: as at first
    bool m_twisted;               //!< true: the torus is twisted
    bool m_drain;                 //!< true: routes leave links before these lose their light
    Time m_drainInterval;         //!< time between checks of the drained links
    OpticalPlan::Change m_change; //!< valid once it is planned
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_REWIRING_H
