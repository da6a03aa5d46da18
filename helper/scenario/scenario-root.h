// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_ROOT_H
#define AI_FABRIC_SCENARIO_ROOT_H

#include "scenario-input.h"
#include "scenario-value.h"

namespace ns3
{

/**
 * @param input input of the scenario
 * @return tree of the scenario, or of the scenario in a manifest, with the changes by the input
 * @throw InputError if the file or an option is wrong
 */
ScenarioValue ReadScenarioRoot(const ScenarioInput& input);

/** Throws InputError about the first unknown top-level key. @param root tree of a scenario */
void CheckScenarioKeys(const ScenarioValue& root);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_ROOT_H
