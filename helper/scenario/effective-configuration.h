// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EFFECTIVE_CONFIGURATION_H
#define AI_FABRIC_EFFECTIVE_CONFIGURATION_H

#include "scenario.h"

#include "ns3/json-writer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Writes a scenario with the value in effect of every attribute, including those of nested objects.
 * The result is itself a scenario that gives the same simulation.
 *
 * @param json writer that gets it
 * @param key member name
 * @param scenario scenario that has been built
 * @param seeds seeds of its draws
 * @param labels false: keys that are only for people are empty
 */
void WriteConfiguration(JsonWriter& json,
                        const std::string& key,
                        const FabricScenario& scenario,
                        const std::vector<uint32_t>& seeds,
                        bool labels = true);

} // namespace ns3

#endif // AI_FABRIC_EFFECTIVE_CONFIGURATION_H
