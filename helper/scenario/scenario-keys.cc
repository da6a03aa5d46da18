// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-keys.h"

#include "attribute-parser.h"
#include "fabric-check.h"
#include "object-builder.h"
#include "object-writer.h"
#include "scenario-cost.h"
#include "scenario-output.h"
#include "seed-list.h"

#include "ns3/random-draws.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

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
            help,
            "a time with a unit, such as \"10us\"" + (least.empty() ? "" : " (from " + least + ")"),
            initial,
            [member](auto& key, auto& json, auto& scenario, auto&) {
                WritePs(json, key.name, (scenario.*member).GetPicoSeconds());
            },
            [member, least](auto& key, auto& root, auto&, auto& scenario) {
                scenario.*member = GetTime(root, key.name, Time(key.initial));
                if (!least.empty() && scenario.*member < Time(least))
                {
                    root.Find(key.name)->Fail("is too short; expected at least " + least);
                }
            }};
}

/** @return the window in which messages count */
ScenarioKey
MakeWindow()
{
    auto key = MakeObjectKey(
        "measure",
        "The tables count only messages that begin in this window; see sweeps.rst",
        R"(an object: { "from": "1ms", "until": "5ms" })",
        {MakeMember(
             "from",
             "",
             [](auto& key, auto& json, auto& scenario, auto&) {
                 WritePs(json, key.name, scenario.measureFromPs);
             },
             [](auto& key, auto& window, auto&, auto& scenario) {
                 scenario.measureFromPs = GetTime(window, key.name, Time(0)).GetPicoSeconds();
             },
             [](auto& scenario) { return scenario.measureFromPs > 0; }),
         MakeMember(
             "until",
             "",
             [](auto& key, auto& json, auto& scenario, auto&) {
                 const int64_t untilPs = scenario.measureUntilPs;
                 WritePs(json, key.name, untilPs < INT64_MAX ? untilPs : 0);
             },
             [](auto& key, auto& window, auto&, auto& scenario) {
                 const Time until = GetTime(window, key.name, Time(0));
                 scenario.measureUntilPs = until > Time(0) ? until.GetPicoSeconds() : INT64_MAX;
                 if (scenario.measureUntilPs <= scenario.measureFromPs)
                 {
                     window.Find(key.name)->Fail(
                         "ends before it begins; expected a time after \"from\"");
                 }
             },
             [](auto& scenario) { return scenario.measureUntilPs < INT64_MAX; })});
    key.read = [](auto& measure, auto& root, auto& input, auto& scenario) {
        ReadMembers(measure, root, input, scenario);
        for (const char* end : {"stopTime", "until"})
        {
            const auto* window = root.Find(measure.name);
            const int64_t endPs = GetTime(root, end, Time(0)).GetPicoSeconds();
            if (window && endPs > 0 && endPs <= scenario.measureFromPs)
            {
                window->Fail(std::string("begins after the run ends; expected \"from\" before \"") +
                             end + "\"");
            }
        }
    };
    return key;
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

/** @return a key of types, which the loader builds @param write writes the objects in effect */
template <typename Write>
ScenarioKey
MakePart(const std::string& name,
         const std::string& role,
         const std::string& initial,
         const std::string& help,
         Write write,
         bool isList = false)
{
    return {name, help, "", initial, write, nullptr, false, false, role, isList};
}

/** @return a key of types of which a scenario may have several @param list those in effect */
template <typename List>
ScenarioKey
MakeParts(const std::string& name,
          const std::string& role,
          const std::string& initial,
          const std::string& help,
          List FabricScenario::*list)
{
    return MakePart(
        name,
        role,
        initial,
        help,
        [list](auto& key, auto& json, auto& scenario, auto&) {
            if (!(scenario.*list).empty())
            {
                json.BeginList(key.name);
                for (const auto& object : scenario.*list)
                {
                    WriteObject(json, "", *object);
                }
                json.EndList();
            }
        },
        true);
}

/** @return the second network of the servers, which the loader builds */
ScenarioKey
MakeNorthSouth()
{
    auto key = MakeObjectKey(
        "northSouth",
        "A second network of the servers, for jobs with northSouth; see "
        "topologies.rst",
        R"(an object: { "topology": {...}, "fabric": {...} })",
        {MakePart("topology",
                  "topology",
                  "required",
                  "",
                  [](auto& member, auto& json, auto& scenario, auto&) {
                      WriteObject(json, member.name, *scenario.northSouth->generator);
                  }),
         MakePart("fabric",
                  "fabric",
                  "required",
                  "",
                  [](auto& member, auto& json, auto& scenario, auto&) {
                      WriteObject(json, member.name, *scenario.northSouth->fabric.profile);
                  })});
    key.read = nullptr;
    key.isSet = [](auto& scenario) { return scenario.northSouth.has_value(); };
    return key;
}

/** @return the table */
std::vector<ScenarioKey>
MakeKeys()
{
    const std::string number = "a whole number from 1 to " + std::to_string(UINT32_MAX);
    return {
        {"name",
         "Name of the scenario, and of its results folder",
         "a name that is not empty and has no '/'",
         "name of the file",
         [](auto& key, auto& json, auto& scenario, auto&) { json.Add(key.name, scenario.name); },
         [](auto& key, auto& root, auto& input, auto& scenario) {
             scenario.name = GetScenarioName(root, input);
             if (scenario.name.empty() || scenario.name.find('/') != std::string::npos)
             {
                 Require(root, key.name)
                     .Fail("is \"" + scenario.name + "\"; expected " + key.expected);
             }
         },
         false,
         true},
        {"description",
         "Description for people",
         "a string",
         "",
         [](auto& key, auto& json, auto& scenario, auto&) {
             json.Add(key.name, scenario.description);
         },
         [](auto& key, auto& root, auto&, auto& scenario) {
             scenario.description = GetText(root, key.name, key.initial);
         },
         false,
         true},
        {"seed",
         "The first seed, if seeds is a number; see usage.rst",
         number,
         "1",
         [](auto& key, auto& json, auto&, auto& seeds) {
             if (seeds.size() == 1)
             {
                 json.Add(key.name, seeds.front());
             }
         }}, // read with seeds
        {"seeds",
         "Draws: each runs every fabric with another seed for all random streams; see usage.rst",
         "a number of draws, or a list of seeds such as [3, 7, 9]",
         std::to_string(FabricScenario::SEEDS),
         [](auto& key, auto& json, auto&, auto& seeds) {
             json.AddLiteral(key.name, seeds.size() == 1 ? "1" : FormatSeedList(seeds));
         },
         [](auto&, auto& root, auto& input, auto& scenario) {
             scenario.seeds = GetSeeds(root, input, FabricScenario::SEEDS);
             scenario.seed = scenario.seeds.front();
         }},
        {"run",
         "Number of the independent replication, as in ns-3's RngRun",
         number,
         "1",
         [](auto& key, auto& json, auto& scenario, auto&) { json.Add(key.name, scenario.run); },
         [](auto& key, auto& root, auto&, auto& scenario) {
             scenario.run = GetNumber(root, key.name, UINT32_MAX);
         }},
        {"draws",
         "Kinds of draws with a seed of their own; see usage.rst",
         R"(an object: { "paths": seed })",
         "none",
         [](auto& key, auto& json, auto& scenario, auto&) {
             json.BeginObject(key.name);
             for (const auto& [kind, seed] : scenario.draws)
             {
                 json.Add(kind, seed);
             }
             json.EndObject();
         },
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
         true},
        MakeTime("stallTime",
                 &FabricScenario::stallTime,
                 "20ms",
                 "1us",
                 "Simulated time without progress after which the run counts as stalled. After "
                 "packets were dropped, lost or discarded as out of order, it is at least the "
                 "time of four timeouts in a row (4.3 s each by default). After a failure it is "
                 "that of retryCount + 3, so that senders give up first"),
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
        MakeWindow(),
        {"fastForward",
         "Leave out the cycles in which a run repeats itself exactly; see fast-forward.rst",
         "true or false",
         "false",
         [](auto& key, auto& json, auto& scenario, auto&) {
             json.AddLiteral(key.name, scenario.fastForward ? "true" : "false");
         },
         [](auto& key, auto& root, auto&, auto& scenario) {
             scenario.fastForward = GetFlag(root, key.name);
         }},
        MakeOutputKey(),
        {"deadlockCheck",
         "What to do if the routes of lossless links close a ring of buffers; see deadlock.rst",
         "one of warn, error, off",
         "warn",
         [](auto& key, auto& json, auto& scenario, auto&) {
             json.Add(key.name, scenario.deadlockCheck);
         },
         [](auto& key, auto& root, auto&, auto& scenario) {
             const std::string check = GetText(root, key.name, key.initial);
             if (check != "warn" && check != "error" && check != "off")
             {
                 root.Find(key.name)->Fail("is \"" + check + "\"; expected " + key.expected);
             }
             scenario.deadlockCheck = check;
         }},
        {"pfcTrace",
         "Write every PFC pause and what caused it, as --pfc-trace does",
         "true or false",
         "false",
         [](auto& key, auto& json, auto& scenario, auto&) {
             json.AddLiteral(key.name, scenario.pfcTrace ? "true" : "false");
         },
         [](auto& key, auto& root, auto& input, auto& scenario) {
             scenario.pfcTrace = GetFlag(root, key.name) || input.pfcTrace;
         }},
        MakeCostKey(),
        {"attributes",
         "Defaults of ns-3 attributes by full name, such as {\"ns3::RdmaNic::MtuBytes\": 1024}",
         R"(an object: { "ns3::Class::Attribute": value })",
         "none",
         WriteAttributes,
         [](auto& key, auto& root, auto&, auto& scenario) {
             if (const auto* attributes = root.Find(key.name))
             {
                 for (const auto& attribute : attributes->children)
                 {
                     SetDefaultAttribute(attribute); // effective immediately
                     scenario.attributes.push_back(attribute);
                 }
             }
         },
         true},
        MakeObjectKey("lint",
                      "Rules of the lint to leave out; see presets.rst",
                      R"(an object: {"ignore": [...]})",
                      {{"ignore",
                        "",
                        "a list of rules",
                        "none",
                        [](auto& key, auto& json, auto& scenario, auto&) {
                            WriteTexts(json, key.name, scenario.ignoredRules);
                        },
                        [](auto& key, auto& lint, auto&, auto& scenario) {
                            if (const auto* rules = lint.Find(key.name))
                            {
                                scenario.ignoredRules = ReadIgnoredRules(*rules);
                            }
                        }}}),
        {"pcap",
         "Ports to capture; see captures.rst",
         "a port such as \"switch 20 port 2\", or a list of them",
         "none",
         [](auto& key, auto& json, auto& scenario, auto&) {
             WriteTexts(json, key.name, scenario.captures.GetTexts());
         }},
        MakePart("topology",
                 "topology",
                 "required without a server that has links inside",
                 "The topology; none: one server stands alone, see servers.rst",
                 [](auto& key, auto& json, auto& scenario, auto&) {
                     const bool isAlone = scenario.server && scenario.server->IsAlone();
                     // A program may make its topology itself.
                     if (scenario.generator && !isAlone)
                     {
                         WriteObject(json, key.name, *scenario.generator);
                     }
                 }),
        MakePart("server",
                 "server",
                 "none",
                 "The kind of server that holds the hosts, with NVLink, or a preset; none: each "
                 "host stands alone; see servers.rst",
                 [](auto& key, auto& json, auto& scenario, auto&) {
                     if (scenario.server)
                     {
                         WriteObject(json, key.name, *scenario.server);
                     }
                 }),
        MakeNorthSouth(),
        MakePart(
            "fabric",
            "fabric",
            "required; for a server that stands alone: that of the server",
            "A fabric or a preset, or a list of them to compare; each has its own name; see "
            "presets.rst",
            [](auto& key, auto& json, auto& scenario, auto&) {
                json.BeginList(key.name);
                for (const auto& fabric : scenario.fabrics)
                {
                    WriteObject(json, "", *fabric.profile);
                }
                json.EndList();
            },
            true),
        MakeParts("workload",
                  "workload",
                  "required",
                  "A workload, or a list of them that run at the same time",
                  &FabricScenario::workloads),
        MakeParts("failures",
                  "failure",
                  "none",
                  "A failure, or a list of them; they happen in every fabric; see "
                  "infiniband-failures.rst, pfc.rst, gpu.rst, servers.rst",
                  &FabricScenario::failures),
        MakeParts("background",
                  "background",
                  "none",
                  "Traffic of ns-3's own TCP and UDP, one kind or a list; see background.rst",
                  &FabricScenario::background),
        {"sweep",
         "Keys whose values are varied, with a run for each combination and seed; see sweeps.rst",
         R"(an object: { "workload.load": [0.3, 0.5] })",
         "none"},
        {"variations",
         "Settings that --what-decides varies in addition to examples/presets/variations; see "
         "what-decides.rst",
         "an object of variations by name",
         "none"}};
}

} // namespace

const std::vector<ScenarioKey>&
GetScenarioKeys()
{
    static const auto keys = MakeKeys();
    return keys;
}

const ScenarioKey&
GetScenarioKey(const std::string& name)
{
    const auto& keys = GetScenarioKeys();
    return *std::find_if(keys.begin(), keys.end(), [&name](const auto& key) {
        return key.name == name;
    });
}

} // namespace ns3
