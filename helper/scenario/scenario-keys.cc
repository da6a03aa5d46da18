// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-keys.h"

#include "attribute-parser.h"
#include "fabric-check.h"
#include "object-builder.h"
#include "object-writer.h"
#include "scenario-members.h"
#include "seed-list.h"

#include "ns3/name-hint.h"
#include "ns3/random-draws.h"

#include <algorithm>
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

void
WritePs(JsonWriter& json, const std::string& key, int64_t ps)
{
    json.Add(key, std::to_string(ps) + "ps");
}

void
WriteTexts(JsonWriter& json, const std::string& key, const std::vector<std::string>& texts)
{
    json.BeginList(key);
    for (const auto& text : texts)
    {
        json.Add("", text);
    }
    json.EndList();
}

/** Writes a list of objects. */
template <typename List>
void
WriteObjects(JsonWriter& json, const std::string& key, const List& objects)
{
    json.BeginList(key);
    for (const auto& object : objects)
    {
        WriteObject(json, "", *object);
    }
    json.EndList();
}

/** @return a key of a text @param member member of the scenario that holds it */
ScenarioKey
MakeText(const std::string& name, std::string FabricScenario::*member, const std::string& help)
{
    return {name,
            "",
            "a string",
            "",
            help,
            [member](auto& key, auto& root, auto&, auto& scenario) {
                scenario.*member = GetText(root, key.name, key.initial);
            },
            [member](auto& key, auto& json, auto& scenario, auto&) {
                json.Add(key.name, scenario.*member);
            }};
}

/** @return a key of a text out of some @param choices allowed texts, the first is the default */
ScenarioKey
MakeChoice(const std::string& name,
           std::string FabricScenario::*member,
           const std::vector<std::string>& choices,
           const std::string& help)
{
    auto choice = MakeText(name, member, help);
    choice.expected = "one of " + Join(choices);
    choice.initial = choices.front();
    choice.read =
        [member, choices, text = choice.read](auto& key, auto& root, auto& input, auto& scenario) {
            text(key, root, input, scenario);
            const std::string& given = scenario.*member;
            if (std::find(choices.begin(), choices.end(), given) == choices.end())
            {
                root.Find(key.name)->Fail("is \"" + given + "\"; expected " + key.expected);
            }
        };
    return choice;
}

/**
 * @param name the key
 * @param member member of the scenario that holds it
 * @param initial default
 * @param least least allowed time; empty: 0
 * @param help meaning
 * @return a key of a time
 */
ScenarioKey
MakeTime(const std::string& name,
         Time FabricScenario::*member,
         const std::string& initial,
         const std::string& least,
         const std::string& help)
{
    return {name,
            "",
            "a time with a unit, such as \"10us\"" + (least.empty() ? "" : " (from " + least + ")"),
            initial,
            help,
            [member, least](auto& key, auto& root, auto&, auto& scenario) {
                scenario.*member = GetTime(root, key.name, Time(key.initial));
                if (!least.empty() && scenario.*member < Time(least))
                {
                    root.Find(key.name)->Fail("is too short; expected at least " + least);
                }
            },
            [member](auto& key, auto& json, auto& scenario, auto&) {
                WritePs(json, key.name, (scenario.*member).GetPicoSeconds());
            }};
}

/** @return name of the scenario */
std::string
GetScenarioName(const ScenarioValue& root, const ScenarioInput& input)
{
    return GetText(root, "name", std::filesystem::path(input.path).stem().string());
}

/** Reads which messages the tables count. */
void
ReadWindow(const ScenarioKey& key,
           const ScenarioValue& root,
           const ScenarioInput& /*input*/,
           FabricScenario& scenario)
{
    const auto* window = root.Find(key.name);
    if (!window)
    {
        return;
    }
    CheckKeys(*window, {"from", "until"});
    const Time from = GetTime(*window, "from", Time(0));
    const Time until = GetTime(*window, "until", Time(0));
    scenario.measureFromPs = from.GetPicoSeconds();
    scenario.measureUntilPs = until > Time(0) ? until.GetPicoSeconds() : INT64_MAX;
    if (scenario.measureUntilPs <= scenario.measureFromPs)
    {
        window->Find("until")->Fail("ends before it begins; expected a time after \"from\"");
    }
    for (const char* end : {"stopTime", "until"})
    {
        const Time time = GetTime(root, end, Time(0));
        if (time > Time(0) && time <= from)
        {
            window->Fail(std::string("begins after the run ends; expected \"from\" before \"") +
                         end + "\"");
        }
    }
}

