// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_KEYS_H
#define AI_FABRIC_SCENARIO_KEYS_H

#include "scenario-input.h"
#include "scenario-value.h"
#include "scenario.h"

#include "ns3/json-writer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * A top-level key of a scenario. The check of unknown keys, the effective configuration, the hash
 * of a run, --list and the tables of the pages are made from its entry.
 */
struct ScenarioKey
{
    std::string name;     //!< the key
    std::string help;     //!< meaning; PAGE.rst is a page of doc/
    std::string expected; //!< type, unit and range in words; empty if there is a role
    std::string initial;  //!< default as a scenario writes it, or "required" or "none"

    /** Writes the value in effect; null: the key chooses runs, and one run does not depend on it.
     */
    std::function<void(const ScenarioKey& key,
                       JsonWriter& json,
                       const FabricScenario& scenario,
                       const std::vector<uint32_t>& seeds)>
        write{};

    /** Reads the value, or sets the default; null: a part of the network, or of the sweep. */
    std::function<void(const ScenarioKey& key,
                       const ScenarioValue& root,
                       const ScenarioInput& input,
                       FabricScenario& scenario)>
        read{};

    bool isObject{false}; //!< true: refused unless it is an object
    bool isLabel{false};  //!< true: for people, so that results do not depend on it
    std::string role{};   //!< role of the types that it holds, as in --list; empty: no type
};

/** @return all top-level keys, in the order of reading and writing */
const std::vector<ScenarioKey>& GetScenarioKeys();

/**
 * @param root tree of a scenario
 * @param input input of the scenario
 * @return folder for its results
 */
std::string GetOutputFolder(const ScenarioValue& root, const ScenarioInput& input);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_KEYS_H
