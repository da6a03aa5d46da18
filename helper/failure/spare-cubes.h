// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SPARE_CUBES_H
#define AI_FABRIC_SPARE_CUBES_H

#include "fabric-failure.h"
#include "optical-switching.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Optical switches put a spare cube in the place of a cube. The chips of a topology are places of
 * the torus, so names, coordinates and routes stay; from GetDarkTime() on another cube is there:
 *
 * - all links of the place are down until the light is there; packets on them or waiting for them
 *   are lost;
 * - its GPUs stop until then, with empty memory: jobs that restart begin again, and load their
 *   checkpoint from then on;
 * - faults that are entirely within the old cube, or on its links to others, end with it.
 *
 * The spare cube equals the original cube, with cables of equal length.
 */
class CubeReplacement final : public OpticalSwitching
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

    uint32_t m_cube; //!< number of the place
};

/**
 * @ingroup ai-fabric-failure
 * The operator of a torus of cubes replaces each cube that dies (CubeFailure) by a spare one, as
 * long as there are any:
 *
 *     decided = death + DetectionTime
 *     dark    = decided + ControlTime
 *     light   = dark + SwitchingTime
 *
 * From the decision on, the events are those of a CubeReplacement. A cube that is back before the
 * decision stays in its place. A cube that died before Start is detected at Start. The spare cubes
 * are those that no CubeReplacement of the same run takes.
 */
class SpareCubes final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoInstall(const SharedNetwork& network) const override;
    void DoSet(const FabricNetwork& network, bool begins) const override;
    /** Number of spare cubes left in a network. */
    using Left = std::shared_ptr<uint32_t>;

    /**
     * Handles a fault.
     *
     * @param network network of the fault
     * @param fault fault that may be the death of a cube
     * @param left spare cubes left
     */
    void Hear(const FabricNetwork& network, const FabricFault& fault, const Left& left) const;
    /** Ends the time to detect a death. */
    void Decide(const SharedNetwork& network, uint32_t cube, const Left& left) const;

    Time m_detectionTime;
    Time m_controlTime;
    Time m_switchingTime;
};

} // namespace ns3

#endif // AI_FABRIC_SPARE_CUBES_H
