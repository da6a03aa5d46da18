// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-value.h"

#include "ns3/input-error.h"
#include "ns3/json-value.h"

namespace ns3
{

namespace
{

/** @return a value in one line of JSON */
std::string
ToJson(const ScenarioValue& value)
{
    using Kind = ScenarioValue::Kind;
    if (value.kind == Kind::STRING)
    {
        return QuoteJson(value.text);
    }
    if (value.kind != Kind::LIST && value.kind != Kind::OBJECT)
    {
        return value.kind == Kind::EMPTY ? "null" : value.text;
    }
    const bool list = value.kind == Kind::LIST;
    std::string text = list ? "[" : "{";
    for (const auto& child : value.children)
    {
        text += (text.size() > 1 ? ", " : "") + (list ? "" : QuoteJson(child.key) + ": ") +
                ToJson(child);
    }
    return text + (list ? "]" : "}");
}

} // namespace

const ScenarioValue*
ScenarioValue::Find(std::string_view name) const
{
    for (const auto& child : children)
    {
        if (child.key == name)
        {
            return &child;
        }
    }
    return nullptr;
}

void
ScenarioValue::Fail(const std::string& problem) const
{
    throw InputError(source ? *source : "scenario", line, path, problem);
}

const char*
ScenarioValue::Describe() const
{
    return DescribeKind(kind);
}

void
ScenarioValue::Expect(Kind expected, const std::string& what) const
{
    if (kind != expected)
    {
        Fail(std::string("is ") + Describe() + "; expected " + what);
    }
}

void
ScenarioValue::MoveTo(const std::string& newPath, const std::string& newKey)
{
    path = newPath;
    key = newKey;
    for (auto& child : children)
    {
        child.MoveTo(JoinPath(path, child.key), child.key);
    }
}

ScenarioValue
ScenarioValue::MakeString(const std::string& value, const ScenarioValue& like)
{
    ScenarioValue result;
    result.kind = Kind::STRING;
    result.line = like.line;
    result.source = like.source;
    result.path = like.path;
    result.key = like.key;
    result.text = value;
    return result;
}

std::string
JoinPath(const std::string& path, const std::string& key)
{
    return path.empty() ? key : path + "." + key;
}

std::string
FormatValue(const ScenarioValue& value)
{
    return value.kind == ScenarioValue::Kind::STRING ? value.text : ToJson(value);
}

} // namespace ns3