void
WriteWindow(const ScenarioKey& key,
            JsonWriter& json,
            const FabricScenario& scenario,
            const std::vector<uint32_t>& /*seeds*/)
{
    const bool ends = scenario.measureUntilPs < INT64_MAX;
    if (scenario.measureFromPs > 0 || ends)
    {
        json.BeginObject(key.name);
        WritePs(json, "from", scenario.measureFromPs);
        WritePs(json, "until", ends ? scenario.measureUntilPs : 0);
        json.EndObject();
    }
}

/** Reads the requested files of the HPCC simulator. */
HpccOutput
ReadHpccOutput(const ScenarioValue& value)
{
    value.Expect(Kind::OBJECT, "an object with some of flow, pfc, qlen");
    CheckKeys(value, {"flow", "pfc", "qlen"});
    HpccOutput hpcc;
    hpcc.flows = GetFlag(value, "flow");
    hpcc.pauses = GetFlag(value, "pfc");
    if (const auto* queues = value.Find("qlen"))
    {
        hpcc.queues = BuildObject<QueueHistogram>(*queues, "Histogram");
        WithPlace(*queues, [&] { hpcc.queues->Validate(); });
    }
    return hpcc;
}

/** Reads the folder of results and the files besides tables. */
void
ReadOutput(const ScenarioKey& key,
           const ScenarioValue& root,
           const ScenarioInput& input,
           FabricScenario& scenario)
{
    scenario.output = GetOutputFolder(root, input);
    const auto* output = root.Find(key.name);
    if (output && output->kind == Kind::OBJECT)
    {
        CheckKeys(*output, {"folder", "samples", "waits", "timeline", "paths", "hpcc"});
        if (output->Find("waits"))
        {
            scenario.waits = GetFlag(*output, "waits");
        }
        scenario.timeline = GetFlag(*output, "timeline");
        scenario.paths = GetFlag(*output, "paths");
        if (const auto* hpcc = output->Find("hpcc"))
        {
            scenario.hpcc = ReadHpccOutput(*hpcc);
        }
        if (const auto* samples = output->Find("samples"))
        {
            scenario.sampler = BuildObject<FabricSampler>(*samples, "Sampler");
        }
    }
}

/** Writes the files besides tables; a manifest may be run into another folder. */
void
WriteOutput(const ScenarioKey& key,
            JsonWriter& json,
            const FabricScenario& scenario,
            const std::vector<uint32_t>& /*seeds*/)
{
    const auto& hpcc = scenario.hpcc;
    if (!scenario.sampler && !scenario.waits && !scenario.timeline && !scenario.paths &&
        !hpcc.IsWanted())
    {
        return;
    }
    json.BeginObject(key.name);
    if (scenario.sampler)
    {
        WriteObject(json, "samples", *scenario.sampler);
    }
    if (scenario.waits)
    {
        WriteFlag(json, "waits", *scenario.waits);
    }
    WriteFlag(json, "timeline", scenario.timeline);
    WriteFlag(json, "paths", scenario.paths);
    if (hpcc.IsWanted())
    {
        json.BeginObject("hpcc");
        WriteFlag(json, "flow", hpcc.flows);
        WriteFlag(json, "pfc", hpcc.pauses);
        if (hpcc.queues)
        {
            WriteObject(json, "qlen", *hpcc.queues);
        }
        json.EndObject();
    }
    json.EndObject();
}

/** Sets defaults of ns-3's attributes, effective immediately. */
void
ReadAttributes(const ScenarioKey& key,
               const ScenarioValue& root,
               const ScenarioInput& /*input*/,
               FabricScenario& scenario)
{
    if (const auto* attributes = root.Find(key.name))
    {
        for (const auto& attribute : attributes->children)
        {
            SetDefaultAttribute(attribute);
            scenario.attributes.push_back(attribute);
        }
    }
}

void
WriteAttributes(const ScenarioKey& key,
                JsonWriter& json,
                const FabricScenario& scenario,
                const std::vector<uint32_t>& /*seeds*/)
{
    json.BeginObject(key.name);
    for (const auto& attribute : scenario.attributes)
    {
        if (attribute.kind == Kind::STRING)
        {
            json.Add(attribute.key, attribute.text);
        }
        else if (attribute.kind == Kind::NUMBER || attribute.kind == Kind::BOOLEAN)
        {
            json.AddLiteral(attribute.key, attribute.text);
        }
    }
    json.EndObject();
}

