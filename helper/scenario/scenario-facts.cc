// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-facts.h"

#include "effective-configuration.h"
#include "scenario-reader.h"
#include "scenario.h"

#include "ns3/json-reader.h"
#include "ns3/json-writer.h"
#include "ns3/parse-number.h"

#include <memory>
#include <ostream>

namespace ns3
{

namespace
{

const std::string SOURCE = "configuration in effect";

} // namespace

void
ScenarioFacts::Write(std::ostream& out, const FabricScenario& scenario)
{
    JsonWriter json(out);
    json.BeginObject();
    WriteConfiguration(json, "scenario", scenario, {scenario.seed});
    json.BeginList("fabrics");
    for (const auto& fabric : scenario.fabrics)
    {
        json.Add("", fabric.label);
    }
    json.EndList();
    json.BeginList("jobs");
    const auto& jobs = scenario.GetJobs();
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        json.BeginObject();
        json.Add("name", scenario.jobNames[i]);
        json.BeginList("hosts");
        for (const uint32_t host : jobs[i].hostOfRank)
        {
            json.Add("", host);
        }
        json.EndList();
        json.EndObject();
    }
    json.EndList();
    json.EndObject();
}

ScenarioFacts
ScenarioFacts::Read(const std::string& text)
{
    const auto root = PlaceValue(ParseJson(SOURCE, text, {0, {}}),
                                 "",
                                 std::make_shared<const std::string>(SOURCE));
    ScenarioFacts facts;
    facts.scenario = *root.Find("scenario");
    facts.scenario.MoveTo("", "");
    for (const auto& label : root.Find("fabrics")->children)
    {
        facts.fabrics.push_back(label.text);
    }
    for (const auto& job : root.Find("jobs")->children)
    {
        facts.jobs.push_back({job.Find("name")->text, {}});
        for (const auto& host : job.Find("hosts")->children)
        {
            facts.jobs.back().hosts.push_back(ParseNumber<uint32_t>(host.text).value_or(0));
        }
    }
    return facts;
}

} // namespace ns3
