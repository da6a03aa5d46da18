// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Imports of networks and of switches: InfraGraph, and SONiC's config_db.json.

#include "import-test.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;
namespace fs = std::filesystem;

namespace
{

/** Imports of SONiC and InfraGraph. */
class NetworkImportTest : public ImportFolderTest
{
  protected:
    /** Expects a text in the scenario. @param pattern a regular expression */
    void ExpectInScenario(const std::string& pattern) const
    {
        const auto scenario = Read(In("it.json"));
        EXPECT_TRUE(std::regex_search(scenario, std::regex(pattern))) << pattern << scenario;
    }

    /** Imports, and expects one line of error. */
    void ExpectRefused(const std::string& simulator, const std::string& message) const
    {
        ExpectRefusal(Import(simulator), message);
    }
};

} // namespace

TEST_F(NetworkImportTest, SonicSwitchBecomesAFabricWithAHostAtEachPort)
{
    const auto imported = Import("sonic");
    ASSERT_EQ(imported.status, 0) << imported.text;
    // Three ports of 100 Gb/s with 5, 5 and 40 m and one of 400 Gb/s with 40 m, at 5 ns a metre.
    EXPECT_EQ(Read(In("it.topology.txt")),
              "5 1 4\n4\n0 4 100Gbps 25ns 0\n1 4 100Gbps 25ns 0\n2 4 100Gbps 200ns 0\n"
              "3 4 400Gbps 200ns 0\n");
    // pfc_enable 3,4.
    ExpectInScenario(R"("priorities": 24\b)");
    // dynamic_th -3 and -1; the profile with the largest xoff is that of all ports of 100 Gb/s.
    ExpectInScenario(R"("rate": "100Gbps",\s*"reserveBytes": 1248,\s*"xonOffsetBytes": 2288,\s*)"
                     R"("headroomBytes": 177632,\s*"alpha": 0.125\s*\})");
    ExpectInScenario(R"("rate": "400Gbps",\s*"reserveBytes": 1248,\s*"xonOffsetBytes": 3600,\s*)"
                     R"("headroomBytes": 268736,\s*"alpha": 0.5\s*\})");
    // Headrooms: 3 * 2 * 177,632 + 2 * 268,736 = 1,603,264 B, twice the pool's xoff. The memory is
    // the pool, its xoff and 4 * 2 * 1248 B of reserves: 10,875,072 + 801,632 + 9,984.
    ExpectInScenario(R"("sizeBytes": 11686688,\s*"headroomOversubscription": 2.0,)");
    // static_th with the size of its profile, 15,982,720 + 1,518; dynamic_th 3 of lossy queues.
    ExpectInScenario(R"("egressPoolBytes": 15982720,\s*"egressThresholdBytes": 15984238,\s*)"
                     R"("lossyAlpha": 8.0)");
    ExpectInScenario(R"("kminBytes": 1048576,\s*"kmaxBytes": 2097152,\s*"pmax": 0.05)");
    // A turn of weight 14 is a frame of 4352 B: 310.9 B for weight 1, which queue 7 has.
    ExpectInScenario(R"("weights": "14 14 14 15 15 14 0 1",\s*"quantumBytes": 311)");
    ExpectInScenario(R"("dscpToPriority": "3:3,4:4,5:2,8:0,46:5,48:6,\*:1")");
    ExpectInScenario(R"("priorityToDscp": "0:8,1:0,2:5,3:3,4:4,5:46,6:48",\s*"cnpPriority": 6)");
    ExpectInScenario(R"("detectionTime": "400ms",\s*"discard": true,\s*)"
                     R"("restorationTime": "600ms",\s*"pollInterval": "200ms")");
    for (const std::string told : {"NVIDIA's default for RoCE, 26, has class 1 in this",
                                   "BUFFER_PROFILE.xon",
                                   "egress_lossy_pool.size",
                                   "BGP_NEIGHBOR, NTP_SERVER.",
                                   "2 profiles  pg_lossless_100000_40m_profile at 100Gbps"})
    {
        EXPECT_TRUE(Has(imported.text, told)) << told << imported.text;
    }
    const auto run = RunQuietly("it.json", "out");
    EXPECT_EQ(run.status, 0) << run.text;
}

