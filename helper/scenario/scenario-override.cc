// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-override.h"

#include "scenario-keys.h"
#include "scenario-reader.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

const std::string COMMAND_LINE = "command line";

/** @return true if the value at a path is a list, or the only element of the list */
bool
IsList(const std::string& path)
{
    const auto& keys = GetScenarioKeys();
    return std::any_of(keys.begin(), keys.end(), [&path](const auto& key) {
        return key.isList && key.name == path;
    });
}

/** @return element or member for a key; made if it does not exist */
ScenarioValue&
Descend(ScenarioValue& parent, const std::string& key)
{
    if (parent.kind == Kind::LIST)
    {
        const auto index = ParseNumber<size_t>(key);
        if (!index || *index >= parent.children.size())
        {
            parent.Fail("has no element " + key + "; expected 0 to " +
                        std::to_string(parent.children.size() - 1));
        }
        return parent.children[*index];
    }
    if (IsList(parent.path) && (parent.kind == Kind::OBJECT || parent.kind == Kind::STRING) &&
        ParseNumber<size_t>(key))
    {
        if (key != "0")
        {
            parent.Fail("has no element " + key + "; expected 0, since it is not a list");
        }
        return parent;
    }
    if (parent.kind == Kind::STRING)
    {
        auto type = ScenarioValue::MakeString(parent.text, parent);
        type.MoveTo(JoinPath(parent.path, "type"), "type");
        parent.kind = Kind::OBJECT;
        parent.text.clear();
        parent.children.push_back(std::move(type));
    }
    if (parent.kind != Kind::OBJECT)
    {
        parent.Fail(std::string("is ") + parent.Describe() + " and has no member " + key);
    }
    for (auto& child : parent.children)
    {
        if (child.key == key)
        {
            return child;
        }
    }
    ScenarioValue made;
    made.kind = Kind::OBJECT;
    made.MoveTo(JoinPath(parent.path, key), key);
    parent.children.push_back(std::move(made));
    return parent.children.back();
}

} // namespace

void
SetValue(ScenarioValue& root, const SweptValue& swept)
{
    // Names of attributes with a class contain "::" but no dot, so dots always separate.
    const auto& path = swept.key;
    auto* target = &root;
    for (size_t begin = 0; begin <= path.size();)
    {
        const size_t end = std::min(path.find('.', begin), path.size());
        target = &Descend(*target, path.substr(begin, end - begin));
        target->source = target->source ? target->source : swept.value.source;
        begin = end + 1;
    }
    auto value = swept.value;
    value.MoveTo(target->path, target->key);
    *target = std::move(value);
}

void
ApplyOverride(ScenarioValue& root, const std::string& assignment)
{
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
    {
        throw InputError(COMMAND_LINE,
                         0,
                         "--set " + assignment,
                         "expected KEY=VALUE, such as topology.leaves=16");
    }
    const std::string key = assignment.substr(0, equals);
    if (key.front() == '.' || key.back() == '.' || key.find("..") != std::string::npos)
    {
        throw InputError(COMMAND_LINE, 0, "--set " + assignment, "has an empty part in its key");
    }
    SetValue(root, {key, ReadOptionValue(assignment.substr(equals + 1))});
}

} // namespace ns3
