// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "manifest.h"

#include "ns3/effective-configuration.h"
#include "ns3/fabric-check.h"
#include "ns3/json-writer.h"
#include "ns3/seed-list.h"

#include <filesystem>
#include <set>

namespace ns3
{

namespace
{

/** Writes lists of lines about fabrics; each line once. */
void
WriteLines(JsonWriter& json,
           const std::string& key,
           const std::vector<FabricSummary>& results,
           std::vector<std::string> FabricSummary::*lines)
{
    std::set<std::string> seen;
    json.BeginList(key);
    for (const auto& result : results)
    {
        for (const auto& line : result.*lines)
        {
            const std::string text = result.label + ": " + line;
            if (seen.insert(text).second)
            {
                json.Add("", text);
            }
        }
    }
    json.EndList();
}

void
WriteFindings(JsonWriter& json, const std::vector<FabricSummary>& results)
{
    std::set<std::string> seen;
    json.BeginList("findings");
    for (const auto& result : results)
    {
        for (const auto& finding : result.findings)
        {
            if (seen.insert(result.label + '\n' + finding.rule + '\n' + finding.text).second)
            {
                json.BeginObject();
                json.Add("fabric", result.label);
                json.Add("rule", finding.rule);
                json.Add("text", finding.text);
                json.EndObject();
            }
        }
    }
    json.EndList();
}

} // namespace

std::string
GetVersionLine()
{
    return "ai-fabric " AI_FABRIC_VERSION ", ns-3 " AI_FABRIC_NS3_VERSION;
}

void
WriteManifest(std::ostream& out,
              const FabricScenario& scenario,
              const RunOptions& options,
              const std::vector<uint32_t>& seeds,
              const ManifestState& state)
{
    JsonWriter json(out);
    json.BeginObject();
    json.BeginObject("manifest");
    json.Add("aiFabric", AI_FABRIC_VERSION);
    json.Add("ns3", AI_FABRIC_NS3_VERSION);
    json.Add("compiler", __VERSION__);
    json.AddLiteral("cplusplus", std::to_string(__cplusplus));
    json.Add("commandLine", options.GetCommandLine());
    json.BeginList("libraries");
    for (const auto& library : options.engine.libraries)
    {
        json.Add("", std::filesystem::absolute(library).lexically_normal().string());
    }
    json.EndList();
    json.Add("engine", options.engine.stock ? "stock" : "fabric");
    json.Add("scheduler", options.engine.scheduler);
    json.Add("resolution", options.engine.nanoseconds ? "ns" : "ps");
    json.Add("seed", seeds.front());
    json.Add("status", state.complete ? "complete" : "partial");
    if (!state.reason.empty())
    {
        json.Add("reason", state.reason);
    }
    if (options.scenario.sweepRun)
    {
        json.BeginObject("sweep");
        json.Add("run", options.scenario.sweepRun->number);
        json.Add("configuration", options.scenario.sweepRun->configuration);
        json.Add("runner", options.scenario.sweepRun->runner);
        json.EndObject();
    }
    json.BeginList("fabrics");
    for (const auto& fabric : scenario.fabrics)
    {
        std::vector<uint32_t> done;
        for (const auto& result : state.results)
        {
            if (result.label == fabric.label)
            {
                done.push_back(result.seed);
            }
        }
        json.BeginObject();
        json.Add("fabric", fabric.label);
        json.Add("slug", fabric.slug);
        json.AddLiteral("seeds", FormatSeedList(done));
        json.EndObject();
    }
    json.EndList();
    json.BeginList("files");
    for (const auto& file : state.files)
    {
        json.Add("", file);
    }
    json.EndList();
    WriteLines(json, "warnings", state.results, &FabricSummary::warnings);
    WriteLines(json, "problems", state.results, &FabricSummary::problems);
    WriteLines(json, "notes", state.results, &FabricSummary::notes);
    WriteFindings(json, state.results);
    WritePresetsInUse(json, scenario);
    json.EndObject();
    WriteConfiguration(json, "scenario", scenario, seeds);
    json.EndObject();
}

} // namespace ns3
