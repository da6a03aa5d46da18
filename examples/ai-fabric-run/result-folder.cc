// SPDX-License-Identifier: GPL-2.0-only

#include "result-folder.h"

#include "effective-configuration.h"
#include "fabric-check.h"
#include "figure-files.h"
#include "json-writer.h"
#include "pause-files.h"
#include "request-results.h"
#include "slowdown-bins.h"
#include "table-files.h"
#include "wait-files.h"

#include "ns3/input-error.h"
#include "ns3/version-defines.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

constexpr const char* VERSION = "0.1";

void
WriteManifest(std::ostream& out,
              const Scenario& scenario,
              const RunOptions& options,
              const std::vector<FabricResult>& results)
{
    JsonWriter json(out);
    json.BeginObject();
    json.BeginObject("manifest");
    json.Add("aiFabric", VERSION);
    json.Add("ns3", std::to_string(NS3_VERSION_MAJOR) + "." + std::to_string(NS3_VERSION_MINOR));
    json.Add("compiler", __VERSION__);
    json.AddLiteral("cplusplus", std::to_string(__cplusplus));
    json.Add("commandLine", options.commandLine);
    json.BeginList("libraries");
    for (const auto& library : options.libraries)
    {
        json.Add("", fs::absolute(library).lexically_normal().string());
    }
    json.EndList();
    json.Add("engine", options.stockEngine ? "stock" : "fabric");
    json.Add("scheduler", options.scheduler);
    json.Add("resolution", options.nanoseconds ? "ns" : "ps");
    json.Add("seed", scenario.seed);
    json.BeginList("warnings");
    for (const auto& result : results)
    {
        for (const auto& warning : result.warnings)
        {
            json.Add("", result.label + ": " + warning);
        }
    }
    json.EndList();
    json.BeginList("problems");
    for (const auto& result : results)
    {
        for (const auto& problem : result.problems)
        {
            json.Add("", result.label + ": " + problem);
        }
    }
    json.EndList();
    json.BeginList("findings");
    for (const auto& result : results)
    {
        for (const auto& finding : result.findings)
        {
            json.BeginObject();
            json.Add("fabric", result.label);
            json.Add("rule", finding.rule);
            json.Add("text", finding.text);
            json.EndObject();
        }
    }
    json.EndList();
    WritePresetsInUse(json, scenario);
    json.EndObject();
    WriteConfiguration(json, "scenario", scenario);
    json.EndObject();
}

/** Throws InputError if it cannot. @param path of the file @param fill writes to a stream */
template <typename Fill>
void
WriteFile(const fs::path& path, const Fill& fill)
{
    std::ofstream out(path);
    fill(out);
    out.close();
    if (!out)
    {
        throw InputError(path.string(), 0, "", "cannot be written");
    }
}

} // namespace

std::string
Slug(const std::string& label)
{
    std::string slug;
    for (const char c : label)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte))
        {
            slug += static_cast<char>(std::tolower(byte));
        }
        else if (!slug.empty() && slug.back() != '-')
        {
            slug += '-';
        }
    }
    return slug;
}

ResultFolder::ResultFolder(const std::string& path)
    : m_path(path)
{
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
    {
        throw InputError(path, 0, "", "cannot be made: " + error.message());
    }
    // Files of an earlier run that this one may not write would be taken for its own.
    for (const auto& entry : fs::directory_iterator(path, error))
    {
        const std::string name = entry.path().filename().string();
        for (const std::string start : {"fct-",
                                        "stall-",
                                        "pfc-pauses-",
                                        "pause-tree-",
                                        "capture-",
                                        "figure.",
                                        "waits.",
                                        "critical-path.",
                                        "timeline-",
                                        "figures.",
                                        "queues.",
                                        "rates.",
                                        "background.",
                                        "requests."})
        {
            if (name.compare(0, start.size(), start) == 0)
            {
                fs::remove(entry.path(), error);
            }
        }
    }
}

