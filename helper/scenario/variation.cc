// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "variation.h"

#include "scenario-members.h"
#include "scenario-preset.h"
#include "type-names.h"

#include "ns3/parse-number.h"
#include "ns3/preset-file.h"

#include <algorithm>
#include <set>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

const std::string PRESETS = "variation";     //!< kind of preset
const std::string VARIATIONS = "variations"; //!< key of a scenario
const std::string ALL = "*";                 //!< stands for all settings of the presets
const std::string NONE = "none";             //!< in place of a setting: it is not varied
const std::vector<std::string> OWNERS = {"fabric", "topology", "server", "workload", "assumed"};
const std::vector<std::string> CHOICES = {"target", "spread", "removed"};

/** @return a member that must be a text and not empty */
const ScenarioValue&
RequireText(const ScenarioValue& entry, const std::string& key)
{
    const auto* member = entry.Find(key);
    if (!member)
    {
        entry.Fail("lacks \"" + key + "\"; every variation has one");
    }
    member->Expect(Kind::STRING, "a string");
    if (member->text.empty())
    {
        member->Fail("is empty; expected a text");
    }
    return *member;
}

/** Reads the owner of the setting: a key, and a list index behind a point. */
void
ReadOwner(const ScenarioValue& value, VariedSetting& variation)
{
    const auto point = value.text.find('.');
    variation.of = value.text.substr(0, point);
    if (point != std::string::npos)
    {
        variation.index = ParseNumber<size_t>(value.text.substr(point + 1));
    }
    const bool isList = variation.of == "fabric" || variation.of == "workload";
    if (std::find(OWNERS.begin(), OWNERS.end(), variation.of) == OWNERS.end() ||
        (point != std::string::npos && (!isList || !variation.index)))
    {
        value.Fail("is \"" + value.text + "\"; expected one of " + Join(OWNERS) +
                   ", or an element such as workload.0" + Suggest(variation.of, OWNERS));
    }
}

/** @param path path of keys @return value that is set there */
SweptValue
MakeValue(const std::string& path, const ScenarioValue& value)
{
    if (path.empty() || path.front() == '.' || path.back() == '.' ||
        path.find("..") != std::string::npos)
    {
        value.Fail("has an empty part in its key \"" + path +
                   "\"; expected a path such as "
                   "buffer.sizeBytes");
    }
    return {path, value};
}

/** Reads {"times": [...]}. */
void
ReadFactors(const ScenarioValue& factors, VariedSetting& variation)
{
    factors.Expect(Kind::LIST, "a list of factors, such as [0.5, 2]");
    for (const auto& child : factors.children)
    {
        const auto factor = ParseNumber<double>(child.text, 0);
        if (child.kind != Kind::NUMBER || !factor)
        {
            child.Fail("is " + FormatValue(child) + "; expected a number from 0");
        }
        variation.factors.push_back(factor.value_or(1));
    }
    if (variation.factors.empty())
    {
        factors.Fail("is empty; expected at least one factor");
    }
}

/** Reads named values. */
void
ReadNamed(const ScenarioValue& values, VariedSetting& variation)
{
    for (const auto& child : values.children)
    {
        VariationLevel level{child.key, {}};
        if (!variation.key.empty())
        {
            level.values.push_back(MakeValue(variation.key, child));
        }
        else
        {
            child.Expect(Kind::OBJECT, "the keys that it sets, since \"key\" is missing");
            for (const auto& member : child.children)
            {
                level.values.push_back(MakeValue(member.key, member));
            }
        }
        if (level.values.empty())
        {
            child.Fail("is empty; expected at least one key");
        }
        variation.levels.push_back(std::move(level));
    }
}

/** Reads a list of values of one key. */
void
ReadList(const ScenarioValue& values, VariedSetting& variation)
{
    std::set<std::string> labels;
    for (const auto& child : values.children)
    {
        const auto label =
            FormatValue(child) + (variation.unit.empty() ? "" : " " + variation.unit);
        if (!labels.insert(label).second)
        {
            values.Fail("names " + label + " twice");
        }
        variation.levels.push_back({label, {MakeValue(variation.key, child)}});
    }
}

void
ReadValues(const ScenarioValue& values, VariedSetting& variation)
{
    const bool isList = values.kind == Kind::LIST;
    const auto* factors = values.Find("times");
    const auto* choice = values.Find("choose");
    if (!isList && values.kind != Kind::OBJECT)
    {
        values.Fail(
            std::string("is ") + values.Describe() +
            R"(; expected a list, values by name, {"times": [0.5, 2]} or {"choose": WORD})");
    }
    if (values.children.empty())
    {
        values.Fail("is empty; expected at least one value");
    }
    if ((factors || choice) && values.children.size() > 1)
    {
        values.Fail("has more than one member beside \"" +
                    std::string(factors ? "times" : "choose") + "\"; expected no other member");
    }
    if ((isList || factors) && variation.key.empty() && variation.of != "assumed")
    {
        values.Fail("has no key; expected \"key\" beside it");
    }
    if (choice && !variation.key.empty())
    {
        variation.place.Find("key")->Fail("has no effect beside \"choose\"");
    }
    if (!factors && variation.of == "assumed")
    {
        values.Fail(R"(is of any value that is assumed; expected {"times": [0.5, 2]})");
    }
    if (factors)
    {
        ReadFactors(*factors, variation);
    }
    else if (choice)
    {
        choice->Expect(Kind::STRING, "one of " + Join(CHOICES));
        if (std::find(CHOICES.begin(), CHOICES.end(), choice->text) == CHOICES.end())
        {
            choice->Fail("is \"" + choice->text + "\"; expected one of " + Join(CHOICES) +
                         Suggest(choice->text, CHOICES));
        }
        if (variation.of != "workload")
        {
            choice->Fail("chooses values of a " + variation.of +
                         "; expected \"of\" to be workload");
        }
        variation.choice = choice->text;
    }
    else if (isList)
    {
        ReadList(values, variation);
    }
    else
    {
        ReadNamed(values, variation);
    }
}

