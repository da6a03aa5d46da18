// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_LOADER_H
#define AI_FABRIC_SCENARIO_LOADER_H

#include "run-options.h"
#include "scenario-value.h"
#include "scenario.h"

namespace ns3
{

/**
 * Reads and builds a scenario, so that all errors show before anything runs. A manifest of an
 * earlier run is a scenario, too.
 *
 * @param options options of the command line
 * @return the scenario; throws InputError
 */
FabricScenario LoadScenario(const RunOptions& options);

/**
 * Builds a scenario from a tree that has been read.
 *
 * @param root tree from ReadScenarioRoot()
 * @param options options of the command line
 * @return the scenario; throws InputError
 */
FabricScenario LoadScenario(ScenarioValue root, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_LOADER_H
