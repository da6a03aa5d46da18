// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Presets of fabrics that are known in part only end their work whatever is lost, and the same with
// any number of threads.

#include "runner-test.h"

#ifdef AI_FABRIC_RUN

#include "run-program.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{

namespace
{

/** 8 hosts; of full packets one in a thousand is lost on each link; an uplink dies on the way. */
const std::string LOSSY = R"({
    "topology": {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 4,
                 "hostRate": "100Gbps", "uplinkRate": "100Gbps"},
    "fabric": [
        {"preset": "spectrum-x", "nic": {"ackTimeout": "500us"},
         "routeManager": {"type": "ethernet", "detectionTime": "50us", "routingTime": "50us"}},
        {"preset": "falcon-like",
         "routeManager": {"type": "ethernet", "detectionTime": "50us", "routingTime": "50us"}}
    ],
    "workload": [
        {"type": "incast", "hosts": "0-5", "target": 7, "bytes": "500KB"},
        {"type": "permutation", "bytes": "2MB", "start": "10us"},
        {"type": "all-to-all", "bytes": "100KB", "start": "20us"}
    ],
    "failures": [
        {"type": "bit-errors", "rate": 3e-8},
        {"type": "link", "from": "leaf0", "to": "spine1", "start": "100us"}
    ]
})";

class KnownInPartTest : public RunnerTest
{
  protected:
    /** @return the folder of a run of a scenario with so many threads */
    std::filesystem::path Run(const std::string& scenario, int threads)
    {
        const TemporaryFile file(scenario);
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunScenario(file.GetPath() + " --seed 3 --quiet --no-figure --threads " +
                        std::to_string(threads) + " --output " + folder.string());
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return folder;
    }
};

/** @return how many lines of a table have a text in them */
int
CountLines(const std::string& table, const std::string& text)
{
    std::istringstream lines(table);
    int count = 0;
    for (std::string line; std::getline(lines, line);)
    {
        count += line.find(text) != std::string::npos;
    }
    return count;
}

} // namespace

TEST_F(KnownInPartTest, EveryMessageComesOnceWithAnyNumberOfThreads)
{
    const auto alone = Run(LOSSY, 1);
    const auto flows = Read(alone / "flows.csv");
    for (const std::string fabric : {"spectrum-x,", "falcon-like,"})
    {
        // Six of the incast, one of each host, one of each to each other.
        EXPECT_EQ(CountLines(flows, fabric), 6 + 8 + 8 * 7) << fabric;
    }
    EXPECT_EQ(CountLines(flows, ",success,"), 2 * (6 + 8 + 8 * 7));
    const auto together = Run(LOSSY, 3);
    EXPECT_EQ(Read(together / "flows.csv"), flows);
    EXPECT_EQ(Read(together / "links.csv"), Read(alone / "links.csv"));
}

// A setting that a fabric cannot have is refused in one line.
TEST_F(KnownInPartTest, ProbesNeedQueuePairs)
{
    ExpectRefused(
        R"({
    "topology": {"type": "star", "hosts": 2},
    "fabric": {"type": "roce", "transport": "ultra-ethernet", "framing": "uet",
               "congestionControl": "rtt-cc"},
    "workload": {"type": "permutation", "bytes": "1KB"}
})",
        "",
        "FILE:3: fabric: transport ns3::UltraEthernetTransport: its acknowledgements report the "
        "delay, and the fabric's congestion control needs probes of the round trip; expected "
        "another congestion control, such as ns3::Nscc");
}

} // namespace ns3

#endif // AI_FABRIC_RUN
