// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The congestion control of doc/tutorial.rst does what its law says.

#include "run-program.h"
#include "temporary-folder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

#if defined(AI_FABRIC_RUN) && defined(AI_FABRIC_COMPILE_LIBRARY)

using namespace ns3;

// Four senders to one receiver, each of which keeps 10,000 B in the queue: ten packets of 1000 B,
// which have 1062 B as frames. A window holds whole packets, so up to one of each sender's may be
// missing, and one may just have come: 36 to 41 frames at any time, once the windows have found
// their place.
TEST(TutorialTest, EachSenderKeepsItsBytesInTheQueue)
{
    namespace fs = std::filesystem;
    const TemporaryFolder folder;
    const fs::path work = folder.GetPath();
    const std::string library = (work / "gentle.so").string();
    CompileLibrary(AI_FABRIC_SOURCE_DIR "/examples/tutorial/gentle.cc", library);
    const std::string scenario = (work / "scenario.json").string();
    std::ofstream(scenario) << R"({
        "topology": {"type": "star", "hosts": 5, "rate": "100Gbps", "delay": "1us"},
        "fabric": {
            "preset": "hpcc-paper",
            "congestionControl": {"type": "gentle", "keepBytes": 10000}
        },
        "workload": {"type": "incast", "target": 0, "bytes": "2MB"},
        "output": {"samples": {"queues": "switch0->host0", "interval": "1us"}}
    })";
    const fs::path results = work / "results";
    const auto outcome = RunScenario(scenario + " --quiet --no-figure --load " + library +
                                     " --output " + results.string());
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    int looks = 0;
    for (const auto& row : ReadCells(results / "queues.csv"))
    {
        // 8000 frames of 1086 B with preamble and gap take 695 us.
        if (row[1] == "time_ns" || std::stod(row[1]) < 150e3 || std::stod(row[1]) > 650e3)
        {
            continue;
        }
        ++looks;
        EXPECT_GE(std::stoi(row[4]), 36 * 1062) << row[1];
        EXPECT_LE(std::stoi(row[4]), 41 * 1062) << row[1];
    }
    EXPECT_EQ(looks, 501);
}

#endif
