// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CUBE_REPLACEMENT_H
#define AI_FABRIC_CUBE_REPLACEMENT_H

#include "optical-switching.h"

#include <cstdint>

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

} // namespace ns3

#endif // AI_FABRIC_CUBE_REPLACEMENT_H
