// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A cube dies under a job, and optical switches put a spare one in its place: what it costs.

#include "simulated-run.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

namespace
{

using namespace ns3;

/** @return when the job ended; 0: it did not */
double
GetEndNs(const SimulatedRun& run)
{
    const auto end = run.summary.find("completion_ns");
    return end == run.summary.end() || end->second.empty() ? 0 : std::stod(end->second);
}

const std::string ROCE =
    R"({"type": "roce", "nic": {"ackTimeout": "100us", "retryCount": 2},
        "routeManager": {"detectionTime": "20us", "routingTime": "40us"}})";
const std::string INFINIBAND =
    R"({"type": "infiniband", "routing": "min-hop", "nic": {"ackTimeout": "100us", "retryCount": 2},
        "subnetManager": {"trapDelay": "20us", "routingTime": "40us", "smpTime": "1us"}})";

/** @return 5 steps of an all-reduce over three squares of 3x3 chips, with a checkpoint after two */
std::string
Scenario(const std::string& fabric, const std::string& cable, const std::string& failures)
{
    return R"({"topology": {"type": "cube-torus", "cubes": "3x1", "cubeSize": 3, "spareCubes": 1,
                            "hostRate": "100Gbps", "rate": "100Gbps", "hostDelay": ")" +
           cable + R"(", "delay": ")" + cable + R"(", "opticalDelay": ")" + cable +
           R"("}, "fabric": )" + fabric + R"(,
               "deadlockCheck": "off",
               "workload": {"type": "collective", "bytes": "3MB", "onFailure": {
                   "type": "restart", "steps": 5, "checkpointSteps": 2, "loadTime": "7ms"}})" +
           (failures.empty() ? "" : R"(, "failures": [)" + failures + "]") + "}";
}

std::string
Ns(double ns)
{
    return std::to_string(std::llround(ns)) + "ns";
}

double
Number(std::map<std::string, std::string> row, const std::string& column)
{
    return row[column].empty() ? -1 : std::stod(row[column]);
}

/** A spare cube from a time on: 2 ms of control, 300 us of mirrors. */
std::string
Replacement(double startNs, const std::string& cube = "1", const std::string& control = "2ms")
{
    return R"({"type": "cube-replacement", "cube": )" + cube + R"(, "start": ")" + Ns(startNs) +
           R"(", "controlTime": ")" + control + R"(", "switchingTime": "300us"})";
}

} // namespace

/**
 * Cube 1 dies in the middle of the fourth step, and a spare one is decided on 1 ms later. The job
 * stands still from the begin of that step to the light, loads its checkpoint for 7 ms, and does
 * the third step again, on which there was none.
 */
