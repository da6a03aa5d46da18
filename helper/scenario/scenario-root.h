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
 * @param options options of the command line
 * @return tree of the scenario, or of the scenario in a manifest, with the changes by the options
 * @throw InputError if the file or an option is wrong
 */
ScenarioValue ReadScenarioRoot(const RunOptions& options);

/** Throws InputError about the first unknown top-level key. @param root tree of a scenario */
void CheckScenarioKeys(const ScenarioValue& root);

/**
 * @param root tree of a scenario
 * @param options options of the command line
 * @return name of the scenario
 */
std::string GetScenarioName(const ScenarioValue& root, const RunOptions& options);

/**
 * @param root tree of a scenario
 * @param options options of the command line
 * @return folder for its results
 */
std::string GetOutputFolder(const ScenarioValue& root, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_ROOT_H
