// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-preset.h"

#include "attribute-parser.h"
#include "scenario-reader.h"
#include "type-names.h"

#include "ns3/input-error.h"
#include "ns3/object.h"
#include "ns3/parse-number.h"
#include "ns3/preset-file.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>
#include <utility>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;
namespace fs = std::filesystem;

/** Longest chain of presets based on each other; longer ones are circles. */
constexpr int MAX_DEPTH = 8;

/** Kind of object for which a preset is searched. */
struct PresetRole
{
    std::string role; //!< suffix of the class names
    TypeId base;      //!< base class of the types
    std::string kind; //!< kind of preset
};

/** @return path of a preset's file; empty if there is none of that name */
std::optional<std::string>
FindPreset(const ScenarioValue& name, const std::string& kind)
{
    if (IsPresetPath(name.text))
    {
        const bool typed = name.line == 0;
        return typed ? name.text : (fs::path(*name.source).parent_path() / name.text).string();
    }
    const std::string space = "ns3::";
    const std::string text =
        name.text.compare(0, space.size(), space) == 0 ? name.text.substr(space.size()) : name.text;
    for (const auto& known : GetPresetNames(kind))
    {
        if (SameName(text, known) || SameName(text, known + kind))
        {
            return GetPresetPath(kind, known);
        }
    }
    return {};
}

/** @return a type name as an object with that type */
ScenarioValue
AsObject(const ScenarioValue& value)
{
    if (value.kind != Kind::STRING)
    {
        return value;
    }
    auto type = ScenarioValue::MakeString(value.text, value);
    type.MoveTo(JoinPath(value.path, "type"), "type");
    auto object = value;
    object.kind = Kind::OBJECT;
    object.text.clear();
    object.children = {type};
    return object;
}

/** @return true if two type names mean one class */
bool
SameType(const ScenarioValue* a, const ScenarioValue* b, const std::string& role)
{
    if (!a || !b)
    {
        return a == b;
    }
    const auto first = FindType(a->text, role, Object::GetTypeId());
    const auto second = FindType(b->text, role, Object::GetTypeId());
    return first && second ? *first == *second : SameName(a->text, b->text);
}

/** @return member with a given name in any spelling; null: none */
const ScenarioValue*
FindMember(const ScenarioValue& object, const std::string& key)
{
    const auto isIt = [&key](const auto& member) { return SameName(member.key, key); };
    const auto& members = object.children;
    const auto member = std::find_if(members.begin(), members.end(), isIt);
    return member == members.end() ? nullptr : &*member;
}

/**
 * @param lower object of a preset
 * @param over object laid over it
 * @param key path in both, such as "marker.kminBytes"
 * @return true if the value there no longer is the preset's
 */
bool
IsReplaced(const ScenarioValue& lower, const ScenarioValue& over, const std::string& key)
{
    const auto point = key.find('.');
    const std::string first = key.substr(0, point);
    const auto* upper = FindMember(over, first);
    if (!upper)
    {
        return false;
    }
    const auto* below = FindMember(lower, first);
    if (!below)
    {
        return true;
    }
    const auto above = AsObject(*upper);
    const auto under = AsObject(*below);
    const auto* type = above.Find("type");
    if (upper->kind != Kind::OBJECT || under.kind != Kind::OBJECT ||
        (type && !SameType(under.Find("type"), type, first)))
    {
        return upper->kind != below->kind || upper->text != below->text;
    }
    return point != std::string::npos && IsReplaced(under, above, key.substr(point + 1));
}

/** Removes the sources of values that the scenario replaces. @param over object of the scenario */
void
ForgetReplaced(ScenarioPreset& preset, const ScenarioValue& over)
{
    auto& sources = preset.source.children;
    sources.erase(std::remove_if(sources.begin(),
                                 sources.end(),
                                 [&](const auto& source) {
                                     return IsReplaced(preset.thing, over, source.key);
                                 }),
                  sources.end());
}