TEST(CubeReplacement, AJobGoesOnWithTheSpareCube)
{
    for (const auto& fabric : {ROCE, INFINIBAND})
    {
        for (const std::string cable : {"10ns", "2us"})
        {
            SCOPED_TRACE(fabric + cable);
            const auto whole = Simulate(Scenario(fabric, cable, ""));
            ASSERT_EQ(whole.outcome.status, 0) << whole.outcome.text;
            const double stepNs = GetEndNs(whole) / 5;
            // With ECMP queue pairs of a later step may share other links.
            const double toleranceNs = fabric == ROCE ? stepNs / 4 : stepNs / 50;
            const double deadNs = 3.5 * stepNs;
            const double decidedNs = deadNs + 1e6;
            const double darkNs = decidedNs + 2e6;
            const double lightNs = darkNs + 3e5;
            const auto scenario = [&](const std::string& more) {
                return Scenario(fabric,
                                cable,
                                R"({"type": "cube", "cube": 1, "start": ")" + Ns(deadNs) + "\"" +
                                    more + "}, " + Replacement(decidedNs));
            };
            auto run = Simulate(scenario(""));
            ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
            EXPECT_EQ(run.figures["restarts"], 1);
            EXPECT_EQ(run.figures["steps done again"], 1);
            EXPECT_NEAR(run.figures["lost work"] * 1e9, stepNs, toleranceNs);
            EXPECT_NEAR(run.figures["loading checkpoints"], 7e-3, 1e-9);
            EXPECT_NEAR(run.figures["stood still before restarts"] * 1e9,
                        lightNs - 3 * stepNs,
                        toleranceNs);
            EXPECT_NEAR(GetEndNs(run), lightNs + 7e6 + 3 * stepNs, toleranceNs);

            ASSERT_EQ(run.failures.size(), 2u);
            EXPECT_EQ(run.failures[0]["kind"], "cube");
            EXPECT_EQ(run.failures[0]["what"], "cube 1");
            EXPECT_NEAR(Number(run.failures[0], "begin_ns"), deadNs, 1);
            EXPECT_NEAR(Number(run.failures[0], "end_ns"), darkNs, 1) << "it is no longer there";
            EXPECT_GT(Number(run.failures[0], "lost_packets"), 0);
            EXPECT_EQ(run.failures[1]["kind"], "cube-replacement");
            EXPECT_EQ(run.failures[1]["what"], "cube 1");
            EXPECT_NEAR(Number(run.failures[1], "begin_ns"), decidedNs, 1);
            EXPECT_NEAR(Number(run.failures[1], "end_ns"), lightNs, 1);
            EXPECT_GT(Number(run.failures[1], "standstill_ns"), lightNs + 7e6 - decidedNs);
            EXPECT_LT(Number(run.failures[1], "standstill_ns"), lightNs + 7e6 + stepNs - decidedNs);

            // The old cube may be repaired or not.
            for (const double repairedNs : {lightNs - 1e5, lightNs + 1e5, lightNs + 8e6})
            {
                const auto other = Simulate(scenario(R"(, "stop": ")" + Ns(repairedNs) + "\""));
                EXPECT_TRUE(other.flows == run.flows) << repairedNs;
            }
            if (cable == "2us") // with 10 ns threads meet too often
            {
                EXPECT_TRUE(Simulate(scenario(""), "--threads 3").flows == run.flows);
            }
        }
    }
}

/** One of the GPUs dies, and the cube with it is replaced; of another one the failure goes on. */
TEST(CubeReplacement, FaultsOfTheOldCubeAreOverWithIt)
{
    const auto whole = Simulate(Scenario(INFINIBAND, "50ns", ""));
    const double stepNs = GetEndNs(whole) / 5;
    const auto scenario = [&](const std::string& host) {
        return Scenario(INFINIBAND,
                        "50ns",
                        R"({"type": "gpu", "host": )" + host + R"(, "start": ")" +
                            Ns(0.5 * stepNs) + R"(", "stop": "100ms"}, )" +
                            Replacement(0.6 * stepNs));
    };
    const double lightNs = 0.6 * stepNs + 2.3e6;
    auto run = Simulate(scenario("13")); // of 9 to 17
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    EXPECT_NEAR(GetEndNs(run), lightNs + 7e6 + 5 * stepNs, stepNs / 50);
    EXPECT_NEAR(Number(run.failures[0], "end_ns"), lightNs - 3e5, 1);
    EXPECT_EQ(run.figures["restarts"], 1);

    // The job has loaded its checkpoint by then, and the spare cube its own.
    auto other = Simulate(scenario("3"));
    ASSERT_EQ(other.outcome.status, 0) << other.outcome.text;
    EXPECT_NEAR(GetEndNs(other), 100e6 + 5 * stepNs, stepNs / 50);
    EXPECT_NEAR(Number(other.failures[0], "end_ns"), 100e6, 1);
}

/**
 * Nothing is wrong with the cube: the job loses what is in its memory all the same, in the middle
 * of the fourth step, and begins again at the third when the spare one has loaded that.
 */
TEST(CubeReplacement, AHealthyCubeMayBeReplaced)
{
    const auto whole = Simulate(Scenario(INFINIBAND, "50ns", ""));
    const double stepNs = GetEndNs(whole) / 5;
    const double darkNs = 3.5 * stepNs;
    auto run = Simulate(Scenario(INFINIBAND, "50ns", Replacement(darkNs - 1e6, "1", "1ms")));
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    EXPECT_EQ(run.figures["restarts"], 1);
    EXPECT_NEAR(GetEndNs(run), darkNs + 3e5 + 7e6 + 3 * stepNs, stepNs / 50);
}

