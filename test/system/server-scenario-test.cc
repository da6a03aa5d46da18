// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** 16 GPUs in two servers. */
const std::string SERVER_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 16, "rate": "400Gbps", "delay": "500ns"},
    "server": "dgx-h100",
    "fabric": ["roce", "infiniband"],
    "workload": {"type": "collective", "bytes": "4MiB"}
})";

/** A folder that lasts as long as the test. */
class ServerScenarioTest : public testing::Test
{
  protected:
    Outcome Run(const std::string& scenario, const fs::path& folder, const std::string& more = "")
    {
        return RunScenario(scenario + " --no-figure --output " + folder.string() + " " + more);
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
};

} // namespace

TEST_F(ServerScenarioTest, TheIdealOfNvlsIsThatOfNvlink)
{
    // NVLS moves S + S/n over NVLink, of whose rate it reaches 0.85; the fabric has no part in it.
    const TemporaryFile file(SERVER_SCENARIO);
    const auto outcome =
        Run(file.GetPath(),
            m_folder,
            "--set fabric=roce --set workload.hosts=0-7 --set workload.bytes=64MiB "
            "--set workload.algorithm.type=nvls-all-reduce");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    const auto rows = ReadCells(m_folder / "summary.csv");
    const auto& head = rows.at(0);
    const size_t column = std::find(head.begin(), head.end(), "percent_of_ideal") - head.begin();
    size_t row = 1;
    while (rows.at(row).at(1) == "all") // jobs
    {
        ++row;
    }
    EXPECT_NEAR(std::stod(rows.at(row).at(column)), 84.5, 0.5);
}

TEST_F(ServerScenarioTest, ResultsTellNvlinkFromTheFabric)
{
    const TemporaryFile file(SERVER_SCENARIO);
    const auto outcome = Run(file.GetPath(), m_folder);
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "2 servers of 8 GPUs"));
    EXPECT_TRUE(Has(outcome.text, "NVLink packet-hops"));

    // A ring of 16 makes 30 steps of 16 messages. Of 16 neighbours two are in different servers.
    const std::string flows = Read(m_folder / "flows.csv");
    std::istringstream lines(flows);
    size_t nvlink = 0;
    size_t fabric = 0;
    for (std::string line; std::getline(lines, line);)
    {
        const std::string network = line.substr(line.rfind(',') + 1);
        nvlink += network == "nvlink";
        fabric += network == "fabric";
        const bool leaves = line.find("Workload,7,15,") != std::string::npos ||
                            line.find("Workload,8,0,") != std::string::npos;
        EXPECT_EQ(network == "fabric", leaves) << line;
    }
    EXPECT_EQ(nvlink, 2u * 30 * 14); // two fabrics
    EXPECT_EQ(fabric, 2u * 30 * 2);

    // 30 steps of 14 * 256 KiB; each message is 16 packets and an acknowledgement over two links.
    const std::string summary = Read(m_folder / "summary.csv");
    const std::string expected =
        "," + std::to_string(30 * 14 * 17 * 2) + "," + std::to_string(30 * 14 * (256 << 10)) + ",";
    EXPECT_TRUE(Has(summary, expected)) << summary << expected;

    // The manifest holds the server: the same run again.
    const auto again = m_folder / "again";
    EXPECT_EQ(Run((m_folder / "manifest.json").string(), again).status, 0);
    EXPECT_EQ(Read(again / "flows.csv"), flows);

    // With every trace source connected, those of NVLink too, nothing changes.
    const auto traced = m_folder / "traced";
    EXPECT_EQ(Run(file.GetPath(), traced, "--traces --scheduler map").status, 0);
    EXPECT_EQ(Read(traced / "flows.csv"), flows);
}

// Without packets NVLink has no rows in links.csv; ranks of MPI, threads and failures of links
// stay.
TEST_F(ServerScenarioTest, NvlinkAsFlowsIsTheSameJob)
{
    const TemporaryFile file(SERVER_SCENARIO);
    const std::string flows = "--set fabric=roce --set server.type=dgx-h100 "
                              "--set server.nvlinkModel=flows ";
    const auto one = Run(file.GetPath(), m_folder, flows);
    EXPECT_EQ(one.status, 0) << one.text;
    EXPECT_FALSE(Has(one.text, "NVLink packet-hops"));
    EXPECT_TRUE(Has(one.text, "NVLink delivered"));
    EXPECT_FALSE(Has(Read(m_folder / "links.csv"), "nvlink"));
    const auto two = m_folder / "two";
    EXPECT_EQ(Run(file.GetPath(), two, flows + "--threads 2").status, 0);
    EXPECT_EQ(Read(two / "flows.csv"), Read(m_folder / "flows.csv"));

    const auto expect = [&](const std::string& more, const std::string& text) {
        const auto refused = Run(file.GetPath(), two, flows + more);
        EXPECT_EQ(refused.status, 2) << refused.text;
        EXPECT_TRUE(Has(refused.text, text));
    };
    expect("--set server.nvlinkModel=fluid",
           "NvlinkModel: is 'fluid'; expected auto, packets, flows or law");
    expect("--set workload.algorithm=nvls-all-reduce --set workload.hosts=0-7",
           "uses reductions in switches, and ns3::IdealTransport has no packets");
    expect("--set failures.0.type=server --set failures.0.start=1us",
           "stops the packets of NVLink, and the server has none");
}

