// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

#ifdef AI_FABRIC_RUN

namespace
{

/** A model of a few layers, served in servers of eight GPUs. */
class InferenceScenarioTest : public testing::Test
{
  protected:
    /** @param more members of the workload @param times of two requests, in seconds */
    Outcome Run(uint32_t servers,
                const std::string& more,
                const std::string& times,
                const std::string& options = " --quiet")
    {
        std::istringstream both(times);
        std::string lines = "time_s,prompt_tokens,output_tokens\n";
        for (std::string time; both >> time;)
        {
            lines += time + ",1500,4\n";
        }
        const TemporaryFile requests(lines);
        const TemporaryFile scenario(
            R"({"topology": {"type": "rail-optimized", "servers": )" + std::to_string(servers) +
            R"(, "hostRate": "400Gbps"}, "fabric": "infiniband", "server": "dgx-h100",
                "workload": {"type": "inference", "arrivals": {"type": "trace", "file": ")" +
            requests.GetPath() + R"("}, "replicaGpus": 8, )" + more + "}}");
        return RunScenario(scenario.GetPath() + " --no-figure --output " + m_folder.GetPath() +
                           options);
    }

    /** @return a column of a table, by number */
    std::vector<std::string> Column(const std::string& file, int number) const
    {
        return ReadColumn(std::filesystem::path(m_folder.GetPath()) / file, number);
    }

    const TemporaryFolder m_folder;
};

} // namespace

TEST_F(InferenceScenarioTest, TimeWithoutRequestsIsNoStall)
{
    const auto outcome =
        Run(1,
            R"("model": {"type": "transformer", "layers": 2, "hidden": 8192, "heads": 64,
                         "vocabulary": 32000})",
            "0 30");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_FALSE(Has(outcome.text, "stalled"));
    EXPECT_EQ(Column("requests.csv", 8), (std::vector<std::string>{"4", "4"}));
}

/** Two points of a sweep: what users see is among the numbers and in the table. */
TEST_F(InferenceScenarioTest, SweepsTellWhatUsersSee)
{
    const auto outcome =
        Run(1,
            R"("model": {"type": "transformer", "layers": 2, "hidden": 1024, "heads": 8,
                         "vocabulary": 1000})",
            "0 1",
            " --sweep workload.memoryEfficiency=0.4,0.8 --seed 1");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    const std::string sweep = Read(std::filesystem::path(m_folder.GetPath()) / "sweep.csv");
    for (const char* metric : {"ttft_p50_ns", "ttft_p99_ns", "tpot_p50_ns", "gpu_idle_percent"})
    {
        EXPECT_TRUE(Has(sweep, std::string(",all,") + metric + ',')) << metric;
    }
    for (const char* title : {"TTFT p50", "TPOT p99", "GPU idle"})
    {
        EXPECT_TRUE(Has(outcome.text, title)) << title << outcome.text;
    }
}

TEST_F(InferenceScenarioTest, AllReducesInTheSwitchesOfTheServer)
{
    const auto outcome =
        Run(1,
            R"("allReduce": "nvls-all-reduce", "model": {"type": "transformer", "layers": 2,
                "hidden": 8192, "heads": 64, "vocabulary": 32000})",
            "0 0.1");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(Column("requests.csv", 8), (std::vector<std::string>{"4", "4"}));
}

TEST_F(InferenceScenarioTest, EveryGpuGetsTheOneHeadThatItHolds)
{
    // 8 layers, a key and a value of 128 numbers of 2 B: 4,096 B a token. Each of 8 GPUs that
    // decode holds all of them: 1,500 tokens are 6,144,000 B for each.
    const auto outcome =
        Run(2,
            R"("decodeReplicas": 1, "decodeGpus": 8, "model": {"type": "transformer", "layers": 8,
                "hidden": 4096, "heads": 32, "kvHeads": 1, "headSize": 128, "vocabulary": 32000})",
            "0");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    const auto from = Column("flows.csv", 2);
    const auto to = Column("flows.csv", 3);
    const auto bytes = Column("flows.csv", 6);
    int sent = 0;
    for (size_t i = 0; i < from.size(); ++i)
    {
        if (std::stoi(from[i]) < 8 && std::stoi(to[i]) >= 8)
        {
            EXPECT_EQ(bytes[i], "6144000");
            ++sent;
        }
    }
    EXPECT_EQ(sent, 8);
}

TEST(InferenceRefusals, WhatALawCannotDoIsOneLine)
{
    const auto run = [](const std::string& more) {
        const TemporaryFile scenario(
            R"({"topology": {"type": "star", "hosts": 2, "rate": "400Gbps"},
                "fabric": {"type": "infiniband", "transport": "law"},
                "workload": {"type": "inference", "replicaGpus": 2)" +
            more + "}");
        const TemporaryFolder folder;
        return RunScenario(scenario.GetPath() + " --quiet --no-figure --seed 1 --output " +
                           folder.GetPath() + "/out");
    };
    const auto failures = run(R"(}, "failures": [{"type": "gpu-failure", "host": 1,
                                                  "start": "1ms"}])");
    EXPECT_EQ(failures.status, 2);
    EXPECT_TRUE(Has(failures.text,
                    "job InferenceWorkload: cannot abort by law; expected no failures, or another "
                    "transport\n"))
        << failures.text;
    const auto graph = run(R"(, "saveGraph": "graph.json"})");
    EXPECT_EQ(graph.status, 2);
    EXPECT_TRUE(Has(graph.text, "aveGraph")) << graph.text;
    EXPECT_EQ(run("}").status, 0);
}

#endif // AI_FABRIC_RUN
