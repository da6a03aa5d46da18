// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-output.h"

#include "object-builder.h"
#include "object-writer.h"

#include <filesystem>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

void
WriteFlag(JsonWriter& json, const std::string& key, bool flag)
{
    json.AddLiteral(key, flag ? "true" : "false");
}

/** @return a member that is true or false @param get returns where the scenario holds it */
template <typename Get>
ScenarioKey
MakeFlag(const std::string& name, const std::string& help, Get get)
{
    return MakeMember(
        name,
        help,
        [get](auto& key, auto& json, auto& scenario, auto&) {
            WriteFlag(json, key.name, get(scenario));
        },
        [get](auto& key, auto& object, auto&, auto& scenario) {
            get(scenario) = GetFlag(object, key.name);
        },
        [get](auto& scenario) { return get(scenario); });
}

/** @return the requested files of the HPCC simulator */
ScenarioKey
MakeHpccOutput()
{
    auto key =
        MakeObjectKey("hpcc",
                      "see coming-from-other-simulators.rst",
                      "",
                      {MakeFlag(
                           "flow",
                           "",
                           [](auto& scenario) -> auto& { return scenario.hpcc.flows; }),
                       MakeFlag(
                           "pfc",
                           "",
                           [](auto& scenario) -> auto& { return scenario.hpcc.pauses; }),
                       MakeMember(
                           "qlen",
                           "",
                           [](auto& key, auto& json, auto& scenario, auto&) {
                               if (scenario.hpcc.queues)
                               {
                                   WriteObject(json, key.name, *scenario.hpcc.queues);
                               }
                           },
                           [](auto& key, auto& hpcc, auto&, auto& scenario) {
                               if (const auto* queues = hpcc.Find(key.name))
                               {
                                   scenario.hpcc.queues =
                                       BuildObject<QueueHistogram>(*queues, "Histogram");
                                   WithPlace(*queues, [&] { scenario.hpcc.queues->Validate(); });
                               }
                           },
                           [](auto& scenario) { return scenario.hpcc.queues != nullptr; })});
    key.expected = "an object with some of " + JoinNames(key.members);
    return key;
}

} // namespace

ScenarioKey
MakeOutputKey()
{
    // A manifest may be run into another folder, so the folder is not written.
    ScenarioKey folder{"folder", "", "the path of a folder", "results/NAME"};
    folder.isSet = [](auto&) { return false; };
    auto key = MakeObjectKey("output",
                             "",
                             "",
                             {folder,
                              MakeMember(
                                  "samples",
                                  "see usage.rst",
                                  [](auto& key, auto& json, auto& scenario, auto&) {
                                      if (scenario.sampler)
                                      {
                                          WriteObject(json, key.name, *scenario.sampler);
                                      }
                                  },
                                  [](auto& key, auto& output, auto&, auto& scenario) {
                                      if (const auto* samples = output.Find(key.name))
                                      {
                                          scenario.sampler =
                                              BuildObject<FabricSampler>(*samples, "Sampler");
                                      }
                                  },
                                  [](auto& scenario) { return scenario.sampler != nullptr; }),
                              MakeMember(
                                  "waits",
                                  "see gpu.rst",
                                  [](auto& key, auto& json, auto& scenario, auto&) {
                                      if (scenario.waits)
                                      {
                                          WriteFlag(json, key.name, *scenario.waits);
                                      }
                                  },
                                  [](auto& key, auto& output, auto&, auto& scenario) {
                                      if (output.Find(key.name))
                                      {
                                          scenario.waits = GetFlag(output, key.name);
                                      }
                                  },
                                  [](auto& scenario) { return scenario.waits.has_value(); }),
                              MakeFlag(
                                  "timeline",
                                  "see gpu.rst",
                                  [](auto& scenario) -> auto& { return scenario.timeline; }),
                              MakeFlag(
                                  "chakra",
                                  "see traces.rst",
                                  [](auto& scenario) -> auto& { return scenario.chakra; }),
                              MakeFlag(
                                  "paths",
                                  "true: write paths.csv",
                                  [](auto& scenario) -> auto& { return scenario.paths; }),
                              MakeHpccOutput()});
    std::string files;
    for (const auto& member : key.members)
    {
        files += member.help.empty()
                     ? ""
                     : (files.empty() ? "" : ", ") + member.name + " (" + member.help + ")";
    }
    key.help = "Folder for the results, and further files: " + files;
    key.expected = folder.expected + ", or an object with some of " + JoinNames(key.members);
    key.initial = folder.initial;
    key.isObject = false;
    key.read = [](auto& output, auto& root, auto& input, auto& scenario) {
        scenario.output = GetOutputFolder(root, input);
        ReadMembers(output, root, input, scenario);
    };
    return key;
}

std::string
GetScenarioName(const ScenarioValue& root, const ScenarioInput& input)
{
    return GetText(root, "name", std::filesystem::path(input.path).stem().string());
}

std::string
GetOutputFolder(const ScenarioValue& root, const ScenarioInput& input)
{
    const auto* output = root.Find("output");
    const bool object = output && output->kind == Kind::OBJECT;
    const std::string folder = GetText(object ? *output : root,
                                       object ? "folder" : "output",
                                       "results/" + GetScenarioName(root, input));
    return input.output.empty() ? folder : input.output;
}

} // namespace ns3
