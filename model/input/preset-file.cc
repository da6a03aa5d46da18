// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "preset-file.h"

#include "json-value.h"
#include "project-folder.h"
#include "whole-file.h"

#include "ns3/input-error.h"
#include "ns3/name-hint.h"

#include <algorithm>
#include <filesystem>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;
using Kind = JsonValue::Kind;

const std::string SUFFIX = ".json";

constexpr uint64_t MAX_BYTES = 1'000'000;

fs::path
GetFolder()
{
    return GetProjectFolder() / "examples" / "presets";
}

/** Throws unless a member has that kind. */
void
Expect(const std::string& file,
       const JsonValue& member,
       const std::string& place,
       Kind kind,
       const std::string& what)
{
    if (member.kind != kind)
    {
        throw InputError(file,
                         member.line,
                         place,
                         std::string("is ") + DescribeKind(member.kind) + "; expected " + what);
    }
}

} // namespace

PresetFile
PresetFile::Read(const std::string& path, const std::string& kind)
{
    const auto root = ParseJson(path, ReadWholeFile(path, MAX_BYTES, "a preset"));
    Expect(path, root, "", Kind::OBJECT, "an object: { ... }");
    PresetFile preset;
    preset.path = path;
    preset.name = fs::path(path).stem().string();
    std::vector<std::string> keys = {"about", "source", kind};
    if (kind == "fabric")
    {
        keys.insert(keys.end() - 1, "rate");
    }
    if (kind == "topology")
    {
        keys.emplace_back("server");
    }
    for (const auto& member : root.children)
    {
        if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
        {
            throw InputError(path,
                             member.line,
                             member.key,
                             "unknown key; expected one of " + Join(keys) +
                                 Suggest(member.key, keys));
        }
        if (member.key == "about")
        {
            Expect(path, member, member.key, Kind::STRING, "a string");
            preset.about = member.text;
        }
        else if (member.key == "source")
        {
            Expect(path, member, member.key, Kind::OBJECT, "an object of strings");
            for (const auto& source : member.children)
            {
                Expect(path, source, "source." + source.key, Kind::STRING, "a string");
            }
            preset.source = member;
        }
        else if (member.key == kind)
        {
            Expect(path, member, member.key, Kind::OBJECT, "an object of values");
            preset.thing = member;
        }
        else if (member.key == "server")
        {
            preset.server = member;
        }
        else
        {
            preset.rate = member;
        }
    }
    if (preset.thing.kind != Kind::OBJECT)
    {
        throw InputError(path, 0, kind, "is missing; every preset of a " + kind + " has one");
    }
    return preset;
}

std::vector<std::string>
GetPresetKinds()
{
    std::vector<std::string> kinds;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(GetFolder(), error))
    {
        const std::string folder = entry.path().filename().string();
        if (entry.is_directory(error) && folder.back() == 's')
        {
            const auto stem = folder.substr(0, folder.size() - 1);
            const auto ofY = stem.substr(0, stem.size() - 2) + "y";
            kinds.push_back(GetPresetFolderName(ofY) == folder ? ofY : stem);
        }
    }
    std::sort(kinds.begin(), kinds.end());
    return kinds;
}

std::string
GetPresetFolderName(const std::string& kind)
{
    return kind.back() == 'y' ? kind.substr(0, kind.size() - 1) + "ies" : kind + "s";
}

std::vector<std::string>
GetPresetNames(const std::string& kind)
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(GetFolder() / GetPresetFolderName(kind), error))
    {
        if (IsPresetPath(entry.path().filename().string()))
        {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string
GetPresetPath(const std::string& kind, const std::string& name)
{
    return (GetFolder() / GetPresetFolderName(kind) / (name + SUFFIX)).string();
}

bool
IsPresetPath(const std::string& name)
{
    return name.size() > SUFFIX.size() &&
           name.compare(name.size() - SUFFIX.size(), SUFFIX.size(), SUFFIX) == 0;
}

} // namespace ns3
