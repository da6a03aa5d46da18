// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// --topology: counts, distances and cost without simulating.

#include "run-program.h"
#include "temporary-folder.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

} // namespace

TEST(TopologyReport, Llama3InFiveSeconds)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto outcome = RunDraws("--topology llama-3");
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(ValueOf(outcome.text, "hosts"), "24,576");
    EXPECT_EQ(ValueOf(outcome.text, "servers"), "3,072 of 8 hosts");
    EXPECT_EQ(ValueOf(outcome.text, "switches"), "1,680");
    EXPECT_EQ(ValueOf(outcome.text, "  leaf"), "1,536 with 32 ports, 12.8 Tbit/s");
    // 64 switches of four pods with 27 links of 400 Gb/s each; half of the hosts are 12,288 of
    // them.
    EXPECT_EQ(ValueOf(outcome.text, "bisection"),
              "691.2 Tbit/s, 14.1 % of what half of the hosts send");
    EXPECT_EQ(ValueOf(outcome.text, "diameter"), "6 links, 4 of them between switches");
    EXPECT_LT(took.count(), 5) << "seconds";
}

TEST(TopologyReport, SaysThatItIsNotThePresetItself)
{
    // 8 leaves with one link to each of 4 spines: 4 * 4 links of 400 Gb/s for 124 hosts.
    const auto changed = RunDraws("--topology dgx-superpod-h100-1 --set linksPerPair=1");
    const auto same = RunDraws("--topology dgx-superpod-h100-1");
    EXPECT_TRUE(Has(changed.text.substr(0, changed.text.find('\n')), "; changed by --set"));
    EXPECT_FALSE(Has(same.text, "changed by"));
    EXPECT_EQ(ValueOf(changed.text, "bisection"),
              "6.4 Tbit/s, 12.9 % of what half of the hosts send");
    EXPECT_TRUE(Has(RunDraws("--topology slim-fly").text, "  at most "));
}

TEST(TopologyReport, TheNorthSouthNetworkOfAScenarioComesBehind)
{
    const auto outcome = RunDraws("--topology " AI_FABRIC_SOURCE_DIR
                                  "/examples/scenarios/questions/north-south.json "
                                  "--set northSouth.topology.hostRate=40Gbps");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    const size_t second = outcome.text.find("\nnorth-south network; changed");
    ASSERT_NE(second, std::string::npos) << outcome.text;
    EXPECT_TRUE(Has(outcome.text.substr(0, second), "  bisection  "));
    const std::string outside = outcome.text.substr(second);
    EXPECT_TRUE(Has(ValueOf(outside, "  host - leaf"), " of 40 Gbit/s")) << outside;
    EXPECT_TRUE(Has(outside, "  network  "));
}

TEST(TopologyReport, PlanesAndServersOfThePresetCount)
{
    const auto hpn = RunDraws("--topology hpn-7");
    EXPECT_EQ(hpn.status, 0) << hpn.text;
    EXPECT_EQ(ValueOf(hpn.text, "hosts"), "15,360");
    // 15 segments of 16 ToRs, 120 aggregation switches; each ToR 128 down and 60 up.
    EXPECT_EQ(ValueOf(hpn.text, "  leaf"), "240 with 188 ports, 49.6 Tbit/s");
    EXPECT_EQ(ValueOf(hpn.text, "  spine"), "120 with 120 ports, 48 Tbit/s");
    EXPECT_EQ(ValueOf(hpn.text, "  leaf - spine"), "14,400 of 400 Gbit/s");
    const auto one = RunDraws("--topology hpn-7 --set server.nicsPerGpu=1");
    EXPECT_EQ(ValueOf(one.text, "  leaf"), "120 with 188 ports, 49.6 Tbit/s") << one.text;
    const auto other = RunDraws("--topology hpn-7 --set server=custom");
    EXPECT_EQ(ValueOf(other.text, "  leaf"), "120 with 188 ports, 49.6 Tbit/s") << other.text;
    const auto mrc = RunDraws("--topology openai-131k --prices ethernet-400g-assumed");
    EXPECT_EQ(ValueOf(mrc.text, "hosts"), "131,072") << mrc.text;
    EXPECT_EQ(ValueOf(mrc.text, "switches"), "6,144");
    EXPECT_EQ(ValueOf(mrc.text, "  leaf"), "4,096 with 512 ports, 51.2 Tbit/s");
    EXPECT_EQ(ValueOf(mrc.text, "  spine"), "2,048 with 512 ports, 51.2 Tbit/s");
    EXPECT_EQ(ValueOf(mrc.text, "  leaf - spine"), "1,048,576 of 100 Gbit/s");
    // A chip of 51.2 Tb/s each, at 40,000.
    EXPECT_EQ(ValueOf(mrc.text, "leaf switches"), "4,096, 164 MUSD (assumed), 5.24 MW (assumed)");
    const auto tpu = RunDraws("--topology tpu-v4");
    EXPECT_EQ(ValueOf(tpu.text, "optical-switch"), "48 with 128 ports in use") << tpu.text;
}

