// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SPARE_CUBES_H
#define AI_FABRIC_SPARE_CUBES_H

#include "fabric-failure.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Whoever runs a torus of cubes puts a spare one in the place of each that dies (CubeFailure), as
 * long as there are any:
 *
 *     decided = death + DetectionTime
 *     dark    = decided + ControlTime
 *     light   = dark + SwitchingTime
 *
 * What happens from the decision on is what a CubeReplacement does. A cube that is back before the
 * decision is left in its place. One that died before Start is known at Start. Spare cubes are
 * those that no CubeReplacement of the same run takes.
 */
class SpareCubes final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoInstall(const SharedNetwork& network) const override;
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;

    /** How many spare cubes a network has left. */
    using Left = std::shared_ptr<uint32_t>;

    /** @param network where @param fault that may be the death of a cube @param left cubes */
    void Hear(const FabricNetwork& network, const FabricFault& fault, const Left& left) const;
    /** The time to detect a death is over. */
    void Decide(const SharedNetwork& network, uint32_t cube, const Left& left) const;

    Time m_detectionTime;
    Time m_controlTime;
    Time m_switchingTime;
};

} // namespace ns3

#endif // AI_FABRIC_SPARE_CUBES_H
