// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Settings that --what-decides varies: how they are read, and where they apply.

#include "error-message.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/preset-file.h"
#include "ns3/scenario-facts.h"
#include "ns3/scenario-loader.h"
#include "ns3/scenario-preset.h"
#include "ns3/scenario-reader.h"
#include "ns3/scenario.h"
#include "ns3/variation-plan.h"
#include "ns3/variation.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** @param text of a scenario @return it */
ScenarioValue
ReadRoot(const std::string& text)
{
    return PlaceValue(ParseJson("scenario.json", text),
                      "",
                      std::make_shared<const std::string>("scenario.json"));
}

/** @param variations members of "variations", without the settings of the presets */
std::vector<VariedSetting>
ReadOwnVariations(const std::string& variations)
{
    return ReadVariations(ReadRoot(R"({"variations": {"*": "none", )" + variations + "}}"));
}

/** Values in effect of two fabrics with different timers, and of two jobs. */
const std::string FACTS = R"({
    "scenario": {
        "topology": {"type": "ns3::StarTopology", "delay": "1000000ps"},
        "fabric": [
            {"type": "ns3::RoceFabric", "buffer": {"type": "ns3::SharedBuffer", "sizeBytes": 0},
             "congestionControl": {"type": "ns3::DcqcnConnectX", "increaseTimer": "300000000ps"}},
            {"type": "ns3::RoceFabric", "buffer": {"type": "ns3::SharedBuffer", "sizeBytes": 0},
             "congestionControl": {"type": "ns3::Dcqcn", "increaseTimer": "55000000ps"}},
            {"type": "ns3::InfiniBandFabric", "buffer": {"type": "ns3::InputBuffer"},
             "congestionControl": {"type": "ns3::NoCongestionControl"}}
        ],
        "workload": [
            {"type": "ns3::CollectiveWorkload", "bytes": 1000, "start": "0ps"},
            {"type": "ns3::IncastWorkload", "bytes": 2000, "rounds": 3, "flowsPerSource": 2,
             "start": "7ps"}
        ]
    },
    "fabrics": ["one", "two", "three"],
    "jobs": [{"name": "ring", "hosts": [0, 1, 2, 3, 5]}, {"name": "incast", "hosts": [4, 5, 6, 3]}]
})";

const std::string WRITTEN = R"({
    "output": "here",
    "fabric": ["roce",
               {"type": "roce", "congestionControl": {"type": "dcqcn", "increaseTimer": "55us"}},
               "infiniband"],
    "workload": [{"type": "collective"}, {"type": "incast", "target": 3}],
    "variations": {"*": "none", )";

/** @param variations members of "variations" @return the plan of the scenario above */
SweepPlan
PlanVaried(const std::string& variations)
{
    const auto root = ReadRoot(WRITTEN + variations + "}}");
    return PlanVariations(root, ScenarioFacts::Read(FACTS), ReadVariations(root), ScenarioInput());
}

/** @return variants as "name, setting: key=value, ..." */
std::vector<std::string>
DescribePlan(const SweepPlan& plan)
{
    std::vector<std::string> lines;
    for (size_t i = 0; i < plan.points.size(); ++i)
    {
        const auto& point = plan.points[i];
        std::string line = point.labels[0] + ", " + point.labels[1] + ":";
        for (const auto& [key, value] : point.values)
        {
            line += " " + key + "=" + FormatValue(value);
        }
        lines.push_back(line + (plan.variants[i].state == SweepVariant::LEFT ? " left" : ""));
    }
    return lines;
}

/** @return a setting with these members and the required ones */
std::string
VariedEntry(const std::string& members)
{
    return R"("x": {"why": "w", "source": "s", )" + members + "}";
}