/** @param source source of the entry; empty: the entry itself names it */
VariedSetting
ReadEntry(const ScenarioValue& entry, const std::string& source)
{
    entry.Expect(Kind::OBJECT, "an object with of, values, why and others");
    CheckKeys(entry, {"of", "with", "key", "values", "unit", "why", "source", "removes"});
    VariedSetting variation;
    variation.name = entry.key;
    variation.place = entry;
    RequireText(entry, "why");
    variation.source = source.empty() ? RequireText(entry, "source").text : source;
    ReadOwner(RequireText(entry, "of"), variation);
    if (const auto* with = entry.Find("with"))
    {
        with->Expect(Kind::OBJECT, R"(classes by path, such as {"congestionControl": "dcqcn"})");
        for (const auto& member : with->children)
        {
            std::vector<std::string> names;
            for (const auto& name : AsList(member))
            {
                name.Expect(Kind::STRING, "the name of a class, or a list of names");
                names.push_back(name.text);
            }
            variation.classes.emplace_back(member.key, std::move(names));
        }
    }
    variation.key = entry.Find("key") ? RequireText(entry, "key").text : "";
    variation.unit = GetText(entry, "unit", "");
    const auto* values = entry.Find("values");
    if (!values)
    {
        entry.Fail("lacks \"values\"; every variation has them");
    }
    ReadValues(*values, variation);
    if (entry.Find("removes"))
    {
        variation.removes = RequireText(entry, "removes").text;
        if (variation.levels.size() + variation.factors.size() > 1)
        {
            values->Fail("has several values; expected one value that removes the cause");
        }
    }
    return variation;
}

/** Adds the settings of one preset. */
void
ReadPreset(const std::string& path, std::vector<VariedSetting>& variations)
{
    const auto preset = ScenarioPreset::Read(path, PRESETS);
    for (const auto& source : preset.source.children)
    {
        if (!preset.thing.Find(source.key))
        {
            source.Fail("does not belong to a variation in this file");
        }
    }
    for (const auto& entry : preset.thing.children)
    {
        const auto* source = preset.source.Find(entry.key);
        variations.push_back(ReadEntry(entry, source ? source->text : ""));
        for (size_t i = 0; i + 1 < variations.size(); ++i)
        {
            if (variations[i].name == entry.key)
            {
                entry.Fail("has the same name as a variation in " + *variations[i].place.source +
                           "; expected a different name");
            }
        }
    }
}

} // namespace

std::string
VariedSetting::GetKind() const
{
    const auto begins = [this](const std::string& word) {
        return source.compare(0, word.size(), word) == 0;
    };
    if (!removes.empty())
    {
        return "cause";
    }
    return begins("assumed") ? "assumed" : begins("choice") ? "choice" : "deployed";
}

std::vector<VariedSetting>
ReadVariations(const ScenarioValue& root)
{
    std::vector<VariedSetting> variations;
    for (const auto& name : GetPresetNames(PRESETS))
    {
        ReadPreset(GetPresetPath(PRESETS, name), variations);
    }
    const auto* own = root.Find(VARIATIONS);
    if (!own)
    {
        return variations;
    }
    own->Expect(Kind::OBJECT, "an object: { \"NAME\": {\"of\": \"fabric\", ...} }");
    if (const auto* all = own->Find(ALL))
    {
        if (all->kind != Kind::STRING || all->text != NONE)
        {
            all->Fail("is " + FormatValue(*all) + "; expected \"none\": no setting of the presets");
        }
        variations.clear();
    }
    for (const auto& entry : own->children)
    {
        if (entry.key == ALL)
        {
            continue;
        }
        const auto same = std::find_if(variations.begin(),
                                       variations.end(),
                                       [&](const auto& other) { return other.name == entry.key; });
        if (entry.kind != Kind::STRING)
        {
            auto variation = ReadEntry(entry, "");
            if (same == variations.end())
            {
                variations.push_back(std::move(variation));
            }
            else
            {
                *same = std::move(variation);
            }
        }
        else if (entry.text != NONE || same == variations.end())
        {
            entry.Fail("is \"" + entry.text +
                       "\"; expected an object, or \"none\" to remove a variation of the presets");
        }
        else
        {
            variations.erase(same);
        }
    }
    return variations;
}

} // namespace ns3