/** 3 senders of 1 MB into a port of 100 Gb/s: more than a pool of 1 MB lets in without a pause. */
TEST_F(NetworkImportTest, ThresholdsOfSonicPauseSenders)
{
    const auto pauses = [this](const std::string& pool) {
        Change("sonic/config_db.json", "\"size\": \"10875072\"", "\"size\": \"" + pool + "\"");
        EXPECT_EQ(Import("sonic").status, 0);
        const auto run =
            RunScenario(In("it.json").string() + " --no-lint --quiet --no-figure --pfc-trace " +
                        "--output " + In("out" + pool).string());
        EXPECT_EQ(run.status, 0) << run.text;
        const auto rows = ReadColumn(In("out" + pool) / "pfc-pauses-leaf-7.csv", 0);
        Change("sonic/config_db.json", "\"size\": \"" + pool + "\"", "\"size\": \"10875072\"");
        return rows.size();
    };
    EXPECT_EQ(pauses("100000000"), 0u) << "each sender has less than an eighth of 100 MB";
    EXPECT_GT(pauses("1000000"), 0u);
}

TEST_F(NetworkImportTest, SonicWithoutProfilesComputesHeadroom)
{
    Change("sonic/config_db.json",
           R"("Ethernet16|3-4": {"profile": "pg_lossless_400000_40m_profile"})",
           R"("Ethernet16|3-4": {"profile": "NULL"})");
    const auto imported = Import("sonic");
    ASSERT_EQ(imported.status, 0) << imported.text;
    ExpectInScenario(R"("headroom": \{\s*"type": "sonic"\s*\})");
    ExpectInScenario(R"("sizeBytes": 11676704,)"); // the pool and its xoff
    EXPECT_EQ(Read(In("it.json")).find(R"("rate": "400Gbps")"), std::string::npos);
    const auto run = RunQuietly("it.json", "out");
    EXPECT_EQ(run.status, 0) << run.text;
}

TEST_F(NetworkImportTest, NamesOfOlderSonicReleasesAreReadToo)
{
    ASSERT_EQ(Import("sonic").status, 0);
    const auto before = Read(In("it.json"));
    const fs::path config = In("sonic/config_db.json");
    std::ofstream(In("sonic/old.json"))
        << std::regex_replace(Read(config),
                              std::regex(R"x("profile": "([a-z0-9_]+)")x"),
                              "\"profile\": \"[BUFFER_PROFILE|$1]\"");
    fs::rename(In("sonic/old.json"), config);
    ASSERT_EQ(Import("sonic").status, 0);
    EXPECT_EQ(Read(In("it.json")), before);
}

TEST_F(NetworkImportTest, WrongSonicTablesAreNamedInOneLine)
{
    const std::string file = "sonic/config_db.json";
    const auto expect =
        [&](const std::string& from, const std::string& to, const std::string& message) {
            const auto before = Read(In(file));
            Change(file, from, to);
            ExpectRefused("sonic", message);
            std::ofstream(In(file)) << before;
        };
    expect("\"Ethernet16|3-4\": {\"profile\": \"pg_lossless_400000_40m_profile\"}",
           "\"Ethernet16|3-4\": {\"profile\": \"pg_lossless\"}",
           "config_db.json:57: profile: is 'pg_lossless'; BUFFER_PROFILE has no such entry");
    expect("\"speed\": \"400000\"",
           "\"speed\": \"400G\"",
           "speed: is '400G'; expected a whole number");
    expect("\"Ethernet8\": \"40m\"",
           "\"Ethernet8\": \"40 ft\"",
           "Ethernet8: is '40 ft'; expected metres");
    expect("\"Ethernet0|3-4\"", "\"Ethernet0|x\"", "Ethernet0|x: expected ports and numbers");
    expect("\"pfc_enable\": \"3,4\"",
           "\"pfc_enable\": \"3-4\"",
           "pfc_enable: is '3-4'; expected priorities");
    expect("\"dynamic_th\": \"-3\"",
           "\"dynamic_th\": \"-30\"",
           "dynamic_th: is '-30'; expected a whole number from -8");
    expect("\"DEVICE_METADATA\": {", "\"DEVICE_METADATA\" {", "config_db.json:2: is not JSON");
}

