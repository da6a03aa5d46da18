// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_CHECK_H
#define AI_FABRIC_FABRIC_CHECK_H

#include "scenario.h"

#include "ns3/fabric-lint.h"
#include "ns3/graph-executor.h"
#include "ns3/json-writer.h"

#include <vector>

namespace ns3
{

/**
 * @param rules list of rules
 * @return rules that it names; throws InputError
 */
std::vector<std::string> ReadIgnoredRules(const ScenarioValue& rules);

/**
 * Warns on stderr of settings that do not fit each other.
 *
 * @param scenario scenario to run
 * @param fabric index of the fabric
 * @param network the fabric, which has not run
 * @param jobs jobs that will run on it
 * @return the findings
 */
std::vector<LintFinding> LintFabric(const FabricScenario& scenario,
                                    size_t fabric,
                                    const FabricNetwork& network,
                                    const std::vector<Ptr<GraphExecutor>>& jobs);

/**
 * Writes the presets that a scenario names.
 *
 * @param json writer that gets them
 * @param scenario the scenario
 */
void WritePresetsInUse(JsonWriter& json, const FabricScenario& scenario);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_CHECK_H
