// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_IDENTITY_H
#define AI_FABRIC_RUN_IDENTITY_H

#include "run-options.h"
#include "scenario.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @param scenario the scenario to be simulated
 * @return 16 hexadecimal digits (FNV-1a) of every attribute and value in effect and of the contents
 *         of all files that they name, without name, description, seeds and folder
 */
std::string HashConfiguration(const FabricScenario& scenario);

/**
 * @param scenario what is simulated
 * @return by fabric, HashConfiguration() of the scenario with this fabric alone: what its results
 *         depend on
 */
std::vector<std::string> HashFabrics(const FabricScenario& scenario);

/** @param hashes of some fabrics @return one of all of them */
std::string JoinHashes(const std::vector<std::string>& hashes);

/**
 * @param options of the command line
 * @return the same of the program, its ai-fabric libraries, those of --load, and the options that
 *         decide how it simulates
 */
std::string HashRunner(const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_RUN_IDENTITY_H