TEST(TopologyReport, AttributesChange)
{
    const auto outcome =
        RunDraws("--topology dgx-superpod-h100-4 --set servers=95 --set topology.hostDelay=1us");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(ValueOf(outcome.text, "hosts"), "760");
    EXPECT_EQ(ValueOf(outcome.text, "  leaf - spine"), "768 of 400 Gbit/s");
    const auto tree = RunDraws("--topology fat-tree --set k=8");
    EXPECT_EQ(ValueOf(tree.text, "hosts"), "128") << tree.text;
    EXPECT_EQ(ValueOf(tree.text, "shortest paths per pair"), "4 to 16, mean 14.8") << tree.text;
    const auto scenario = RunDraws(std::string("--topology ") + AI_FABRIC_SOURCE_DIR +
                                   "/examples/scenarios/servers-1024.json");
    EXPECT_EQ(ValueOf(scenario.text, "hosts"), "1,024") << scenario.text;
    EXPECT_EQ(ValueOf(scenario.text, "servers"), "128 of 8 hosts");
}

TEST(TopologyReport, CostByHand)
{
    // 1,016 hosts, 48 switches, 1,016 + 1,024 cables of 1,280 with two transceivers of 9 W.
    const auto outcome = RunDraws("--topology dgx-superpod-h100-4 --prices infiniband-ndr-2024");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(ValueOf(outcome.text, "transceivers"), "4,080");
    EXPECT_EQ(ValueOf(outcome.text, "leaf switches"), "32, 1.15 MUSD, 23.9 kW");
    // 48 * 36,000 + 2,040 * 1,280; 48 * 747 + 4,080 * 9 + 1,016 * 25 W.
    EXPECT_EQ(ValueOf(outcome.text, "network"),
              "4.34 MUSD, 4.27 kUSD per endpoint; 98.0 kW, 96.4 W per endpoint (in part assumed)");
    // Beside 127 servers of 310,000 and 10.2 kW.
    EXPECT_EQ(ValueOf(outcome.text, "share of the cluster"),
              "9.9 % of its cost, 7.0 % of its power (in part assumed), with servers of 39.4 MUSD");
    // All lists: Ethernet against InfiniBand on the same wiring; a list that lacks a part is
    // reported.
    const auto all = RunDraws("--topology dgx-superpod-h100-4");
    EXPECT_TRUE(Has(all.text, "\nper endpoint, of the least\n  ethernet-400g-assumed     3.5"));
    const auto large = RunDraws("--topology llama-3");
    EXPECT_TRUE(Has(large.text, "\nwithout isca-25-fitted: "));
    // 512 links of 1.6 Tb/s between spines and cores, of 5,120 and two transceivers of 30 W.
    const auto fast = RunDraws("--topology trainium2-efa --prices infiniband-ndr-2024");
    EXPECT_EQ(ValueOf(fast.text, "cables spine to core"), "512, 2.62 MUSD (assumed), 30.7 kW");
}