TEST(VariedSetting, Refusals)
{
    const std::vector<std::pair<std::string, std::string>> cases = {
        {R"("x": 3)", "variations.x: is a number; expected an object with of, values, why"},
        {R"("x": "none")", R"(variations.x: is "none"; expected an object, or "none" to remove)"},
        {R"("x": {"source": "s"})", R"(variations.x: lacks "why")"},
        {R"("x": {"why": "", "source": "s"})", "variations.x.why: is empty"},
        {R"("x": {"why": "w"})", R"(variations.x: lacks "source")"},
        {VariedEntry(R"("values": [1])"), R"(variations.x: lacks "of")"},
        {VariedEntry(R"("of": "fabrik", "key": "a", "values": [1])"),
         R"(variations.x.of: is "fabrik"; expected one of fabric)"},
        {VariedEntry(R"("of": "topology.0", "key": "a", "values": [1])"),
         R"(variations.x.of: is "topology.0"; expected one of fabric)"},
        {VariedEntry(R"("of": "fabric.x", "key": "a", "values": [1])"),
         R"(variations.x.of: is "fabric.x")"},
        {VariedEntry(R"("of": "fabric", "keys": "a", "values": [1])"),
         "variations.x.keys: unknown key"},
        {VariedEntry(R"("of": "fabric", "key": "a")"), R"(variations.x: lacks "values")"},
        {VariedEntry(R"("of": "fabric", "key": "a", "values": 1)"),
         "variations.x.values: is a number; expected a list"},
        {VariedEntry(R"("of": "fabric", "key": "a", "values": [])"),
         "variations.x.values: is empty"},
        {VariedEntry(R"("of": "fabric", "values": [1])"),
         R"(variations.x.values: has no key; expected "key" beside it)"},
        {VariedEntry(R"("of": "fabric", "key": "a", "values": [1, 1])"),
         "variations.x.values: names 1 twice"},
        {VariedEntry(R"("of": "fabric", "key": "a..b", "values": [1])"),
         R"(variations.x.values.0: has an empty part in its key "a..b")"},
        {VariedEntry(R"("of": "fabric", "values": {"low": 1})"),
         "variations.x.values.low: is a number; expected the keys that it sets"},
        {VariedEntry(R"("of": "fabric", "values": {"low": {}})"),
         "variations.x.values.low: is empty"},
        {VariedEntry(R"("of": "fabric", "key": "a", "values": {"times": [2], "low": 1})"),
         R"(variations.x.values: has more than one member beside "times")"},
        {VariedEntry(R"("of": "fabric", "key": "a", "values": {"times": []})"),
         "variations.x.values.times: is empty"},
        {VariedEntry(R"("of": "fabric", "key": "a", "values": {"times": [-1]})"),
         "variations.x.values.times.0: is -1; expected a number from 0"},
        {VariedEntry(R"("of": "fabric", "values": {"choose": "target"})"),
         "variations.x.values.choose: chooses values of a fabric"},
        {VariedEntry(R"("of": "workload", "values": {"choose": "targets"})"),
         R"(variations.x.values.choose: is "targets"; expected one of target, spread)"},
        {VariedEntry(R"("of": "workload", "key": "a", "values": {"choose": "target"})"),
         R"(variations.x.key: has no effect beside "choose")"},
        {VariedEntry(R"("of": "assumed", "values": [1])"),
         "variations.x.values: is of any value that is assumed"},
        {VariedEntry(R"("of": "fabric", "with": {"buffer": 1}, "key": "a", "values": [1])"),
         "variations.x.with.buffer: is a number; expected the name of a class"},
        {VariedEntry(R"("of": "fabric", "with": {"buffer": []}, "key": "a", "values": [1])"),
         "variations.x.with.buffer: is empty; expected at least one"},
        {VariedEntry(R"("of": "fabric", "key": "a", "values": [1, 2], "removes": "PFC")"),
         "variations.x.values: has several values; expected one value that removes the cause"}};
    for (const auto& [text, expected] : cases)
    {
        const auto message = MessageOf<InputError>([&text = text] { ReadOwnVariations(text); });
        EXPECT_EQ(message.compare(0, 17, "scenario.json:1: "), 0) << message;
        EXPECT_EQ(message.substr(17, expected.size()), expected);
    }
    EXPECT_EQ(
        MessageOf<InputError>([] { ReadVariations(ReadRoot(R"({"variations": {"*": 1}})")); }),
        "scenario.json:1: variations.*: is 1; expected \"none\": no setting of the presets");
}

