// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_COST_H
#define AI_FABRIC_SCENARIO_COST_H

#include "scenario-members.h"

namespace ns3
{

/** @return the key "cost": price lists of the fabrics */
ScenarioKey MakeCostKey();

/**
 * @param root tree of the scenario
 * @param scenario scenario with all its fabrics
 * @throw InputError if "cost" names a fabric that the scenario does not have
 */
void CheckCost(const ScenarioValue& root, const FabricScenario& scenario);

/**
 * Computes the costs of the cluster with each fabric, if the scenario asks for them.
 *
 * @param root tree of the scenario
 * @param scenario scenario with its fabrics, networks and presets
 * @throw InputError if a price list lacks a part
 */
void BuildCosts(const ScenarioValue& root, FabricScenario& scenario);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_COST_H
