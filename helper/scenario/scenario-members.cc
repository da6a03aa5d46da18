// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-members.h"

#include "attribute-parser.h"
#include "type-names.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

/** @return names of keys */
std::vector<std::string>
GetNames(const std::vector<ScenarioKey>& keys)
{
    std::vector<std::string> names;
    for (const auto& key : keys)
    {
        names.push_back(key.name);
    }
    return names;
}

/** @return true if the configuration in effect has the key */
bool
IsSet(const ScenarioKey& key, const FabricScenario& scenario)
{
    const auto& members = key.members;
    return key.isSet ? key.isSet(scenario)
                     : members.empty() ||
                           std::any_of(members.begin(), members.end(), [&](const auto& member) {
                               return IsSet(member, scenario);
                           });
}

/** Writes the members of an object, if any of them is set. */
void
WriteMembers(const ScenarioKey& key,
             JsonWriter& json,
             const FabricScenario& scenario,
             const std::vector<uint32_t>& seeds)
{
    if (!IsSet(key, scenario))
    {
        return;
    }
    json.BeginObject(key.name);
    for (const auto& member : key.members)
    {
        if (member.write)
        {
            member.write(member, json, scenario, seeds);
        }
    }
    json.EndObject();
}

} // namespace

void
ScenarioKey::CheckMembers(const ScenarioValue& object) const
{
    const auto names = GetNames(members);
    CheckKeys(object, names);
    for (const auto& member : members)
    {
        if (member.initial == "required" && !object.Find(member.name))
        {
            object.Fail("has no " + member.name + "; expected " + Join(names));
        }
    }
}

std::string
JoinNames(const std::vector<ScenarioKey>& members)
{
    return Join(GetNames(members));
}

void
ReadMembers(const ScenarioKey& key,
            const ScenarioValue& parent,
            const ScenarioInput& input,
            FabricScenario& scenario)
{
    const auto* object = parent.Find(key.name);
    if (object && key.isObject)
    {
        object->Expect(Kind::OBJECT, key.expected);
    }
    if (object && object->kind == Kind::OBJECT)
    {
        key.CheckMembers(*object);
        for (const auto& member : key.members)
        {
            if (member.read)
            {
                member.read(member, *object, input, scenario);
            }
        }
    }
}

ScenarioKey
MakeObjectKey(const std::string& name,
              const std::string& help,
              const std::string& expected,
              std::vector<ScenarioKey> members)
{
    ScenarioKey key{name, help, expected, "none", WriteMembers, ReadMembers, true};
    key.members = std::move(members);
    return key;
}

std::vector<ScenarioValue>
AsList(const ScenarioValue& value)
{
    if (value.kind != Kind::LIST)
    {
        return {value};
    }
    if (value.children.empty())
    {
        value.Fail("is empty; expected at least one");
    }
    return value.children;
}

const ScenarioValue&
Require(const ScenarioValue& root, std::string_view key)
{
    const auto* value = root.Find(key);
    if (!value)
    {
        throw InputError(*root.source, 0, std::string(key), "is missing; every scenario has one");
    }
    return *value;
}

std::string
GetText(const ScenarioValue& root, const std::string& key, const std::string& otherwise)
{
    const auto* value = root.Find(key);
    if (value)
    {
        value->Expect(Kind::STRING, "a string");
    }
    return value ? value->text : otherwise;
}

uint64_t
GetNumber(const ScenarioValue& root, const std::string& key, uint64_t max)
{
    const auto* value = root.Find(key);
    const uint64_t number = value ? ParseUnsigned(*value, false) : 1;
    if (number < 1 || number > max)
    {
        value->Fail("is " + value->text + "; expected 1 to " + std::to_string(max));
    }
    return number;
}

Time
GetTime(const ScenarioValue& root, const std::string& key, Time otherwise)
{
    const auto* value = root.Find(key);
    return value ? ParseTime(*value) : otherwise;
}

void
CheckKeys(const ScenarioValue& object, const std::vector<std::string>& keys)
{
    for (const auto& member : object.children)
    {
        if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
        {
            member.Fail("unknown key; expected one of " + Join(keys) + Suggest(member.key, keys));
        }
    }
}

bool
GetFlag(const ScenarioValue& object, const std::string& key)
{
    const auto* flag = object.Find(key);
    if (flag)
    {
        flag->Expect(Kind::BOOLEAN, "true or false");
    }
    return flag && flag->text == "true";
}

} // namespace ns3