TEST(VariedSetting, OwnOnesReplaceThoseOfThePresets)
{
    const auto presets = ReadVariations(ReadRoot("{}"));
    const auto has = [](const std::vector<VariedSetting>& all, const std::string& name) {
        return std::find_if(all.begin(), all.end(), [&name](const auto& variation) {
            return variation.name == name;
        });
    };
    ASSERT_NE(has(presets, "MTU"), presets.end());
    const auto less = ReadVariations(ReadRoot(R"({"variations": {"MTU": "none"}})"));
    EXPECT_EQ(less.size() + 1, presets.size());
    EXPECT_EQ(has(less, "MTU"), less.end());
    const auto other = ReadVariations(ReadRoot(
        R"({"variations": {"MTU": {"of": "fabric", "key": "nic.mtuBytes", "values": [256],
                                   "why": "w", "source": "assumed"}}})"));
    EXPECT_EQ(other.size(), presets.size());
    EXPECT_EQ(has(other, "MTU")->levels.size(), 1u);
    EXPECT_EQ(has(other, "MTU")->GetKind(), "assumed");
    EXPECT_EQ(has(presets, "MTU")->GetKind(), "deployed");
    EXPECT_EQ(has(presets, "bytes")->GetKind(), "choice");
    EXPECT_EQ(has(presets, "spread")->GetKind(), "cause");
}

/** Unpublished defaults of fabrics have a range. */
TEST(VariedSetting, AssumedValuesOfUsualFabricsHaveRanges)
{
    const auto variations = ReadVariations(ReadRoot("{}"));
    size_t assumed = 0;
    for (const char* name : {"roce-default", "infiniband-basic"})
    {
        const auto preset = ScenarioPreset::Read(GetPresetPath("fabric", name), "fabric");
        for (const auto& source : preset.source.children)
        {
            if (source.text.compare(0, 7, "assumed") != 0)
            {
                continue;
            }
            ++assumed;
            EXPECT_TRUE(std::any_of(variations.begin(),
                                    variations.end(),
                                    [&](const auto& one) {
                                        return one.of == "fabric" && one.key == source.key &&
                                               one.removes.empty();
                                    }))
                << name << ": " << source.key;
        }
    }
    EXPECT_GE(assumed, 4u);
}

/** A class or key that does not exist would silently omit a setting. */
TEST(VariationPlan, EachSettingOfThePresetsFitsAUsualScenario)
{
    std::set<std::string> names;
    for (const char* topology :
         {R"({"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 4})",
          R"({"type": "star", "hosts": 8})"})
    {
        const TemporaryFile file(std::string(R"({"topology": )") + topology + R"(,
            "fabric": ["roce", "infiniband", "irn"],
            "workload": [
                {"type": "collective", "hosts": "0-3"},
                {"type": "incast", "hosts": "0-5", "target": 3},
                {"type": "poisson", "flows": 10, "duration": "0s", "load": 0.2},
                {"type": "training", "hosts": "0-1"},
                {"type": "inference", "hosts": "0-1"}
            ]})");
        ScenarioInput input;
        input.path = file.GetPath();
        const auto root = ReadScenario(file.GetPath());
        std::ostringstream text;
        ScenarioFacts::Write(text, LoadScenario(root, input));
        const auto facts = ScenarioFacts::Read(text.str());
        for (const auto& variation : ReadVariations(root))
        {
            const auto plan = PlanVariations(root, facts, {variation}, input);
            if (plan.points.size() > 1 && plan.variants[1].state == SweepVariant::RUN)
            {
                names.insert(variation.name);
            }
        }
    }
    for (const auto& variation : ReadVariations(ReadRoot("{}")))
    {
        EXPECT_EQ(names.count(variation.name), 1u) << variation.name;
    }
}