TEST(TopologyReport, CountsWhatNoMemoryHolds)
{
    // 75,000 servers of 8 GPUs in groups of 32 on 8 rails: 2,344 groups, the last of 24 servers, so
    // 18,752 leaves with 64 uplinks of 12.8 Tbit/s / 64. 293 blocks of 64 leaves have 64 spines
    // each, which have as many uplinks to 64 * 64 cores.
    const auto outcome = RunDraws("--topology clos --set servers=75000 --set gpusPerServer=8 --set "
                                  "serversPerGroup=32 --set rails=8 --set switchesBelow=64,0 --set "
                                  "switchesAbove=64,64 --prices infiniband-ndr-2024");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(ValueOf(outcome.text, "hosts"), "600,000");
    EXPECT_EQ(ValueOf(outcome.text, "  leaf"), "18,752 with 88 to 96 ports, 25.6 Tbit/s");
    EXPECT_EQ(ValueOf(outcome.text, "  spine"), "18,752 with 128 ports, 25.6 Tbit/s");
    EXPECT_EQ(ValueOf(outcome.text, "  core"), "4,096 with 293 ports, 58.6 Tbit/s");
    EXPECT_EQ(ValueOf(outcome.text, "  leaf - spine"), "1,200,128 of 200 Gbit/s");
    EXPECT_EQ(ValueOf(outcome.text, "  spine - core"), "1,200,128 of 200 Gbit/s");
}

TEST(TopologyReport, FilesAreWritten)
{
    const TemporaryFolder temporary;
    const fs::path folder(temporary.GetPath());
    const auto in = [&folder](const char* name) { return (folder / name).string(); };
    const auto outcome = RunDraws("--topology fat-tree --svg " + in("a.svg") + " --dot " +
                                  in("a.dot") + " --graphml " + in("a.graphml") + " --hpcc " +
                                  in("a.txt") + " --infragraph " + in("a.json"));
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    for (const auto& [name, head] : {std::pair{"a.svg", "<svg "},
                                     std::pair{"a.dot", "graph topology {"},
                                     std::pair{"a.graphml", "<?xml "},
                                     std::pair{"a.json", "{\n\"name\": \"fat-tree\""},
                                     std::pair{"a.txt", "36 20 48\n"}})
    {
        EXPECT_TRUE(Begins(Read(folder / name), head)) << name;
    }
    std::ofstream(folder / "scenario.json")
        << R"({"topology": {"type": "hpcc", "file": "a.txt"}, "fabric": "roce", "workload":
              {"type": "permutation", "bytes": 1000}})";
    const auto again = RunDraws("--topology " + in("scenario.json"));
    EXPECT_EQ(ValueOf(again.text, "links"), "48") << again.text;
}

TEST(TopologyReport, BadInputIsOneLine)
{
    ExpectOneLine("--topology lama-3", "did you mean llama-3?");
    ExpectOneLine("--topology star --seed 3",
                  "command line: --seed: has no effect with --topology");
    ExpectOneLine("x.json --topology star", "command line: x.json: has no effect with --topology");
    ExpectOneLine("x.json --svg y.svg", "command line: --svg: has no effect without --topology");
    ExpectOneLine("--topology star --prices gold",
                  "command line: --prices: there is no price list named");
    ExpectOneLine("--topology star --set hosts=0", "is 0");
    ExpectOneLine("--topology star --set server=dgx-h100 --set hosts=3",
                  "8 do not divide the 3 hosts");
    ExpectOneLine("--topology llama-3 --prices isca-25-fitted", "price.switches: has no part for");
}

TEST(TopologyReport, PresetOfATopologyBringsItsServer)
{
    const TemporaryFolder temporary;
    const fs::path folder(temporary.GetPath());
    std::ofstream(folder / "pair.json") << R"({"about": "two planes", "source": {},
        "topology": {"type": "star", "hosts": 4},
        "server": {"type": "custom", "gpusPerServer": 2, "nicsPerGpu": 2}})";
    std::ofstream(folder / "scenario.json") << R"({"topology": {"preset": "pair.json"},
        "fabric": "roce", "workload": {"type": "permutation", "bytes": 1000}})";
    const auto run = [&](const std::string& options) {
        const auto outcome =
            RunScenario((folder / "scenario.json").string() + " --no-figure --quiet --output " +
                        (folder / "results").string() + options);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return Read(folder / "results" / "manifest.json");
    };
    EXPECT_TRUE(Has(run(""), "\"nicsPerGpu\": 2"));
    const auto changed = run(" --set server.nvlinks=4");
    EXPECT_TRUE(Has(changed, "\"nicsPerGpu\": 2"));
    EXPECT_TRUE(Has(changed, "\"nvlinks\": 4"));
    EXPECT_FALSE(
        Has(run(" --set server=dgx-h100 --set server.gpusPerServer=4"), "\"nicsPerGpu\": 2"));
}

#endif // AI_FABRIC_RUN
