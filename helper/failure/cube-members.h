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

/**
 * @ingroup ai-fabric-failure
 * @param topology of cubes
 * @param cube number of one
 * @return its links, inside and to others, ascending
 */
std::vector<uint32_t> GetLinksOfCube(const FabricTopology& topology, uint32_t cube);

/**
 * @ingroup ai-fabric-failure
 * The GPUs of a cube hang, or go on.
 *
 * @param network of cubes
 * @param cube number of one
 * @param hung whether they hang from now on
 */
void SetCubeHung(const FabricNetwork& network, uint32_t cube, bool hung);

/**
 * @ingroup ai-fabric-failure
 * What is in the memory of the GPUs of a cube is lost.
 *
 * @param network of cubes
 * @param cube number of one
 */
void CrashCube(const FabricNetwork& network, uint32_t cube);

/**
 * @ingroup ai-fabric-failure
 * Others take the place of the GPUs of a cube.
 *
 * @param network of cubes
 * @param cube number of one
 */
void ReplaceGpusOfCube(const FabricNetwork& network, uint32_t cube);

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