TEST_F(NetworkImportTest, InfraGraphBecomesATopologyWithServers)
{
    const auto imported = Import("infragraph");
    ASSERT_EQ(imported.status, 0) << imported.text;
    // The NICs of servers 0 to 2 are hosts 0 to 5, two of each; a leaf has the n-th NIC of each
    // server, and the second spine switch no edge. 50 GB/s are 400 Gb/s.
    EXPECT_EQ(Read(In("it.topology.txt")),
              "9 3 8\n6 7 8\n0 6 100Gbps 100ns 0\n2 6 100Gbps 100ns 0\n4 6 100Gbps 100ns 0\n"
              "1 7 100Gbps 100ns 0\n3 7 100Gbps 100ns 0\n5 7 100Gbps 100ns 0\n"
              "6 8 400Gbps 1500ns 0\n7 8 400Gbps 1500ns 0\n");
    // 45 GB/s of an xpu to its NVSwitch: 360 Gb/s in two links, as one has at most 188 Gb/s.
    ExpectInScenario(R"("gpusPerServer": 2,\s*"nvlinks": 2,\s*"nvlinkGeneration": 4,\s*)"
                     R"("nvlinkRate": "180Gbps")");
    EXPECT_TRUE(Has(imported.text, "1 of 7")) << imported.text;
    const auto run = RunQuietly("it.json", "out");
    EXPECT_EQ(run.status, 0) << run.text;
}

/** A topology that was written as an InfraGraph is read back with other numbers of its nodes. */
TEST_F(NetworkImportTest, TopologiesAreWrittenAsInfraGraphsAndReadBack)
{
    const auto readBack = [this](const std::string& options) {
        const auto file = In("infragraph/infrastructure.json").string();
        fs::remove(file);
        const auto written = RunDraws("--topology " + options + " --infragraph " + file);
        EXPECT_EQ(written.status, 0) << written.text;
        const auto imported = Import("infragraph");
        EXPECT_EQ(imported.status, 0) << imported.text;
        const auto again = RunDraws("--topology " + In("it.json").string());
        EXPECT_EQ(again.status, 0) << again.text;
        for (const std::string line : {"hosts", "switches", "links", "bisection", "diameter"})
        {
            EXPECT_EQ(ValueOf(again.text, line), ValueOf(written.text, line)) << line << options;
        }
        return Read(In("it.topology.txt"));
    };
    // Three leaves with 3 hosts and 2 spines; hosts 0 to 2 of a server are on one leaf.
    const auto leaves =
        readBack("leaf-spine --set leaves=3 --set spines=2 --set hostsPerLeaf=3 "
                 "--set hostRate=100Gbps --set uplinkRate=400Gbps --set hostDelay=15ns "
                 "--set uplinkDelay=15ns "
                 "--set server=custom --set server.gpusPerServer=3");
    EXPECT_TRUE(Begins(leaves, "14 5 15\n9 10 11 12 13\n0 9 100Gbps 15ns 0\n")) << leaves;
    EXPECT_TRUE(Has(leaves, "\n9 12 400Gbps 15ns 0\n")) << leaves;
    ExpectInScenario(R"("gpusPerServer": 3\b)");
    readBack("fat-tree --set k=4 --set rate=200Gbps");
    // Two planes: each host has two NICs, and the file both networks.
    const auto plane = readBack("star --set hosts=6 --set rate=400Gbps --set server=custom "
                                "--set server.gpusPerServer=2 --set server.nicsPerGpu=2");
    EXPECT_TRUE(Begins(plane, "7 1 6\n6\n0 6 400Gbps ")) << plane;
    ExpectInScenario(R"("nicsPerGpu": 2\b)");
}

TEST_F(NetworkImportTest, WrongInfraGraphsAreNamedInOneLine)
{
    const std::string file = "infragraph/infrastructure.json";
    const auto expect =
        [&](const std::string& from, const std::string& to, const std::string& message) {
            const auto before = Read(In(file));
            Change(file, from, to);
            ExpectRefused("infragraph", message);
            std::ofstream(In(file)) << before;
        };
    expect("port[0:3]", "port[0:17]", "component: is 'port[0:17]'; there are 16 of port");
    expect("\"device\": \"server\"",
           "\"device\": \"serve\"",
           "device: is 'serve'; devices has no such name");
    expect("host[0:3]", "hots[0:3]", "instance: is 'hots'; instances has no such name");
    expect("\"gigabits_per_second\": 100",
           "\"gigabits_per_second\": \"fast\"",
           "is 'fast'; expected a number");
    expect("\"scheme\": \"one2one\",\n      \"link\": \"leaf-link\"",
           "\"scheme\": \"ring\",\n      \"link\": \"leaf-link\"",
           "scheme: is 'ring'; expected one2one or many2many");
    expect("\"component\": \"nic[1]\"",
           "\"component\": \"nic[0]\"",
           "component: nic 0 of host 0 has two edges; expected one");
}

#endif // AI_FABRIC_RUN
