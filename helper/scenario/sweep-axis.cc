// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sweep-axis.h"

#include "scenario-members.h"
#include "scenario-reader.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

constexpr size_t MOST_LEVELS = 10'000;

/** Columns of the tables of a sweep that are not axes. */
const std::vector<std::string> COLUMNS = {"point",
                                          "seed",
                                          "fabric",
                                          "job",
                                          "metric",
                                          "unit",
                                          "value",
                                          "runs",
                                          "mean",
                                          "sd",
                                          "ci95_low",
                                          "ci95_high"};

/** Keys that do not affect the simulation, or that have a place of their own in a sweep. */
const std::vector<std::string> NO_AXES =
    {"name", "description", "output", "output.folder", "sweep", "seed", "seeds"};

/** @return a value to set @param key key that it is for */
SweptValue
MakeSwept(const std::string& key, const ScenarioValue& value)
{
    if (key.empty() || key.front() == '.' || key.back() == '.' ||
        key.find("..") != std::string::npos)
    {
        value.Fail("has an empty part in its key; expected a path such as topology.leaves");
    }
    if (std::find(NO_AXES.begin(), NO_AXES.end(), key) != NO_AXES.end())
    {
        value.Fail(key.compare(0, 4, "seed") == 0
                       ? "cannot be swept: every point runs with all seeds; expected \"seeds\" of "
                         "the scenario or --seeds"
                       : "cannot be swept: it does not affect the simulation");
    }
    return {key, value};
}

double
ReadNumber(const ScenarioValue& range, const std::string& key)
{
    const auto* value = range.Find(key);
    if (!value)
    {
        range.Fail("lacks \"" + key +
                   R"("; expected {"from": 0.2, "to": 0.8, "step": 0.2}, or )"
                   "\"factor\" in place of \"step\"");
    }
    const auto number = ParseNumber<double>(value->text);
    if (value->kind != Kind::NUMBER || !number || !std::isfinite(*number))
    {
        value->Fail(std::string("is ") + value->Describe() +
                    "; expected a number; values with units are written as a list");
    }
    return number.value_or(0);
}

/** @return levels of {"from", "to", "step" or "factor"} */
std::vector<SweepLevel>
ReadRange(const ScenarioValue& range)
{
    CheckKeys(range, {"from", "to", "step", "factor"});
    const bool geometric = range.Find("factor") && !range.Find("step");
    const double from = ReadNumber(range, "from");
    const double to = ReadNumber(range, "to");
    const double step = ReadNumber(range, geometric ? "factor" : "step");
    if (const auto* factor = range.Find("factor"); factor && !geometric)
    {
        factor->Fail("is given beside a step; expected one of the two");
    }
    if (from > to)
    {
        range.Find("to")->Fail("is less than \"from\"; expected at least \"from\"");
    }
    if (step <= (geometric ? 1 : 0) || (geometric && from <= 0))
    {
        range.Fail(geometric ? "leads nowhere; expected a \"factor\" greater than 1 and a "
                               "\"from\" greater than 0"
                             : "leads nowhere; expected a \"step\" greater than 0");
    }
    std::vector<SweepLevel> levels;
    constexpr double ROUNDING = 1e-9; // relative error of decimal fractions in binary
    for (size_t i = 0;; ++i)
    {
        const double at = geometric ? from * std::pow(step, static_cast<double>(i))
                                    : from + step * static_cast<double>(i);
        if (at > (geometric ? to * (1 + ROUNDING) : to + step * ROUNDING))
        {
            return levels;
        }
        if (levels.size() == MOST_LEVELS)
        {
            range.Fail("has more than " + std::to_string(MOST_LEVELS) + " values");
        }
        char text[40];
        std::snprintf(text, sizeof(text), "%.12g", at);
        auto value = ScenarioValue::MakeString(text, range);
        value.kind = Kind::NUMBER;
        levels.push_back({text, {MakeSwept(range.key, value)}});
    }
}

