// SPDX-License-Identifier: GPL-2.0-only

#include "fabric-check.h"

#include "type-names.h"

#include "ns3/fabric-helper.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iostream>

namespace ns3
{

std::vector<std::string>
ReadIgnoredRules(const ScenarioValue& root)
{
    using Kind = ScenarioValue::Kind;
    std::vector<std::string> ignored;
    const auto* lint = root.Find("lint");
    if (!lint)
    {
        return ignored;
    }
    lint->Expect(Kind::OBJECT, "an object: {\"ignore\": [...]}");
    const auto known = FabricLint::GetRuleNames();
    for (const auto& member : lint->children)
    {
        if (member.key != "ignore")
        {
            member.Fail("unknown key; expected ignore");
        }
        member.Expect(Kind::LIST, "a list of rules");
        for (const auto& rule : member.children)
        {
            if (std::find(known.begin(), known.end(), rule.text) == known.end())
            {
                rule.Fail("unknown rule \"" + rule.text + "\"; expected one of " + Join(known));
            }
            ignored.push_back(rule.text);
        }
    }
    return ignored;
}

std::vector<LintFinding>
LintFabric(const Scenario& scenario,
           size_t fabric,
           const FabricNetwork& network,
           const std::vector<Ptr<GraphExecutor>>& jobs,
           const RunOptions& options)
{
    if (!options.lint)
    {
        return {};
    }
    FabricLint lint(scenario.fabrics[fabric].profile, network);
    for (const auto& job : jobs)
    {
        lint.AddJob(job->GetJob());
    }
    auto findings = lint.Check(scenario.ignoredRules);
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
CheckFabric(const Scenario& scenario, size_t fabric, const RunOptions& options)
{
    {
        const FabricHelper helper(scenario.fabrics[fabric].profile);
        const auto network = helper.Install(scenario.topology, scenario.server);
        std::vector<Ptr<GraphExecutor>> jobs;
        scenario.AssignStreams();
        for (const auto& workload : scenario.workloads)
        {
            const auto installed = helper.Install(network, *workload, jobs.size());
            jobs.push_back(DynamicCast<GraphExecutor>(installed.Get(0)));
        }
        LintFabric(scenario, fabric, network, jobs, options);
    }
    Simulator::Destroy();
}

void
WritePresetsInUse(JsonWriter& json, const Scenario& scenario)
{
    json.BeginList("presets");
    for (const auto& fabric : scenario.fabrics)
    {
        if (fabric.preset)
        {
            json.BeginObject();
            json.Add("fabric", fabric.label);
            json.Add("preset", fabric.preset->name);
            json.Add("about", fabric.preset->about);
            json.BeginObject("source");
            for (const auto& source : fabric.preset->source.children)
            {
                json.Add(source.key, source.text);
            }
            json.EndObject();
            json.EndObject();
        }
    }
    json.EndList();
}

} // namespace ns3
