// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_MEMBERS_H
#define AI_FABRIC_SCENARIO_MEMBERS_H

#include "scenario-input.h"
#include "scenario-value.h"
#include "scenario.h"

#include "ns3/input-error.h"
#include "ns3/json-writer.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * A top-level key of a scenario, or a member of one. The check of unknown keys, the effective
 * configuration, the hash of a run, --list and the tables of the pages are made from its entry.
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
    bool isList{false};   //!< true: the value is a list, or the only element of the list

    /** Members of its object. */
    std::vector<ScenarioKey> members{};

    /** Of a member: false if its object may be left out; null: the object is always written. */
    std::function<bool(const FabricScenario& scenario)> isSet{};

    /**
     * @param object object of a scenario for this key
     * @throw InputError if it has unknown members
     */
    void CheckMembers(const ScenarioValue& object) const;
};

/**
 * @param name the key
 * @param help meaning
 * @param expected value in words
 * @param members members of its object
 * @return key of an object, which is written if any member is set
 */
ScenarioKey MakeObjectKey(const std::string& name,
                          const std::string& help,
                          const std::string& expected,
                          std::vector<ScenarioKey> members);

/**
 * Reads the members of an object, if there is one.
 *
 * @param key key of the object
 * @param parent value that has the key
 * @param input files and options of the scenario
 * @param scenario scenario to fill in
 */
void ReadMembers(const ScenarioKey& key,
                 const ScenarioValue& parent,
                 const ScenarioInput& input,
                 FabricScenario& scenario);

/**
 * @param name the key
 * @param help meaning
 * @param write see ScenarioKey
 * @param read see ScenarioKey
 * @param isSet see ScenarioKey
 * @return a member that an object may lack
 */
template <typename Write, typename Read, typename IsSet>
ScenarioKey
MakeMember(const std::string& name, const std::string& help, Write write, Read read, IsSet isSet)
{
    ScenarioKey key{name, help, "", "none", write, read};
    key.isSet = isSet;
    return key;
}

/** @param members members of an object @return their names, in a row */
std::string JoinNames(const std::vector<ScenarioKey>& members);

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
