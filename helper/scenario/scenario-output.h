// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_OUTPUT_H
#define AI_FABRIC_SCENARIO_OUTPUT_H

#include "scenario-members.h"

#include <string>

namespace ns3
{

/** @return key "output": folder of the results and files besides tables */
ScenarioKey MakeOutputKey();

/**
 * @param root tree of a scenario
 * @param input input of the scenario
 * @return its name
 */
std::string GetScenarioName(const ScenarioValue& root, const ScenarioInput& input);

/**
 * @param root tree of a scenario
 * @param input input of the scenario
 * @return folder for its results
 */
std::string GetOutputFolder(const ScenarioValue& root, const ScenarioInput& input);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_OUTPUT_H
