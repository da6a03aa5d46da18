// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

TEST(IncompleteJob, HasNoCompletionTime)
{
    // 1 MB takes 80 us at 100 Gb/s, 8 bytes some 5 us; at 50 us it is over.
    const TemporaryFile scenario(R"({
        "topology": {"type": "star", "hosts": 4},
        "fabric": "roce",
        "workload": [
            {"type": "permutation", "name": "long", "hosts": "0-1", "bytes": "1MB"},
            {"type": "permutation", "name": "short", "hosts": "2-3", "bytes": 8}
        ],
        "stopTime": "50us"
    })");
    const TemporaryFolder folder;
    const auto outcome =
        RunScenario(scenario.GetPath() + " --no-figure --no-lint --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "not complete"));
    const std::string summary = Read(folder.GetPath() + "/summary.csv");
    EXPECT_TRUE(Has(summary, "\nroce,all,0,,"));
    // The ideal time is known, the share of the ideal is not: 1 MB at 100 Gb/s.
    EXPECT_TRUE(Has(summary, "\nroce,long,0,,80000.000,,"));
    EXPECT_TRUE(Has(summary, "\nroce,short,1,"));
    EXPECT_FALSE(Has(summary, "\nroce,short,1,,"));

    const auto figure = RunProgram("python3 \"" + std::string(AI_FABRIC_SOURCE_DIR) +
                                   "/utils/report.py\" \"" + folder.GetPath() + "\"");
    EXPECT_EQ(figure.status, 0) << figure.text;
}

TEST(IncompleteJob, ThatIsFasterThanItsLinksAllowIsAnError)
{
    // A broadcast of 4 MiB that copies within GPU 0: at 100 Gb/s it takes 335.5 us at least.
    const TemporaryFile program(R"(<algo coll="broadcast" ngpus="2" nchunksperloop="4">
        <gpu id="0"><tb id="0"><step s="0" type="cpy"/></tb></gpu><gpu id="1"/></algo>)");
    const TemporaryFile scenario(R"({
        "topology": {"type": "star", "hosts": 2, "rate": "100Gbps"},
        "fabric": "roce",
        "workload": {"type": "collective", "name": "copy", "bytes": "4MiB",
                     "algorithm": {"type": "msccl", "file": ")" +
                                 program.GetPath() + R"("}}
    })");
    const TemporaryFolder folder;
    const auto outcome =
        RunScenario(scenario.GetPath() + " --no-figure --no-lint --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_TRUE(Has(outcome.text,
                    "less than the 335544 ns that all the bytes that the collective "
                    "must move over the slowest of its hosts' links take"));
}

#endif
