// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_ROOT_H
#define AI_FABRIC_SCENARIO_ROOT_H

#include "run-options.h"
#include "scenario-value.h"

#include <string>

namespace ns3
{

/**
 * @param options of the command line
 * @return the tree of the scenario, or of the one that a manifest holds, as the options change it
 * @throw InputError
 */
ScenarioValue ReadScenarioRoot(const RunOptions& options);

/** Throws InputError about the first key that no scenario has. @param root of a scenario */
void CheckScenarioKeys(const ScenarioValue& root);

/**
 * @param root of a scenario
 * @param options of the command line
 * @return its name
 */
std::string GetScenarioName(const ScenarioValue& root, const RunOptions& options);

/**
 * @param root of a scenario
 * @param options of the command line
 * @return the folder for its results
 */
std::string GetOutputFolder(const ScenarioValue& root, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_ROOT_H
