// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CUBE_MEMBERS_H
#define AI_FABRIC_CUBE_MEMBERS_H

#include "fabric-failure.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Throws unless a topology has a cube.
 *
 * @param topology to look at
 * @param cube its number
 * @param attribute that says so, such as "ns3::CubeFailure Cube"
 */
void CheckCube(const FabricTopology& topology, uint32_t cube, const std::string& attribute);

/** @ingroup ai-fabric-failure @param topology of cubes @return their numbers */
std::vector<uint32_t> GetCubes(const FabricTopology& topology);

/**
 * @ingroup ai-fabric-failure
 * @param topology of cubes
 * @param cube number of one
 * @return its links, inside and to others, ascending
 */
std::vector<uint32_t> GetLinksOfCube(const FabricTopology& topology, uint32_t cube);

/**
 * @ingroup ai-fabric-failure
 * @param network of cubes
 * @param cube number of one
 * @return its GPUs, by host index
 */
std::vector<Ptr<FabricGpu>> GetGpusOfCube(const FabricNetwork& network, uint32_t cube);

/**
 * @ingroup ai-fabric-failure
 * The GPUs of a cube hang, its links are down, and what is in their memory is lost.
 *
 * @param network of cubes
 * @param cube number of one
 */
void ShutCube(const FabricNetwork& network, uint32_t cube);

/**
 * @ingroup ai-fabric-failure
 * @param topology of cubes
 * @param cube number of one
 * @param fault of a network of this topology
 * @return whether all that has failed is in the cube, or a link that ends there
 */
bool IsInCube(const FabricTopology& topology, uint32_t cube, const FabricFault& fault);

} // namespace ns3

#endif // AI_FABRIC_CUBE_MEMBERS_H
