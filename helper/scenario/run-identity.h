// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_IDENTITY_H
#define AI_FABRIC_RUN_IDENTITY_H

#include "scenario-input.h"
#include "scenario.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @param scenario scenario to be simulated
 * @return 16 hexadecimal digits (FNV-1a) of all attributes with their values in effect and of the
 *         contents of all files that they name, without name, description, seeds and folder
 */
std::string HashConfiguration(const FabricScenario& scenario);

/**
 * @param scenario scenario to be simulated
 * @return by fabric: HashConfiguration() of the scenario with this fabric alone, on which its
 *         results depend
 */
std::vector<std::string> HashFabrics(const FabricScenario& scenario);

/** @param hashes hashes of some fabrics @return one hash of all of them */
std::string JoinHashes(const std::vector<std::string>& hashes);

/**
 * @param engine engine and libraries of the process
 * @param pfcTrace true: pauses are traced, even if the scenario does not ask for it
 * @return hash of the program, its ai-fabric libraries, the libraries of --load, and the options
 *         that affect the simulation
 */
std::string HashRunner(const EngineOptions& engine, bool pfcTrace);

} // namespace ns3

#endif // AI_FABRIC_RUN_IDENTITY_H
