// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;
namespace fs = std::filesystem;

namespace
{

/** Hosts 0 to 3 are nodes 0 to 3, node 4 is the switch; an incast that pauses the senders. */
const std::string INCAST = R"(
    "topology": {"type": "star", "hosts": 4, "rate": "100Gbps", "delay": "1us"},
    "fabric": {"type": "roce", "marker": "none", "congestionControl": "none", "framing": "hpcc",
               "buffer": {"type": "shared", "sizeBytes": "600KB"}},
    "workload": {"type": "incast", "bytes": "500KB", "start": "3us"})";

/** Runs of the program. */
class HpccFilesTest : public testing::Test
{
  protected:
    /** @param text of a scenario, a run of which ends well */
    void Run(const std::string& text)
    {
        const TemporaryFile scenario("{" + text + "}");
        const auto run =
            RunScenario(scenario.GetPath() + " --no-figure --output " + m_folder.GetPath());
        ASSERT_EQ(run.status, 0) << run.text;
    }

    /** @param name of a file of the results @return its lines */
    std::vector<std::string> Lines(const std::string& name) const
    {
        std::vector<std::string> lines;
        std::ifstream in(fs::path(m_folder.GetPath()) / name);
        for (std::string line; std::getline(in, line);)
        {
            lines.push_back(line);
        }
        return lines;
    }

    TemporaryFolder m_folder;
};

} // namespace

TEST_F(HpccFilesTest, FilesSayWhatTheTablesSay)
{
    Run(INCAST + R"(, "pfcTrace": true, "output": {
        "hpcc": {"flow": true, "pfc": true,
                 "qlen": {"interval": "10us", "dumpInterval": "20us", "stop": "20us"}},
        "samples": {"queues": "switch0->host *", "interval": "10us"}})");
    EXPECT_EQ(Lines("flow-roce.txt"),
              (std::vector<std::string>{"3",
                                        "0 3 3 100 500000 0.000003000",
                                        "1 3 3 100 500000 0.000003000",
                                        "2 3 3 100 500000 0.000003000"}));

    // Each pause of a host is a line when it begins and one when it ends, of port 1.
    std::map<std::string, int> expected;
    const fs::path pauses = fs::path(m_folder.GetPath()) / "pfc-pauses-roce.csv";
    for (const auto& row : ReadCells(pauses))
    {
        if (row[0] == "paused_port")
        {
            continue;
        }
        const std::string node = row[0].substr(4, row[0].find("->") - 4); // hostN->switch0
        const auto whole = [](double ns) {
            return std::to_string(static_cast<long>(std::floor(ns + 1e-6)));
        };
        const double start = std::stod(row[2]);
        ++expected[whole(start) + " " + node + " 0 1 1"];
        ++expected[whole(start + std::stod(row[3])) + " " + node + " 0 1 0"];
        EXPECT_EQ(row[4], "1") << "ended";
    }
    ASSERT_FALSE(expected.empty());
    long last = 0;
    for (const auto& line : Lines("pfc-roce.txt"))
    {
        EXPECT_GT(expected[line]--, 0) << line;
        EXPECT_GE(std::stol(line), last);
        last = std::stol(line);
    }
    for (const auto& [line, count] : expected)
    {
        EXPECT_EQ(count, 0) << line;
    }

    // Looks at 0, 10 and 20 us of ports 1 to 4: the histogram of what queues.csv has.
    std::map<std::string, std::map<long, int>> looks; // by queue, by KB
    for (const auto& row : ReadCells(fs::path(m_folder.GetPath()) / "queues.csv"))
    {
        if (row[0] != "fabric" && std::stod(row[1]) <= 20'000)
        {
            ++looks[row[2]][std::stol(row[4]) / 1000];
        }
    }
    const auto lines = Lines("qlen-roce.txt");
    ASSERT_EQ(lines.size(), 2u * 5);
    EXPECT_EQ(lines[0], "time: 0");
    EXPECT_EQ(lines[1], "4 1 1");
    EXPECT_EQ(lines[5], "time: 20000");
    for (int port = 1; port <= 4; ++port)
    {
        const auto& counts = looks.at("switch0->host" + std::to_string(port - 1));
        std::string line = "4 " + std::to_string(port);
        for (long kb = 0; kb <= counts.rbegin()->first; ++kb)
        {
            line += " " + std::to_string(counts.count(kb) > 0 ? counts.at(kb) : 0);
        }
        EXPECT_EQ(lines[5 + port], line);
    }
    EXPECT_GT(lines[9].size(), 50u) << "the queue of host 3 is long";
}

TEST_F(HpccFilesTest, AFlowFileRunsAgain)
{
    Run(INCAST + R"(, "output": {"hpcc": {"flow": true}})");
    const auto first = ReadCells(fs::path(m_folder.GetPath()) / "flows.csv");
    const auto fct = Lines("fct-roce.txt");
    const auto lines = Lines("flow-roce.txt");
    std::string text;
    for (const auto& line : lines)
    {
        text += line + '\n';
    }
    const TemporaryFile flows(text);
    std::string again = INCAST;
    const auto at = again.find("{\"type\": \"incast\"");
    again.replace(at,
                  std::string::npos,
                  R"({"type": "hpcc-flow", "file": ")" + flows.GetPath() + "\"}");
    Run(again);
    const auto second = ReadCells(fs::path(m_folder.GetPath()) / "flows.csv");
    ASSERT_EQ(first.size(), second.size());
    for (size_t i = 1; i < first.size(); ++i)
    {
        EXPECT_EQ(first[i][6], second[i][6]) << "bytes";
        EXPECT_EQ(first[i][7], second[i][7]) << "start";
    }
    EXPECT_FALSE(fs::exists(fs::path(m_folder.GetPath()) / "flow-roce.txt"));
}

TEST_F(HpccFilesTest, WhatIsNoChoiceIsRefused)
{
    for (const auto& [given, message] : std::map<std::string, std::string>{
             {R"({"fct": true})", "output.hpcc.fct: unknown key; expected one of flow, pfc, qlen"},
             {"true",
              "output.hpcc: is a boolean (true or false); expected an object with some of flow, "
              "pfc, qlen"},
             {R"({"qlen": {"start": "2us", "stop": "1us"}})", "must be after Start"}})
    {
        const TemporaryFile scenario("{" + INCAST + R"(, "output": {"hpcc": )" + given + "}}");
        const auto run = RunScenario(scenario.GetPath() + " --check");
        EXPECT_EQ(run.status, 2) << run.text;
        EXPECT_TRUE(Has(run.text, message));
    }
}

#endif