/** @return the keys of names, seeds, times and records, which the loader reads first */
std::vector<ScenarioKey>
MakeSettings()
{
    std::vector<ScenarioKey> keys = {
        {"name",
         "",
         "a string that is not empty and has no '/'",
         "name of the file",
         "Name of the scenario, and of its results folder",
         [](auto& key, auto& root, auto& input, auto& scenario) {
             scenario.name = GetScenarioName(root, input);
             if (scenario.name.empty() || scenario.name.find('/') != std::string::npos)
             {
                 Require(root, key.name)
                     .Fail("is \"" + scenario.name +
                           "\"; expected a name that is not empty and has no '/'");
             }
         },
         [](auto& key, auto& json, auto& scenario, auto&) { json.Add(key.name, scenario.name); }},
        MakeText("description", &FabricScenario::description, "Description for people"),
        {"seed",
         "",
         "a whole number from 1 to " + std::to_string(UINT32_MAX),
         "1",
         "The first seed, if seeds is a number; see usage.rst",
         nullptr, // with seeds
         [](auto& key, auto& json, auto&, auto& seeds) {
             if (seeds.size() == 1)
             {
                 json.Add(key.name, seeds.front());
             }
         }},
        {"seeds",
         "",
         "a number of draws, or a list of seeds such as [3, 7, 9]",
         std::to_string(FabricScenario::SEEDS),
         "Draws: each runs every fabric with another seed for all random streams; see usage.rst",
         [](auto&, auto& root, auto& input, auto& scenario) {
             scenario.seeds = GetSeeds(root, input, FabricScenario::SEEDS);
             scenario.seed = scenario.seeds.front();
         },
         [](auto& key, auto& json, auto&, auto& seeds) {
             json.AddLiteral(key.name, seeds.size() == 1 ? "1" : FormatSeedList(seeds));
         }},
        {"run",
         "",
         "a whole number from 1 to " + std::to_string(UINT32_MAX),
         "1",
         "Number of the independent replication, as in ns-3's RngRun",
         [](auto& key, auto& root, auto&, auto& scenario) {
             scenario.run = GetNumber(root, key.name, UINT32_MAX);
         },
         [](auto& key, auto& json, auto& scenario, auto&) { json.Add(key.name, scenario.run); }},
        {"draws",
         "",
         R"(an object: { "paths": seed })",
         "",
         "Kinds of draws with a seed of their own; see usage.rst",
         [](auto& key, auto& root, auto&, auto& scenario) {
             if (const auto* draws = root.Find(key.name))
             {
                 CheckKeys(*draws, RandomDraws::GetKindNames());
                 for (const auto& member : draws->children)
                 {
                     scenario.draws.emplace_back(member.key,
                                                 GetNumber(*draws, member.key, UINT32_MAX));
                 }
             }
         },
         [](auto& key, auto& json, auto& scenario, auto&) {
             json.BeginObject(key.name);
             for (const auto& [kind, seed] : scenario.draws)
             {
                 json.Add(kind, seed);
             }
             json.EndObject();
         },
         true},
        MakeTime("stallTime",
                 &FabricScenario::stallTime,
                 "20ms",
                 "1us",
                 "Simulated time without progress after which the run counts as stalled. After "
                 "packets were dropped, lost or discarded as out of order, it is at least four "
                 "times the NIC's ackTimeout (4.3 s by default). After a failure it is "
                 "retryCount + 3 times the timeout, so that senders give up first"),
        MakeTime("stopTime",
                 &FabricScenario::stopTime,
                 "0s",
                 "",
                 "Simulated time at which to give up; 0 for never"),
        MakeTime("until",
                 &FabricScenario::until,
                 "0s",
                 "",
                 "Simulated time of the regular end of the run, even if work is left; 0: the run "
                 "ends with the work. With until, a flow without end is a message of \"1TB\""),
        {"measure",
         "",
         R"(an object: { "from": "1ms", "until": "5ms" })",
         "",
         "The tables count only messages that begin in this window; see sweeps.rst",
         ReadWindow,
         WriteWindow,
         true},
        {"output",
         "",
         "the path of a folder, or an object with some of folder, samples, waits, timeline, paths, "
         "hpcc",
         "results/NAME",
         "Folder for the results, and further files: samples (see usage.rst), waits and timeline "
         "(see gpu.rst), paths (true: write paths.csv), and hpcc (see "
         "coming-from-other-simulators.rst)",
         ReadOutput,
         WriteOutput},
        MakeChoice("deadlockCheck",
                   &FabricScenario::deadlockCheck,
                   {"warn", "error", "off"},
                   "What to do if the routes of lossless links close a ring of buffers; see "
                   "deadlock.rst"),
        {"pfcTrace",
         "",
         "true or false",
         "false",
         "Write every PFC pause and what caused it, as --pfc-trace does",
         [](auto& key, auto& root, auto& input, auto& scenario) {
             scenario.pfcTrace = GetFlag(root, key.name) || input.pfcTrace;
         },
         [](auto& key, auto& json, auto& scenario, auto&) {
             WriteFlag(json, key.name, scenario.pfcTrace);
         }},
        {"attributes",
         "",
         R"(an object: { "ns3::Class::Attribute": value })",
         "",
         "Defaults of ns-3 attributes by full name, such as {\"ns3::RdmaNic::MtuBytes\": 1024}",
         ReadAttributes,
         WriteAttributes,
         true},
        {"lint",
         "",
         R"(an object: {"ignore": [...]})",
         "",
         "Rules of the lint to leave out; see presets.rst",
         [](auto& key, auto& root, auto&, auto& scenario) {
             if (const auto* lint = root.Find(key.name))
             {
                 scenario.ignoredRules = ReadIgnoredRules(*lint);
             }
         },
         [](auto& key, auto& json, auto& scenario, auto&) {
             json.BeginObject(key.name);
             WriteTexts(json, "ignore", scenario.ignoredRules);
             json.EndObject();
         },
         true}};
    keys[0].isLabel = true;
    keys[1].isLabel = true;
    return keys;
}

