// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Parts of single tiers of switches in a scenario.

#include "runner-test.h"

#include <string>

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