/** @return an axis @param value member of "sweep", or a value in its place */
SweepAxis
ReadAxis(const ScenarioValue& value)
{
    SweepAxis axis{value.key, value, {}};
    if (std::find(COLUMNS.begin(), COLUMNS.end(), value.key) != COLUMNS.end() &&
        value.key != "seed")
    {
        value.Fail("has the name of a column of sweep.csv; expected another name: {\"NAME\": {\"" +
                   value.key + "\": VALUE}, ...} gives each value a name");
    }
    if (value.kind == Kind::LIST)
    {
        for (const auto& child : value.children)
        {
            axis.levels.push_back({FormatValue(child), {MakeSwept(value.key, child)}});
        }
    }
    else if (value.kind != Kind::OBJECT)
    {
        value.Fail(std::string("is ") + value.Describe() +
                   R"(; expected a list of values, a range {"from", "to", "step"}, or points by )"
                   R"(name: {NAME: {KEY: VALUE, ...}, ...})");
    }
    else if (value.Find("from") || value.Find("to") || value.Find("step"))
    {
        axis.levels = ReadRange(value);
    }
    else
    {
        for (const auto& point : value.children)
        {
            point.Expect(Kind::OBJECT,
                         "the keys that this point sets: {\"topology.leaves\": 4, ...}");
            axis.levels.push_back({point.key, {}});
            for (const auto& member : point.children)
            {
                axis.levels.back().values.push_back(MakeSwept(member.key, member));
            }
        }
    }
    if (axis.levels.empty())
    {
        value.Fail("is empty; expected at least one value");
    }
    std::set<std::string> labels;
    for (const auto& level : axis.levels)
    {
        if (!labels.insert(level.label).second)
        {
            value.Fail("names " + level.label + " twice");
        }
    }
    return axis;
}

/** @return parts between commas that are outside of brackets and quotes */
std::vector<std::string>
SplitValues(const std::string& text)
{
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i)
    {
        const char c = text[i];
        quoted = quoted != (c == '"' && (i == 0 || text[i - 1] != '\\'));
        depth += quoted ? 0 : (c == '[' || c == '{') - (c == ']' || c == '}');
        if (c == ',' && depth == 0 && !quoted)
        {
            parts.emplace_back();
        }
        else
        {
            parts.back() += c;
        }
    }
    return parts;
}

/** @return value of --sweep as a member of "sweep" */
ScenarioValue
ReadOption(const std::string& text)
{
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    {
        throw InputError("command line",
                         0,
                         "--sweep " + text,
                         "expected KEY=VALUE,VALUE,..., such as workload.0.load=0.3,0.5,0.7");
    }
    const std::string key = text.substr(0, equals);
    const std::string values = text.substr(equals + 1);
    auto axis = ReadOptionValue(values);
    if (axis.kind != Kind::OBJECT && axis.kind != Kind::LIST)
    {
        auto list = ScenarioValue::MakeString("", axis);
        list.kind = Kind::LIST;
        for (const auto& part : SplitValues(values))
        {
            list.children.push_back(ReadOptionValue(part));
            list.children.back().key = std::to_string(list.children.size() - 1);
            if (part.empty())
            {
                throw InputError("command line", 0, "--sweep " + text, "has an empty value");
            }
        }
        axis = std::move(list);
    }
    axis.MoveTo("--sweep " + key, key);
    return axis;
}

} // namespace

std::vector<SweepAxis>
ReadSweepAxes(const ScenarioValue& root, const std::vector<std::string>& more)
{
    std::vector<ScenarioValue> members;
    if (const auto* sweep = root.Find("sweep"))
    {
        sweep->Expect(Kind::OBJECT, "an object: { \"workload.0.load\": [0.3, 0.5] }");
        members = sweep->children;
    }
    for (const auto& text : more)
    {
        const auto option = ReadOption(text);
        const auto same = std::find_if(members.begin(), members.end(), [&](const auto& member) {
            return member.key == option.key;
        });
        if (same == members.end())
        {
            members.push_back(option);
        }
        else if (same->path == option.path)
        {
            option.Fail("is given twice; expected all values behind one");
        }
        else
        {
            *same = option;
        }
    }
    std::vector<SweepAxis> axes;
    for (const auto& member : members)
    {
        axes.push_back(ReadAxis(member));
    }
    return axes;
}

} // namespace ns3
