// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Presets of topologies in the manifest.

#include "run-program.h"
#include "temporary-folder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

bool
Has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(TopologyPreset, ManifestHasItsSources)
{
    const TemporaryFolder temporary;
    const fs::path folder(temporary.GetPath());
    std::ofstream(folder / "scenario.json") << R"({"topology": "dgx-superpod-b300-spectrum-1",
        "fabric": "roce", "server": {"nvlinks": 8}, "workload": {"type": "incast",
        "bytes": 1000, "sources": 1, "target": 0}})";
    const auto run = [&](const fs::path& scenario, const std::string& results) {
        const auto outcome = RunScenario(scenario.string() + " --no-figure --quiet --output " +
                                         (folder / results).string());
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        const auto text = Read(folder / results / "manifest.json");
        return text.substr(text.find("\"presets\": ["));
    };
    const auto presets = run(folder / "scenario.json", "a");
    EXPECT_TRUE(Has(presets, "\"key\": \"topology\"")) << presets;
    EXPECT_TRUE(Has(presets, "\"preset\": \"dgx-superpod-b300-spectrum-1\""));
    EXPECT_TRUE(Has(presets, "\"uplinkRates\": \"assumed: "));
    // The server that it brings keeps its name though a value of it is another one.
    EXPECT_TRUE(Has(presets, "\"key\": \"server\"")) << presets;
    EXPECT_TRUE(Has(presets, "\"preset\": \"hgx-b300\""));
}

#endif // AI_FABRIC_RUN
