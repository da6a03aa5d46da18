// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CUBE_FAILURE_H
#define AI_FABRIC_CUBE_FAILURE_H

#include "fabric-failure.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Throws unless a topology has a given cube.
 *
 * @param topology topology to check
 * @param cube number of the cube
 * @param attribute name of the attribute that holds the number, such as "ns3::CubeFailure Cube"
 */
void CheckCube(const FabricTopology& topology, uint32_t cube, const std::string& attribute);

/** @ingroup ai-fabric-failure @param topology topology of cubes @return numbers of its cubes */
std::vector<uint32_t> GetCubes(const FabricTopology& topology);

/**
 * @ingroup ai-fabric-failure
 * @param topology topology of cubes
 * @param cube number of a cube
 * @return ids of its links, inside and to other cubes, ascending
 */
std::vector<uint32_t> GetLinksOfCube(const FabricTopology& topology, uint32_t cube);

/**
 * @ingroup ai-fabric-failure
 * @param network network of cubes
 * @param cube number of a cube
 * @return its GPUs, by host index
 */
std::vector<Ptr<FabricGpu>> GetGpusOfCube(const FabricNetwork& network, uint32_t cube);

/**
 * @ingroup ai-fabric-failure
 * Shuts a cube down: its GPUs hang, its links are down, and their memory is lost.
 *
 * @param network network of cubes
 * @param cube number of the cube
 */
void ShutCube(const FabricNetwork& network, uint32_t cube);

/**
 * @ingroup ai-fabric-failure
 * @param topology topology of cubes
 * @param cube number of a cube
 * @param fault fault of a network of this topology
 * @return true if every failed part is in the cube, or is a link that ends there
 */
bool IsInCube(const FabricTopology& topology, uint32_t cube, const FabricFault& fault);

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
    void DoSet(const FabricNetwork& network, bool begins) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    uint32_t m_cube; //!< number of the cube
};

} // namespace ns3

#endif // AI_FABRIC_CUBE_FAILURE_H