void
ResultFolder::Write(const Scenario& scenario,
                    const RunOptions& options,
                    const std::vector<FabricResult>& results) const
{
    const auto write = [this](const std::string& name, const auto& fill) {
        WriteFile(fs::path(m_path) / name, fill);
    };
    write("manifest.json",
          [&](std::ostream& out) { WriteManifest(out, scenario, options, results); });
    write("flows.csv", [&](std::ostream& out) { WriteFlows(out, results); });
    write("slowdown.csv", [&](std::ostream& out) { WriteSlowdowns(out, results); });
    write("summary.csv", [&](std::ostream& out) { WriteSummary(out, results); });
    const auto any = [&results](const auto& has) {
        return std::any_of(results.begin(), results.end(), has);
    };
    const auto anyJob = [&any](const auto& has) {
        return any([&has](const auto& result) {
            return std::any_of(result.jobs.begin(), result.jobs.end(), has);
        });
    };
    if (any([](const auto& result) { return !result.queueSamples.empty(); }))
    {
        write("queues.csv", [&](std::ostream& out) { WriteQueues(out, results); });
    }
    if (any([](const auto& result) { return !result.rateSamples.empty(); }))
    {
        write("rates.csv", [&](std::ostream& out) { WriteRates(out, results); });
    }
    if (anyJob([](const auto& job) { return !job.requests.empty(); }))
    {
        write("requests.csv", [&](std::ostream& out) { WriteRequests(out, results); });
    }
    if (anyJob([](const auto& job) { return !job.figures.empty(); }))
    {
        write("figures.csv", [&](std::ostream& out) { WriteFigures(out, results); });
        write("figures.json", [&](std::ostream& out) { WriteFiguresJson(out, results); });
    }
    if (!scenario.background.empty())
    {
        write("background.csv", [&](std::ostream& out) { WriteBackgroundFlows(out, results); });
    }
    if (anyJob([](const auto& job) { return job.waits.has_value(); }))
    {
        write("waits.csv", [&](std::ostream& out) { WriteWaits(out, results); });
        write("critical-path.csv", [&](std::ostream& out) { WriteCriticalPaths(out, results); });
    }
    for (const auto& result : results)
    {
        if (scenario.timeline)
        {
            write("timeline-" + Slug(result.label) + ".json",
                  [&](std::ostream& out) { WriteTimeline(out, result); });
        }
        write("fct-" + Slug(result.label) + ".txt",
              [&](std::ostream& out) { WriteFct(out, result, scenario.topology); });
        if (result.pauses)
        {
            const auto& log = *result.pauses;
            write("pfc-pauses-" + Slug(result.label) + ".csv",
                  [&](std::ostream& out) { WritePauses(out, log, scenario.topology); });
            write("pause-tree-" + Slug(result.label) + ".txt",
                  [&](std::ostream& out) { WritePauseTree(out, log, scenario.topology); });
        }
        if (!result.stallReport.empty())
        {
            write("stall-" + Slug(result.label) + ".txt",
                  [&](std::ostream& out) { out << result.stallReport; });
        }
    }
}

void
ResultFolder::WriteNcclTests(const Scenario& scenario,
                             const RunOptions& options,
                             const std::vector<NcclTestsTable>& tables) const
{
    WriteFile(fs::path(m_path) / "nccl-tests.json",
              [&](std::ostream& out) { WriteNcclTestsJson(out, scenario, options, tables); });
}

void
ResultFolder::DrawFigure() const
{
    const auto script = fs::path(__FILE__).parent_path().parent_path() / "report.py";
    std::string arguments[] = {"python3", script.string(), m_path};
    char* const argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), nullptr};
    pid_t child = 0;
    int status = 0;
    if (posix_spawnp(&child, argv[0], nullptr, nullptr, argv, environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0)
    {
        std::cerr << "no figure: 'python3 " << script.string() << ' ' << m_path << "' failed\n";
    }
}

} // namespace ns3
