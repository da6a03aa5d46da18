// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Jobs that begin again at a checkpoint, and what failures cost them.

#include "simulated-run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

namespace
{

using namespace ns3;

double
Number(std::map<std::string, std::string> row, const std::string& column)
{
    return std::stod(row[column]);
}

/** @return host 1 of a kind that fails at a time for a while */
std::string
Failing(const std::string& kind, int64_t failsNs, int64_t lengthNs)
{
    return "{\"type\": \"" + kind + "\", \"host\": 1, \"start\": \"" + std::to_string(failsNs) +
           "ns\", \"stop\": \"" + std::to_string(failsNs + lengthNs) + "ns\"}";
}

/** @return a scenario of 10 steps of an all-reduce of 3 ranks, about 400 us each */
std::string
Scenario(const std::string& fabric, const std::string& failures, const std::string& more = "")
{
    return R"({"topology": {"type": "star", "hosts": 3, "rate": "100Gbps"},
               "fabric": {"type": ")" +
           fabric + R"(", "nic": {"ackTimeout": "100us", "retryCount": 2}},
               "workload": {"type": "collective", "bytes": "4MB", "onFailure": {
                   "type": "restart", "steps": 10, "checkpointSteps": 3, "saveTime": "1ms",
                   "loadTime": "3600s")" +
           more + "}}" + (failures.empty() ? "" : R"(, "failures": )" + failures) + "}";
}

} // namespace

/**
 * The NIC is down for 20 ms, longer than 3 timeouts of 100 us: the job begins again an hour after
 * that, at its last checkpoint. Its time is that of the whole run, plus what was lost.
 */
TEST(Restart, AJobBeginsAgainAtItsCheckpoint)
{
    for (const std::string fabric : {"roce", "infiniband"})
    {
        SCOPED_TRACE(fabric);
        auto whole = Simulate(Scenario(fabric, ""));
        ASSERT_EQ(whole.outcome.status, 0) << whole.outcome.text;
        EXPECT_EQ(whole.figures["restarts"], 0);
        EXPECT_NEAR(whole.figures["saving checkpoints"], 3e-3, 1e-9); // after 3, 6 and 9 steps
        auto written = Simulate(
            Scenario(fabric, "", R"(, "checkpointBytes": "25MB", "storageRate": "100Gbps")"));
        EXPECT_NEAR(written.figures["saving checkpoints"], 9e-3, 1e-9); // 2 ms more each
        const double wholeS = Number(whole.summary, "completion_ns") * 1e-9;
        const double stepS = (wholeS - 3e-3) / 10;

        // In the fifth step: one whole step behind the checkpoint after the third
        const auto failsNs = static_cast<int64_t>((3 * stepS + 1e-3 + 1.5 * stepS) * 1e9);
        const std::string scenario = Scenario(fabric, Failing("nic", failsNs, 20'000'000));
        auto run = Simulate(scenario);
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        EXPECT_EQ(run.figures["restarts"], 1);
        EXPECT_EQ(run.figures["steps done again"], 1);
        EXPECT_NEAR(run.figures["loading checkpoints"], 3600, 1e-6);
        EXPECT_NEAR(run.figures["lost work"], stepS, stepS / 100);
        // Half a step, and three timeouts: the first transmission and two retries
        EXPECT_NEAR(run.figures["stood still before restarts"], stepS / 2 + 300e-6, 50e-6);
        const double paidS = run.figures["loading checkpoints"] + run.figures["lost work"] +
                             run.figures["stood still before restarts"];
        EXPECT_NEAR(Number(run.summary, "completion_ns") * 1e-9, wholeS + paidS, 1e-5);

        // The job stands still from the failure to the end of its first message an hour later.
        ASSERT_EQ(run.failures.size(), 1u);
        EXPECT_EQ(run.failures[0]["kind"], "nic");
        EXPECT_EQ(run.failures[0]["what"], "host1");
        EXPECT_NEAR(Number(run.failures[0], "begin_ns"), failsNs, 1);
        EXPECT_NEAR(Number(run.failures[0], "end_ns"), failsNs + 20e6, 1);
        EXPECT_NEAR(Number(run.failures[0], "standstill_ns"), 3600e9, 1e6);
        EXPECT_GT(Number(run.failures[0], "retransmitted_packets"), 0);
        // An hour costs nothing.
        EXPECT_LT(Number(run.summary, "events"), 2 * Number(whole.summary, "events"));
        for (const std::string options : {"--threads 2", "--threads 3", "--scheduler map"})
        {
            EXPECT_EQ(Simulate(scenario, options).flows, run.flows) << options;
        }
    }
}

/**
 * A server is gone for 1 s: the job begins again once, and waits for the server. Its messages are
 * sooner there than the routes to it, so that it may begin again once more.
 */
TEST(Restart, AJobWaitsForItsServer)
{
    auto whole = Simulate(Scenario("roce", ""));
    const double wholeS = Number(whole.summary, "completion_ns") * 1e-9;
    const double stepS = (wholeS - 3e-3) / 10;
    const auto failsNs = static_cast<int64_t>(0.5 * stepS * 1e9);
    std::string scenario = Scenario("roce", Failing("server", failsNs, 1'000'000'000));
    scenario.replace(scenario.find("3600s"), 5, "10ms");
    auto run = Simulate(scenario);
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    EXPECT_GE(run.figures["restarts"], 1);
    EXPECT_LE(run.figures["restarts"], 2);
    const double endS = Number(run.summary, "completion_ns") * 1e-9;
    EXPECT_GE(endS, 1 + wholeS);
    EXPECT_LE(endS, 1 + wholeS + 0.5 * stepS + 11e-3);
}

/**
 * A GPU crashes while nothing but messages is under way: these end, and the step is lost all the
 * same, whether others follow it or not.
 */
TEST(Restart, AStepThatWasAbortedDoesNotCountThoughItsMessagesEnd)
{
    const auto scenario = [](const std::string& failures) {
        return R"({"topology": {"type": "star", "hosts": 4, "rate": "100Gbps"}, "fabric": "roce",
                   "workload": {"type": "incast", "hosts": 3, "target": 1, "bytes": "1MB",
                                "onFailure": {"type": "restart", "steps": 4, "checkpointSteps": 1,
                                              "loadTime": "1ms"}})" +
               (failures.empty() ? "" : R"(, "failures": )" + failures) + "}";
    };
    auto whole = Simulate(scenario(""));
    ASSERT_EQ(whole.outcome.status, 0) << whole.outcome.text;
    const double wholeS = Number(whole.summary, "completion_ns") * 1e-9;
    const double stepS = wholeS / 4;
    for (const int step : {1, 2, 4})
    {
        SCOPED_TRACE(step);
        const auto failsNs = static_cast<int64_t>((step - 0.5) * stepS * 1e9);
        auto run = Simulate(scenario(Failing("gpu", failsNs, 600'000)));
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        EXPECT_EQ(run.figures["restarts"], 1);
        EXPECT_EQ(run.figures["steps done again"], 0);
        EXPECT_EQ(run.figures["lost work"], 0);
        EXPECT_NEAR(run.figures["stood still before restarts"], stepS, 3e-6); // its messages end
        EXPECT_NEAR(Number(run.summary, "completion_ns") * 1e-9, wholeS + stepS + 1e-3, 5e-6);
    }
}

/**
 * A GPU hangs for longer than it takes to load the checkpoint: the job waits for it, and that is
 * time in which it stands still. Effective are its ten steps.
 */
TEST(Restart, WaitingForAGpuIsNoEffectiveTime)
{
    for (const std::string fabric : {"roce", "infiniband"})
    {
        for (const std::string kind : {"gpu", "server"})
        {
            SCOPED_TRACE(fabric + ' ' + kind);
            auto whole = Simulate(Scenario(fabric, ""));
            const double wholeS = Number(whole.summary, "completion_ns") * 1e-9;
            const double stepS = (wholeS - 3e-3) / 10;
            const auto failsNs = static_cast<int64_t>(1.3 * stepS * 1e9);
            std::string scenario = Scenario(fabric, Failing(kind, failsNs, 50'000'000));
            scenario.replace(scenario.find("3600s"), 5, "10ms");
            auto run = Simulate(scenario);
            ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
            EXPECT_EQ(run.figures["steps done again"], 1);
            const double endS = Number(run.summary, "completion_ns") * 1e-9;
            if (kind == "gpu")
            {
                const double backS = static_cast<double>(failsNs) * 1e-9 + 50e-3;
                EXPECT_EQ(run.figures["restarts"], 1);
                EXPECT_NEAR(endS, backS + wholeS, 1e-5);
                EXPECT_NEAR(run.figures["stood still before restarts"],
                            0.3 * stepS + 50e-3 - 10e-3,
                            1e-5);
            }
            EXPECT_NEAR(run.figures["effective time"], 100 * 10 * stepS / endS, 0.1);
        }
    }
}

TEST(Restart, AfterTheLastOneTheJobFails)
{
    const auto run =
        Simulate(Scenario("roce", Failing("nic", 500'000, 20'000'000), ", \"mostRestarts\": 0"));
    EXPECT_EQ(run.outcome.status, 1) << run.outcome.text;
    EXPECT_TRUE(Has(run.outcome.text, "is not complete; "));
    EXPECT_EQ(run.figures.count("restarts"), 1u);
    EXPECT_EQ(run.figures.count("effective time"), 0u); // of work that is worth nothing
}

/**
 * By law all steps last equally long, and the time of the whole job follows from it: with a crash
 * of a GPU or a server, a host that is cut off for a short and for a long time, and no failure.
 * Ranks that the law does not run fail like others.
 */
TEST(Restart, ByLawStepsAreCounted)
{
    const auto scenario = [](const std::string& failures, uint64_t steps) {
        return R"({"topology": {"type": "star", "hosts": 17, "rate": "100Gbps"},
                   "fabric": {"type": "roce", "transport": {"type": "law", "abortTime": "30s"}},
                   "workload": {"type": "training", "model": {"type": "transformer", "layers": 2,
                        "hidden": 1024, "heads": 4, "sequence": 128, "vocabulary": 512},
                        "peakFlops": 1e9, "efficiency": 1, "onFailure": {"type": "restart",
                            "steps": )" +
               std::to_string(steps) +
               R"(, "checkpointSteps": 30, "saveTime": "1s", "loadTime": "200s"}})" +
               (failures.empty() ? "" : R"(, "failures": )" + failures) + "}";
    };
    auto one = Simulate(scenario("", 1));
    ASSERT_EQ(one.outcome.status, 0) << one.outcome.text;
    const double stepS = Number(one.summary, "completion_ns") * 1e-9;
    ASSERT_GT(stepS, 5);
    constexpr uint64_t STEPS = 100;
    const double wholeS = 100 * stepS + 3; // after 30, 60 and 90 steps
    auto whole = Simulate(scenario("", STEPS));
    EXPECT_NEAR(Number(whole.summary, "completion_ns") * 1e-9, wholeS, 1e-6);
    EXPECT_NEAR(Number(whole.summary, "gpu_idle_percent"),
                100 - (100 - Number(one.summary, "gpu_idle_percent")) * 100 * stepS / wholeS,
                1e-3);

    // In the middle of step 47, 16 steps behind a checkpoint
    const auto failsNs = static_cast<int64_t>((46.5 * stepS + 1) * 1e9);
    const auto check = [&](const std::string& kind, double lengthS, double workS, double stoodS) {
        SCOPED_TRACE(kind + " for " + std::to_string(lengthS) + " s");
        auto run =
            Simulate(scenario(Failing(kind, failsNs, static_cast<int64_t>(lengthS * 1e9)), STEPS));
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        const double loadingS = workS > 0 ? 200 : 0;
        EXPECT_EQ(run.figures["restarts"], workS > 0 ? 1 : 0);
        EXPECT_NEAR(run.figures["lost work"], workS, 1e-5);
        EXPECT_NEAR(run.figures["stood still before restarts"], stoodS, 1e-5);
        EXPECT_NEAR(run.figures["loading checkpoints"], loadingS, 1e-9);
        const double lostS = workS + stoodS + loadingS;
        EXPECT_NEAR(Number(run.summary, "completion_ns") * 1e-9, wholeS + lostS, 1e-5);
        EXPECT_NEAR(Number(run.failures.at(0), "lost_ns") * 1e-9, lostS, 1e-5);
    };
    check("gpu", 100, 16 * stepS, stepS / 2);
    check("gpu", 250, 16 * stepS, stepS / 2 + 50); // longer than it takes to load
    check("server", 100, 16 * stepS, stepS / 2);
    check("nic", 29.9, 0, 29.9);
    check("nic", 40, 16 * stepS, stepS / 2 + 30);
    check("nic", 300, 16 * stepS, stepS / 2 + 30 + 70);

    auto refused = Simulate(
        scenario(R"({"type": "slow-gpu", "host": 1, "factor": 2, "start": "1s", "stop": "2s"})",
                 STEPS));
    EXPECT_EQ(refused.outcome.status, 2) << refused.outcome.text;
    EXPECT_TRUE(Has(refused.outcome.text, "has no effect that a law knows"));
    auto endless = Simulate(scenario("", 10'000'000));
    EXPECT_EQ(endless.outcome.status, 2) << endless.outcome.text;
    EXPECT_TRUE(Has(endless.outcome.text, "days; expected at most 90"));
}

TEST(Restart, WhatCannotBeDoneAgainIsRefused)
{
    const std::string head = R"({"topology": {"type": "star", "hosts": 3}, "fabric": "roce",
        "workload": {"onFailure": "restart", "type": )";
    const auto flows = Simulate(head + R"("poisson", "load": 0.2, "duration": "1ms"}})");
    EXPECT_EQ(flows.outcome.status, 2) << flows.outcome.text;
    EXPECT_TRUE(Has(flows.outcome.text, "start times of their own"));
    const auto reduced = Simulate(head + R"("collective", "algorithm": "sharp-all-reduce"}})");
    EXPECT_EQ(reduced.outcome.status, 2) << reduced.outcome.text;
    EXPECT_TRUE(Has(reduced.outcome.text, "use reductions in the network"));
    const auto served = Simulate(head + R"("inference"}})");
    EXPECT_EQ(served.outcome.status, 2) << served.outcome.text;
}

#endif // AI_FABRIC_RUN
