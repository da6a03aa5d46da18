// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "result-folder.h"

#include "figure-files.h"
#include "folder-lock.h"
#include "report-page.h"
#include "result-tables.h"

#include "ns3/input-error.h"
#include "ns3/run-state.h"
#include "ns3/safe-file.h"
#include "ns3/scenario-reader.h"

#include <algorithm>
#include <iostream>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

const std::string MANIFEST = "manifest.json";
const std::string STAGES = ".part/";
const std::string SUMMARY = "summary.csv";
const std::string COLUMNS = "columns.json";
const std::vector<std::string> REPORT{"report.html", "figure.png", "figure.pdf"};

/** @return files of a folder, by name */
std::vector<fs::path>
GetFiles(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
    {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/** Makes a folder. @throw WriteError if it cannot be made */
void
MakeFolder(const fs::path& path)
{
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
    {
        throw WriteError(path, error.message());
    }
}

/** @return true if a path in a manifest leads to a file within the folder */
bool
IsWithin(const std::string& text)
{
    const fs::path path = fs::path(text).lexically_normal();
    return !path.empty() && path.is_relative() && *path.begin() != ".." && *path.begin() != ".";
}

} // namespace

ResultFolder::ResultFolder(const FabricScenario& scenario, const RunOptions& options)
    : m_scenario(scenario),
      m_options(options),
      m_path(scenario.output)
{
    SetPhase("preparing " + scenario.output);
    m_lock = LockFolder(m_path, false);
    if (fs::exists(m_path / "sweep.json"))
    {
        UnlockFolder(m_lock);
        throw InputError((m_path / "sweep.json").string(),
                         0,
                         "",
                         "belongs to a sweep; expected another --output");
    }
    RefuseOthers(RemoveEarlier());
    m_all.seeds = scenario.seeds;
    Name(m_all, MANIFEST);
    Name(m_all, STAGES);
    if (scenario.seeds.size() > 1)
    {
        for (const uint32_t seed : scenario.seeds)
        {
            m_draws.push_back({"seed-" + std::to_string(seed) + "/", {seed}, {}, {}});
        }
    }
    WriteManifestOf(m_all);
}

ResultFolder::~ResultFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path / STAGES, ignored);
    UnlockFolder(m_lock);
}

bool
ResultFolder::RemoveEarlier() const
{
    const auto path = m_path / MANIFEST;
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(path, ignored)))
    {
        return false;
    }
    ScenarioValue root;
    try
    {
        root = ReadScenario(path.string());
    }
    catch (const InputError&)
    {
        root = {};
    }
    const auto* manifest = root.Find("manifest");
    if (!manifest || !manifest->Find("aiFabric"))
    {
        throw InputError(path.string(),
                         0,
                         "",
                         "is not the manifest of a run; expected another --output, or a folder "
                         "without this file");
    }
    const auto* files = manifest->Find("files");
    std::vector<fs::path> folders;
    for (const auto& file : files ? files->children : std::vector<ScenarioValue>())
    {
        if (!IsWithin(file.text) || file.text == MANIFEST)
        {
            continue;
        }
        if (file.text == STAGES)
        {
            fs::remove_all(m_path / file.text, ignored);
        }
        else if (file.text.back() == '/')
        {
            folders.push_back(m_path / file.text.substr(0, file.text.size() - 1));
        }
        else
        {
            fs::remove(m_path / file.text, ignored);
            fs::remove(GetPartPath(m_path / file.text), ignored);
        }
    }
    for (const auto& folder : folders)
    {
        fs::remove(folder, ignored); // fails if the folder has other files
    }
    return true;
}

void
ResultFolder::RefuseOthers(bool isOwn) const
{
    std::vector<std::string> names{STAGES, SUMMARY};
    if (!isOwn && m_options.figure)
    {
        names.insert(names.end(), REPORT.begin(), REPORT.end());
    }
    const bool several = m_scenario.seeds.size() > 1;
    for (const uint32_t seed : m_scenario.seeds)
    {
        const std::string prefix = several ? "seed-" + std::to_string(seed) + "/" : "";
        for (const auto& name : {std::string("flows.csv"),
                                 std::string("links.csv"),
                                 std::string("slowdown.csv"),
                                 SUMMARY,
                                 COLUMNS})
        {
            names.push_back(prefix + name);
        }
    }
    std::error_code ignored;
    for (const auto& name : names)
    {
        if (fs::exists(fs::symlink_status(m_path / name, ignored)))
        {
            throw InputError((m_path / name).string(),
                             0,
                             "",
                             "exists and is not from a run; expected another --output, or a folder "
                             "without this file");
        }
    }
}

/** Adds a file to the list of the manifest. @return true if it is new */
bool
ResultFolder::Name(Part& part, const std::string& name)
{
    if (!part.prefix.empty())
    {
        Name(m_all, part.prefix);
        Name(m_all, part.prefix + name);
    }
    const bool fresh = part.names.insert(name).second;
    if (fresh)
    {
        const auto path = GetPath(part) / name;
        std::error_code ignored;
        const bool isReport = std::count(REPORT.begin(), REPORT.end(), name) > 0;
        const bool isOwn = name.back() == '/' || isReport || path == m_path / MANIFEST;
        if (!isOwn && fs::exists(fs::symlink_status(path, ignored)))
        {
            part.names.erase(name);
            throw WriteError(path, "the file exists and is not from this run");
        }
        part.state.files.push_back(name);
    }
    return fresh;
}

