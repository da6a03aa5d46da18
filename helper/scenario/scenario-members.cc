// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-members.h"

#include "attribute-parser.h"
#include "type-names.h"

#include "ns3/input-error.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

} // namespace

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
