// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Scenarios with a fabric without packets.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** Four hosts of which three send to the first. */
const std::string IDEAL_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 4, "rate": "100Gbps", "delay": "1us"},
    "fabric": {"type": "roce", "transport": "ideal"},
    "workload": {"type": "incast", "bytes": "1MB", "target": 0}
})";

std::string
ReadAll(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/**
 * Runs the scenario.
 *
 * @param options more
 * @param file of the results
 * @return its text
 */
std::string
GetResult(const std::string& options, const std::string& file)
{
    const TemporaryFile scenario(IDEAL_SCENARIO);
    const TemporaryFolder folder;
    const auto outcome = RunScenario(scenario.GetPath() + " --seed 1 --no-figure " + options +
                                     " --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    return ReadAll(fs::path(folder.GetPath()) / file);
}

/** Expects one line that holds a text, and status 2. @param options beside --check */
void
ExpectRefusal(const std::string& options, const std::string& text)
{
    const TemporaryFile scenario(IDEAL_SCENARIO);
    const auto outcome = RunScenario(scenario.GetPath() + " --check " + options);
    EXPECT_EQ(outcome.status, 2) << options << ": " << outcome.text;
    EXPECT_TRUE(Has(outcome.text, text)) << options << ": " << outcome.text;
    EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
}

} // namespace

TEST(IdealScenario, SameFlowsWithEachSchedulerAndWithTraces)
{
    const std::string flows = GetResult("", "flows.csv");
    EXPECT_TRUE(Has(flows, "success"));
    EXPECT_EQ(flows, GetResult("", "flows.csv"));
    EXPECT_EQ(flows, GetResult("--scheduler map", "flows.csv"));
    EXPECT_EQ(flows, GetResult("--traces", "flows.csv"));
}

TEST(IdealScenario, RatesAreSampled)
{
    const TemporaryFile scenario(IDEAL_SCENARIO);
    const TemporaryFolder folder;
    const auto outcome = RunScenario(scenario.GetPath() +
                                     " --seed 1 --no-figure --set "
                                     "output.samples.rateInterval=100us --output " +
                                     folder.GetPath());
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    const auto rows = ReadCells(fs::path(folder.GetPath()) / "rates.csv");
    // 3 MB and headers take 245 us: at 100 and 200 us three senders have a third each.
    size_t thirds = 0;
    for (const auto& row : rows)
    {
        for (const auto& cell : row)
        {
            thirds += cell == "33333333333";
        }
    }
    EXPECT_EQ(thirds, 6u) << ReadAll(fs::path(folder.GetPath()) / "rates.csv");
}

TEST(IdealScenario, WhatIsOfPacketsIsRefused)
{
    const std::string nothing = "ns3::IdealTransport has no packets";
    ExpectRefusal("--set fabric.flowControl=none", "FlowControl");
    ExpectRefusal("--set fabric.buffer.sizeBytes=1MB", nothing);
    ExpectRefusal("--set fabric.marker=none", nothing);
    ExpectRefusal("--set fabric.switch.telemetry=false", nothing);
    ExpectRefusal("--set fabric.nic.slToVl=0,1", "SlToVl");
    ExpectRefusal("--set fabric.nic.priorityToDscp=3:27", "PriorityToDscp");
    ExpectRefusal("--set fabric.nic.ackInterval=2", "no queue pairs");
    ExpectRefusal("--set fabric.lossRecovery=selective-repeat", "no queue pairs");
    ExpectRefusal("--set workload.queuePairs=2", "queue pairs");
    ExpectRefusal(R"(--set failures='{"type":"link","from":"host1","to":"switch0"}')",
                  "ns3::IdealTransport has none; expected another transport, or no such failure");
    ExpectRefusal(R"(--set background='{"type":"udp","pairs":"1>0","rate":"1Gbps"}')", nothing);
    ExpectRefusal(R"(--set fabric.type=infiniband --set workload='{"type":"collective",)"
                  R"("algorithm":"sharp-all-reduce","bytes":"1MB"}')",
                  "uses reductions in switches, and ns3::IdealTransport has no packets");
}

/** A GPU may be slow on any network. */
TEST(IdealScenario, WhatIsOfGpusHappens)
{
    const std::string options = R"(--set workload='{"type":"collective",)"
                                R"("algorithm":"ring-all-reduce","bytes":"4MB"}' )";
    const auto slow =
        GetResult(options + R"(--set failures='{"type":"slow-gpu","host":1,"factor":100}')",
                  "flows.csv");
    EXPECT_NE(slow, GetResult(options, "flows.csv"));
}

/** Beside another fabric captures may be wanted. */
TEST(IdealScenario, CapturesAndQueuesAreSaidToShowNothing)
{
    const TemporaryFile scenario(IDEAL_SCENARIO);
    const auto outcome =
        RunScenario(scenario.GetPath() +
                    " --check --pcap 'host 0' --set output.samples.queues='switch *->host 0'");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text,
                    "ns3::IdealTransport has no packets: captures, samples of queues "
                    "will show nothing of this fabric [no-packets]"));
    const TemporaryFolder folder;
    const auto run = RunScenario(scenario.GetPath() + " --no-figure --pcap 'host 0' --output " +
                                 folder.GetPath());
    EXPECT_EQ(run.status, 0) << run.text;
    EXPECT_TRUE(Has(run.text, "no capture, since ns3::IdealTransport has no packets"));
}

#endif // AI_FABRIC_RUN
