// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Presets of topologies in the manifest, and what their networks cost beside their servers.

#include "run-program.h"
#include "temporary-folder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <utility>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

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
    EXPECT_TRUE(Has(presets, "\"key\": \"topology\""));
    EXPECT_TRUE(Has(presets, "\"preset\": \"dgx-superpod-b300-spectrum-1\""));
    EXPECT_TRUE(Has(presets, "\"uplinkRates\": \"assumed: "));
    // The server that it brings keeps its name though a value of it is another one.
    EXPECT_TRUE(Has(presets, "\"key\": \"server\""));
    EXPECT_TRUE(Has(presets, "\"preset\": \"hgx-b300\""));
}

/** Ethernet against InfiniBand on the same wiring, beside servers, with what nobody published. */
TEST(TopologyPreset, EachHasCostPowerAndShareByBothFabrics)
{
    uint32_t count = 0;
    for (const auto& file :
         fs::directory_iterator(AI_FABRIC_SOURCE_DIR "/examples/presets/topologies"))
    {
        const std::string name = file.path().stem().string();
        SCOPED_TRACE(name);
        ++count;
        const auto outcome =
            RunDraws("--topology " + name + " --prices ethernet-400g-assumed,infiniband-ndr-2024");
        ASSERT_EQ(outcome.status, 0) << outcome.text;
        const auto table = outcome.text.find("\nper endpoint, of the least\n");
        ASSERT_NE(table, std::string::npos) << outcome.text;
        for (const std::string list : {"ethernet-400g-assumed", "infiniband-ndr-2024"})
        {
            const auto section = outcome.text.substr(outcome.text.find("\n" + list + ": "));
            const auto network = ValueOf(section, "network");
            EXPECT_TRUE(Has(network, " per endpoint"));
            EXPECT_TRUE(Has(network, " W per endpoint (in part assumed)"));
            // A server that the preset describes itself has no name in a list.
            const auto share = ValueOf(section, "share of the cluster");
            EXPECT_TRUE(Has(share, " % of its power") || Has(share, "no such server")) << section;
            EXPECT_TRUE(Has(outcome.text.substr(table), "\n  " + list + "  ")) << outcome.text;
        }
        // No price of an Ethernet switch is published.
        EXPECT_TRUE(Has(outcome.text, " per endpoint (in part assumed); "));
        EXPECT_TRUE(Has(outcome.text, "USD (assumed), "));
    }
    EXPECT_GE(count, 27u);
}

TEST(TopologyPreset, NetworkIsAShareOnlyBesideServersOfTheList)
{
    const auto share = [](const std::string& topology) {
        const auto outcome = RunDraws("--topology " + topology + " --prices ethernet-400g-assumed");
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return ValueOf(outcome.text, "share of the cluster");
    };
    EXPECT_EQ(share("star --set rate=400Gbps --set hosts=8 --set server=mi300x"),
              "unknown: the list has no server mi300x of 8 GPUs");
    EXPECT_EQ(share("star --set rate=400Gbps"), "");
    EXPECT_EQ(share("star --set rate=400Gbps --set hosts=4 --set server=dgx-h100 --set "
                    "server.gpusPerServer=4"),
              "unknown: the list has no server dgx-h100 of 4 GPUs");
    // 8 cables of 1,280 and a switch of 20,000 beside one server of 310,000; 16 transceivers of 9
    // W, 8 NICs of 25 W and a switch of 640 W beside 10.2 kW.
    const std::string one = "8.9 % of its cost (in part assumed), 8.8 % of its power (in part "
                            "assumed), with servers of 310 kUSD";
    EXPECT_EQ(share("star --set rate=400Gbps --set hosts=8 --set server=dgx-h100"), one);
    EXPECT_EQ(share("star --set rate=400Gbps --set hosts=8 --set server=dgx-h100 --set "
                    "server.nvlinks=9"),
              one);
}

TEST(TopologyPreset, PortsOfASwitchCanBeSplit)
{
    // A ToR of HPN has 128 ports of 200 Gb/s and 60 of 400, 49.6 Tb/s: a switch of 51.2 Tb/s has
    // them. 240 at 40,000 and 120 aggregation switches of 120 ports at 40,000.
    const auto outcome = RunDraws("--topology hpn-7 --prices ethernet-400g-assumed");
    EXPECT_EQ(ValueOf(outcome.text, "leaf switches"), "240, 9.60 MUSD (assumed), 307 kW (assumed)")
        << outcome.text;
    EXPECT_EQ(ValueOf(outcome.text, "spine switches"), "120, 4.80 MUSD (assumed), 154 kW (assumed)")
        << outcome.text;
}

TEST(TopologyPreset, OptionsWithoutAValueAreRefused)
{
    for (const auto& [option, expected] :
         {std::pair{"prices", "price lists"}, std::pair{"svg", "a file"}})
    {
        const auto outcome = RunDraws(std::string("--topology star --") + option + " ''");
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(
            Has(outcome.text, std::string("--") + option + ": is empty; expected " + expected))
            << outcome.text;
    }
}

#endif // AI_FABRIC_RUN
