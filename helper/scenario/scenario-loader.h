// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_LOADER_H
#define AI_FABRIC_SCENARIO_LOADER_H

#include "scenario-input.h"
#include "scenario-value.h"
#include "scenario.h"

namespace ns3
{

/**
 * Reads and builds a scenario, so that all errors show before anything runs. A manifest of an
 * earlier run is a scenario, too.
 *
 * @param input input of the scenario
 * @return the scenario; throws InputError
 */
FabricScenario LoadScenario(const ScenarioInput& input);

/**
 * Builds a scenario from a tree that has been read.
 *
 * @param root tree from ReadScenarioRoot()
 * @param input input of the scenario
 * @return the scenario; throws InputError
 */
FabricScenario LoadScenario(ScenarioValue root, const ScenarioInput& input);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_LOADER_H
