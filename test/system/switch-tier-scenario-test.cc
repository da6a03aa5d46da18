// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Parts of single tiers of switches in a scenario.

#include "runner-test.h"

#include <string>
#include <utility>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** @return a scenario with a tier */
std::string
WithTier(const std::string& tier)
{
    return R"({
    "topology": {"type": "leaf-spine", "leaves": 3, "spines": 2, "hostsPerLeaf": 2},
    "fabric": {"type": "roce", )" +
           tier + R"(},
    "lint": {"ignore": ["reordering-go-back"]},
    "workload": {"type": "permutation", "bytes": "2MB"}
})";
}

using SwitchTierScenarioTest = RunnerTest;

} // namespace

TEST_F(SwitchTierScenarioTest, AManifestRunsAgainWithItsTiers)
{
    const auto run = [this](const std::string& scenario) {
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunScenario(scenario + " --quiet --no-figure --no-lint --output " + folder.string());
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return folder;
    };
    const TemporaryFile plain(WithTier(R"("name": "x")"));
    const TemporaryFile tiered(WithTier(
        R"("name": "x", "leafSwitches": {"pathSelector": {"type": "round-robin"}, "marker": "none"})"));
    const auto first = run(tiered.GetPath());
    const auto again = run((first / "manifest.json").string());
    EXPECT_EQ(Read(first / "flows.csv"), Read(again / "flows.csv"));
    EXPECT_NE(Read(first / "flows.csv"), Read(run(plain.GetPath()) / "flows.csv"));
}

TEST_F(SwitchTierScenarioTest, AStageMayBeNamedAsAPathSelector)
{
    const auto run = [this](const std::string& parts) {
        const auto folder = m_folder / std::to_string(m_runs++);
        const TemporaryFile file(WithTier(R"("name": "x", )" + parts));
        const auto outcome = RunScenario(file.GetPath() + " --quiet --no-figure --no-lint " +
                                         "--output " + folder.string());
        EXPECT_EQ(outcome.status, 0) << parts << outcome.text;
        const auto manifest = Read(folder / "manifest.json");
        return manifest.substr(manifest.find("\"topology\"")) + Read(folder / "flows.csv");
    };
    const std::pair<std::string, std::string> spellings[] = {
        {R"("pathSelector": {"type": "scheduled", "cellBytes": 256})",
         R"("stage": {"type": "scheduled", "cellBytes": 256})"},
        {R"("pathSelector": "ns3::ScheduledBoxPathSelector[QueueBytes=100000|)"
         R"(PathSelector=ns3::SprayPathSelector]")",
         R"("pathSelector": "spray", "stage": {"type": "scheduled-box", "queueBytes": 100000})"},
        {R"("pathSelector": "scheduled-box", "leafSwitches": {"pathSelector": "pinned"})",
         R"("stage": "scheduled-box", "leafSwitches": {"pathSelector": "pinned", "stage": "none"})"},
        {R"("spineSwitches": {"pathSelector": {"type": "scheduled-box", "localDelay": "1us"}})",
         R"("spineSwitches": {"pathSelector": "ecmp",)"
         R"( "stage": {"type": "scheduled-box", "localDelay": "1us"}})"},
        {R"("preset": "scheduled", "pathSelector": {"creditBytes": 8192})",
         R"("preset": "scheduled", "stage": {"creditBytes": 8192})"},
    };
    const auto plain = run(R"("arbiter": "strict")");
    for (const auto& [former, present] : spellings)
    {
        const auto result = run(former);
        EXPECT_EQ(result, run(present)) << former;
        EXPECT_NE(result, plain) << former;
    }
}

TEST_F(SwitchTierScenarioTest, WhatIsWrongIsNamedInOneLine)
{
    ExpectRefused(WithTier(R"("spineSwitches": {"buffer": {"sizeBytes": "1MB"}})"),
                  "",
                  "FILE:3: fabric.spineSwitches.buffer: ");
    ExpectRefused(WithTier(R"("spineSwitches": {"marker": "reed"})"),
                  "",
                  "FILE:3: fabric.spineSwitches.marker: unknown type \"reed\"; expected one of ");
    ExpectRefused(WithTier(R"("coreSwitches": {"marker": "none"})"),
                  "",
                  "FILE:3: fabric.coreSwitches: ");
    ExpectRefused(WithTier(R"("leafSwitches": {"pathSelector": "conga"})"),
                  "",
                  "FILE:3: fabric.leafSwitches.pathSelector: PathSelector ns3::CongaPathSelector "
                  "works only if all switches have it");
}

#endif // AI_FABRIC_RUN