/** @return a copy without the members of that key */
ScenarioValue
Without(const ScenarioValue& object, const std::string& key)
{
    auto copy = object;
    auto& members = copy.children;
    members.erase(std::remove_if(members.begin(),
                                 members.end(),
                                 [&key](const auto& member) { return member.key == key; }),
                  members.end());
    return copy;
}

/** @return value that names the preset; null: none @param object object that may name one */
const ScenarioValue*
FindName(const ScenarioValue& object, const PresetRole& role)
{
    if (const auto* preset = object.Find("preset"))
    {
        preset->Expect(Kind::STRING, "the name of a preset");
        if (!FindPreset(*preset, role.kind))
        {
            const auto presets = GetPresetNames(role.kind);
            preset->Fail("unknown preset \"" + preset->text + "\"; expected " +
                         (presets.empty() ? "" : "one of " + Join(presets) + ", or ") +
                         "the path of a .json file" + Suggest(preset->text, presets));
        }
        return preset;
    }
    const auto* type = object.Find("type");
    if (!type || type->kind != Kind::STRING || type->text.find('[') != std::string::npos ||
        FindType(type->text, role.role, role.base))
    {
        return nullptr;
    }
    if (FindPreset(*type, role.kind))
    {
        return type;
    }
    const auto presets = GetPresetNames(role.kind);
    if (!presets.empty())
    {
        std::vector<std::string> types;
        for (const auto& tid : GetTypes(role.base))
        {
            types.push_back(SpellType(tid, role.role));
        }
        auto known = types;
        known.insert(known.end(), presets.begin(), presets.end());
        type->Fail("unknown type or preset \"" + type->text + "\"; expected one of the types " +
                   Join(types) + " or one of the presets " + Join(presets) +
                   Suggest(type->text, known));
    }
    return nullptr;
}

std::optional<ScenarioPreset>
Expand(ScenarioValue& value, const PresetRole& role, int depth)
{
    if (value.kind != Kind::STRING && value.kind != Kind::OBJECT)
    {
        return {};
    }
    const auto object = AsObject(value);
    const auto* name = FindName(object, role);
    if (!name)
    {
        return {};
    }
    if (depth > MAX_DEPTH)
    {
        name->Fail("is built upon itself; expected a preset built upon other presets");
    }
    auto preset = ScenarioPreset::Read(*FindPreset(*name, role.kind), role.kind);
    auto merged = preset.thing;
    const auto base = Expand(merged, role, depth + 1);
    if (base && !preset.ratebps)
    {
        preset.ratebps = base->ratebps;
    }
    if (base && !preset.server)
    {
        preset.server = base->server;
    }
    merged.MoveTo(value.path, value.key);
    const auto over = Without(object, name->key);
    ForgetReplaced(preset, over);
    Merge(merged, over, role.role);
    value = std::move(merged);
    return preset;
}

/**
 * @return dimensions of a model that are smaller than in its preset; a shorter sequence is not
 *         reported
 */
std::string
DescribeCut(const ScenarioValue& preset, const ScenarioValue& own)
{
    std::string cut;
    for (const auto& whole : preset.children)
    {
        for (const auto& member : own.children)
        {
            const auto number = ParseNumber<uint64_t>(member.text);
            const auto all = ParseNumber<uint64_t>(whole.text);
            if (SameName(member.key, whole.key) && !SameName(member.key, "sequence") && number &&
                all && *number < *all)
            {
                cut +=
                    (cut.empty() ? "" : ", ") + whole.key + " " + member.text + " of " + whole.text;
            }
        }
    }
    return cut;
}