/** A torus is wired otherwise under messages, by one thread or process or by several. */
TEST(CubeReplacement, RewiringsAreTheSameOnSeveralCores)
{
    for (const auto& fabric : {ROCE, INFINIBAND})
    {
        const std::string scenario =
            R"({"topology": {"type": "cube-torus", "cubes": "1x2", "cubeSize": 3},
                "deadlockCheck": "off", "fabric": )" +
            fabric + R"(, "workload": {"type": "permutation", "bytes": "5MB"},
                "failures": [{"type": "optical-rewiring", "twisted": true, "start": "5us",
                              "controlTime": "10us", "switchingTime": "30us"},
                             {"type": "optical-rewiring", "cubes": "2x1", "start": "200us",
                              "controlTime": "10us", "switchingTime": "30us"}]})";
        const auto run = Simulate(scenario);
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        EXPECT_EQ(run.failures.size(), 2u);
        for (const auto& options : KeepPossible({"--threads 2", "--threads 3", "--ranks 2"}))
        {
            const auto other = Simulate(scenario, options);
            EXPECT_FALSE(other.flows.empty()) << other.outcome.text;
            EXPECT_TRUE(other.flows == run.flows) << fabric << options;
        }
    }
}

/** SpareCubes starts the replacement 1 ms after the failure, as if planned for that time. */
TEST(CubeReplacement, SpareCubesTakeThePlaceOfThoseThatDie)
{
    for (const auto& fabric : {ROCE, INFINIBAND})
    {
        SCOPED_TRACE(fabric);
        const auto dies = [](const std::string& cube, double ns, const std::string& more = "") {
            return R"({"type": "cube", "cube": )" + cube + R"(, "start": ")" + Ns(ns) + "\"" +
                   more + "}, ";
        };
        const std::string spares = R"({"type": "spare-cubes", "detectionTime": "1ms",
                                       "controlTime": "2ms", "switchingTime": "300us"})";
        const auto told = Simulate(Scenario(fabric, "50ns", dies("1", 1e6) + Replacement(2e6)));
        auto run = Simulate(Scenario(fabric, "50ns", dies("1", 1e6) + spares));
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        EXPECT_FALSE(run.flows.empty());
        EXPECT_TRUE(run.flows == told.flows);
        ASSERT_EQ(run.failures.size(), 2u);
        EXPECT_NEAR(Number(run.failures[0], "end_ns"), 4e6, 1);
        EXPECT_EQ(run.failures[1]["kind"], "cube-replacement");
        EXPECT_EQ(run.failures[1]["what"], "cube 1");
        EXPECT_NEAR(Number(run.failures[1], "begin_ns"), 2e6, 1);
        EXPECT_NEAR(Number(run.failures[1], "end_ns"), 4.3e6, 1);
        EXPECT_TRUE(
            Simulate(Scenario(fabric, "50ns", dies("1", 1e6) + spares), "--threads 3").flows ==
            run.flows);

        // Known at its start, whatever comes first in the list
        const auto later = Simulate(Scenario(fabric,
                                             "50ns",
                                             R"({"type": "spare-cubes", "start": "1200us",
                                                 "detectionTime": "800us", "controlTime": "2ms",
                                                 "switchingTime": "300us"},
                                                {"type": "cube", "cube": 1, "start": "1ms"})"));
        EXPECT_TRUE(later.flows == told.flows) << later.outcome.text;

        // one spare cube for two failed cubes, and none for a cube that works again in time
        auto two = Simulate(Scenario(fabric,
                                     "50ns",
                                     dies("1", 1e6) + dies("0", 2e6, R"(, "stop": "30ms")") +
                                         dies("2", 3e6, R"(, "stop": "3999us")") + spares));
        ASSERT_EQ(two.outcome.status, 0) << two.outcome.text;
        ASSERT_EQ(two.failures.size(), 4u);
        EXPECT_NEAR(Number(two.failures[0], "end_ns"), 4e6, 1) << "replaced";
        uint32_t replacements = 0;
        for (auto& row : two.failures)
        {
            replacements += row["kind"] == "cube-replacement";
        }
        EXPECT_EQ(replacements, 1u);
        EXPECT_GT(GetEndNs(two), 30e6) << "for cube 0 to come back";
    }
}