// Collectives in a server have no messages; threads and ranks of MPI give the same results.
TEST_F(ServerScenarioTest, AStepWithCollectivesByLawIsTheSameInParallel)
{
    const TemporaryFile file(R"({
        "topology": {"type": "rail-optimized", "servers": 4, "hostRate": "400Gbps"},
        "server": "dgx-h100", "fabric": "roce", "seeds": 1,
        "workload": {"type": "training", "model": {"type": "transformer", "layers": 2,
            "hidden": 1024, "heads": 16, "vocabulary": 1000, "sequence": 512}, "gpu": "h100",
            "parallel": {"tensor": 4, "pipeline": 2}, "globalBatch": 16}})");
    const auto one = Run(file.GetPath(), m_folder);
    EXPECT_EQ(one.status, 0) << one.text;
    const auto parallel = m_folder / "parallel";
    for (const auto& how : KeepPossible({"--threads 2", "--threads 3", "--ranks 2"}))
    {
        const auto outcome = Run(file.GetPath(), parallel, how);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        EXPECT_EQ(Read(parallel / "flows.csv"), Read(m_folder / "flows.csv")) << how;
        EXPECT_EQ(Read(parallel / "figures.csv"), Read(m_folder / "figures.csv")) << how;
    }
}

TEST_F(ServerScenarioTest, WrongServersAreOneLine)
{
    const TemporaryFile file(SERVER_SCENARIO);
    const auto expect = [&](const std::string& option, const std::string& text) {
        const auto outcome = Run(file.GetPath(), m_folder, option);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, text));
        EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
    };
    expect("--set topology.hosts=12",
           ":3: server: ns3::CustomServer: GpusPerServer: 8 do not divide the 12 hosts");
    expect(
        "--set server=dgx-z9",
        "server.type: unknown type or preset \"dgx-z9\"; expected one of the types custom or one "
        "of the presets cloudmatrix, dgx-1-v100, dgx-a100, dgx-b200, dgx-h100, gb200-nvl72, "
        "gb300-nvl72, hgx-b300, hgx-h800, mi300x, mi300x-mesh, mrc-4x200, mrc-8x100, nvl576, p4d, "
        "sue-64, tpu-v4, tpu-v5p, tpu-v7, trn2, trn2-torus, trn3, ualink-128, vera-rubin-nvl72\n");
    expect("--set server='{\"type\":\"dgx-h100\",\"nvlink\":3}'",
           "server.nvlink: unknown key for ns3::CustomServer; expected");
}

/** Experts on a network of rails without paths to each other: data change rails over NVLink. */
TEST_F(ServerScenarioTest, TheDefaultAllToAllFitsItsNetwork)
{
    const TemporaryFile file(R"({
        "topology": {"preset": "deep-seek-multi-plane", "servers": 2},
        "fabric": "infiniband",
        "workload": {"type": "training", "gpu": "h800", "globalBatch": 16,
                     "model": {"type": "transformer", "layers": 1, "hidden": 64, "heads": 4,
                               "vocabulary": 100, "sequence": 64, "experts": 16,
                               "activeExperts": 2, "expertHidden": 64},
                     "parallel": {"expert": 16}}})");
    EXPECT_EQ(Run(file.GetPath(), m_folder).status, 0);
    const auto refused = Run(file.GetPath(), m_folder, "--set workload.allToAll=direct-all-to-all");
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(Has(refused.text, "no path joins their hosts"));
}

TEST_F(ServerScenarioTest, KeysOfNvlinkWithoutNvlinkAreRefused)
{
    const auto expect = [&](const std::string& server, const std::string& problem) {
        const TemporaryFile file("{\n\"topology\": {\"type\": \"star\", \"hosts\": 8},\n"
                                 "\"fabric\": \"roce\",\n\"server\": {\n" +
                                 server +
                                 "},\n\"workload\": {\"type\": \"incast\", \"sources\": 1, "
                                 "\"bytes\": \"1KB\"}}");
        const auto outcome = Run(file.GetPath(), m_folder, "--check --no-lint");
        EXPECT_EQ(outcome.status, problem.empty() ? 0 : 2) << outcome.text;
        if (!problem.empty())
        {
            EXPECT_EQ(outcome.text, file.GetPath() + problem + "\n");
        }
    };
    for (const std::string key : {"\"nvlinkGeneration\": 5",
                                  "\"nvlinkRate\": \"160Gbps\"",
                                  "\"nvlinkDelay\": \"50ns\"",
                                  "\"nvSwitchLatency\": \"1us\"",
                                  "\"nvls\": false",
                                  "\"nvlsEfficiency\": 0.5",
                                  "\"packetBytes\": 4096"})
    {
        const std::string name = key.substr(1, key.find('"', 1) - 1);
        expect("\"type\": \"custom\",\n" + key,
               ":6: server." + name + ": has no effect without NVLink; expected nvlinks above 0");
        expect("\"type\": \"custom\",\n" + key + ", \"gpusPerServer\": 1, \"nvlinks\": 4",
               ":6: server." + name +
                   ": has no effect in servers of one GPU; expected gpusPerServer above 1");
        expect("\"type\": \"custom\",\n" + key + ", \"nvlinks\": 4", "");
    }
    expect(
        "\"type\": \"custom\", \"gpusPerServer\": 1,\n\"nvlinks\": 4",
        ":6: server.nvlinks: has no effect in servers of one GPU; expected gpusPerServer above 1");
    expect("\"type\": \"dgx-a100\",\n\"nvlsEfficiency\": 0.5",
           ":6: server.nvlsEfficiency: has no effect if NVSwitches do not reduce; expected nvls "
           "and an nvlinkGeneration of 4 or later");
    // The value of the kind of server, as in a manifest.
    expect("\"type\": \"custom\",\n\"nvlinkDelay\": \"100ns\", \"nvlinks\": 0", "");
    expect("\"type\": \"dgx-h100\", \"nvlinks\": 0", "");
}

#endif // AI_FABRIC_RUN
