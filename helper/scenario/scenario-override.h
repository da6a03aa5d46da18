// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_OVERRIDE_H
#define AI_FABRIC_SCENARIO_OVERRIDE_H

#include "scenario-value.h"
#include "sweep-run.h"

#include <string>

namespace ns3
{

/**
 * Replaces or adds one value. Missing objects on the path are made; a type name on the path becomes
 * an object of that type; list elements have to exist. A fabric, workload, failure or background
 * that stands in place of a list is its element 0.
 *
 * @param root tree of the scenario
 * @param swept path, without empty parts, and value
 * @throw InputError if the path does not exist
 */
void SetValue(ScenarioValue& root, const SweptValue& swept);

/**
 * Replaces or adds one value like SetValue(), such as "fabric.0.congestionControl.type=none".
 *
 * @param root tree of the scenario
 * @param assignment path and value; the value is read by ReadOptionValue()
 * @throw InputError if the path does not exist
 */
void ApplyOverride(ScenarioValue& root, const std::string& assignment);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_OVERRIDE_H
