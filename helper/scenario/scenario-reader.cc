// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-reader.h"

#include "ns3/input-error.h"
#include "ns3/json-reader.h"
#include "ns3/whole-file.h"

#include <memory>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

/** @return tree of a JSON text; lines are counted from firstLine; 0: no line numbers */
ScenarioValue
Parse(const std::string& source, const std::string& text, uint64_t firstLine)
{
    JsonOptions options;
    options.firstLine = firstLine;
    return PlaceValue(ParseJson(source, text, options),
                      "",
                      std::make_shared<const std::string>(source));
}

} // namespace

ScenarioValue
PlaceValue(JsonValue value, const std::string& path, std::shared_ptr<const std::string> source)
{
    ScenarioValue placed;
    placed.kind = value.kind;
    placed.line = value.line;
    placed.source = source;
    placed.path = path;
    placed.key = std::move(value.key);
    placed.text = std::move(value.text);
    for (auto& child : value.children)
    {
        const std::string childPath = JoinPath(path, child.key);
        placed.children.push_back(PlaceValue(std::move(child), childPath, source));
    }
    return placed;
}

ScenarioValue
ReadScenario(const std::string& path)
{
    auto root = Parse(path, ReadWholeFile(path, MAX_SCENARIO_BYTES, "a scenario"), 1);
    root.Expect(Kind::OBJECT, "an object: { ... }");
    return root;
}

ScenarioValue
ReadOptionValue(const std::string& text)
{
    try
    {
        return Parse("command line", text, 0);
    }
    catch (const InputError&)
    {
        ScenarioValue value;
        value.kind = Kind::STRING;
        value.text = text;
        value.source = std::make_shared<const std::string>("command line");
        return value;
    }
}

} // namespace ns3
