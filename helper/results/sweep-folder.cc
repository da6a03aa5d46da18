// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sweep-folder.h"

#include "folder-lock.h"

#include "ns3/input-error.h"
#include "ns3/json-writer.h"
#include "ns3/run-state.h"
#include "ns3/safe-file.h"
#include "ns3/scenario-reader.h"

#include <algorithm>
#include <ostream>
#include <set>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

const std::string RUNS = "runs";

/** @return text of a member of an object, if both exist */
std::string
GetMember(const ScenarioValue* object, const std::string& key)
{
    const auto* member = object ? object->Find(key) : nullptr;
    return member ? member->text : "";
}

/** @return folders in a folder, by name */
std::vector<std::string>
GetFolders(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
    {
        if (entry.is_directory(error))
        {
            names.push_back(entry.path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

SweepFolder::SweepFolder(const std::string& path, bool shared)
    : m_path(path)
{
    SetPhase("preparing " + path);
    m_lock = LockFolder(m_path, shared);
    if (fs::exists(m_path / "manifest.json"))
    {
        UnlockFolder(m_lock);
        throw InputError((m_path / "manifest.json").string(),
                         0,
                         "",
                         "belongs to a run that is not a sweep; expected another --output");
    }
    for (const std::string name : {"sweep.csv", "sweep-statistics.csv"})
    {
        if (!fs::exists(m_path / "sweep.json") && fs::exists(m_path / name))
        {
            UnlockFolder(m_lock);
            throw InputError((m_path / name).string(),
                             0,
                             "",
                             "exists and is not from a sweep; expected another --output");
        }
    }
}

SweepFolder::~SweepFolder()
{
    UnlockFolder(m_lock);
}

SweepRunState
SweepFolder::Look(const SweepRun& run) const
{
    const auto folder = m_path / run.folder;
    const auto path = folder / "manifest.json";
    SweepRunState state;
    if (!fs::exists(path))
    {
        return state;
    }
    const auto root = ReadScenario(path.string());
    const auto* manifest = root.Find("manifest");
    const auto* identity = manifest ? manifest->Find("sweep") : nullptr;
    if (GetMember(identity, "configuration") != run.configuration)
    {
        throw InputError(path.string(),
                         0,
                         "",
                         "belongs to another sweep: the scenario, or a file that it names, has "
                         "changed; expected another --output");
    }
    if (GetMember(identity, "runner") != run.runner)
    {
        throw InputError(
            path.string(),
            0,
            "",
            "was written by another build of the program or of a library, or with another "
            "--engine, --scheduler or --resolution; expected another --output");
    }
    state.begun = true;
    state.complete = GetMember(manifest, "status") == "complete";
    if (const auto* files = manifest->Find("files"))
    {
        for (const auto& file : files->children)
        {
            state.complete =
                state.complete && (file.text.back() == '/' || fs::exists(folder / file.text));
        }
    }
    state.problem = GetMember(manifest, "reason");
    if (const auto* problems = manifest->Find("problems"); problems && !problems->children.empty())
    {
        state.problem = problems->children.front().text;
    }
    return state;
}

void
SweepFolder::RefuseOthers(const std::vector<SweepRun>& runs) const
{
    std::set<std::string> own;
    for (const auto& run : runs)
    {
        own.insert(run.folder);
    }
    for (const auto& point : GetFolders(m_path / RUNS))
    {
        for (const auto& draw : GetFolders(m_path / RUNS / point))
        {
            const std::string folder = RUNS + "/" + point + "/" + draw;
            if (own.count(folder) == 0 && fs::exists(m_path / folder / "manifest.json"))
            {
                throw InputError((m_path / folder).string(),
                                 0,
                                 "",
                                 "belongs to another sweep: this sweep has no such point or seed; "
                                 "expected another --output");
            }
        }
    }
}

void
SweepFolder::WriteState(const SweepPlan& plan,
                        const std::vector<SweepRun>& runs,
                        const std::vector<SweepRunState>& states,
                        const RunOptions& options) const
{
    const bool complete =
        std::all_of(states.begin(), states.end(), [](const auto& state) { return state.complete; });
    std::string commandLine;
    for (const auto& argument : options.arguments)
    {
        // A resumed sweep is the same as one that ran without a break.
        if (argument != "--resume" && argument != "--gather")
        {
            commandLine += (commandLine.empty() ? "" : " ") + argument;
        }
    }
    WriteSafely(m_path / "sweep.json", [&](std::ostream& out) {
        JsonWriter json(out);
        json.BeginObject();
        json.Add("status", complete ? "complete" : "partial");
        json.Add("commandLine", commandLine);
        json.Add("runner", runs.front().runner);
        json.BeginList("axes");
        for (const auto& axis : plan.axes)
        {
            json.Add("", axis);
        }
        json.EndList();
        json.BeginList("points");
        for (size_t i = 0; i < plan.points.size(); ++i)
        {
            json.BeginObject();
            json.Add("point", i + 1);
            json.BeginObject("values");
            for (size_t axis = 0; axis < plan.axes.size(); ++axis)
            {
                json.Add(plan.axes[axis], plan.points[i].labels[axis]);
            }
            json.EndObject();
            json.EndObject();
        }
        json.EndList();
        json.BeginList("runs");
        for (size_t i = 0; i < runs.size(); ++i)
        {
            json.BeginObject();
            json.Add("run", runs[i].number);
            json.Add("point", runs[i].point + 1);
            json.Add("seed", runs[i].seed);
            json.Add("folder", runs[i].folder);
            json.Add("status",
                     states[i].complete ? "complete" : (states[i].begun ? "partial" : "missing"));
            if (!states[i].problem.empty())
            {
                json.Add("problem", states[i].problem);
            }
            json.EndObject();
        }
        json.EndList();
        json.EndObject();
    });
}

} // namespace ns3
