// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_FAILURES_H
#define AI_FABRIC_SCENARIO_FAILURES_H

#include "scenario-value.h"
#include "scenario.h"

namespace ns3
{

/**
 * Reads the failures of a scenario. Links that optical switches light in a run become part of the
 * topology.
 *
 * @param root tree of the scenario
 * @param scenario scenario with its networks; gets the failures
 * @throw InputError if a failure cannot happen
 */
void BuildFailures(const ScenarioValue& root, FabricScenario& scenario);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_FAILURES_H