/** @return the keys of the parts of a run, which need each other, and of sweeps */
std::vector<ScenarioKey>
MakeParts()
{
    return {
        {"pcap",
         "",
         "a port such as \"switch 20 port 2\", or a list of them",
         "",
         "Ports to capture; see captures.rst",
         nullptr,
         [](auto& key, auto& json, auto& scenario, auto&) {
             WriteTexts(json, key.name, scenario.captures.GetTexts());
         }},
        {"topology",
         "topology",
         "",
         "required",
         "The topology",
         nullptr,
         [](auto& key, auto& json, auto& scenario, auto&) {
             WriteObject(json, key.name, *scenario.generator);
         }},
        {"server",
         "server",
         "",
         "",
         "The kind of server that holds the hosts, with NVLink, or a preset; none: each host "
         "stands "
         "alone; see servers.rst",
         nullptr,
         [](auto& key, auto& json, auto& scenario, auto&) {
             if (scenario.server)
             {
                 WriteObject(json, key.name, *scenario.server);
             }
         }},
        {"northSouth",
         "",
         R"(an object: { "topology": {...}, "fabric": {...} })",
         "",
         "A second network of the servers, for jobs with northSouth; see topologies.rst",
         nullptr,
         [](auto& key, auto& json, auto& scenario, auto&) {
             if (scenario.northSouth)
             {
                 json.BeginObject(key.name);
                 WriteObject(json, "topology", *scenario.northSouth->generator);
                 WriteObject(json, "fabric", *scenario.northSouth->fabric.profile);
                 json.EndObject();
             }
         },
         true},
        {"fabric",
         "fabric",
         "",
         "required",
         "A fabric or a preset, or a list of them to compare; each has its own name; see "
         "presets.rst",
         nullptr,
         [](auto& key, auto& json, auto& scenario, auto&) {
             json.BeginList(key.name);
             for (const auto& fabric : scenario.fabrics)
             {
                 WriteObject(json, "", *fabric.profile);
             }
             json.EndList();
         }},
        {"workload",
         "workload",
         "",
         "required",
         "A workload, or a list of them that run at the same time",
         nullptr,
         [](auto& key, auto& json, auto& scenario, auto&) {
             WriteObjects(json, key.name, scenario.workloads);
         }},
        {"failures",
         "failure",
         "",
         "",
         "A failure, or a list of them; they happen in every fabric; see infiniband-failures.rst, "
         "pfc.rst, gpu.rst, servers.rst",
         nullptr,
         [](auto& key, auto& json, auto& scenario, auto&) {
             if (!scenario.failures.empty())
             {
                 WriteObjects(json, key.name, scenario.failures);
             }
         }},
        {"background",
         "background",
         "",
         "",
         "Traffic of ns-3's own TCP and UDP, one kind or a list; see background.rst",
         nullptr,
         [](auto& key, auto& json, auto& scenario, auto&) {
             if (!scenario.background.empty())
             {
                 WriteObjects(json, key.name, scenario.background);
             }
         }},
        {"sweep",
         "",
         R"(an object: { "workload.load": [0.3, 0.5] })",
         "",
         "Keys whose values are varied, with a run for each combination and seed; see sweeps.rst"},
        {"variations",
         "",
         "an object of variations by name",
         "",
         "Settings that --what-decides varies in addition to examples/presets/variations; see "
         "what-decides.rst"}};
}

} // namespace

const std::vector<ScenarioKey>&
GetScenarioKeys()
{
    static const auto keys = [] {
        auto all = MakeSettings();
        const auto parts = MakeParts();
        all.insert(all.end(), parts.begin(), parts.end());
        return all;
    }();
    return keys;
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
