// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_FAILURES_H
#define AI_FABRIC_SCENARIO_FAILURES_H

#include "scenario-value.h"
#include "scenario.h"

namespace ns3
{

/**
 * Reads what goes wrong in a run, and where; links that optical switches light in it become part of
 * the topology.
 *
 * @param root of the scenario
 * @param scenario with its networks; gets the failures
 * @throw InputError if one cannot happen
 */
void BuildFailures(const ScenarioValue& root, FabricScenario& scenario);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_FAILURES_H
