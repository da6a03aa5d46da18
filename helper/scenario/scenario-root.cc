// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-root.h"

#include "nccl-operation.h"
#include "run-state.h"
#include "scenario-keys.h"
#include "scenario-members.h"
#include "scenario-override.h"
#include "scenario-reader.h"
#include "type-names.h"

#include "ns3/input-error.h"
#include "ns3/project-folder.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

/** Throws if the file does not exist. */
void
CheckFile(const std::string& path)
{
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::exists(path, error) || path.find('/') != std::string::npos)
    {
        return;
    }
    std::vector<std::string> names;
    const auto folder = GetProjectFolder() / "examples" / "scenarios";
    for (const auto& entry : fs::directory_iterator(folder, error))
    {
        if (entry.path().extension() == ".json")
        {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    throw InputError(
        path,
        0,
        "",
        "is not a file; expected the path of a scenario, or for ./ai-fabric run one of " +
            Join(names) + Suggest(fs::path(path).stem().string(), names));
}

/** @return tree of the scenario, or of the scenario in a manifest */
ScenarioValue
ReadTree(const std::string& path)
{
    CheckFile(path);
    auto root = ReadScenario(path);
    const auto* scenario = root.Find("scenario");
    if (!root.Find("manifest") || !scenario)
    {
        return root;
    }
    scenario->Expect(Kind::OBJECT, "an object");
    return *scenario;
}

} // namespace

void
CheckScenarioKeys(const ScenarioValue& root)
{
    std::vector<std::string> names;
    for (const auto& key : GetScenarioKeys())
    {
        names.push_back(key.name);
    }
    CheckKeys(root, names);
}

ScenarioValue
ReadScenarioRoot(const ScenarioInput& input)
{
    SetPhase("reading " + input.path);
    auto root = ReadTree(input.path);
    if (input.ncclTests)
    {
        SetNcclTestsWorkload(root, *input.ncclTests);
    }
    for (const auto& assignment : input.overrides)
    {
        ApplyOverride(root, assignment);
    }
    CheckScenarioKeys(root);
    return root;
}

} // namespace ns3
