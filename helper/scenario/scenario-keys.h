// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_KEYS_H
#define AI_FABRIC_SCENARIO_KEYS_H

#include "scenario-members.h"

#include <string>
#include <vector>

namespace ns3
{

/** @return all top-level keys, in the order of reading and writing */
const std::vector<ScenarioKey>& GetScenarioKeys();

/** @param name name of a top-level key @return its entry */
const ScenarioKey& GetScenarioKey(const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_KEYS_H
