// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CUBE_FAILURE_H
#define AI_FABRIC_CUBE_FAILURE_H

#include "fabric-failure.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * A cube of a torus of cubes has no power for a while: its GPUs crash and stop, and all links of
 * its chips are down, including links to other cubes.
 */
class CubeFailure final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    uint32_t m_cube; //!< number of the cube
};

} // namespace ns3

#endif // AI_FABRIC_CUBE_FAILURE_H
