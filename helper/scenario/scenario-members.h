// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_MEMBERS_H
#define AI_FABRIC_SCENARIO_MEMBERS_H

#include "scenario-value.h"

#include "ns3/input-error.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @param value a list, or one value in place of a list
 * @return elements of the list, or the one value
 * @throw InputError if the list is empty
 */
std::vector<ScenarioValue> AsList(const ScenarioValue& value);

/**
 * @param root tree of the scenario
 * @param key key of a required member
 * @return the member
 * @throw InputError if it is missing
 */
const ScenarioValue& Require(const ScenarioValue& root, std::string_view key);

/**
 * @param root an object
 * @param key key of a string
 * @param otherwise value if the key is missing
 * @return the string
 */
std::string GetText(const ScenarioValue& root,
                    const std::string& key,
                    const std::string& otherwise);

/**
 * @param root an object
 * @param key key of a number, at least 1
 * @param max largest allowed number
 * @return the number; 1 if the key is missing
 */
uint64_t GetNumber(const ScenarioValue& root, const std::string& key, uint64_t max);

/**
 * @param root an object
 * @param key key of a time
 * @param otherwise value if the key is missing
 * @return the time
 */
Time GetTime(const ScenarioValue& root, const std::string& key, Time otherwise);

/**
 * @param object an object
 * @param key key of a member
 * @return true if the member exists and is true
 */
bool GetFlag(const ScenarioValue& object, const std::string& key);

/**
 * Throws InputError about the first member whose key is unknown.
 *
 * @param object an object
 * @param keys all known keys
 */
void CheckKeys(const ScenarioValue& object, const std::vector<std::string>& keys);

/**
 * Runs an action that knows its attributes, but not their place in the scenario.
 *
 * @param place place to add to errors
 * @param action function to call
 * @return result of the action
 * @throw InputError of the action, with that place
 */
template <typename Action>
auto
WithPlace(const ScenarioValue& place, Action action)
{
    try
    {
        return action();
    }
    catch (const InputError& error)
    {
        place.Fail(error.what());
    }
}

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_MEMBERS_H
