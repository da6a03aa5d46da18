// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <filesystem>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;
namespace fs = std::filesystem;

TEST(TimelineTest, ItIsOfTheFormatAndSaysWhatTheTablesSay)
{
    // A ring all-reduce and computing on GPUs, an incast that pauses hosts and leaves, and failures
    // that are over, last on, and never come. What rank 1 computes begins at 0, 1000.6, 2001.2 ns
    // and so on: rounded on its own, that of 1000.6 ns which begins at 1001 would end at 2002 and
    // the next one begin at 2001. Rank 1 has the number 2 as a process, and two streams.
    const TemporaryFile graph(R"({"format": "ai-fabric-graph", "version": 1, "ranks": 8, "nodes": [
        {"kind": "compute", "rank": 0, "timePs": 5000000, "label": "layer"},
        {"kind": "compute", "rank": 0, "timePs": 7000000, "stream": 1},
        {"kind": "send", "rank": 0, "peer": 7, "bytes": 500000, "after": [0], "label": "gradients"},
        {"kind": "recv", "rank": 7, "match": 2, "label": "gradients"},
        {"kind": "send", "rank": 1, "peer": 7, "bytes": 500000, "label": "gradients"},
        {"kind": "recv", "rank": 7, "match": 4, "label": "gradients"},
        {"kind": "send", "rank": 2, "peer": 7, "bytes": 500000, "channel": 3},
        {"kind": "recv", "rank": 7, "match": 6},
        {"kind": "send", "rank": 4, "peer": 7, "bytes": 500000},
        {"kind": "recv", "rank": 7, "match": 8},
        {"kind": "reduce", "rank": 7, "bytes": 500000, "after": [3, 5], "label": "gradients"},
        {"kind": "compute", "rank": 1, "timePs": 1000600},
        {"kind": "compute", "rank": 1, "timePs": 1000600, "after": [11]},
        {"kind": "compute", "rank": 1, "timePs": 1000600, "after": [12]},
        {"kind": "compute", "rank": 1, "timePs": 1000600, "after": [13]},
        {"kind": "compute", "rank": 1, "timePs": 9000000, "stream": 1}
    ]})");
    const TemporaryFile scenario(R"({
        "topology": {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 4,
                     "hostRate": "100Gbps"},
        "fabric": {"type": "roce", "marker": "none", "congestionControl": "none",
                   "buffer": {"type": "shared", "sizeBytes": "2MiB"}},
        "workload": {"type": "graph", "name": "job", "file": ")" +
                                 graph.GetPath() + R"("},
        "failures": [{"type": "slow-gpu", "host": 0, "factor": 2, "start": "1us", "stop": "100us"},
                     {"type": "degraded-link", "from": "leaf0", "to": "spine0", "rate": "50Gbps"},
                     {"type": "slow-gpu", "host": 3, "start": "1s"}],
        "output": {"waits": true, "timeline": true,
                   "samples": {"queues": "leaf*->host *", "interval": "5us",
                               "rateInterval": "10us"}},
        "pfcTrace": true
    })");
    const TemporaryFolder folder;
    const auto run = RunScenario(scenario.GetPath() + " --no-figure --output " + folder.GetPath());
    ASSERT_EQ(run.status, 0) << run.text;
    if (RunProgram("python3 --version").status != 0)
    {
        GTEST_SKIP() << "needs Python";
    }
    const auto check =
        RunProgram("python3 " AI_FABRIC_SOURCE_DIR "/test/system/check-timeline.py " +
                   folder.GetPath() + " roce");
    EXPECT_EQ(check.status, 0) << check.text;
    // Four sends and four receives; two failures that are seen, and what went wrong.
    EXPECT_TRUE(Has(check.text, " b:12 e:12"));
    EXPECT_TRUE(
        Has(check.text, "\nslow-gpu, degraded-link rate 50000000000bps from leaf0 to spine0\n"));
}

TEST(TimelineTest, PausesAreInItWithoutTheirTrace)
{
    const TemporaryFile scenario(R"({
        "topology": {"type": "star", "hosts": 5, "rate": "100Gbps"},
        "fabric": {"type": "roce", "marker": "none", "congestionControl": "none",
                   "buffer": {"type": "shared", "sizeBytes": "1MiB"}},
        "workload": {"type": "incast", "bytes": "500KB"},
        "output": {"timeline": true}
    })");
    const TemporaryFolder folder;
    const auto run = RunScenario(scenario.GetPath() + " --no-figure --output " + folder.GetPath());
    ASSERT_EQ(run.status, 0) << run.text;
    const std::string text = Read(fs::path(folder.GetPath()) / "timeline-roce.json");
    EXPECT_TRUE(Has(text, "\"cat\":\"pause\""));
    EXPECT_FALSE(fs::exists(fs::path(folder.GetPath()) / "pfc-pauses-roce.csv"));
}

TEST(TimelineTest, WhatIsNotInItIsSaid)
{
    const TemporaryFolder folder;
    const auto run = RunScenario(AI_FABRIC_SOURCE_DIR "/examples/scenarios/measured-kernels.json"
                                                      " --set output.timeline=true --no-figure"
                                                      " --no-lint --output " +
                                 folder.GetPath());
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_TRUE(Has(run.text, ": not in the timeline, since its operations run many times"));
}

#endif
