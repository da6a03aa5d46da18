// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// When links that optical switches move are drained, and which ideal times messages have then.

#include "run-program.h"
#include "simulated-run.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** A fabric, and how long its routes take to leave links that are to be drained, in us. */
struct DrainedFabric
{
    std::string fabric;
    double routesUs;
};

/** Forwarding tables of 18 switches are written, four at a time, a block each. */
const std::vector<DrainedFabric> DRAINED_FABRICS = {
    {R"({"type": "roce", "routeManager": {"detectionTime": "20us", "routingTime": "40us"}})", 60},
    {R"({"type": "infiniband", "routing": "min-hop",
         "subnetManager": {"trapDelay": "20us", "routingTime": "100us", "smpTime": "1us"}})",
     125}};

/**
 * Two squares of 3x3 chips become twisted from 5 us on while each chip sends to the one 12 further
 * on; mirrors turn for 30 us.
 */
std::string
RewireDrained(const std::string& fabric, const std::string& more)
{
    return R"({"topology": {"type": "cube-torus", "cubes": "1x2", "cubeSize": 3,
                            "hostRate": "100Gbps", "rate": "100Gbps"},
               "deadlockCheck": "off", "fabric": )" +
           fabric + R"(, "workload": {"type": "shift", "shift": 12, "bytes": "3MB"},
               "failures": {"type": "optical-rewiring", "twisted": true, "start": "5us",
                            "drain": true, "switchingTime": "30us")" +
           more + "}}";
}

double
GetLightUs(const SimulatedRun& run)
{
    return run.failures.size() == 1 ? std::stod(run.failures.front().at("end_ns")) / 1e3 : 0;
}

} // namespace

/**
 * Light is there 30 us after the second look in a row that finds links without routes and packets,
 * which is two intervals after the routes have left them and the queues of three flows each have
 * gone, with another interval at the most.
 */
TEST(OpticalDrain, EndsWhenLinksAreEmpty)
{
    for (const auto& [fabric, routesUs] : DRAINED_FABRICS)
    {
        SCOPED_TRACE(fabric);
        const auto scenario =
            RewireDrained(fabric, R"(, "controlTime": "10s", "drainInterval": "10us")");
        const auto run = Simulate(scenario);
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        EXPECT_GE(GetLightUs(run), 5 + routesUs + 10 + 30);
        EXPECT_LE(GetLightUs(run), 5 + routesUs + 40 + 30);
        for (const std::string column :
             {"lost_packets", "dropped_packets", "retransmitted_packets", "timeouts"})
        {
            EXPECT_EQ(run.failures.front().at(column), "0") << column;
        }
        for (const auto& options : KeepPossible({"--threads 2", "--ranks 2"}))
        {
            const auto other = Simulate(scenario, options);
            EXPECT_EQ(GetLightUs(other), GetLightUs(run)) << options;
            EXPECT_TRUE(other.flows == run.flows) << options;
        }
    }
}

/** Routes that come later than ControlTime are not waited for, and no link is empty before. */
TEST(OpticalDrain, EndsWithControlTimeAtTheLatest)
{
    for (const auto& [fabric, routesUs] : DRAINED_FABRICS)
    {
        SCOPED_TRACE(fabric);
        const auto run =
            Simulate(RewireDrained(fabric, R"(, "controlTime": "51us", "drainInterval": "10us")"));
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        EXPECT_DOUBLE_EQ(GetLightUs(run), 5 + 51 + 30);
        EXPECT_NE(run.failures.front().at("lost_packets"), "0");
    }
}

/** A long DrainInterval turns the mirrors late: at the second of checks 100 us apart. */
TEST(OpticalDrain, WaitsForTheNextLook)
{
    const auto run = Simulate(RewireDrained(DRAINED_FABRICS.front().fabric,
                                            R"(, "controlTime": "10s", "drainInterval": "100us")"));
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    EXPECT_DOUBLE_EQ(GetLightUs(run), 5 + 200 + 30);
}

/**
 * Of a 3x6 torus that becomes a 6x3 one, two chips at the ends of a column of a cube are two cables
 * of 2 us apart before, and after one light path of 300 ns, over the edge. So a message there and
 * its acknowledgement have 3.7 us less each to pass, and one pipeline of a switch; and each message
 * is as slow as in a torus that is wired like that from the start, to the picosecond, with a
 * slowdown of 1. One that has waited for the new link is measured by this one.
 */
TEST(OpticalDrain, IdealTimesAreOfTheWiringThatMessagesMeet)
{
    const auto simulate = [](const std::string& fabric,
                             const std::string& cubes,
                             const std::string& failures) {
        const auto message = [](const std::string& name, const std::string& more) {
            return R"({"type": "incast", "name": ")" + name + R"(", "hosts": "0,2", )" + more + "}";
        };
        return Simulate(R"({"topology": {"type": "cube-torus", "cubes": ")" + cubes +
                        R"(", "cubeSize": 3, "hostRate": "100Gbps", "rate": "100Gbps",
                             "delay": "2us"},
                             "deadlockCheck": "off", "fabric": )" +
                        fabric + R"(, "workload": [)" + message("early", R"("bytes": "1KB")") +
                        ", " + message("met", R"("bytes": "1MB", "start": "100us")") + ", " +
                        message("late", R"("bytes": "1KB", "start": "5ms")") + "]" + failures +
                        "}");
    };
    for (const auto& [fabric, routesUs] : DRAINED_FABRICS)
    {
        SCOPED_TRACE(fabric);
        const auto run = simulate(fabric,
                                  "1x2",
                                  R"(, "failures": {"type": "optical-rewiring", "cubes": "2x1",
                                     "start": "120us", "controlTime": "1us",
                                     "switchingTime": "30us"})");
        const auto before = simulate(fabric, "1x2", "");
        const auto after = simulate(fabric, "2x1", "");
        ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
        ASSERT_EQ(run.messages.size(), 3u);
        const auto idealNs = [](const SimulatedRun& of, size_t message) {
            return std::stod(of.messages[message].at("ideal_ns"));
        };
        EXPECT_EQ(run.messages[0].at("ideal_ns"), before.messages[0].at("ideal_ns"));
        EXPECT_EQ(run.messages[1].at("ideal_ns"), after.messages[1].at("ideal_ns"));
        EXPECT_EQ(run.messages[2].at("ideal_ns"), after.messages[2].at("ideal_ns"));
        EXPECT_EQ(std::stod(run.messages[0].at("slowdown")), 1);
        EXPECT_GT(std::stod(run.messages[1].at("slowdown")), 1);
        EXPECT_EQ(std::stod(run.messages[2].at("slowdown")), 1);
        EXPECT_GT(idealNs(before, 0) - idealNs(after, 0), 2 * 3'700);
        EXPECT_LT(idealNs(before, 0) - idealNs(after, 0), 2 * 3'700 + 2 * 1'000);
        const auto wireNs = [](const SimulatedRun& of, size_t message) {
            return std::stod(of.messages[message].at("wire_ns"));
        };
        EXPECT_DOUBLE_EQ(wireNs(run, 0) - wireNs(run, 2), 2 * 3'700);
    }
}

#endif // AI_FABRIC_RUN
