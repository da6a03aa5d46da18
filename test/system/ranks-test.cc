// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "runner-test.h"

#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** Sixteen hosts on four leaves; what a fabric and a workload are is put in. */
const std::string LEAF_SPINE = R"({
    "topology": {"type": "leaf-spine", "leaves": 4, "spines": 2, "hostsPerLeaf": 4,
                 "hostRate": "100Gbps", "uplinkRate": "100Gbps"},
    FABRICS,
    "workload": WORKLOAD
})";

/** One network simulated by several processes. */
class RanksTest : public RunnerTest
{
  protected:
    /** What a run left. */
    struct Results
    {
        std::string flows; //!< flows.csv
        std::string links; //!< links.csv
        std::string text;  //!< what it printed
    };

    /** @return of a run that is well */
    Results Run(const std::string& scenario, const std::string& options)
    {
        const TemporaryFile file(scenario);
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome = RunScenario(file.GetPath() + " --quiet --no-figure --output " +
                                         folder.string() + " " + options);
        EXPECT_EQ(outcome.status, 0) << options << '\n' << outcome.text;
        return {Read(folder / "flows.csv"), Read(folder / "links.csv"), outcome.text};
    }

    /** @param fabrics members of the scenario @param workload value of one */
    static std::string Scenario(const std::string& fabrics, const std::string& workload)
    {
        std::string text = LEAF_SPINE;
        text.replace(text.find("FABRICS"), 7, fabrics);
        text.replace(text.find("WORKLOAD"), 8, workload);
        return text;
    }

    /** Expects the same bytes of any number of processes and threads. */
    void ExpectSame(const std::string& scenario)
    {
        const auto one = Run(scenario, "--threads 1");
        ASSERT_GT(one.flows.size(), 500U);
        for (const std::string options : {"--ranks 2", "--ranks 4", "--ranks 2 --threads 2"})
        {
            const auto many = Run(scenario, options);
            EXPECT_EQ(many.flows, one.flows) << options;
            EXPECT_EQ(many.links, one.links) << options;
            EXPECT_EQ(many.text, one.text) << options;
        }
    }
};

const std::string BOTH = R"("fabric": ["roce", "infiniband"])";

} // namespace

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSamePermutation)
{
    ExpectSame(Scenario(BOTH, R"({"type": "permutation", "bytes": "200KB"})"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameIncastUnderPause)
{
    ExpectSame(Scenario(BOTH, R"({"type": "incast", "bytes": "100KB"})"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameCollective)
{
    ExpectSame(Scenario(
        BOTH,
        R"({"type": "collective", "algorithm": {"type": "ring-all-reduce"}, "bytes": "256KB"})"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameWithTelemetryInPackets)
{
    ExpectSame(Scenario(R"("fabric": {"type": "roce", "congestionControl": "hpcc"})",
                        R"({"type": "permutation", "bytes": "200KB"})"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameWhileLinksFail)
{
    const std::string nic = R"("nic": {"ackTimeout": "100us"}})";
    ExpectSame(Scenario(R"("fabric": [{"type": "roce", )" + nic + R"(, {"type": "infiniband", )" +
                            nic +
                            R"(], "failures": {"type": "link", "from": "leaf0", "to": "spine0",
                                    "start": "8us", "stop": "60us"})",
                        R"({"type": "permutation", "bytes": "400KB"})"));
}

TEST_F(RanksTest, WhatOneProcessHasToRunIsRefused)
{
    const auto expect = [this](const std::string& options, const std::string& line) {
        const TemporaryFile file(Scenario(BOTH, R"({"type": "permutation", "bytes": "20KB"})"));
        const auto outcome = RunDraws(file.GetPath() + " --quiet --no-figure --ranks 2 --output " +
                                      (m_folder / "refused").string() + " " + options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_EQ(outcome.text.substr(0, outcome.text.find('\n')), line);
    };
    expect("--seed 1 --pfc-trace",
           "command line: --ranks: is 2 but the causes of pauses are looked for at other ports; "
           "expected 1");
    expect("--seeds 3",
           "command line: --ranks: is given with 3 seeds, which are as well run side by side; "
           "expected --seed");
}

TEST_F(RanksTest, AProcessThatDiesEndsTheRun)
{
    const TemporaryFile file(
        Scenario(R"("fabric": "roce")", R"({"type": "permutation", "bytes": "4GB"})"));
    const auto outcome = RunProgram(
        std::string("\"") + AI_FABRIC_RUN + "\" " + file.GetPath() +
        " --seed 1 --ranks 2 --quiet --no-figure --output " + (m_folder / "dead").string() +
        " & runner=$!; while ! child=$(cat /proc/$runner/task/$runner/children) || "
        "[ -z \"$child\" ]; do sleep 0.05; done; sleep 0.3; kill -9 $child; wait $runner");
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_NE(outcome.text.find("rank 1 was ended by a signal: Killed\n"), std::string::npos)
        << outcome.text;
}

#endif // AI_FABRIC_RUN
