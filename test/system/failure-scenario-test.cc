// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Failures in scenarios: what a run says of them.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

namespace
{

using namespace ns3;

Outcome
RunWith(const std::string& scenario)
{
    const TemporaryFolder folder;
    const TemporaryFile file(scenario);
    return RunScenario(file.GetPath() + " --quiet --no-figure --no-lint --output " +
                       folder.GetPath());
}

bool
Says(const std::string& text, const std::string& what)
{
    return text.find(what) != std::string::npos;
}

} // namespace

/** Detection after 50 us and convergence 200 us later: the flows end, the note has the times. */
TEST(FailureScenario, RoceFollowsItsLinks)
{
    for (const std::string selector : {"ecmp", "adaptive"})
    {
        const auto outcome = RunWith(
            R"({"topology": {"type": "leaf-spine", "leaves": 2, "spines": 4, "hostsPerLeaf": 4},
                "fabric": {"type": "roce", "pathSelector": ")" +
            selector + R"(",
                    "routeManager": {"detectionTime": "50us", "routingTime": "200us"},
                    "nic": {"ackTimeout": "500us"},
                    "lossRecovery": {"type": "selective-repeat", "windowBdps": 2,
                                     "reorderPackets": 64}},
                "workload": {"type": "permutation", "bytes": "20MB"},
                "failures": {"type": "link", "from": "leaf0", "to": "spine0", "start": "100us"}})");
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        EXPECT_TRUE(Says(outcome.text,
                         "roce: routing: 1 links down, noticed at 150us, converged at 350us, 3 "
                         "switches changed"))
            << outcome.text;
    }
}

/** 4 MB are 1,000 packets on each of 8 links and ways; of each 4 % are lost. */
TEST(FailureScenario, LostSumsAreNoPlannedEnd)
{
    const std::string scenario =
        R"({"topology": {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 2},
            "fabric": {"preset": "infiniband-ndr", "aggregation": {"timeout": "1s"}},
            "workload": {"type": "collective", "bytes": "4MB", "algorithm": "sharp-all-reduce"},
            "failures": {"type": "bit-errors", "rate": 1e-6}, "until": ")";
    const auto tooShort = RunWith(scenario + "20ms\"}");
    EXPECT_EQ(tooShort.status, 1) << tooShort.text;
    EXPECT_TRUE(Says(tooShort.text, "hosts wait for results of aggregation in the network"))
        << tooShort.text;
}

TEST(FailureScenario, LostSumsFailTheJobAfterTheirTimeout)
{
    const auto outcome = RunWith(
        R"({"topology": {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 2},
            "fabric": {"preset": "infiniband-ndr", "aggregation": {"timeout": "5ms"}},
            "workload": {"type": "collective", "bytes": "4MB", "algorithm": "sharp-all-reduce"},
            "failures": {"type": "bit-errors", "rate": 1e-6}, "until": "20ms"})");
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_TRUE(Says(outcome.text, "in-network operations failed: 4 parts had no result"))
        << outcome.text;
}

#endif // AI_FABRIC_RUN
