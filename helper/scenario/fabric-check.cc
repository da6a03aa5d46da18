// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-check.h"

#include "type-names.h"

#include "ns3/adaptive-path-selector.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-switch.h"
#include "ns3/lint-view.h"

#include <algorithm>
#include <iostream>

namespace ns3
{

namespace
{

constexpr const char* NO_PACKETS = "no-packets";   //!< rule: nothing is there to look at
constexpr const char* PRESET_RATE = "preset-rate"; //!< rule: what presets say of themselves
constexpr const char* NO_CHOICE = "no-choice";     //!< rule: nothing is there to choose
constexpr const char* UNEQUAL_SWITCHES = "unequal-switches"; //!< rule: only some switches take time

/** @return true if the scenario silences a rule */
bool
IsIgnored(const FabricScenario& scenario, const char* rule)
{
    const auto& ignored = scenario.ignoredRules;
    return std::find(ignored.begin(), ignored.end(), rule) != ignored.end();
}

/** Adds a finding if the fabric's preset is for another rate than that of the hosts' links. */
void
AddPresetRate(const FabricScenario& scenario,
              size_t fabric,
              const FabricNetwork& network,
              std::vector<LintFinding>& findings)
{
    const auto& preset = scenario.fabrics[fabric].preset;
    const uint64_t ratebps = network.nics.front()->GetPort().GetRatebps();
    if (!preset || preset->ratebps.value_or(ratebps) == ratebps || IsIgnored(scenario, PRESET_RATE))
    {
        return;
    }
    findings.push_back({PRESET_RATE,
                        "the values of the preset " + preset->name + " are for links of " +
                            DescribeRate(static_cast<double>(*preset->ratebps)) +
                            ", and host 0 has " + DescribeRate(static_cast<double>(ratebps)) +
                            "; values are not scaled, so set those that depend on the rate, or use "
                            "a preset for this rate"});
}

/** Adds a finding if packets and queues are to be recorded in a fabric that has none. */
void
AddNoPackets(const FabricScenario& scenario,
             const FabricNetwork& network,
             std::vector<LintFinding>& findings)
{
    const auto& transport = *network.transports.front();
    if (transport.HasPackets() || IsIgnored(scenario, NO_PACKETS))
    {
        return;
    }
    std::string what = scenario.captures.GetTexts().empty() ? "" : "captures";
    if (scenario.sampler && !scenario.sampler->FindQueues(scenario.JoinTopologies()).empty())
    {
        what += what.empty() ? "samples of queues" : ", samples of queues";
    }
    if (scenario.hpcc.queues)
    {
        what += what.empty() ? "the histogram of queues" : ", the histogram of queues";
    }
    if (scenario.paths)
    {
        what += what.empty() ? "the paths of packets" : ", the paths of packets";
    }
    if (scenario.pfcTrace || scenario.hpcc.pauses)
    {
        what += what.empty() ? "the trace of pauses" : ", the trace of pauses";
    }
    if (!what.empty())
    {
        findings.push_back({NO_PACKETS,
                            transport.GetInstanceTypeId().GetName() + " has no packets: " + what +
                                " will show nothing of this fabric"});
    }
}

/** Adds a finding if a path selector is named where forwarding tables leave it no choice. */
void
AddNoChoice(const FabricScenario& scenario,
            size_t fabric,
            const FabricNetwork& network,
            std::vector<LintFinding>& findings)
{
    const auto& profile = *scenario.fabrics[fabric].profile;
    const TypeId selector = profile.pathSelector.GetTypeId();
    const bool chooses =
        selector == AdaptivePathSelector::GetTypeId() || selector == EcmpPathSelector::GetTypeId();
    if (scenario.fabrics[fabric].choosesPaths && chooses && network.GetRoutes().GetTables() &&
        !IsIgnored(scenario, NO_CHOICE))
    {
        findings.push_back({NO_CHOICE,
                            "pathSelector " + selector.GetName() +
                                " has no choice: the forwarding tables of routing " +
                                profile.routing.GetTypeId().GetName() +
                                " name one port for each LID; remove pathSelector, or choose "
                                "ns3::ShortestPathRouting"});
    }
}

/** @return delay of the pipeline of a fabric's switches */
Time
GetSwitchLatency(const FabricProfile& profile)
{
    TimeValue latency;
    profile.fabricSwitch.Create<FabricSwitch>()->GetAttribute("Latency", latency);
    return latency.Get();
}

/** Adds a finding if a preset has switches that take no time, and those of its rivals do. */
void
AddUnequalSwitches(const FabricScenario& scenario,
                   size_t fabric,
                   std::vector<LintFinding>& findings)
{
    const auto& own = scenario.fabrics[fabric];
    if (!own.preset || !own.preset->source.Find("switch.latency") ||
        !GetSwitchLatency(*own.profile).IsZero() || IsIgnored(scenario, UNEQUAL_SWITCHES))
    {
        return;
    }
    for (const auto& other : scenario.fabrics)
    {
        const Time latency = GetSwitchLatency(*other.profile);
        if (!latency.IsZero() &&
            other.profile->GetInstanceTypeId() == own.profile->GetInstanceTypeId())
        {
            const auto ns = std::to_string(latency.GetNanoSeconds());
            findings.push_back({UNEQUAL_SWITCHES,
                                "switches of the preset " + own.preset->name +
                                    " take no time, and those of " + other.label + " take " + ns +
                                    " ns; for a fair comparison set switch.latency to " + ns +
                                    "ns here, or to 0ns there"});
            return;
        }
    }
}

/** @return findings in a network with its jobs @param northSouth true: the north-south network */
std::vector<LintFinding>
Lint(const FabricScenario& scenario,
     Ptr<const FabricProfile> profile,
     const FabricNetwork& network,
     const std::vector<Ptr<GraphExecutor>>& jobs,
     bool northSouth)
{
    FabricLint lint(profile, network);
    for (const auto& job : jobs)
    {
        if (job->GetJob().northSouth == northSouth)
        {
            lint.AddJob(job->GetJob());
        }
    }
    return lint.Check(scenario.ignoredRules);
}

} // namespace

std::vector<std::string>
ReadIgnoredRules(const ScenarioValue& rules)
{
    std::vector<std::string> ignored;
    auto known = FabricLint::GetRuleNames();
    known.emplace_back(NO_PACKETS);
    known.emplace_back(PRESET_RATE);
    known.emplace_back(NO_CHOICE);
    known.emplace_back(UNEQUAL_SWITCHES);
    rules.Expect(ScenarioValue::Kind::LIST, "a list of rules");
    for (const auto& rule : rules.children)
    {
        if (std::find(known.begin(), known.end(), rule.text) == known.end())
        {
            rule.Fail("unknown rule \"" + rule.text + "\"; expected one of " + Join(known) +
                      Suggest(rule.text, known));
        }
        ignored.push_back(rule.text);
    }
    return ignored;
}

std::vector<LintFinding>
LintFabric(const FabricScenario& scenario,
           size_t fabric,
           const FabricNetwork& network,
           const std::vector<Ptr<GraphExecutor>>& jobs)
{
    auto findings = Lint(scenario, scenario.fabrics[fabric].profile, network, jobs, false);
    if (network.northSouth)
    {
        const auto& profile = scenario.northSouth->fabric.profile;
        for (const auto& finding : Lint(scenario, profile, *network.northSouth, jobs, true))
        {
            const auto same = [&finding](const auto& other) { return other.text == finding.text; };
            if (std::none_of(findings.begin(),
                             findings.end(),
                             same)) // and no finding about the build
            {
                findings.push_back({finding.rule, "north-south network: " + finding.text});
            }
        }
    }
    AddNoPackets(scenario, network, findings);
    AddPresetRate(scenario, fabric, network, findings);
    AddNoChoice(scenario, fabric, network, findings);
    AddUnequalSwitches(scenario, fabric, findings);
    for (const auto& job : jobs)
    {
        for (const auto& warning : job->GetJob().warnings)
        {
            findings.push_back({"input", job->GetJob().name + ": " + warning});
        }
    }
    for (const auto& finding : findings)
    {
        std::cerr << scenario.fabrics[fabric].label << ": warning: " << finding.text << " ["
                  << finding.rule << "]\n";
    }
    return findings;
}

void
WritePresetsInUse(JsonWriter& json, const FabricScenario& scenario)
{
    const auto write = [&json](const char* what, const auto& where, const ScenarioPreset& preset) {
        json.BeginObject();
        json.Add(what, where);
        json.Add("preset", preset.name);
        json.Add("about", preset.about);
        json.BeginObject("source");
        for (const auto& source : preset.source.children)
        {
            json.Add(source.key, source.text);
        }
        json.EndObject();
        json.EndObject();
    };
    json.BeginList("presets");
    for (const auto& fabric : scenario.fabrics)
    {
        if (fabric.preset)
        {
            write("fabric", fabric.label, *fabric.preset);
        }
    }
    for (const auto& [path, preset, cut] : scenario.presets)
    {
        write("key", path, preset);
    }
    json.EndList();
}

} // namespace ns3
