// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** Two hosts on a switch and one message. */
const std::string WATCHED_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
    "fabric": ["roce", "infiniband"],
    "workload": {"type": "permutation", "bytes": "100KB"}
})";

TEST(StallDetector, StallIsReportedAndEndsTheRun)
{
    // At 1 bit/s the first reduction takes weeks: neither packets nor results move.
    const TemporaryFile file(WATCHED_SCENARIO);
    const TemporaryFolder folder;
    const auto outcome = RunScenario(
        file.GetPath() + " --no-figure --set workload.type=collective --set stallTime=1us" +
        " --set fabric.0.gpu.reduceRate=1bps --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "roce: stalled: nothing has moved"));
    EXPECT_TRUE(fs::exists(fs::path(folder.GetPath()) / "stall-roce.txt"));
}

/** A round trip over two links of 6,000 km, 120 ms, is longer than the stall time of 20 ms. */
TEST(StallDetector, LongLinksAreNoStall)
{
    const TemporaryFile file(R"({
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "30ms"},
    "fabric": {"type": "roce", "retransmissionTimer": "local-ack-timer"},
    "workload": {"type": "permutation", "bytes": "100KB"}
})");
    const TemporaryFolder folder;
    const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_FALSE(Has(outcome.text, "timeout-below-rtt")) << outcome.text;
}

/** At 1 Mb/s a packet of 4 KiB takes 33 ms, longer than the stall time of 20 ms. */
TEST(StallDetector, ASlowFlowIsNoStall)
{
    const TemporaryFile file(R"({
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
    "fabric": "roce",
    "workload": {"type": "flows", "flows": [{"from": 0, "to": 1, "bytes": "20KB", "rate": "1Mbps"}]}
})");
    const TemporaryFolder folder;
    const auto outcome =
        RunScenario(file.GetPath() + " --no-figure --seed 1 --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
}

TEST(StallDetector, ARunUntilATimeEndsWellThoughWorkIsLeft)
{
    const TemporaryFile file(WATCHED_SCENARIO);
    const TemporaryFolder folder;
    const std::string endless = file.GetPath() +
                                " --no-figure --set fabric=roce --set workload.bytes=1TB "
                                "--output " +
                                folder.GetPath();
    const auto planned = RunScenario(endless + " --set until=50us");
    EXPECT_EQ(planned.status, 0) << planned.text;
    EXPECT_TRUE(Has(planned.text, "not complete"));
    const auto givenUp = RunScenario(endless + " --set stopTime=50us");
    EXPECT_EQ(givenUp.status, 1) << givenUp.text;
    EXPECT_TRUE(Has(givenUp.text, "unfinished at the stop time"));
    const auto early = RunScenario(endless + " --set stopTime=50us --set until=60us");
    EXPECT_EQ(early.status, 1) << "given up before it was meant to end";
}

/** Expects that a scenario ends well, with a message that has waited for a timeout of 67.1 ms. */
void
ExpectTimeoutButNoStall(const std::string& scenario)
{
    const TemporaryFile file(scenario);
    const TemporaryFolder folder;
    const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_FALSE(Has(outcome.text, "stalled"));
    EXPECT_FALSE(Has(outcome.text, "not complete"));
    double longestNs = 0;
    for (const auto& cell : ReadColumn(fs::path(folder.GetPath()) / "flows.csv", 8)) // fct_ns
    {
        longestNs = std::max(longestNs, std::stod(cell));
    }
    EXPECT_GT(longestNs, 4096.0 * (1 << 14));
}

// The timer of the NIC is longer than the 20 ms without progress that are a stall.

TEST(StallDetector, WhatWasDroppedWaitsForItsTimerAndIsNoStall)
{
    // 16 messages of 64 KB into a buffer of 300 KB without PFC: whole ends of them are lost.
    ExpectTimeoutButNoStall(R"({
        "topology": {"type": "star", "hosts": 17, "rate": "100Gbps"},
        "fabric": {"type": "roce", "flowControl": "none", "congestionControl": "none",
                   "buffer": {"type": "shared", "sizeBytes": "300KB", "lossyAlpha": 1},
                   "lossRecovery": "selective-repeat", "retransmissionTimer": "local-ack-timer",
                   "nic": {"ackTimeout": "67108864ns"}},
        "workload": {"type": "incast", "sources": 16, "bytes": "64KB"}
    })");
}

TEST(StallDetector, SoDoesWhatAFailedLinkHasLost)
{
    // 1 MB takes 85 us; its end goes onto a link that is down.
    ExpectTimeoutButNoStall(R"({
        "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
        "fabric": {"type": "infiniband", "retransmissionTimer": "local-ack-timer",
                   "nic": {"ackTimeout": "67108864ns"}},
        "workload": {"type": "permutation", "bytes": "1MB"},
        "failures": {"type": "link", "from": "host0", "to": "switch0", "start": "70us",
                     "stop": "90us"}
    })");
}

TEST(StallDetector, AJobWhosePeerIsGoneFailsWhenItsTransportGivesUp)
{
    // MRC waits 8 times for 131.072 us, then for 2, 4 to 2^14 times as long: 4.2957 s, which is
    // far beyond 20 ms and RetryCount + 1 times AckTimeout.
    const TemporaryFile file(R"({
        "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
        "fabric": {"preset": "mrc"},
        "workload": {"type": "permutation", "bytes": "1MB"},
        "failures": {"type": "link", "from": "host0", "to": "switch0", "start": "50us"}
    })");
    const TemporaryFolder folder;
    const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_FALSE(Has(outcome.text, "stalled")) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "2 of its messages failed")) << outcome.text;
}

TEST(StallDetector, SoDoesWhatCameOutOfOrder)
{
    // Nothing is lost: packets overtake each other, receivers throw away what is not next, and
    // acknowledgements overtake the NAKs behind which the end of a message is to be sent again.
    ExpectTimeoutButNoStall(R"({
        "topology": {"type": "leaf-spine", "leaves": 2, "spines": 4, "hostsPerLeaf": 4,
                     "hostRate": "100Gbps", "uplinkRate": "25Gbps"},
        "fabric": {"type": "roce", "pathSelector": "spray", "congestionControl": "none",
                   "marker": "none", "lossRecovery": "go-back-n",
                   "nic": {"ackInterval": 1, "mtuBytes": 1024}},
        "lint": {"ignore": ["reordering-go-back"]},
        "workload": {"type": "poisson", "sizes": "FbHdp", "load": 0.6, "duration": "0s",
                     "flows": 400}
    })");
}

} // namespace

#endif // AI_FABRIC_RUN