/** Adds the presets that a value and all values below it name. */
void
Collect(const ScenarioValue& value, std::vector<ScenarioPresetInUse>& found)
{
    const auto* name = value.kind == Kind::STRING ? &value : value.Find("preset");
    name = name ? name : value.Find("type");
    const auto kinds = GetPresetKinds();
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&value](const auto& other) {
        return SameName(other, value.key);
    });
    if (kind != kinds.end() && name && name->kind == Kind::STRING)
    {
        const auto text =
            ScenarioValue::MakeString(name->text.substr(0, name->text.find('[')), *name);
        const auto path = FindPreset(text, *kind);
        if (path && !FindType(text.text, *kind, Object::GetTypeId()))
        {
            found.push_back({value.path, ScenarioPreset::Read(*path, *kind)});
            const auto own = Without(AsObject(value), name->key);
            if (SameName(*kind, "model"))
            {
                found.back().cut = DescribeCut(found.back().preset.thing, own);
            }
            ForgetReplaced(found.back().preset, own);
        }
    }
    for (const auto& child : value.children)
    {
        Collect(child, found);
    }
}

} // namespace

ScenarioPreset
ScenarioPreset::Read(const std::string& path, const std::string& kind)
{
    auto file = PresetFile::Read(path, kind);
    const auto source = std::make_shared<const std::string>(path);
    ScenarioPreset preset;
    preset.name = file.name;
    preset.about = file.about;
    preset.source = PlaceValue(std::move(file.source), "source", source);
    preset.thing = PlaceValue(std::move(file.thing), kind, source);
    if (file.rate)
    {
        preset.ratebps = ParseRatebps(PlaceValue(std::move(*file.rate), "rate", source));
    }
    if (file.server)
    {
        preset.server = PlaceValue(std::move(*file.server), "server", source);
    }
    return preset;
}

std::optional<ScenarioPreset>
ExpandPreset(ScenarioValue& value, const std::string& role, TypeId base)
{
    return Expand(value, {role, base, SpellAttribute(role)}, 1);
}

std::vector<ScenarioPresetInUse>
FindPresets(const ScenarioValue& value)
{
    std::vector<ScenarioPresetInUse> found;
    Collect(value, found);
    return found;
}

void
Merge(ScenarioValue& lower, const ScenarioValue& upper, const std::string& role)
{
    const bool named = lower.kind == Kind::OBJECT || upper.kind == Kind::OBJECT;
    auto object = named ? AsObject(lower) : lower;
    const auto over = named ? AsObject(upper) : upper;
    const auto* type = over.Find("type");
    if (object.kind != Kind::OBJECT || over.kind != Kind::OBJECT ||
        (type && !SameType(object.Find("type"), type, role)))
    {
        lower = upper;
        return;
    }
    for (const auto& member : over.children)
    {
        const auto same =
            std::find_if(object.children.begin(),
                         object.children.end(),
                         [&member](const auto& other) { return SameName(other.key, member.key); });
        if (same == object.children.end())
        {
            object.children.push_back(member);
        }
        else
        {
            Merge(*same, member, member.key);
        }
    }
    lower = std::move(object);
}

void
WritePresets(std::ostream& out, const std::string& kind)
{
    const auto kinds = GetPresetKinds();
    std::vector<std::string> folders;
    bool isFound = kind.empty();
    for (const auto& one : kinds)
    {
        folders.push_back(GetPresetFolderName(one));
        isFound = isFound || kind == one || kind == folders.back();
    }
    if (!isFound)
    {
        throw InputError("command line",
                         0,
                         "--list-presets",
                         "there is no kind of presets named \"" + kind + "\"; expected one of " +
                             Join(folders) + Suggest(kind, folders));
    }
    for (const auto& one : kinds)
    {
        if (!kind.empty() && kind != one && kind != GetPresetFolderName(one))
        {
            continue;
        }
        out << (one == kinds.front() || !kind.empty() ? "" : "\n") << one << "\n\n";
        for (const auto& name : GetPresetNames(one))
        {
            const auto preset = ScenarioPreset::Read(GetPresetPath(one, name), one);
            out << name << "\n    " << preset.about << '\n';
            if (const auto* base = preset.thing.Find("preset"))
            {
                out << "    built upon " << base->text << '\n';
            }
            for (const auto& source : preset.source.children)
            {
                out << "      " << source.key << ": " << source.text << '\n';
            }
        }
    }
}

} // namespace ns3
