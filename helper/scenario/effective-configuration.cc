// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "effective-configuration.h"

#include "attribute-parser.h"
#include "seed-list.h"
#include "type-names.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <cstdio>
#include <filesystem>
#include <type_traits>

namespace ns3
{

namespace
{

void WriteObject(JsonWriter& json, const std::string& key, const Object& object, bool inList);

template <typename T>
bool
Is(const AttributeValue& value)
{
    return dynamic_cast<const T*>(&value) != nullptr;
}

void
WriteValue(JsonWriter& json, const AttributeEntry& entry, const AttributeValue& value)
{
    const auto& info = entry.info;
    const std::string key = SpellAttribute(info.name);
    if (const auto* factory = dynamic_cast<const ObjectFactoryValue*>(&value))
    {
        if (factory->Get().IsTypeIdSet() && factory->Get().GetTypeId().HasConstructor())
        {
            WriteObject(json, key, *factory->Get().Create(), false);
        }
        return;
    }
    if (const auto* pointer = dynamic_cast<const PointerValue*>(&value))
    {
        if (pointer->GetObject())
        {
            WriteObject(json, key, *pointer->GetObject(), false);
        }
        return;
    }
    if (const auto* number = dynamic_cast<const DoubleValue*>(&value))
    {
        char text[40];
        std::snprintf(text, sizeof(text), "%.17g", number->Get());
        json.AddLiteral(key, text);
        return;
    }
    std::string text = value.SerializeToString(info.checker);
    if (Is<UintegerValue>(value) || Is<IntegerValue>(value) || Is<BooleanValue>(value))
    {
        json.AddLiteral(key, text);
        return;
    }
    if (const auto* time = dynamic_cast<const TimeValue*>(&value))
    {
        text = std::to_string(time->Get().GetPicoSeconds()) + "ps";
    }
    // Paths are absolute, because the manifest may be run from another folder.
    if (NamesFile(info, text))
    {
        text = std::filesystem::absolute(text).lexically_normal().string();
    }
    json.Add(key, text);
}

void
WriteObject(JsonWriter& json, const std::string& key, const Object& object, bool inList)
{
    json.BeginObject(inList ? "" : key);
    const auto tid = object.GetInstanceTypeId();
    json.Add("type", tid.GetName());
    for (const auto& entry : GetAttributes(tid))
    {
        if ((entry.info.flags & TypeId::ATTR_GET) && entry.info.accessor->HasGetter())
        {
            const auto value = entry.info.checker->Create();
            object.GetAttribute(entry.info.name, *value);
            WriteValue(json, entry, *value);
        }
    }
    json.EndObject();
}

} // namespace

void
WriteConfiguration(JsonWriter& json,
                   const std::string& key,
                   const FabricScenario& scenario,
                   const std::vector<uint32_t>& seeds)
{
    json.BeginObject(key);
    json.Add("name", scenario.name);
    json.Add("description", scenario.description);
    if (seeds.size() == 1)
    {
        json.Add("seed", seeds.front());
        json.Add("seeds", uint64_t{1});
    }
    else
    {
        json.AddLiteral("seeds", FormatSeedList(seeds));
    }
    json.Add("run", scenario.run);
    json.BeginObject("draws");
    for (const auto& [kind, seed] : scenario.draws)
    {
        json.Add(kind, seed);
    }
    json.EndObject();
    json.Add("stallTime", std::to_string(scenario.stallTime.GetPicoSeconds()) + "ps");
    json.Add("stopTime", std::to_string(scenario.stopTime.GetPicoSeconds()) + "ps");
    json.Add("until", std::to_string(scenario.until.GetPicoSeconds()) + "ps");
    if (scenario.measureFromPs > 0 || scenario.measureUntilPs < INT64_MAX)
    {
        const bool ends = scenario.measureUntilPs < INT64_MAX;
        json.BeginObject("measure");
        json.Add("from", std::to_string(scenario.measureFromPs) + "ps");
        json.Add("until", std::to_string(ends ? scenario.measureUntilPs : 0) + "ps");
        json.EndObject();
    }
    if (scenario.sampler || scenario.waits || scenario.timeline || scenario.paths ||
        scenario.hpcc.IsWanted())
    {
        json.BeginObject("output");
        if (scenario.sampler)
        {
            WriteObject(json, "samples", *scenario.sampler, false);
        }
        if (scenario.waits)
        {
            json.AddLiteral("waits", *scenario.waits ? "true" : "false");
        }
        json.AddLiteral("timeline", scenario.timeline ? "true" : "false");
        json.AddLiteral("paths", scenario.paths ? "true" : "false");
        if (scenario.hpcc.IsWanted())
        {
            json.BeginObject("hpcc");
            json.AddLiteral("flow", scenario.hpcc.flows ? "true" : "false");
            json.AddLiteral("pfc", scenario.hpcc.pauses ? "true" : "false");
            if (scenario.hpcc.queues)
            {
                WriteObject(json, "qlen", *scenario.hpcc.queues, false);
            }
            json.EndObject();
        }
        json.EndObject();
    }
    json.Add("deadlockCheck", scenario.deadlockCheck);
    json.AddLiteral("pfcTrace", scenario.pfcTrace ? "true" : "false");
    json.BeginObject("attributes");
    for (const auto& attribute : scenario.attributes)
    {
        using Kind = ScenarioValue::Kind;
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
    json.BeginObject("lint");
    json.BeginList("ignore");
    for (const auto& rule : scenario.ignoredRules)
    {
        json.Add("", rule);
    }
    json.EndList();
    json.EndObject();
    json.BeginList("pcap");
    for (const auto& port : scenario.captures.GetTexts())
    {
        json.Add("", port);
    }
    json.EndList();
    WriteObject(json, "topology", *scenario.generator, false);
    if (scenario.server)
    {
        WriteObject(json, "server", *scenario.server, false);
    }
    if (scenario.northSouth)
    {
        json.BeginObject("northSouth");
        WriteObject(json, "topology", *scenario.northSouth->generator, false);
        WriteObject(json, "fabric", *scenario.northSouth->fabric.profile, false);
        json.EndObject();
    }
    json.BeginList("fabric");
    for (const auto& fabric : scenario.fabrics)
    {
        WriteObject(json, "", *fabric.profile, true);
    }
    json.EndList();
    json.BeginList("workload");
    for (const auto& workload : scenario.workloads)
    {
        WriteObject(json, "", *workload, true);
    }
    json.EndList();
    if (!scenario.failures.empty())
    {
        json.BeginList("failures");
        for (const auto& failure : scenario.failures)
        {
            WriteObject(json, "", *failure, true);
        }
        json.EndList();
    }
    if (!scenario.background.empty())
    {
        json.BeginList("background");
        for (const auto& traffic : scenario.background)
        {
            WriteObject(json, "", *traffic, true);
        }
        json.EndList();
    }
    json.EndObject();
}

} // namespace ns3