TEST(VariationPlan, FabricsThatHaveASettingAreVariedTogether)
{
    const auto plan =
        PlanVaried(VariedEntry(R"("of": "fabric", "with": {"type": "roce", "buffer": "shared"},
                                    "key": "buffer.sizeBytes", "values": [7], "unit": "B")"));
    EXPECT_EQ(DescribePlan(plan),
              (std::vector<std::string>{"as it is, :",
                                        "x, 7 B: fabric.0.buffer.sizeBytes=7 "
                                        "fabric.1.buffer.sizeBytes=7"}));
    EXPECT_EQ(plan.folder, "here-what-decides");
    EXPECT_EQ(plan.seeds, (std::vector<uint32_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(plan.axes, (std::vector<std::string>{"variation", "setting"}));
    EXPECT_EQ(plan.variants[1].kind, "deployed");
    EXPECT_EQ(plan.points[1].folder, "variation-x_setting-7-B");
}

TEST(VariationPlan, WhatTheScenarioComparesIsLeft)
{
    EXPECT_EQ(DescribePlan(
                  PlanVaried(VariedEntry(R"("of": "fabric", "with": {"congestionControl": ["dcqcn",
                                     "dcqcn-connect-x"]}, "key": "congestionControl.increaseTimer",
                                     "values": ["20us"])"))),
              (std::vector<std::string>{"as it is, :",
                                        "x, 20us: fabric.0.congestionControl.increaseTimer=20us",
                                        "x, two: left"}));
    EXPECT_EQ(
        DescribePlan(PlanVaried(VariedEntry(R"("of": "fabric", "with": {"type": "infini-band"},
                                     "key": "congestionControl.increaseTimer",
                                     "values": ["20us"])"))),
        (std::vector<std::string>{"as it is, :"}))
        << "no such key";
}

TEST(VariationPlan, MultiplesOfWhatIsInEffect)
{
    EXPECT_EQ(DescribePlan(PlanVaried(VariedEntry(R"("of": "topology", "key": "delay",
                                     "values": {"times": [0.5, 3]})"))),
              (std::vector<std::string>{"as it is, :",
                                        "x, 0.5 times: topology.delay=500000ps",
                                        "x, 3 times: topology.delay=3000000ps"}));
    EXPECT_EQ(DescribePlan(PlanVaried(VariedEntry(R"("of": "workload", "key": "bytes",
                                     "values": {"times": [0.25]})"))),
              (std::vector<std::string>{"as it is, :",
                                        "x of ring, 0.25 times: workload.0.bytes=250",
                                        "x of incast, 0.25 times: workload.1.bytes=500"}));
    EXPECT_EQ(DescribePlan(PlanVaried(
                  VariedEntry(R"("of": "workload.1", "values": {"late": {"start": "1us"}})"))),
              (std::vector<std::string>{"as it is, :", "x of incast, late: workload.1.start=1us"}));
    EXPECT_EQ(MessageOf<InputError>([] {
                  PlanVaried(
                      VariedEntry(R"("of": "topology", "key": "type", "values": {"times": [2]})"));
              }).substr(17),
              "variations.x: multiplies type, which is ns3::StarTopology; expected the key of a "
              "number");
}

TEST(VariationPlan, TargetOfAnIncastLeavesOtherJobs)
{
    const auto entry = VariedEntry(R"("of": "workload", "with": {"type": "incast"},
                                "values": {"choose": "target"})");
    EXPECT_EQ(
        DescribePlan(PlanVaried(entry)),
        (std::vector<std::string>{"as it is, :",
                                  "x of incast, host 3, of no other job: workload.0.hosts=0-2,5"}));
    auto facts = FACTS;
    facts.replace(facts.find("[4, 5, 6, 3]"), 12, "[0, 1, 6, 9]");
    const auto root = ReadRoot(WRITTEN + entry + "}}");
    const auto outside = ScenarioFacts::Read(facts);
    EXPECT_EQ(DescribePlan(PlanVariations(root, outside, ReadVariations(root), ScenarioInput()))[1],
              "x of incast, host 2, of ring: workload.1.target=2")
        << "the first host that is no source";
}

TEST(VariationPlan, CausesAreTakenAway)
{
    const auto spread = PlanVaried(VariedEntry(R"("of": "workload", "with": {"type": "incast"},
                                      "values": {"choose": "spread"}, "removes": "an incast")"));
    EXPECT_EQ(DescribePlan(spread)[1],
              "x of incast, to different hosts: workload.1={\"type\": \"permutation\", \"name\": "
              "\"incast\", \"start\": \"7ps\", \"hosts\": \"4-6,3\", \"bytes\": 12000}")
        << "2000 B * 3 rounds * 2 flows";
    EXPECT_EQ(spread.variants[1].cause, "an incast");
    EXPECT_EQ(spread.variants[1].job, "incast");
    const auto removed =
        PlanVaried(VariedEntry(R"("of": "workload", "values": {"choose": "removed"},
                                       "removes": "another job")"));
    EXPECT_EQ(DescribePlan(removed)[2], "x incast, : workload=[{\"type\": \"collective\"}]");
    EXPECT_EQ(removed.variants[2].job, "") << "it is a cause of all that are left";
    EXPECT_EQ(removed.variants[2].kind, "cause");
}

} // namespace
