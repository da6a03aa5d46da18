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
 * @param value any
 * @return the elements of a list, or the one value that stands in its place
 * @throw InputError if the list is empty
 */
std::vector<ScenarioValue> AsList(const ScenarioValue& value);

/**
 * @param root the scenario
 * @param key of a member that has to be there
 * @return it
 * @throw InputError if it is missing
 */
const ScenarioValue& Require(const ScenarioValue& root, std::string_view key);

/**
 * @param root an object
 * @param key of a string
 * @param otherwise unless it is there
 * @return it
 */
std::string GetText(const ScenarioValue& root,
                    const std::string& key,
                    const std::string& otherwise);

/**
 * @param root an object
 * @param key of a number from 1
 * @param max of it
 * @return it; 1 unless there
 */
uint64_t GetNumber(const ScenarioValue& root, const std::string& key, uint64_t max);

/**
 * @param root an object
 * @param key of a time
 * @param otherwise unless it is there
 * @return it
 */
Time GetTime(const ScenarioValue& root, const std::string& key, Time otherwise);

/**
 * @param object any
 * @param key of a member
 * @return whether it is there and true
 */
bool GetFlag(const ScenarioValue& object, const std::string& key);

/**
 * Throws about the first member whose key is unknown.
 *
 * @param object any
 * @param keys that are known
 */
void CheckKeys(const ScenarioValue& object, const std::vector<std::string>& keys);

/**
 * Runs something that knows its attributes but not where they were written.
 *
 * @param place where
 * @param action it
 * @return what it returns
 * @throw InputError at that place, if it throws one
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
