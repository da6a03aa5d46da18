// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Jobs as Chakra traces in the results of a run.

#include "runner-test.h"

#include <filesystem>
#include <fstream>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;
namespace fs = std::filesystem;

namespace
{

/** Runs of a scenario whose jobs are written. */
class ChakraOutputTest : public RunnerTest
{
  protected:
    /**
     * Runs a workload on three hosts.
     *
     * @param workload a JSON object
     * @param name folder of the results
     * @return how it ended
     */
    Outcome RunJob(const std::string& workload, const std::string& name) const
    {
        const TemporaryFile scenario(
            R"({"topology": {"type": "star", "hosts": 3, "rate": "100Gbps", "delay": "20ns"},
                "fabric": {"type": "roce", "name": "x"},
                "workload": )" +
            workload + R"(, "seeds": 1, "output": {"chakra": true}})");
        return RunScenario(scenario.GetPath() + " --quiet --no-figure --no-lint --output " +
                           (m_folder / name).string());
    }
};

/** A computation, a copy and messages in two channels, with a join that waits for both halves. */
constexpr const char* GRAPH = R"({"format": "ai-fabric-graph", "version": 1, "ranks": 3, "nodes": [
    {"kind": "compute", "rank": 0, "timePs": 1234567},
    {"kind": "compute", "rank": 0, "timePs": 700000, "stream": 3},
    {"kind": "join", "rank": 0, "after": [0, 1]},
    {"kind": "send", "rank": 0, "peer": 1, "bytes": 50001, "channel": 2, "after": [2]},
    {"kind": "recv", "rank": 1, "match": 3},
    {"kind": "send", "rank": 0, "peer": 1, "bytes": 70001, "after": [2]},
    {"kind": "recv", "rank": 1, "match": 5},
    {"kind": "copy", "rank": 1, "bytes": 70001, "after": [4, 6]},
    {"kind": "send", "rank": 1, "peer": 2, "bytes": 999, "after": [7]},
    {"kind": "recv", "rank": 2, "match": 8}
]})";

} // namespace

TEST_F(ChakraOutputTest, AJobReadBackRunsAsItRan)
{
    std::ofstream(m_folder / "job.json") << GRAPH;
    const auto job = (m_folder / "job.json").string();
    const auto first =
        RunJob(R"({"type": "graph", "name": "the job", "file": ")" + job + "\"}", "first");
    ASSERT_EQ(first.status, 0) << first.text;
    for (const std::string rank : {"0", "1", "2"})
    {
        EXPECT_TRUE(fs::exists(m_folder / "first" / ("chakra-x-the-job." + rank + ".et")));
    }
    const auto saved = (m_folder / "saved.json").string();
    const auto again = RunJob(R"({"type": "chakra", "name": "the job", "file": ")" +
                                  (m_folder / "first" / "chakra-x-the-job").string() +
                                  R"(", "saveGraph": ")" + saved + "\"}",
                              "again");
    ASSERT_EQ(again.status, 0) << again.text;
    // The same messages at the same picoseconds; computations have the times that they took.
    EXPECT_EQ(Read(m_folder / "first" / "flows.csv"), Read(m_folder / "again" / "flows.csv"));
    // The graph is the same, but for the copy: 70,001 B at 1.5 TB/s are 46.667 ns.
    EXPECT_EQ(Read(saved), R"({"format": "ai-fabric-graph", "version": 1, "ranks": 3, "nodes": [
{"id": 0, "kind": "compute", "rank": 0, "timePs": 1234567},
{"id": 1, "kind": "compute", "rank": 0, "timePs": 700000, "stream": 3},
{"id": 2, "kind": "join", "rank": 0, "after": [0, 1]},
{"id": 3, "kind": "send", "rank": 0, "peer": 1, "bytes": 50001, "channel": 2, "after": [2]},
{"id": 4, "kind": "recv", "rank": 1, "match": 3},
{"id": 5, "kind": "send", "rank": 0, "peer": 1, "bytes": 70001, "after": [2]},
{"id": 6, "kind": "recv", "rank": 1, "match": 5},
{"id": 7, "kind": "compute", "rank": 1, "timePs": 46667, "after": [4, 6]},
{"id": 8, "kind": "send", "rank": 1, "peer": 2, "bytes": 999, "after": [7]},
{"id": 9, "kind": "recv", "rank": 2, "match": 8}
]}
)");
}

TEST_F(ChakraOutputTest, ACollectiveReadBackTakesAsLong)
{
    const auto first = RunJob(R"({"type": "collective", "bytes": "1000001B", "name": "ring",
                                  "algorithm": "ring-all-reduce"})",
                              "first");
    ASSERT_EQ(first.status, 0) << first.text;
    const auto again = RunJob(R"({"type": "chakra", "name": "ring", "file": ")" +
                                  (m_folder / "first" / "chakra-x-ring").string() + "\"}",
                              "again");
    ASSERT_EQ(again.status, 0) << again.text;
    EXPECT_EQ(Read(m_folder / "first" / "flows.csv"), Read(m_folder / "again" / "flows.csv"));
}

TEST_F(ChakraOutputTest, WhatATraceCannotHaveIsRefused)
{
    std::ofstream(m_folder / "job.json")
        << R"({"format": "ai-fabric-graph", "version": 1, "ranks": 2, "nodes": [
              {"kind": "compute", "rank": 0, "timePs": 1000},
              {"kind": "compute", "rank": 1, "timePs": 1000, "after": [0]}]})";
    const auto outcome = RunJob(R"({"type": "graph", "name": "job", "file": ")" +
                                    (m_folder / "job.json").string() + "\"}",
                                "out");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_FALSE(fs::exists(m_folder / "out" / "summary.csv"));
    EXPECT_TRUE(Has(outcome.text,
                    "output.chakra: job job has dependencies between ranks without a message"))
        << outcome.text;
}

#endif // AI_FABRIC_RUN