/** A torus is drained before it is wired otherwise: nothing is lost, on several cores too. */
TEST(CubeReplacement, DrainsAreTheSameOnSeveralCores)
{
    for (const auto& fabric : {ROCE, INFINIBAND})
    {
        const auto rewire = [&](const std::string& drain) {
            return R"({"topology": {"type": "cube-torus", "cubes": "1x2", "cubeSize": 3,
                                    "hostRate": "100Gbps", "rate": "100Gbps"},
                       "deadlockCheck": "off", "fabric": )" +
                   fabric + R"(, "workload": {"type": "shift", "shift": 12, "bytes": "8MB"},
                       "failures": {"type": "optical-rewiring", "twisted": true, "start": "5us",
                                    "drain": )" +
                   drain + R"(, "controlTime": "300us",
                                    "switchingTime": "30us"}})";
        };
        const auto scenario = rewire("true");
        auto run = Simulate(scenario);
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        ASSERT_EQ(run.failures.size(), 1u);
        for (const std::string column :
             {"lost_packets", "dropped_packets", "retransmitted_packets"})
        {
            EXPECT_EQ(Number(run.failures[0], column), 0) << fabric << column;
        }
        auto other = Simulate(rewire("false"));
        ASSERT_EQ(other.failures.size(), 1u);
        EXPECT_GT(Number(other.failures[0], "lost_packets"), 0) << fabric;
        for (const auto& options : KeepPossible({"--threads 3", "--ranks 2"}))
        {
            EXPECT_TRUE(Simulate(scenario, options).flows == run.flows) << fabric << options;
        }
    }
}

TEST(CubeReplacement, BadInputIsNamed)
{
    const auto apart = Simulate(
        Scenario(ROCE, "50ns", R"({"type": "optical-rewiring", "cubes": "1x3", "drain": true})"));
    EXPECT_EQ(apart.outcome.status, 2) << apart.outcome.text;
    EXPECT_TRUE(Has(apart.outcome.text,
                    "failures.0: ns3::OpticalRewiring Drain: the links that do "
                    "not move do not join all hosts"));
    const auto spare =
        Simulate(Scenario(ROCE, "50ns", Replacement(0) + R"(, {"type": "spare-cubes"})"));
    EXPECT_EQ(spare.outcome.status, 2) << spare.outcome.text;
    EXPECT_TRUE(Has(spare.outcome.text, "the topology has no spare cube left"));
    const auto none = Simulate(Scenario(ROCE, "50ns", Replacement(0) + ", " + Replacement(9e6)));
    EXPECT_EQ(none.outcome.status, 2) << none.outcome.text;
    EXPECT_TRUE(Has(none.outcome.text,
                    "failures.1: Cube: no spare cube is left to replace it; "
                    "expected SpareCubes of the topology to be more than 1"));
    const auto cube = Simulate(Scenario(ROCE, "50ns", Replacement(0, "3")));
    EXPECT_EQ(cube.outcome.status, 2) << cube.outcome.text;
    EXPECT_TRUE(Has(cube.outcome.text, "Cube: is 3; expected the number of a cube, 0 to 2"));
    const auto star = Simulate(R"({"topology": {"type": "star", "hosts": 3}, "fabric": "roce",
        "workload": {"type": "collective"}, "failures": {"type": "optical-rewiring", "cubes": "1x1"}})");
    EXPECT_EQ(star.outcome.status, 2) << star.outcome.text;
    EXPECT_TRUE(Has(star.outcome.text, "the topology has no optical switches"));
}

#endif // AI_FABRIC_RUN
