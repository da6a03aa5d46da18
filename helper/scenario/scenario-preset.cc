// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-preset.h"

#include "attribute-parser.h"
#include "project-folder.h"
#include "scenario-reader.h"
#include "type-names.h"

#include "ns3/fabric-profile.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;
namespace fs = std::filesystem;

const std::string SUFFIX = ".json";

/** Of presets that are built upon each other; more are a circle. */
constexpr int MAX_DEPTH = 8;

fs::path
GetFolder()
{
    return GetProjectFolder() / "examples" / "presets";
}

bool
IsFile(const std::string& name)
{
    return name.size() > SUFFIX.size() &&
           name.compare(name.size() - SUFFIX.size(), SUFFIX.size(), SUFFIX) == 0;
}

/** @return the file of a preset, or nothing if there is none of that name */
std::optional<std::string>
FindPreset(const ScenarioValue& name)
{
    if (IsFile(name.text))
    {
        const bool typed = name.line == 0;
        return typed ? name.text : (fs::path(*name.source).parent_path() / name.text).string();
    }
    const auto names = GetPresetNames();
    const bool known = std::find(names.begin(), names.end(), name.text) != names.end();
    return known ? std::optional((GetFolder() / (name.text + SUFFIX)).string()) : std::nullopt;
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

/** @return whether two type names mean one class */
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

/** @return what names the preset, or null. @param fabric an object */
const ScenarioValue*
FindName(const ScenarioValue& fabric)
{
    const auto base = FabricProfile::GetTypeId();
    if (const auto* preset = fabric.Find("preset"))
    {
        preset->Expect(Kind::STRING, "the name of a preset");
        if (!FindPreset(*preset))
        {
            preset->Fail("unknown preset \"" + preset->text + "\"; expected one of " +
                         Join(GetPresetNames()) + ", or the path of a .json file" +
                         Suggest(preset->text, GetPresetNames()));
        }
        return preset;
    }
    const auto* type = fabric.Find("type");
    if (!type || type->kind != Kind::STRING || type->text.find('[') != std::string::npos ||
        FindType(type->text, "Fabric", base))
    {
        return nullptr;
    }
    if (!FindPreset(*type))
    {
        std::vector<std::string> types;
        for (const auto& tid : GetTypes(base))
        {
            types.push_back(SpellType(tid, "Fabric"));
        }
        const auto presets = GetPresetNames();
        auto known = types;
        known.insert(known.end(), presets.begin(), presets.end());
        type->Fail("unknown type or preset \"" + type->text + "\"; expected one of the types " +
                   Join(types) + " or one of the presets " + Join(presets) +
                   Suggest(type->text, known));
    }
    return type;
}

std::optional<ScenarioPreset>
Expand(ScenarioValue& fabric, int depth)
{
    if (fabric.kind != Kind::STRING && fabric.kind != Kind::OBJECT)
    {
        return {};
    }
    const auto object = AsObject(fabric);
    const auto* name = FindName(object);
    if (!name)
    {
        return {};
    }
    if (depth > MAX_DEPTH)
    {
        name->Fail("is built upon itself; expected a preset that is built upon others");
    }
    auto preset = ScenarioPreset::Read(*FindPreset(*name));
    auto merged = preset.fabric;
    const auto base = Expand(merged, depth + 1);
    if (base && !preset.ratebps)
    {
        preset.ratebps = base->ratebps;
    }
    merged.MoveTo(fabric.path, fabric.key);
    Merge(merged, Without(object, name->key), "Fabric");
    fabric = std::move(merged);
    return preset;
}

} // namespace

ScenarioPreset
ScenarioPreset::Read(const std::string& path)
{
    const auto root = ReadScenario(path);
    ScenarioPreset preset;
    preset.name = fs::path(path).stem().string();
    for (const auto& member : root.children)
    {
        if (member.key == "about")
        {
            member.Expect(Kind::STRING, "a string");
            preset.about = member.text;
        }
        else if (member.key == "source")
        {
            member.Expect(Kind::OBJECT, "an object of strings");
            for (const auto& source : member.children)
            {
                source.Expect(Kind::STRING, "a string");
            }
            preset.source = member;
        }
        else if (member.key == "rate")
        {
            preset.ratebps = ParseRatebps(member);
        }
        else if (member.key == "fabric")
        {
            member.Expect(Kind::OBJECT, "a fabric: {\"type\": ...}");
            preset.fabric = member;
        }
        else
        {
            member.Fail("unknown key; expected one of about, source, rate, fabric");
        }
    }
    if (preset.fabric.kind != Kind::OBJECT)
    {
        throw InputError(path, 0, "fabric", "is missing; every preset has one");
    }
    return preset;
}

std::vector<std::string>
GetPresetNames()
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(GetFolder(), error))
    {
        if (IsFile(entry.path().filename().string()))
        {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<ScenarioPreset>
ExpandPreset(ScenarioValue& fabric)
{
    auto preset = Expand(fabric, 1);
    if (preset && !fabric.Find("name"))
    {
        auto name = ScenarioValue::MakeString(preset->name, fabric);
        name.MoveTo(JoinPath(fabric.path, "name"), "name");
        fabric.children.push_back(std::move(name));
    }
    return preset;
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
WritePresets(std::ostream& out)
{
    for (const auto& name : GetPresetNames())
    {
        const auto preset = ScenarioPreset::Read((GetFolder() / (name + SUFFIX)).string());
        out << name << "\n    " << preset.about << '\n';
        if (const auto* base = preset.fabric.Find("preset"))
        {
            out << "    built upon " << base->text << '\n';
        }
        for (const auto& source : preset.source.children)
        {
            out << "      " << source.key << ": " << source.text << '\n';
        }
    }
}

} // namespace ns3
