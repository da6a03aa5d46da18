// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Every kind of failure under every fabric of all-fabrics, which each have a recovery of their own.

#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

using Rows = std::vector<std::map<std::string, std::string>>;

constexpr size_t COMPARED = 17;

/** An all-reduce of 3 MB over three of four hosts on two leaves in each fabric of all-fabrics. */
struct Comparison
{
    Outcome outcome;
    Rows summary; //!< of the jobs
    Rows flows;
};

Comparison
Compare(const std::string& failures, const std::string& cable)
{
    const TemporaryFolder folder;
    Comparison run;
    run.outcome =
        RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                    "/examples/scenarios/all-fabrics.json --quiet --no-figure --no-lint --seed 1 "
                    "--set fabric.5.name=IRN --set topology.leaves=2 --set topology.spines=2 --set "
                    "topology.hostsPerLeaf=2 "
                    "--set topology.hostDelay=" +
                    cable + " --set topology.uplinkDelay=" + cable +
                    " --set 'workload={\"type\": \"collective\", \"bytes\": \"3MB\", \"gpus\": 3}'"
                    " --set until=20s --set 'failures=[" +
                    failures + "]' --output " + folder.GetPath());
    run.summary = ReadRows(folder.GetPath() + "/summary.csv");
    run.summary.erase(std::remove_if(run.summary.begin(),
                                     run.summary.end(),
                                     [](auto& row) { return row["job"] == "all"; }),
                      run.summary.end());
    run.flows = ReadRows(folder.GetPath() + "/flows.csv");
    return run;
}

const char* const FABRIC_LINK = R"("from": "leaf0", "to": "spine0")";

/** @param type of failure @param rest of its keys @return it, of an uplink */
std::string
OfUplink(const std::string& type, const std::string& rest)
{
    return R"({"type": ")" + type + R"(", )" + FABRIC_LINK + ", " + rest + "}";
}

/** One failure of each kind, in an all-reduce that takes about 330 us undisturbed. */
const std::vector<std::string> FAILURES = {
    OfUplink("link", R"("start": "20us", "stop": "320us")"),
    OfUplink("black-hole", R"("start": "20us", "stop": "320us")"),
    OfUplink("link-flap",
             R"("start": "10us", "stop": "500us", "downTime": "20us", "upTime": "70us")"),
    OfUplink("lane-loss", R"("start": "20us", "lost": 3)"),
    OfUplink("degraded-link", R"("start": "20us", "stop": "90us", "rate": "10Gbps")"),
    R"({"type": "switch", "switch": "spine1", "start": "20us", "stop": "220us"})",
    R"({"type": "nic", "host": 1, "start": "20us", "stop": "120us"})",
    R"({"type": "server", "host": 2, "start": "20us", "stop": "120us"})",
    R"({"type": "slow-gpu", "host": 0, "start": "20us", "factor": 50})",
    R"({"type": "slow-receiver", "host": 1, "start": "20us", "stop": "320us", "rate": "1Gbps"})",
    R"({"type": "bit-errors", "rate": 1e-7})",
    R"({"type": "codeword-errors", "rate": 1.2e-3})"};

} // namespace

/** Audits of conservation and of lossless classes make the status; every message ends. */
TEST(FailureFabricsTest, AnAllReduceEndsWhateverFails)
{
    const std::string cables[] = {"10ns", "2us", "500ns"};
    for (size_t i = 0; i < FAILURES.size(); ++i)
    {
        const std::string& cable = cables[i % std::size(cables)];
        SCOPED_TRACE(FAILURES[i] + ", " + cable);
        auto run = Compare(FAILURES[i], cable);
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        ASSERT_EQ(run.summary.size(), COMPARED);
        for (auto& row : run.summary)
        {
            EXPECT_EQ(row["complete"], "1") << row["fabric"];
        }
        // Three ranks send a third of it twice each.
        EXPECT_EQ(run.flows.size(), COMPARED * 3 * 4);
        for (auto& row : run.flows)
        {
            EXPECT_EQ(row["status"], "success") << row["fabric"];
            EXPECT_EQ(row["size_bytes"], "1000000");
        }
    }
}

#endif // AI_FABRIC_RUN