fs::path
ResultFolder::GetPath(const Part& part) const
{
    return m_path / part.prefix;
}

void
ResultFolder::WriteManifestOf(const Part& part) const
{
    WriteSafely(GetPath(part) / MANIFEST, [&](std::ostream& out) {
        WriteManifest(out, m_scenario, m_options, part.seeds, part.state);
    });
}

ResultStage
ResultFolder::GetStage(size_t task) const
{
    return {m_path / STAGES / std::to_string(task)};
}

ResultStage
ResultFolder::MakeStage(size_t task) const
{
    const auto stage = GetStage(task);
    std::error_code ignored;
    fs::remove_all(stage.folder, ignored);
    MakeFolder(stage.GetTables());
    MakeFolder(stage.GetOwn());
    return stage;
}

/** Lists the files of one fabric alone. @return target of each file, in the order of GetFiles() */
std::vector<fs::path>
ResultFolder::NameOwn(Part& part, const ResultStage& stage)
{
    std::vector<fs::path> targets;
    for (const auto& file : GetFiles(stage.GetOwn()))
    {
        // Names of different fabrics and nodes may lead to the same name of a file.
        std::string name = file.filename().string();
        for (int i = 2; !Name(part, name); ++i)
        {
            name = file.stem().string() + "-" + std::to_string(i) + file.extension().string();
        }
        targets.push_back(GetPath(part) / name);
    }
    return targets;
}

void
ResultFolder::Merge(const ResultStage& stage, FabricSummary summary)
{
    SetPhase("writing the results of " + summary.label);
    const auto draw = std::find_if(m_draws.begin(), m_draws.end(), [&](const auto& part) {
        return part.seeds.front() == summary.seed;
    });
    Part& part = draw == m_draws.end() ? m_all : *draw;
    const bool several = &part != &m_all;

    // Listed first: whatever happens, the next run knows that the files are those of a run.
    Name(part, MANIFEST);
    const auto tables = GetFiles(stage.GetTables());
    std::vector<bool> fresh;
    for (const auto& table : tables)
    {
        fresh.push_back(Name(part, table.filename().string()));
    }
    const auto targets = NameOwn(part, stage);
    const bool figures = std::any_of(summary.figures.begin(),
                                     summary.figures.end(),
                                     [](const auto& job) { return !job.figures.empty(); });
    const std::string json = "figures.json";
    if (figures)
    {
        Name(part, json);
    }
    Name(part, COLUMNS);
    const bool first = several && Name(m_all, SUMMARY);
    WriteManifestOf(m_all);

    MakeFolder(GetPath(part));
    const auto own = GetFiles(stage.GetOwn());
    for (size_t i = 0; i < own.size(); ++i)
    {
        MoveFile(own[i], targets[i]);
    }
    for (size_t i = 0; i < tables.size(); ++i)
    {
        const auto name = tables[i].filename();
        if (several && name == SUMMARY)
        {
            AppendRows(m_path / name, tables[i], first);
        }
        AppendRows(GetPath(part) / name, tables[i], fresh[i]);
    }
    WriteSafely(GetPath(part) / COLUMNS, [&part](std::ostream& out) {
        WriteColumnsJson(out, [&part](const std::string& begin) {
            const auto name = part.names.lower_bound(begin);
            return name != part.names.end() && name->rfind(begin, 0) == 0;
        });
    });
    part.state.results.push_back(summary);
    if (summary.interrupted)
    {
        part.state.reason = "interrupted";
    }
    if (part.names.count(json) > 0)
    {
        WriteSafely(GetPath(part) / json,
                    [&](std::ostream& out) { WriteFiguresJson(out, part.state.results); });
    }
    if (several)
    {
        part.state.complete =
            part.state.results.size() == m_scenario.fabrics.size() && part.state.reason.empty();
        WriteManifestOf(part);
        m_all.state.results.push_back(std::move(summary));
    }
    WriteManifestOf(m_all);
    std::error_code ignored;
    fs::remove_all(stage.folder, ignored);
}

void
ResultFolder::TakeOwn(const ResultStage& stage)
{
    const auto targets = NameOwn(m_all, stage);
    WriteManifestOf(m_all);
    const auto own = GetFiles(stage.GetOwn());
    for (size_t i = 0; i < own.size(); ++i)
    {
        MoveFile(own[i], targets[i]);
    }
}

void
ResultFolder::AddFile(const std::string& name, const std::function<void(std::ostream&)>& fill)
{
    SetPhase("writing " + name);
    Name(m_all, name);
    WriteManifestOf(m_all);
    WriteSafely(m_path / name, fill);
}

void
ResultFolder::Finish()
{
    m_all.state.complete = true;
    WriteManifestOf(m_all);
}

void
ResultFolder::Stop(const std::string& reason)
{
    m_all.state.reason = reason;
    try
    {
        WriteManifestOf(m_all);
    }
    catch (const std::exception&)
    {
        // The existing manifest also says that the results are partial.
        return;
    }
}

std::string
ResultFolder::AddReport()
{
    for (const auto& name : REPORT)
    {
        Name(m_all, name);
    }
    WriteManifestOf(m_all);
    return MakeReport(m_path, true);
}

} // namespace ns3
